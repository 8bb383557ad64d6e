// What the files with depth-first searches share.
#pragma once

#include "run/safety.h"
#include "search/beyond_bound.h"
#include "search/dfs.h"
#include "store/visited_any.h"
#include "store/visited_stack.h"

namespace gyre::run {

inline search::DfsOptions dfs_options(const SafetyTask& t) {
  search::DfsOptions options;
  options.reduced = t.reduced;
  options.adaptive = t.adaptive;
  return options;
}

template <class StoreT>
void show_states(const SafetyTask& task, const StoreT& store) {
  if constexpr (search::Enumerable<StoreT>) {
    if (task.each_state) store.for_each([&](store::StateId id) { task.each_state(store.get(id)); });
  }
}

// Tells a store that keeps only the states on the stack when one leaves it.
template <class StoreT>
struct LeaveHooks : search::NoDfsHooks {
  explicit LeaveHooks(StoreT& s) : store(&s) {}
  void left(store::StateId id) { store->leave(id); }
  StoreT* store;
};

template <class StoreT>
SafetyResult run_visited_dfs(const SafetyTask& t, StoreT& store, uint64_t hand_over_at = 0) {
  SafetyResult result;
  search::DfsOptions options = dfs_options(t);
  options.hand_over_at = hand_over_at;
  result.outcome = search::DepthFirst(t.model, store, t.task, t.progress, options, LeaveHooks<StoreT>(store)).run();
  result.outcome.counts.store_bytes -= store.stack_bytes();
  result.outcome.counts.stack_bytes += store.stack_bytes();
  return result;
}

// Depth-first on any set of visited states.
search::Outcome run_visited_set(const SafetyTask& task, store::VisitedInterface& set);

inline SetTask set_task(const SafetyTask& t) {
  SetTask task =
      set_task(t.store, t.task.memory_limit, [&t](model::SuccessorBuffer& first) { t.model.initial(first); });
  task.when_full = t.when_full;
  task.frame_bytes = sizeof(search::Frame);
  return task;
}

}  // namespace gyre::run
