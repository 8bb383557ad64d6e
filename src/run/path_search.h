// Paths to errors that were met by a search which keeps none.
//
// Such a search knows that the model has an error, and that is the verdict; what is missing is the way to it. It is
// looked for breadth-first and depth-first in turns: each goes on until it has as many states as the next round allows,
// so the one that is lucky decides, for about twice its time. Breadth-first search alone may need more states than
// there is memory for before it is as deep as the error; depth-first search alone may go astray in a part of the graph
// that never ends. Each has half of the memory budget, and all of it when the other one has used up its own.
//
// The answer has the errors with their paths. An error whose path was not found within the budgets stays in it without
// one (FoundError::has_path).
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "run/memory_budget.h"
#include "run/safety.h"
#include "search/bfs.h"
#include "search/dfs.h"

namespace gyre::run {

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

inline bool have_paths(const search::Outcome& outcome) {
  return std::all_of(outcome.found.begin(), outcome.found.end(), [](const auto& error) { return error.has_path; });
}

template <class OutcomeT>
auto find_same(OutcomeT& outcome, const search::FoundError& error) {
  return std::find_if(outcome.found.begin(), outcome.found.end(), [&](const search::FoundError& one) {
    return one.kind == error.kind && one.place == error.place;
  });
}

// One of the two searches, with its store. It is made when its first round comes.
template <class SearchT, class StoreT>
struct PathSearcher {
  std::unique_ptr<StoreT> store;
  std::unique_ptr<SearchT> search;
  search::Outcome outcome;
  bool over = false;  // it cannot go on

  // Returns whether the whole search for paths is decided by it. `limit`: of memory.
  template <class Make>
  bool round(uint64_t states, uint64_t limit, Make&& make) {
    if (search) {
      outcome = search->resume(std::move(outcome), states, limit);
    } else {
      try {
        outcome = make(states, limit);
      } catch (const std::bad_alloc&) {  // not even for an empty store
        outcome.ended = search::Ended::memory;
      }
    }
    if (outcome.ended == search::Ended::handed_over) return false;
    over = true;
    search.reset();
    store.reset();
    give_back_freed();
    // Without memory, or with a state that is too wide for its stack, the other one may still find what is looked for.
    return outcome.ended != search::Ended::memory && outcome.ended != search::Ended::too_wide;
  }
};

// Has a search for paths come to its end?
inline bool enough(const search::Outcome& outcome) {
  return outcome.errors > 0 &&
         (outcome.ended == search::Ended::complete || outcome.ended == search::Ended::error_limit);
}

inline bool only_limits(const search::Outcome& outcome) {
  return std::all_of(outcome.found.begin(), outcome.found.end(),
                     [](const auto& error) { return model::is_limit(error.kind); });
}

inline void must_have(const search::Outcome& whole, const search::Outcome& met) {
  for (const search::FoundError& error : met.found) {
    if (find_same(whole, error) == whole.found.end())
      throw std::logic_error("an error was met that a complete search does not find");
  }
}

// Adds to `outcome` what `more` has and it has not, or has without a path.
inline void add_found(search::Outcome& outcome, const search::Outcome& more) {
  for (const search::FoundError& error : more.found) {
    const auto same = find_same(outcome, error);
    if (same == outcome.found.end()) {
      outcome.found.push_back(error);
      outcome.errors += error.count;
    } else if (!same->has_path && error.has_path) {
      const uint64_t count = std::max(same->count, error.count);
      *same = error;
      same->count = count;
    }
  }
}

// Puts those without a path last, and says how many there are.
inline void tell_without(SafetyResult& result, bool interrupted) {
  auto& found = result.outcome.found;
  const auto first =
      std::stable_partition(found.begin(), found.end(), [](const auto& error) { return error.has_path; });
  const auto without = found.end() - first;
  if (without == 0) return;
  const std::string which = first != found.begin() ? fmt::format("{} of them", without) : without == 1 ? "it" : "them";
  result.note =
      fmt::format("no path to {} was found {}", which, interrupted ? "before the interrupt" : "within the budget");
}

// `met` is the result of a search without paths. StoreT is a store without notes,
// LinkedT one with predecessor links.
template <class StoreT, class LinkedT, class... StoreOptions>
SafetyResult find_paths(const SafetyTask& t, Clock::time_point start, SafetyResult met,
                        const StoreOptions&... options) {
  using Bfs = search::BreadthFirst<LinkedT>;
  using Dfs = search::DepthFirst<StoreT>;
  if (have_paths(met.outcome)) return met;
  const bool counted = t.task.counts_errors();  // all errors were looked for, and those that were met are known
  search::Task task = rest(t.task, start);
  if (counted) {
    task.max_violations = met.outcome.found.size();
    task.wanted_paths = std::min(task.max_paths, met.outcome.errors);
  }
  const uint64_t whole = task.memory_limit;
  const uint64_t half = whole == search::kUnlimited ? whole : whole / 2;
  PathSearcher<Bfs, LinkedT> bfs;
  PathSearcher<Dfs, StoreT> dfs;
  const bool interrupted = met.outcome.ended == search::Ended::interrupted;
  bool decided = interrupted;  // it would end at once
  bool by_bfs = false;
  if (t.want_hashes) t.want_hashes(true);
  constexpr uint64_t kGrowth = 2;
  for (uint64_t states = std::max(kHandOverAt, met.outcome.counts.states); !decided; states *= kGrowth) {
    if (!bfs.over) {
      by_bfs = decided = bfs.round(states, dfs.over ? whole : half, [&](uint64_t at, uint64_t limit) {
        task.memory_limit = limit;
        bfs.store = std::make_unique<LinkedT>(options...);
        bfs.search = std::make_unique<Bfs>(t.model, *bfs.store, task, t.progress);
        return bfs.search->run(at);
      });
    }
    if (!decided && !dfs.over) {
      decided = dfs.round(states, bfs.over ? whole : half, [&](uint64_t at, uint64_t limit) {
        task.memory_limit = limit;
        search::DfsOptions how;
        how.hand_over_at = at;
        how.hand_over_with_errors = true;
        how.reduced = t.reduced;
        dfs.store = std::make_unique<StoreT>(options...);
        dfs.search = std::make_unique<Dfs>(t.model, *dfs.store, task, t.progress, how);
        return dfs.search->run();
      });
    }
    if (bfs.over && dfs.over) decided = true;
  }
  // The search that shows most: the one that came to its end, or the one that found more.
  const bool bfs_shows = by_bfs || (!enough(dfs.outcome) && bfs.outcome.errors > dfs.outcome.errors);
  const search::Outcome& best = bfs_shows ? bfs.outcome : dfs.outcome;
  SafetyResult result;
  if (counted || best.errors == 0) {
    result = std::move(met);
  } else {
    result.outcome = best;
    result.algorithm = bfs_shows ? plan::Algorithm::bfs : plan::Algorithm::dfs;
    if (best.ended == search::Ended::complete) must_have(best, met.outcome);
    // One error that can be shown is as good as the one that was met; but a limit of the checker is no error.
    if (!enough(best) || only_limits(best)) add_found(result.outcome, met.outcome);
  }
  if (counted || !enough(best)) {
    add_found(result.outcome, bfs.outcome);
    add_found(result.outcome, dfs.outcome);
  }
  tell_without(result, interrupted);
  return result;
}

}  // namespace any_order
}  // namespace gyre::run
