// The store that forgets.
#include <stdexcept>

#include <fmt/format.h>

#include "run/depth_first.h"
#include "search/frames.h"
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

// So many states and their frames of the stack fit, if they are as large as the initial one.
uint64_t states_within(uint64_t bytes, model::Model& model) {
  model::SuccessorBuffer buffer;
  model.initial(buffer);
  const uint32_t total = buffer.list.empty() ? 0 : buffer.list[0].total;
  return bytes / 16 * 15 / (store::Cache::bytes_per_state(total) + sizeof(search::Frame));
}

template <class StoreT>
SafetyResult run_store(const SafetyTask& t);

template <>
SafetyResult run_store<store::Cache>(const SafetyTask& t) {
  store::CacheOptions options;
  if (t.store.cache_size) {
    options.states = *t.store.cache_size;
  } else if (t.store.within_budget) {
    options.states = states_within(t.task.memory_limit, t.model);
  }
  if (t.store.cache_collisions) options.collisions = static_cast<unsigned>(*t.store.cache_collisions);
  if (t.store.cache_probes) options.probes = static_cast<unsigned>(*t.store.cache_probes);
  options.seed = t.store.seed;
  options.replace = replace_of(t.store.replace);
  store::Cache store(options);
  SafetyResult result;
  result.outcome =
      search::DepthFirst(t.model, store, t.task, t.progress, dfs_options(t), LeaveHooks<store::Cache>(store)).run();
  result.note = fmt::format("the cache of {} states replaced {} of them", options.states, store.replaced());
  if (result.outcome.ended == search::Ended::memory && store.bytes() < t.task.memory_limit / 2) {
    result.note +=
        "; a state found only states on the stack where it could go: say --cache-size N with a larger N, or "
        "a larger --cache-probes";
  }
  return result;
}

}  // namespace

SafetyResult run_forgetful(const SafetyTask& t) {
  switch (t.store.store) {
#define GYRE_MAKE_forgetful(Class) return run_store<store::Class>(t);
#include "run/store_cases.def"
  }
  throw std::logic_error("this store forgets nothing");
}

}  // namespace gyre::run
