// What a model's language means where languages differ and the program does not show it: how its processes move, what
// an error ends, what a number is. A front end chooses one of the rows below when it begins a Program, which cannot be
// made without one; a row that leaves a fact out does not compile. Everything else that sets languages apart is in the
// program itself and found there: whether messages are signals by the types of its channels, whether processes are
// started by its statements.
//
// Only who executes steps asks for `stepping` (the machine, native code, the thesis's machine): a reduction or a rule
// that depends on the language asks for the fact it needs, and a new one gets its name here.
#pragma once

#include <cstdint>

namespace gyre::ir {

enum class Stepping : uint8_t {
  // Promela's: statements of processes, the youngest process first; a rendezvous is two statements; control may be
  // kept for several of them.
  statements,
  // ESML's: processes are tried from the first to the last; a send and a receive of the same signal are one transition
  // of the sender, and both may have a condition.
  guarded_commands,
};

struct Semantics {
  const char* language;  // as in reports and trails
  Stepping stepping;
  // Nobody is born or dies, and the number of a process is its place, which decides what its arguments are. Otherwise
  // numbers are given to processes as they come.
  bool fixed_places;
  // A transition of several steps ends before a step that would fail, in a state in which others can move too.
  // Otherwise it goes on, and the error takes with it what they could have done.
  bool stops_before_errors;
  bool exact_arithmetic;  // an overflow is a range error; division rounds down
};

inline constexpr Semantics kPromela{.language = "promela",
                                    .stepping = Stepping::statements,
                                    .fixed_places = false,
                                    .stops_before_errors = false,
                                    .exact_arithmetic = false};
inline constexpr Semantics kEsml{.language = "esml",
                                 .stepping = Stepping::guarded_commands,
                                 .fixed_places = true,
                                 .stops_before_errors = true,
                                 .exact_arithmetic = true};

}  // namespace gyre::ir
