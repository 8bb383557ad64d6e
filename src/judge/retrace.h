// The same run on another machine: a search may use a program that reductions have changed, in which several steps
// are one transition and variables that do not matter are cleared; what is shown and confirmed is a run of the
// program as it was written. The two programs have the same edges.
//
// A statement may also come too soon: where the other program lets others move, this one has the process go on that
// is in the middle of an atomic sequence. Such a statement concerns nobody else (reduce/loosen.cc), so it is put off
// until its process goes on; or, if the run ends before that because nothing can move, to the end.
//
// What can be lost on the way is that a cycle closes: a variable that was cleared may have another value when the
// cycle comes back to where it begins. Nobody reads it before it gets a new value, so that it has the same one from
// the second time on: then the cycle begins one round later.
#pragma once

#include <optional>
#include <vector>

#include "judge/claim.h"
#include "judge/evidence.h"
#include "trace/trace.h"

namespace gyre::judge {

// The choices on `machine` that make the steps of `run`, a trace of the other program; none: it does not make them.
std::optional<std::vector<uint32_t>> retrace(const trace::Trace& run, const vm::Machine& machine);

// What was found in the program of `merged`, as runs of the program of `written`. None: there is no such run.
std::optional<FoundRun> retrace(vm::Machine& merged, const FoundRun& run, vm::Machine& written);
std::optional<Evidence> retrace(vm::Machine& merged, const Evidence& evidence, vm::Machine& written);

}  // namespace gyre::judge
