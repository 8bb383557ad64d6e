// The searches for cycles with a store, for the files that instantiate them.
#pragma once

#include "engine/cycle_search.h"
#include "engine/make_store.h"
#include "search/components.h"
#include "search/magic.h"
#include "search/nested.h"
#include "search/shortest_lasso.h"

namespace gyre::engine {

inline constexpr uint32_t kClaimPrefix = 4;

template <class Note, class Make>
search::Outcome run_nested(const CyclePlan& plan, const CycleJob& job, const Make& make) {
  auto store = make.template make<Note>(plan.claim_in_tail ? 0 : kClaimPrefix);
  search::CycleTask cycles;
  cycles.kind = job.kind;
  const bool once = plan.search == CyclePlan::Search::reachability;
  cycles.partition.claim_in_tail = plan.claim_in_tail;
  if (!once && plan.fairness == search::Fairness::weak) cycles.partition.unfolding = search::Unfolding::weak;
  if (!once && plan.fairness == search::Fairness::impartial) cycles.partition.unfolding = search::Unfolding::impartial;
  if (once)
    cycles.sought = plan.finite ? search::Sought::nodes : search::Sought::nothing;
  else if (plan.search == CyclePlan::Search::single)
    cycles.sought = search::Sought::weak_cycles;
  if (plan.search == CyclePlan::Search::magic)
    return search::MagicSearch(job.product, store, job.task, cycles, plan.demon_in_key, job.progress).run();
  return search::NestedDepthFirst(job.product, store, job.task, cycles, job.progress).run();
}

template <class Make>
search::Outcome run_cycles(const CyclePlan& plan, const CycleJob& job, const Make& make) {
  if (plan.search == CyclePlan::Search::components) {
    auto store = make.template make<search::ComponentNote>(kClaimPrefix);
    const search::ComponentTask cycles{job.kind, plan.fairness, plan.unit, plan.short_stem};
    return search::ComponentSearch(job.product, store, job.task, cycles, job.progress).run();
  }
  if (plan.search == CyclePlan::Search::shortest) {
    auto store = make.template make<search::ComponentNote>(kClaimPrefix);
    return search::ShortestLasso(job.product, store, job.task, job.kind, plan.finite, job.progress).run();
  }
  // The tails of small claims fit into one byte.
  const uint32_t tail = plan.claim_in_tail ? job.product.claim_states() : 1;
  if (tail <= search::TailNote::kIndices) return run_nested<search::TailNote>(plan, job, make);
  return run_nested<search::WideTailNote>(plan, job, make);
}

}  // namespace gyre::engine
