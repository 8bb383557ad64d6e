// Message sequence charts of a trace: who sends what to whom.
#pragma once

#include <string>

#include "trace/trace.h"
#include "trace/view.h"

namespace gyre::trace {

struct MscOptions {
  bool output = true;       // also what printf prints
  size_t max_events = 400;  // svg: what comes later is left out, with a note
  View view;                // which steps and processes; the rest of it has no meaning here
};

// Columns like `spin -c`: one per process, `c!1,2` in the sender's, `c?1,2` in the receiver's. Below them, what those
// wait for that cannot move in the end.
std::string msc_text(const Trace& trace, const MscOptions& options = {});

// A picture: life lines from top to bottom and an arrow for each message from its send to its receive. Messages of a
// buffered channel are matched in the order of the queue; those never received end in a small circle. A receive that
// leaves the message where it is has a dashed arrow. Who cannot move in the end has a marked box, and a line that says
// what it waits for.
std::string msc_svg(const Trace& trace, const MscOptions& options = {});

}  // namespace gyre::trace
