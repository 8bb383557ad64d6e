// Message sequence charts of a trace: who sends what to whom.
#pragma once

#include <string>

#include "trace/trace.h"

namespace gyre::trace {

struct MscOptions {
  bool output = true;       // also what printf prints
  size_t max_events = 400;  // svg: what comes later is left out, with a note
};

// Columns like `spin -c`: one per process, `c!1,2` in the sender's, `c?1,2` in the receiver's.
std::string msc_text(const Trace& trace, const MscOptions& options = {});

// A picture: life lines from top to bottom and an arrow for each message from its send to its receive. Messages of a
// buffered channel are matched in the order of the queue; those never received end in a small circle.
std::string msc_svg(const Trace& trace, const MscOptions& options = {});

}  // namespace gyre::trace
