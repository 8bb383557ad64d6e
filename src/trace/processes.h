// Who can move in a state of a run, and who cannot and why.
#pragma once

#include <string>
#include <vector>

#include "trace/trace.h"

namespace gyre::trace {

struct ProcessStatus {
  Standing at;                      // where it stands
  bool can_move = false;            // alone or, in a rendezvous, as the partner of another process
  std::string why_not;              // it cannot move: a sentence
  bool held = false;                // it cannot move, for another process has exclusive control
  std::vector<std::string> can_do;  // the statements that it can execute, as they stand in the model
  // Of each statement where it stands (at.waits_in): why it cannot be executed, in a few words; empty: it can, or that
  // is not known.
  std::vector<std::string> obstacles;
};

// What can be done in a state.
struct Enabled {
  std::vector<vm::Move> moves;
  int32_t holder = -1;  // the process that has exclusive control, inside an atomic sequence; -1: none
  bool ended = false;   // with an error: nothing comes behind it
};

// What can be done after so many steps of a trace, which must have an initial state, unless that is in the middle of a
// rendezvous.
Enabled enabled_after(const Trace& trace, size_t after);
// Whether nobody has exclusive control after this step (from 0).
bool leaves_control(const Trace& trace, size_t step);

// Of the processes that live in the last state of a trace, in which this can be done.
std::vector<ProcessStatus> process_states(const Trace& trace, StateView state, const Enabled& enabled);

// The same after so many steps of a trace, which must have an initial state: what can be done there is found out.
std::vector<ProcessStatus> process_states(const Trace& trace, size_t after);

// The same, as if the error that the last step may have met were none: what each process would do next.
std::vector<ProcessStatus> process_states_beyond(const Trace& trace, size_t after);

}  // namespace gyre::trace
