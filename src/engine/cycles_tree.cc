#include "engine/cycle_runs.h"
#include "store/tree.h"

namespace gyre::engine {

search::Outcome cycles_tree(const CyclePlan& plan, const CycleJob& job) {
  return run_cycles(plan, job, MakeStore<store::Tree>());
}

}  // namespace gyre::engine
