#include "engine/cycle_runs.h"
#include "store/exact.h"

namespace gyre::engine {

search::Outcome cycles_exact(const CyclePlan& plan, const CycleJob& job) {
  return run_cycles(plan, job, MakeStore<store::Exact>());
}

}  // namespace gyre::engine
