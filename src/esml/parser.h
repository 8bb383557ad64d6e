// From tokens to a syntax tree, by recursive descent over the grammar of Appendix D.5. After an error it goes on at the
// next command, definition or process, so that one run reports several errors.
//
// Where the thesis leaves the grammar open: relations bind tighter than & and OR, which bind alike; all binary
// operators but => associate to the left; a temporal operator and ~ apply to what is as tight as a relation and a
// factor. Beyond the thesis: ASSERT may be left out or given several times, the last semicolon may be left out, and
// an argument of an activation may be a range, `Phil(p, 1..6)`, for one process per value.
#pragma once

#include <vector>

#include "base/error.h"
#include "esml/ast.h"
#include "esml/token.h"

namespace gyre::esml {

ast::Model parse(std::vector<Token> tokens, Diagnostics& diagnostics);
// A formula of the command line, of tokenise_formula(); null after an error. There & and OR do not mix without
// parentheses: in ESML they bind alike, elsewhere they do not.
// `linear`: linear time with [] <> X U W V R M (G F, and the words of an ltl block); otherwise branching time.
ast::ExprPtr parse_formula(std::vector<Token> tokens, bool linear, Diagnostics& diagnostics);

}  // namespace gyre::esml
