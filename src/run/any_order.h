// Safety searches whose order is free: depth-first while the model is small, then pseudo-depth-first, and again from
// the beginning, with paths (path_search.h), when an error has to be shown.
//
// So a small model is searched as it always was, with SPIN's depth and counterexample; a large one without errors takes
// half the time or less. An error that was met is the verdict, whatever becomes of the search for its path. If all
// errors are looked for, that search ends as soon as it has met each of them.
#pragma once

#include <memory>
#include <utility>

#include "run/memory_budget.h"
#include "run/path_search.h"
#include "run/safety.h"
#include "search/dfs.h"
#include "search/pseudo_dfs.h"

namespace gyre::run::any_order {

// StoreT is a store without notes, LinkedT the same with predecessor links, for the search for paths.
template <class StoreT, class LinkedT, class... StoreOptions>
SafetyResult run_pseudo_dfs(const SafetyTask& t, Clock::time_point start, const StoreOptions&... options) {
  SafetyResult result;
  result.algorithm = plan::Algorithm::pseudo_dfs;
  {
    StoreT store(options...);
    result.outcome = search::PseudoDepthFirst<StoreT>(t.model, store, rest(t.task, start), t.progress).run();
  }
  give_back_freed();
  return find_paths<StoreT, LinkedT>(t, start, std::move(result), options...);
}

// A store that would rather have been made in another way, by the states it has seen when the order changes, is filled
// anew: those are few of all that come.
template <class StoreT, class LinkedT>
SafetyResult run(const SafetyTask& t) {
  const auto start = Clock::now();
  SafetyResult result;
  auto store = std::make_unique<StoreT>();
  search::DfsOptions options;
  options.hand_over_at = kHandOverAt;
  auto first = std::make_unique<search::DepthFirst<StoreT>>(t.model, *store, t.task, t.progress, options);
  result.outcome = first->run();
  result.algorithm = plan::Algorithm::dfs;
  if (result.outcome.ended != search::Ended::handed_over) return result;
  if constexpr (requires { store->better_options(); }) {
    if (const auto better = store->better_options()) {
      first.reset();
      store.reset();
      give_back_freed();
      return run_pseudo_dfs<StoreT, LinkedT>(t, start, *better);
    }
  }
  {
    search::PseudoDepthFirst<StoreT> second(t.model, *store, rest(t.task, start), t.progress);
    second.take_over(*first, std::move(result.outcome));
    first.reset();
    give_back_freed();  // its stacks: they count as free
    result.outcome = second.go_on();
    result.algorithm = plan::Algorithm::pseudo_dfs;
  }
  store.reset();
  give_back_freed();
  return find_paths<StoreT, LinkedT>(t, start, std::move(result));
}

}  // namespace gyre::run::any_order
