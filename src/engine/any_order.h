// Safety searches whose order is free: depth-first while the model is small, then pseudo-depth-first, and depth-first
// again, from the beginning, when an error has to be shown.
//
// So a small model is searched as it always was, with SPIN's depth and counterexample; a large one without errors takes
// half the time or less; one with an error has the counterexample of the depth-first search, for at most the time of a
// second search.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include "engine/memory_budget.h"
#include "engine/pairs.h"
#include "search/dfs.h"
#include "search/pseudo_dfs.h"

namespace gyre::engine {

// Below, waiting for memory does not cost much: the table lies in the processor's caches.
inline constexpr uint64_t kHandOverAt = 100'000;

namespace any_order {

using Clock = std::chrono::steady_clock;

// What is left of a task that began at `start`.
inline search::Task rest(search::Task task, Clock::time_point start) {
  constexpr double kNearlyNothing = 1e-9;  // 0 would be no limit
  if (task.time_limit > 0) {
    const double gone = std::chrono::duration<double>(Clock::now() - start).count();
    task.time_limit = std::max(task.time_limit - gone, kNearlyNothing);
  }
  return task;
}

// An error was met, but not its path.
template <class StoreT>
PairResult find_path(const PairTask& t, Clock::time_point start) {
  StoreT store;
  PairResult result;
  result.outcome = search::depth_first(t.model, store, rest(t.task, start), t.progress);
  result.algorithm = "dfs";
  if (result.outcome.found.empty()) {
    if (result.outcome.ended == search::Ended::complete)
      throw std::logic_error("pseudo-depth-first search met an error that depth-first search does not find");
    result.note = "an error was met, but the search for a path to it, in depth-first order, did not come to its end";
  }
  return result;
}

}  // namespace any_order

template <class StoreT>
PairResult run_pseudo_dfs(const PairTask& t) {
  const auto start = any_order::Clock::now();
  {
    StoreT store;
    search::PseudoDepthFirst<StoreT> search(t.model, store, t.task, t.progress);
    PairResult result{search.run(), false, ""};
    if (!search.met_error()) return result;
  }
  return any_order::find_path<StoreT>(t, start);
}

template <class StoreT>
PairResult run_any_order(const PairTask& t) {
  const auto start = any_order::Clock::now();
  {
    StoreT store;
    search::DfsOptions options;
    options.hand_over_at = kHandOverAt;
    auto first = std::make_unique<search::DepthFirst<StoreT>>(t.model, store, t.task, t.progress, options);
    PairResult result{first->run(), false, ""};
    result.algorithm = "dfs";
    if (result.outcome.ended != search::Ended::handed_over) return result;
    search::PseudoDepthFirst<StoreT> second(t.model, store, any_order::rest(t.task, start), t.progress);
    second.take_over(*first, std::move(result.outcome));
    first.reset();
    give_back_freed();  // its stacks: they count as free
    result.outcome = second.go_on();
    result.algorithm = "pseudo-dfs";
    if (!second.met_error()) return result;
  }
  return any_order::find_path<StoreT>(t, start);
}

}  // namespace gyre::engine
