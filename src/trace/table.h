// A run as a table: a row for each step, a column for each variable, and one for each atom of the formula.
//
//     step  process  line  statement        x   c
//        0                                  0   empty
//        1  P(0)        4  x = y + 1        1*  empty
//        2  P(0)        6  c!x              1   [1]*
//   !    3  Q(1)       12  assert(x == 0)   1   [1]
//
// A value that the step has changed has an asterisk (and a colour). What does not fit into the width is left out, first
// what never changes, and named below.
#pragma once

#include <string>

#include "trace/print.h"

namespace gyre::trace {

// Of the options `view`, `width` (0: as wide as it becomes) and `colour` count.
std::string print_table(const Trace& trace, const PrintOptions& options);

}  // namespace gyre::trace
