// Parser of LTL formulas as text, for `gyre ltl` and formulas on the command line.
//
//   constants    true false, numbers
//   unary        ! [] <> X G F always eventually next
//   binary       U V R W M until stronguntil weakuntil release
//                && /\   || \/   -> => implies   <-> <=> equivalent
//
// Unary operators bind tightest, then U V R W M, then &&, then ||, then -> and <->; everything associates to the left.
// That is what SPIN does with an `ltl` block. `spin -f` gives && || -> <-> one common precedence: `flat` asks for it.
//
// An operand that is no constant is an atom: the longest run of text that is a state expression, such as `p`,
// `x + 1 == y[2]`, `P[1]@label`, `len(q) > 0`, with `(...)` inside it where an arithmetic or comparison operator
// stands beside the parentheses. Its text is not looked into. R and M, and G and F where no operand follows, are
// names too when they stand where an operand is expected.
//
// Errors are thrown as gyre::Error: a message, the line and a caret under the place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "logic/formula.h"

namespace gyre::logic {

struct ParseOptions {
  bool flat = false;       // one precedence for && || -> <->, as spin -f
  bool glued_next = true;  // Xp is X p, as for spin -f; XX is always X X
};

// Atoms that are not in `atoms` yet are appended; atom i of the result has the text atoms[i].
Formula parse(std::string_view text, FormulaFactory& factory, std::vector<std::string>& atoms,
              const ParseOptions& options = {});

}  // namespace gyre::logic
