#include "run/safety.h"

#include <stdexcept>

#include "plan/stores.h"
#include "search/random_walk.h"
#include "search/stateless.h"

namespace gyre::run {

// By what the store can.
SafetyResult run_depth_first(const SafetyTask& t) {
  const plan::StoreTraits traits = plan::traits(t.store.store);
  if (traits.numbers) return run_numbered_depth_first(t);
  if (traits.lossy) return run_lossy(t);
  return traits.forgets ? run_forgetful(t) : run_visited(t);
}

SafetyResult run_stateless(const SafetyTask& t) {
  SafetyResult result;
  result.outcome = search::stateless(t.model, t.task, t.progress);
  return result;
}

SafetyResult run_random_walk(const SafetyTask& t) {
  search::RandomWalkOptions walk;
  walk.seed = t.store.seed;
  if (t.task.time_limit > 0) walk.transitions = search::kUnlimited;
  SafetyResult result;
  result.outcome = search::RandomWalk(t.model, t.task, t.progress, walk).run();
  return result;
}

SafetyResult run_safety(const SafetyTask& t) {
  using plan::Algorithm;
  if (!t.others.empty()) return run_threads(t);
  switch (t.algorithm) {
#define GYRE_RUN_own(function) return run_##function(t);
#define GYRE_RUN_on_numbers(function, Note) return run_##function(t);
#define GYRE_CASE(id, name, sees, runs, ...) \
  case Algorithm::id: GYRE_RUN_##runs
    GYRE_SAFETY_SEARCHES(GYRE_CASE)
    GYRE_SAFETY_MODES(GYRE_CASE)
#undef GYRE_CASE
#undef GYRE_RUN_own
#undef GYRE_RUN_on_numbers
#define GYRE_CASE(id, ...) case Algorithm::id:
    GYRE_CYCLE_ALGORITHMS(GYRE_CASE)
    GYRE_OTHER_ALGORITHMS(GYRE_CASE)
#undef GYRE_CASE
    break;
  }
  throw std::logic_error("this is no search for safety");
}

}  // namespace gyre::run
