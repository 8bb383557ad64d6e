// Formulas of linear temporal logic as Büchi automata, as texts: never claims (never), HOA (hoa) and pictures (dot).
//
// `generalised`: several acceptance sets, on edges, instead of one on states; there are no such never claims.
#pragma once

#include <string>

#include <gyre/error.h>

namespace gyre {

// The automaton of a formula. Throws Error for what is no formula, and for formats that there are not.
std::string ltl_automaton(const std::string& formula, const std::string& format = "never", bool generalised = false);

// An automaton in HOA format, in another one. Unless it is to be generalised it becomes state-based, and loses states
// that take part in no accepting run. Throws Error as above; what is wrong in the text is told as "name:line:column:
// ...".
std::string convert_automaton(const std::string& hoa, const std::string& format = "never", bool generalised = false,
                              const std::string& name = "HOA");

// The never claim of a formula that is written for `spin -f`, where && || -> <-> have one precedence. Throws Error.
std::string spin_never_claim(const std::string& formula);

}  // namespace gyre
