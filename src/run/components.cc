// Accepting and fair strongly connected components.
#include "search/components.h"

#include "run/cycles.h"
#include "run/with_store.h"

namespace gyre::run {

SearchResult run_components(const CycleTask& t) {
  return with_store<search::ComponentNote>(t.store, kClaimPrefix, [&](auto& store) {
    const search::ComponentTask cycles{t.plan.cycle, t.fairness, t.unit};
    return SearchResult{search::ComponentSearch(t.product, store, t.task, cycles, t.progress).run()};
  });
}

}  // namespace gyre::run
