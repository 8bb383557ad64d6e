// Recursive-descent parser for Promela. It reports what it can and recovers at statement and unit boundaries, so that
// one run shows several errors. Inlines are expanded here (SPIN substitutes their text), everything else is left to
// the lowering.
#pragma once

#include "base/error.h"
#include "promela/ast.h"
#include "promela/token.h"

namespace gyre::promela {

struct ParseOptions {
  bool old_semicolons = false;
};

// The calls of inlines are added to `sources`.
ast::Model parse(std::vector<Token> tokens, const ParseOptions& options, SourceMap& sources, Diagnostics& diagnostics);

// A formula of linear time, of an ltl block (its tokens without the braces).
ast::ExprPtr parse_formula(std::vector<Token> tokens, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace gyre::promela
