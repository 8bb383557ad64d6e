// --when-full: how a depth-first search goes on when its store has used up the memory budget.
#include "store/when_full.h"

#include <fmt/format.h>

#include "run/depth_first.h"
#define GYRE_NUMBERED_STORES
#include "store/stores.def"

namespace gyre::run {

namespace {

std::unique_ptr<store::ListedSet> listed_set(const StoreSpec& spec) {
  const auto shapes = [system = spec.shapes](uint32_t number) -> const StateShape& { return system->shape(number); };
  using CodedSet = store::StoreSet<store::Coded<>>;
  switch (spec.store) {
#define GYRE_MAKE_batched(Class) return std::make_unique<store::StoreSet<store::Class<>>>();
#define GYRE_MAKE_numbered(Class) return std::make_unique<store::StoreSet<store::Class<>>>();
#define GYRE_MAKE_coded(Class) return std::make_unique<CodedSet>(std::make_unique<store::Class>(shapes, 0));
#include "run/store_cases.def"
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
