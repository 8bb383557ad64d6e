#include "search/shortest_lasso.h"

#include "run/cycles.h"
#include "run/with_store.h"

namespace gyre::run {

SearchResult run_shortest_lasso(const CycleTask& t) {
  return with_store<search::ComponentNote>(t.store, kClaimPrefix, [&](auto& store) {
    return SearchResult{search::ShortestLasso(t.product, store, t.task, t.plan.cycle, t.plan.finite, t.progress).run()};
  });
}

}  // namespace gyre::run
