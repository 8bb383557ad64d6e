// The runs of a search with a store, for the files that instantiate them: each takes an empty store.
#pragma once

#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/pairs.h"
#include "search/beyond.h"
#include "search/bfs.h"
#include "search/bounded.h"
#include "search/dfs.h"
#include "search/shortening.h"
#include "search/shortest.h"

namespace gyre::engine {

template <class StoreT>
void show_states(const PairTask& task, const StoreT& store) {
  if constexpr (search::Enumerable<StoreT>) {
    if (task.each_state) store.for_each([&](store::StateId id) { task.each_state(store.get(id)); });
  }
}

inline search::DfsOptions dfs_options(const PairTask& t) {
  search::DfsOptions options;
  options.reduced = t.reduced;
  options.by_experience = t.reduced && t.options.por == plan::Switch::automatic;
  return options;
}

template <class StoreT>
PairResult run_dfs(const PairTask& t, StoreT&& store) {
  PairResult result{search::depth_first(t.model, store, t.task, t.progress, dfs_options(t)), false, ""};
  show_states(t, store);
  return result;
}

// Tells a store that keeps only the states on the stack when one leaves it.
template <class StoreT>
struct LeaveHooks : search::NoDfsHooks {
  explicit LeaveHooks(StoreT& s) : store(&s) {}
  void left(store::StateId id) { store->leave(id); }
  StoreT* store;
};

template <class StoreT>
PairResult run_visited_dfs(const PairTask& t, StoreT& store, uint64_t hand_over_at = 0) {
  PairResult result;
  search::DfsOptions options = dfs_options(t);
  options.hand_over_at = hand_over_at;
  result.outcome = search::DepthFirst(t.model, store, t.task, t.progress, options, LeaveHooks<StoreT>(store)).run();
  result.outcome.counts.store_bytes -= store.stack_bytes();
  result.outcome.counts.stack_bytes += store.stack_bytes();
  return result;
}

template <class StoreT>
PairResult run_bfs(const PairTask& t, StoreT&& store) {
  PairResult result{search::breadth_first(t.model, store, t.task, t.progress), false, ""};
  show_states(t, store);
  return result;
}

template <class StoreT>
PairResult run_shortest(const PairTask& t, StoreT&& store) {
  PairResult result{search::shortest_first(t.model, store, t.task, t.progress), false, ""};
  if (!result.outcome.found.empty()) result.note = "counterexamples are of the smallest length";
  show_states(t, store);
  return result;
}

template <class StoreT>
PairResult run_bounded(const PairTask& t, StoreT&& store) {
  PairResult result{search::bounded_depth_first(t.model, store, t.task, t.progress), false, ""};
  show_states(t, store);
  return result;
}

template <class StoreT>
PairResult run_shorten(const PairTask& t, StoreT&& store) {
  search::Shortening s = search::iterative_shortening(t.model, store, t.task, t.progress);
  PairResult result{std::move(s.outcome), false, ""};
  std::string lengths;
  for (const uint64_t l : s.lengths) lengths += (lengths.empty() ? "" : ", ") + std::to_string(l);
  if (!lengths.empty()) result.note = fmt::format("lengths of the counterexamples found on the way: {}", lengths);
  show_states(t, store);
  return result;
}

}  // namespace gyre::engine
