// The store that forgets.
#include <stdexcept>

#include <fmt/format.h>

#include "run/depth_first.h"
#include "store/cache_set.h"
#define GYRE_FORGETFUL_STORES
#include "store/stores.def"

namespace gyre::run {

namespace {

store::Replace replace_of(plan::Replacement replacement) {
  switch (replacement) {
    case plan::Replacement::random: return store::Replace::random;
    case plan::Replacement::most_visited: return store::Replace::most_visited;
    case plan::Replacement::least_visited: return store::Replace::least_visited;
    case plan::Replacement::smallest_subtree: return store::Replace::smallest_subtree;
    case plan::Replacement::largest_class: return store::Replace::largest_class;
  }
  __builtin_unreachable();
}

store::CacheOptions options_of(const SetTask& t) {
  store::CacheOptions options;
  if (t.store.cache_size) {
    options.states = *t.store.cache_size;
  } else if (t.store.within_budget) {
    // So many states and their frames of the stack fit, if they are as large as the initial one.
    const uint64_t each = store::Cache::bytes_per_state(t.state_bytes + t.prefix) + t.frame_bytes;
    options.states = t.memory_limit / 16 * 15 / each;
  }
  if (t.store.cache_collisions) options.collisions = static_cast<unsigned>(*t.store.cache_collisions);
  if (t.store.cache_probes) options.probes = static_cast<unsigned>(*t.store.cache_probes);
  options.seed = t.store.seed;
  options.replace = replace_of(t.store.replace);
  return options;
}

template <class CacheT>
std::string note_of(const SetTask& t, const CacheT& cache, const store::CacheOptions& options, search::Ended ended) {
  std::string note = fmt::format("the cache of {} states replaced {} of them", options.states, cache.replaced());
  if (ended == search::Ended::memory && cache.bytes() < t.memory_limit / 2) {
    note +=
        "; a state found only states on the stack where it could go: say --cache-size N with a larger N, or "
        "a larger --cache-probes";
  }
  return note;
}

template <class StoreT>
SafetyResult run_store(const SafetyTask& t);

template <>
SafetyResult run_store<store::Cache>(const SafetyTask& t) {
  const SetTask task = set_task(t);
  const store::CacheOptions options = options_of(task);
  store::Cache store(options);
  SafetyResult result;
  result.outcome =
      search::DepthFirst(t.model, store, t.task, t.progress, dfs_options(t), LeaveHooks<store::Cache>(store)).run();
  result.note = note_of(task, store, options, result.outcome.ended);
  return result;
}

template <class StoreT>
SearchResult with_store_as_set(const SetTask& t, const SetRun& run);

template <>
SearchResult with_store_as_set<store::Cache>(const SetTask& t, const SetRun& run) {
  const store::CacheOptions options = options_of(t);
  store::Erased<store::CacheSet> set(options);
  SearchResult result;
  result.outcome = run(set);
  result.note = note_of(t, set.set(), options, result.outcome.ended);
  return result;
}

}  // namespace

SearchResult with_cache(const SetTask& t, const SetRun& run) {
  switch (t.store.store) {
#define GYRE_MAKE_forgetful(Class) return with_store_as_set<store::Class>(t, run);
#include "run/store_cases.def"
  }
  throw std::logic_error("this store forgets nothing");
}

SafetyResult run_forgetful(const SafetyTask& t) {
  switch (t.store.store) {
#define GYRE_MAKE_forgetful(Class) return run_store<store::Class>(t);
#include "run/store_cases.def"
  }
  throw std::logic_error("this store forgets nothing");
}

}  // namespace gyre::run
