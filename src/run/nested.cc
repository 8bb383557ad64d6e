// Nested depth-first search, its simpler kin and the search with a demon: with tails of bits beside numbered states, or
// with everything in the key of a set of visited states; and nested search by several threads.
#include "search/nested.h"

#include "base/narrow.h"
#include "run/cycles.h"
#include "run/memory_budget.h"
#include "run/with_store.h"
#include "search/cndfs.h"
#include "search/magic.h"
#include "search/nested_visited.h"
#include "store/shared_tree.h"

namespace gyre::run {

namespace {

search::Unfolding unfolding(const CycleTask& t) {
  if (t.algorithm == plan::Algorithm::reachability) return search::Unfolding::none;
  const logic::FairnessTraits fairness = traits(t.fairness);
  if (!fairness.by_copies) throw std::logic_error("copies of states cannot do this fairness");
  switch (fairness.who) {
    case logic::Entitled::nobody: return search::Unfolding::none;
    case logic::Entitled::enabled: return search::Unfolding::weak;
    case logic::Entitled::living:
    case logic::Entitled::unfinished: return search::Unfolding::impartial;
  }
  __builtin_unreachable();
}

search::Sought sought(const CycleTask& t) {
  if (t.algorithm == plan::Algorithm::reachability)
    return t.plan.finite ? search::Sought::nodes : search::Sought::nothing;
  return t.algorithm == plan::Algorithm::single ? search::Sought::weak_cycles : search::Sought::cycles;
}

search::CycleTask cycle_task(const CycleTask& t) {
  search::CycleTask cycles;
  cycles.kind = t.plan.cycle;
  cycles.partition.claim_in_tail = t.plan.claim_in_tail;
  cycles.partition.unfolding = unfolding(t);
  cycles.sought = sought(t);
  return cycles;
}

template <class Note>
search::Outcome run_with(const CycleTask& t) {
  const search::CycleTask cycles = cycle_task(t);
  return with_store<Note>(t.store, t.plan.claim_in_tail ? 0 : kClaimPrefix, [&](auto& store) {
    if (t.algorithm == plan::Algorithm::magic)
      return search::MagicSearch(t.product, store, t.task, cycles, t.plan.demon_in_key, t.progress).run();
    return search::NestedDepthFirst(t.product, store, t.task, cycles, t.progress).run();
  });
}

// One instantiation for all sets of visited states: what they cost is little beside expanding states.
SearchResult run_with_set(const CycleTask& t) {
  const search::CycleTask cycles = cycle_task(t);
  const auto closing = t.algorithm == plan::Algorithm::magic ? search::Closing::seed : search::Closing::stack;
  SetTask task = set_task(t.store, t.task.memory_limit, [&t](model::SuccessorBuffer& first) {
    model::ProductBuffer buffer;
    t.product.initial(buffer);
    first = std::move(buffer.system);
  });
  task.when_full = t.when_full;
  task.prefix = kClaimPrefix;
  // As a rule few of the states are on a stack; if more are, a cache forgets more.
  constexpr uint32_t kOneInSoMany = 4;
  const uint32_t state_bytes = task.initial.list.empty() ? 0 : task.initial.list[0].total;
  task.frame_bytes = (narrow<uint32_t>(sizeof(search::ProductPath::Frame)) + state_bytes) / kOneInSoMany;
  return with_visited_set(task, [&](store::VisitedInterface& set) {
    store::AnyVisited visited(set);
    return search::NestedVisited(t.product, visited, t.task, cycles, closing, t.progress).run();
  });
}

SearchResult run_with_threads(const CycleTask& t) {
  if (t.algorithm == plan::Algorithm::magic || t.plan.in_keys)
    throw std::logic_error("this search is one of a single thread");
  keep_no_holes();
  std::vector<model::Product*> products = {&t.product};
  products.insert(products.end(), t.others.begin(), t.others.end());
  store::SharedLinkedTree<search::MarksNote> store;
  search::Cndfs search(std::span<model::Product* const>(products), store, t.task, cycle_task(t), t.progress);
  return {search.run()};
}

}  // namespace

SearchResult run_nested(const CycleTask& t) {
  if (!t.others.empty()) return run_with_threads(t);
  if (t.plan.in_keys) return run_with_set(t);
  // The tails of small claims fit into one byte.
  const uint32_t tail = t.plan.claim_in_tail ? t.product.claim_states() : 1;
  return {tail <= search::TailNote::kIndices ? run_with<search::TailNote>(t) : run_with<search::WideTailNote>(t)};
}

}  // namespace gyre::run
