// The searches for cycles with a store, for the files that instantiate them.
#pragma once

#include "engine/cycle_search.h"
#include "search/components.h"
#include "search/magic.h"
#include "search/nested.h"
#include "search/shortest_lasso.h"

namespace gyre::engine {

template <class StoreT>
search::Outcome run_nested(const CyclePlan& plan, const CycleJob& job) {
  StoreT store;
  search::CycleTask cycles;
  cycles.kind = job.kind;
  const bool finite = plan.search == CyclePlan::Search::reachability;
  cycles.partition = {plan.claim_in_tail, plan.fairness == search::Fairness::weak && !finite};
  cycles.weak = plan.search == CyclePlan::Search::single;
  cycles.finite = finite;
  if (plan.search == CyclePlan::Search::magic)
    return search::MagicSearch(job.product, store, job.task, cycles, plan.demon_in_key, job.progress).run();
  return search::NestedDepthFirst(job.product, store, job.task, cycles, job.progress).run();
}

template <template <class> class StoreT>
search::Outcome run_cycles(const CyclePlan& plan, const CycleJob& job) {
  if (plan.search == CyclePlan::Search::components) {
    StoreT<search::ComponentNote> store;
    const search::ComponentTask cycles{job.kind, plan.fairness, plan.unit, plan.short_stem};
    return search::ComponentSearch(job.product, store, job.task, cycles, job.progress).run();
  }
  if (plan.search == CyclePlan::Search::shortest) {
    StoreT<search::ComponentNote> store;
    return search::ShortestLasso(job.product, store, job.task, job.kind, plan.finite, job.progress).run();
  }
  // The tails of small claims fit into one byte.
  const uint32_t tail = plan.claim_in_tail ? job.product.claim_states() : 1;
  if (tail <= search::TailNote::kIndices) return run_nested<StoreT<search::TailNote>>(plan, job);
  return run_nested<StoreT<search::WideTailNote>>(plan, job);
}

}  // namespace gyre::engine
