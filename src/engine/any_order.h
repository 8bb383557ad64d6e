// Safety searches whose order is free: depth-first while the model is small, then pseudo-depth-first, and depth-first
// again, from the beginning, when an error has to be shown.
//
// So a small model is searched as it always was, with SPIN's depth and counterexample; a large one without errors takes
// half the time or less; one with an error has the counterexample of the depth-first search, for at most the time of a
// second search. If all errors are looked for, the second search ends as soon as it has met each of them.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "engine/memory_budget.h"
#include "engine/pairs.h"
#include "search/dfs.h"
#include "search/pseudo_dfs.h"

namespace gyre::engine {

// Below, a search takes some milliseconds in any order, and SPIN's has SPIN's depth.
inline constexpr uint64_t kHandOverAt = 10'000;

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
template <class StoreT, class... StoreOptions>
PairResult find_path(const PairTask& t, Clock::time_point start, const StoreOptions&... options) {
  StoreT store(options...);
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

// Errors were counted, but only those in front have paths: gives all of them the paths of a depth-first search.
template <class StoreT, class... StoreOptions>
void find_paths(const PairTask& t, Clock::time_point start, size_t with_path, PairResult& counted,
                const StoreOptions&... options) {
  search::Outcome& outcome = counted.outcome;
  const size_t all = outcome.found.size();
  if (all == with_path) return;
  if (outcome.ended == search::Ended::interrupted) {
    outcome.found.resize(with_path);
  } else {
    StoreT store(options...);
    search::Task task = rest(t.task, start);
    task.max_violations = all;
    search::Outcome again = search::depth_first(t.model, store, task, t.progress);
    const bool whole = outcome.ended == search::Ended::complete;
    if (whole && again.found.size() < all) {
      if (again.ended == search::Ended::complete)
        throw std::logic_error("pseudo-depth-first search met an error that depth-first search does not find");
      outcome.ended = again.ended;
    }
    for (search::FoundError& found : again.found) {
      const auto same = std::find_if(outcome.found.begin(), outcome.found.end(), [&](const search::FoundError& one) {
        return one.kind == found.kind && one.place == found.place;
      });
      if (same != outcome.found.end()) found.count = same->count;
    }
    outcome.found = std::move(again.found);
  }
  if (outcome.found.size() < all)
    counted.note = fmt::format("errors were met at {} more places, but no paths to them", all - outcome.found.size());
}

}  // namespace any_order

template <class StoreT, class... StoreOptions>
PairResult run_pseudo_dfs(const PairTask& t, any_order::Clock::time_point start, const StoreOptions&... options) {
  PairResult result;
  result.algorithm = "pseudo-dfs";
  bool met_error = false;
  {
    StoreT store(options...);
    search::PseudoDepthFirst<StoreT> search(t.model, store, any_order::rest(t.task, start), t.progress);
    result.outcome = search.run();
    met_error = search.met_error();
  }
  if (met_error) return any_order::find_path<StoreT>(t, start, options...);
  any_order::find_paths<StoreT>(t, start, 0, result, options...);
  return result;
}

// A store that would rather have been made in another way, by the states it has seen when the order changes, is filled
// anew: those are few of all that come.
template <class StoreT>
PairResult run_any_order(const PairTask& t) {
  const auto start = any_order::Clock::now();
  PairResult result;
  size_t with_path = 0;
  bool met_error = false;
  auto store = std::make_unique<StoreT>();
  search::DfsOptions options;
  options.hand_over_at = kHandOverAt;
  auto first = std::make_unique<search::DepthFirst<StoreT>>(t.model, *store, t.task, t.progress, options);
  result.outcome = first->run();
  result.algorithm = "dfs";
  if (result.outcome.ended != search::Ended::handed_over) return result;
  if constexpr (requires { store->better_options(); }) {
    if (const auto better = store->better_options()) {
      first.reset();
      store.reset();
      give_back_freed();
      return run_pseudo_dfs<StoreT>(t, start, *better);
    }
  }
  with_path = result.outcome.found.size();
  {
    search::PseudoDepthFirst<StoreT> second(t.model, *store, any_order::rest(t.task, start), t.progress);
    second.take_over(*first, std::move(result.outcome));
    first.reset();
    give_back_freed();  // its stacks: they count as free
    result.outcome = second.go_on();
    result.algorithm = "pseudo-dfs";
    met_error = second.met_error();
  }
  store.reset();
  if (met_error) return any_order::find_path<StoreT>(t, start);
  any_order::find_paths<StoreT>(t, start, with_path, result);
  return result;
}

}  // namespace gyre::engine
