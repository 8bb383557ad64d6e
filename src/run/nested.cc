// Nested depth-first search, its simpler kin and the search with a demon, with tails of bits beside the states.
#include "search/nested.h"

#include "run/cycles.h"
#include "run/with_store.h"
#include "search/magic.h"

namespace gyre::run {

namespace {

search::Unfolding unfolding(const CycleTask& t) {
  if (t.algorithm == plan::Algorithm::reachability) return search::Unfolding::none;
  const logic::FairnessTraits fairness = traits(t.fairness);
  if (!fairness.by_copies) throw std::logic_error("copies of states cannot do this fairness");
  switch (fairness.who) {
    case logic::Entitled::nobody: return search::Unfolding::none;
    case logic::Entitled::enabled: return search::Unfolding::weak;
    case logic::Entitled::living: return search::Unfolding::impartial;
  }
  __builtin_unreachable();
}

search::Sought sought(const CycleTask& t) {
  if (t.algorithm == plan::Algorithm::reachability)
    return t.plan.finite ? search::Sought::nodes : search::Sought::nothing;
  return t.algorithm == plan::Algorithm::single ? search::Sought::weak_cycles : search::Sought::cycles;
}

template <class Note>
search::Outcome run_with(const CycleTask& t) {
  search::CycleTask cycles;
  cycles.kind = t.plan.cycle;
  cycles.partition.claim_in_tail = t.plan.claim_in_tail;
  cycles.partition.unfolding = unfolding(t);
  cycles.sought = sought(t);
  return with_store<Note>(t.store, t.plan.claim_in_tail ? 0 : kClaimPrefix, [&](auto& store) {
    if (t.algorithm == plan::Algorithm::magic)
      return search::MagicSearch(t.product, store, t.task, cycles, t.plan.demon_in_key, t.progress).run();
    return search::NestedDepthFirst(t.product, store, t.task, cycles, t.progress).run();
  });
}

}  // namespace

search::Outcome run_nested(const CycleTask& t) {
  // The tails of small claims fit into one byte.
  const uint32_t tail = t.plan.claim_in_tail ? t.product.claim_states() : 1;
  return tail <= search::TailNote::kIndices ? run_with<search::TailNote>(t) : run_with<search::WideTailNote>(t);
}

}  // namespace gyre::run
