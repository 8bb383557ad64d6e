#include "run/safety.h"

#include <stdexcept>

#include "plan/stores.h"
#include "search/random_walk.h"
#include "search/stateless.h"

namespace gyre::run {

namespace {

// Depth-first search, by what its store can.
SafetyResult depth_first(const SafetyTask& t) {
  const plan::StoreTraits traits = plan::traits(t.store.store);
  if (traits.numbers) return run_depth_first(t);
  if (traits.lossy) return run_lossy(t);
  return traits.forgets ? run_cache(t) : run_visited(t);
}

SafetyResult random_walk(const SafetyTask& t) {
  search::RandomWalkOptions walk;
  walk.seed = t.store.seed;
  if (t.task.time_limit > 0) walk.transitions = search::kUnlimited;
  SafetyResult result;
  result.outcome = search::RandomWalk(t.model, t.task, t.progress, walk).run();
  return result;
}

}  // namespace

SafetyResult run_safety(const SafetyTask& t) {
  using plan::Algorithm;
  if (!t.others.empty()) return run_threads(t);
  switch (t.algorithm) {
    case Algorithm::dfs: return depth_first(t);
    case Algorithm::any_order: return plan::traits(t.store.store).lossy ? run_lossy(t) : run_any_order(t);
    case Algorithm::pseudo_dfs: return plan::traits(t.store.store).lossy ? run_lossy(t) : run_pseudo_depth_first(t);
    case Algorithm::bfs: return run_breadth_first(t);
    case Algorithm::shortest: return run_shortest(t);
    case Algorithm::bounded:
    case Algorithm::shorten: return run_bounded(t);
    case Algorithm::stateless: {
      SafetyResult result;
      result.outcome = search::Stateless(t.model, t.task, t.progress).run();
      return result;
    }
    case Algorithm::random: return random_walk(t);
    case Algorithm::swarm: return run_swarm(t);
    case Algorithm::when_full: return run_when_full(t);
    case Algorithm::thesis:
    case Algorithm::reachability:
    case Algorithm::single:
    case Algorithm::nested:
    case Algorithm::magic:
    case Algorithm::components:
    case Algorithm::shortest_lasso:
    case Algorithm::ctl: break;
  }
  throw std::logic_error("this is no search for safety");
}

}  // namespace gyre::run
