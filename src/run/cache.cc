// The store that forgets.
#include <stdexcept>

#include "run/cache_spec.h"
#include "run/depth_first.h"
#include "store/cache_set.h"
#define GYRE_FORGETFUL_STORES
#include "store/stores.def"

namespace gyre::run {

namespace {

store::CacheOptions options_of(const SetTask& t) {
  return cache_options(t.store, t.initial, t.memory_limit, t.frame_bytes + t.prefix);
}

template <class CacheT>
std::string note_of(const SetTask& t, const CacheT& cache, const store::CacheOptions& options, search::Ended ended) {
  std::string note = cache_note(t.store, options.states, cache.replaced());
  if (ended == search::Ended::memory && cache.bytes() < t.memory_limit / 2) note += kCacheIsFull;
  return note;
}

template <class StoreT>
SafetyResult run_store(const SafetyTask& t);

template <>
SafetyResult run_store<store::Cache>(const SafetyTask& t) {
  const SetTask task = set_task(t);
  const store::CacheOptions options = options_of(task);
  store::Cache store(options, make_codec(t.store));
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
  store::Erased<store::CacheSet> set(options, make_codec(t.store, t.prefix));
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
