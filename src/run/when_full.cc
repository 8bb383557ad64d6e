// --when-full: how a depth-first search goes on when its store has used up the memory budget.
#include "store/when_full.h"

#include <fmt/format.h>

#include "run/depth_first.h"
#include "store/coded.h"
#include "store/collapse.h"
#include "store/compact.h"
#include "store/tree.h"

namespace gyre::run {

namespace {

std::unique_ptr<store::ListedSet> listed_set(const StoreSpec& spec) {
  const auto shapes = [system = spec.shapes](uint32_t number) -> const StateShape& { return system->shape(number); };
  using CodedSet = store::StoreSet<store::Coded<>>;
  switch (spec.store) {
    case plan::Store::exact: return std::make_unique<store::StoreSet<store::Exact<>>>();
    case plan::Store::tree: return std::make_unique<store::StoreSet<store::Tree<>>>();
    case plan::Store::collapse: return std::make_unique<CodedSet>(std::make_unique<store::Collapse>(shapes, 0));
    case plan::Store::compact: return std::make_unique<CodedSet>(std::make_unique<store::Compact>(shapes, 0));
    case plan::Store::automatic:
    case plan::Store::tree_compact:
    case plan::Store::linear:
    case plan::Store::dfa:
    case plan::Store::cache:
    case plan::Store::hash_compact:
    case plan::Store::bitstate: break;
  }
  throw std::logic_error("this store cannot list its states");
}

}  // namespace

SafetyResult run_when_full(const SafetyTask& t) {
  SafetyResult result;
  if (t.when_full == plan::WhenFull::hash_compact) {
    store::Erased<store::ThenHashCompact> set(listed_set(t.store));
    result = run_visited_set(t, set);
    result.lossy = set.set().converted();
    if (result.lossy) {
      result.note = fmt::format(
          "from {} states on the states were kept as 64-bit hashes; the probability that a state was missed is {:.2g}",
          set.set().converted_at(), set.set().hashes().omission_probability());
    }
  } else {
    store::CacheOptions options;
    options.seed = t.store.seed;
    store::Erased<store::ThenCache> set(listed_set(t.store), options);
    result = run_visited_set(t, set);
    if (set.set().opened()) {
      result.note = fmt::format("from {} states on there was a cache of {} more, which replaced {} of them",
                                set.set().opened_at(), set.set().cache_states(), set.set().replaced());
    }
  }
  return result;
}

}  // namespace gyre::run
