// The same run on another machine: a search may use a program that reductions have changed, in which several steps are
// one transition and variables that do not matter are cleared; what is shown and confirmed is a run of the program as
// it was written. The two programs have the same edges.
#pragma once

#include <optional>
#include <vector>

#include "trace/trace.h"

namespace gyre::judge {

// The choices on `machine` that make the steps of `run`, a trace of the other program; none: it does not make them.
std::optional<std::vector<uint32_t>> retrace(const trace::Trace& run, const vm::Machine& machine);

}  // namespace gyre::judge
