#include "engine/cycle_runs.h"
#include "engine/make_coded.h"

namespace gyre::engine {

search::Outcome cycles_coded(const CyclePlan& plan, const CycleJob& job, const std::string& store) {
  return run_cycles(plan, job, MakeCoded{store, job.system});
}

}  // namespace gyre::engine
