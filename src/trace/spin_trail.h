// SPIN's trail files: lines `step:process:statement`.
//
// We write trails without merged statements and without claim moves; `spin -t -p` replays them. We read trails of any
// pan: its statements may be merged (`-4:-4:-4`: one line stands for several local statements) and its processes
// shifted by a claim (`-2:N:-2`), whose moves we skip. A file tells nowhere what its error is; where ours is of a
// formula and shows none at its last step, its last line is `end`, at which SPIN stops reading.
#pragma once

#include <string>

#include "trace/trace.h"

namespace gyre::trace {

std::string write_spin_trail(const Trace& trace);

struct SpinTrailResult {
  Trace trace;             // as far as it could be followed
  bool followed = false;   // to its end
  std::string error;       // otherwise: "m.pml.trail:12: ..."
  std::string note;        // where the trail ends, if that is between two states
  std::string doubt;       // followed, but nothing is wrong where it ends: part of it may be missing
  bool merged = false;     // the trail has merged statements
  bool has_claim = false;  // the trail has moves of a claim, which were skipped
};

// Follows a trail. An error that the last step meets, or a deadlock behind it, is the trace's failure. Throws Error if
// the text is no trail at all, or is cut off in a line. `file_name` is for messages.
SpinTrailResult follow_spin_trail(vm::Machine& machine, const std::string& text, const std::string& file_name);

}  // namespace gyre::trace
