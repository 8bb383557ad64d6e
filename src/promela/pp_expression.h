// The integer expressions of #if and #elif.
#pragma once

#include <vector>

#include "promela/pp_lexer.h"
#include "promela/pp_report.h"

namespace gyre::promela::pp {

// Whether the expression is true. `tokens` are expanded already, `defined` too; identifiers that are left count as 0.
// Values have 64 bits and wrap around, signed or unsigned as in C. After an error, which is reported, it is false.
// `line_end` is where to point when something is missing.
bool evaluate_condition(std::vector<Token> tokens, const Span& line_end, Report& report);

}  // namespace gyre::promela::pp
