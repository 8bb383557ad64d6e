// Shortest counterexamples of safety: states in the order of their distance.
#include "search/shortest.h"

#include "run/depth_first.h"
#include "run/with_store.h"

namespace gyre::run {

SafetyResult run_shortest(const SafetyTask& t) {
  return with_store<search::DistanceLink>(t.store, 0, [&](auto& store) {
    SafetyResult result;
    result.outcome = search::shortest_first(t.model, store, t.task, t.progress);
    if (!result.outcome.found.empty()) result.note = "counterexamples are of the smallest length";
    show_states(t, store);
    return result;
  });
}

}  // namespace gyre::run
