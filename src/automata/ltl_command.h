// The texts that `gyre ltl` prints. The command line is read elsewhere.
#pragma once

#include <string>

namespace gyre::automata {

// The automaton of a formula; `format` is never, hoa or dot. Throws Error for bad formulas, unknown formats, and never
// claims of generalised automata.
std::string ltl_command(const std::string& formula, const std::string& format, bool generalised);

// The never claim of a formula that is written for `spin -f`, where && || -> <-> have one precedence.
std::string spin_command(const std::string& formula);

// The same for an automaton in HOA format, which messages call `name`. Unless `generalised`, the result is state-based:
// an automaton that is not loses states that take part in no accepting run.
std::string hoa_command(const std::string& hoa, const std::string& format, bool generalised,
                        const std::string& name = "HOA");

}  // namespace gyre::automata
