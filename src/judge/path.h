// Judging the error at the end of a path: the choices are followed from the initial state on the abstract machine,
// which shares no code with any search, and what the search claims must really happen; only then there is a Trace to
// show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/trace.h"
#include "trace/trail_json.h"
#include "vm/machine.h"

namespace gyre::judge {

struct ReplayResult {
  bool confirmed = false;
  std::string why_not;  // for a person, when it is not confirmed
  trace::Trace trace;          // as far as it could be followed
};

// Follows `choices` and confirms that an error of this kind happens at this place (kAnyPlace: wherever) in the last
// transition, or, for a deadlock, in the state behind it. The trace ends with the failing step. ErrorKind::none: just
// follow.
ReplayResult replay(vm::Machine& machine, const std::vector<uint32_t>& choices, model::ErrorKind kind,
                    uint32_t place = trace::kAnyPlace);

// The same for a trail from a file; not confirmed also if the steps are not those of the file.
ReplayResult replay(vm::Machine& machine, const trace::TrailFile& file);

}  // namespace gyre::judge
