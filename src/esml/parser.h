// The parser makes a syntax tree of tokens, by recursive descent over the grammar of Appendix D.5. After an error it
// goes on at the next command, definition or process, so that one run reports several errors.
//
// Relations bind tighter than &, & than OR; all binary operators but => associate to the left; a temporal operator and
// ~ apply to what is as tight as a relation and a factor. How far AG and its like reach before a connective is not left
// to a rule: the operand, or the whole, stands in parentheses. Beyond the thesis: ASSERT may be left out or given
// several times, the last semicolon may be left out, and an argument of an activation may be a range, `Phil(p, 1..6)`,
// for one process per value.
#pragma once

#include <vector>

#include "base/error.h"
#include "esml/ast.h"
#include "esml/token.h"

namespace gyre::esml {

ast::Model parse(std::vector<Token> tokens, Diagnostics& diagnostics);
// A formula of the command line, of tokenise_formula(); null after an error.
// `linear`: linear time with [] <> X U W V R M (G F, and the words of an ltl block); otherwise branching time.
ast::ExprPtr parse_formula(std::vector<Token> tokens, bool linear, Diagnostics& diagnostics);

}  // namespace gyre::esml
