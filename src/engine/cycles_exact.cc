#include "engine/cycle_runs.h"
#include "store/exact.h"

namespace gyre::engine {

search::Outcome cycles_exact(const CyclePlan& plan, const CycleJob& job) { return run_cycles<store::Exact>(plan, job); }

}  // namespace gyre::engine
