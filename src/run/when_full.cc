// --when-full: how a search goes on when its store has used up the memory budget.
#include "store/when_full.h"

#include <fmt/format.h>

#include "run/cache_spec.h"
#include "run/depth_first.h"
#define GYRE_NUMBERED_STORES
#include "store/stores.def"

namespace gyre::run {

namespace {

std::unique_ptr<store::ListedSet> listed_set(const StoreSpec& spec, uint32_t prefix) {
  const auto shapes = [system = spec.shapes](uint32_t number) -> const StateShape& { return system->shape(number); };
  using CodedSet = store::StoreSet<store::Coded<>>;
  switch (spec.store) {
#define GYRE_MAKE_batched(Class) return std::make_unique<store::StoreSet<store::Class<>>>();
#define GYRE_MAKE_numbered(Class) return std::make_unique<store::StoreSet<store::Class<>>>();
#define GYRE_MAKE_coded(Class) return std::make_unique<CodedSet>(std::make_unique<store::Class>(shapes, prefix));
#include "run/store_cases.def"
  }
  throw std::logic_error("this store cannot list its states");
}

}  // namespace

SearchResult with_set_when_full(const SetTask& t, const SetRun& run) {
  SearchResult result;
  switch (t.when_full) {
    case plan::WhenFull::disk:
    case plan::WhenFull::stop: throw std::logic_error("this store goes over to nothing");
    case plan::WhenFull::hash_compact: {
      store::Erased<store::ThenHashCompact> set(listed_set(t.store, t.prefix));
      result.outcome = run(set);
      result.lossy = set.set().converted();
      if (result.lossy) {
        result.note = fmt::format(
            "from {} states on the states were kept as 64-bit hashes; the probability that a state was missed is "
            "{:.2g}",
            set.set().converted_at(), set.set().hashes().omission_probability());
      }
      break;
    }
    case plan::WhenFull::cache: {
      store::CacheOptions options;
      options.seed = t.store.seed;
      store::Erased<store::ThenCache> set(listed_set(t.store, t.prefix), options, make_codec(t.store, t.prefix));
      result.outcome = run(set);
      if (set.set().opened()) {
        result.note = fmt::format("from {} states on there was a cache of {} more, which replaced {} of them",
                                  set.set().opened_at(), set.set().cache_states(), set.set().replaced());
      }
      break;
    }
  }
  return result;
}

SafetyResult run_when_full(const SafetyTask& t) {
  return SafetyResult(
      with_set_when_full(set_task(t), [&t](store::VisitedInterface& set) { return run_visited_set(t, set); }));
}

}  // namespace gyre::run
