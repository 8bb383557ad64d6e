// Safety searches whose order is free: depth-first while the model is small, then pseudo-depth-first, and again from
// the beginning, with paths (path_search.h), when an error has to be shown.
//
// So a small model is searched as it always was, with SPIN's depth and counterexample; a large one without errors
// takes half the time or less. An error that was met is the verdict, whatever becomes of the search for its path. If
// all errors are looked for, that search ends as soon as it has met each of them.
//
// A model that is reduced by partial order has another proviso in each part: depth-first the stack says where cycles
// are, in any order they are cut at fixed places, which may leave out less. So the order changes later, and not at
// all where samples say that too much would be lost.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "plan/stores.h"
#include "run/memory_budget.h"
#include "run/path_search.h"
#include "run/safety.h"
#include "search/beyond_bound.h"
#include "search/dfs.h"
#include "search/pseudo_dfs.h"

namespace gyre::run::any_order {

// A reduced search goes on depth-first from kHandOverAt states to this number, if it leaves out a good deal.
inline constexpr uint64_t kHandOverReducedAt = 30'000;
// A good deal: at least one state in so many is followed by some successors only.
inline constexpr uint64_t kGoodDeal = 20;

// Depth-first a reduced search finds by hashes what is on its stack; from here on none are needed if the store has
// none.
inline void hash_no_more(const SafetyTask& t) {
  const bool by_value = !t.others.empty() || plan::finds_by_value(t.algorithm, t.store.store);
  if (t.reduced && by_value && t.want_hashes) t.want_hashes(false);
}

// The task of a search for paths in the graph that was searched.
inline SafetyTask in_any_order(const SafetyTask& t) {
  if (!t.reduced) return t;
  SafetyTask other{*t.reordered->any_order()[0], t.task, t.progress, t.algorithm, t.store};
  other.reduced = true;
  other.reordered = t.reordered;
  other.want_hashes = t.want_hashes;
  return other;
}

// Shall a reduced search stay depth-first? It takes twice as long for a transition, so only where it leaves out most of
// them, and a search in any order would leave out much less. Asked of some of the states.
template <class StoreT>
bool needs_stack(const SafetyTask& t, const StoreT& store) {
  constexpr uint64_t kSamples = 500;
  if constexpr (!search::Enumerable<StoreT>) {
    return false;
  } else {
    model::Model& other = *t.reordered->any_order()[0];
    model::SuccessorBuffer out;
    const auto pruned = [&](model::Model& model, StateView state) {
      model.expand(state, out);
      return std::count_if(out.list.begin(), out.list.end(), [](const model::Successor& s) { return s.pruned; });
    };
    const uint64_t step = store.size() / kSamples + 1;
    uint64_t number = 0, successors = 0;
    int64_t with_stack = 0, without = 0;
    store.for_each([&](store::StateId id) {
      if (number++ % step != 0) return;
      const StateView state = store.get(id);
      with_stack += pruned(t.model, state);
      successors += out.list.size();
      without += pruned(other, state);
    });
    const bool most = std::cmp_greater_equal(with_stack * 5, successors * 3);
    return most && without * 5 < with_stack * 4;
  }
}

// Depth-first as long as that is right. Handed over: the rest may come in any order.
template <class StoreT>
void begin_depth_first(const SafetyTask& t, search::DepthFirst<StoreT>& search, const StoreT& store,
                       SafetyResult& result) {
  result.algorithm = plan::Algorithm::dfs;
  result.outcome = search.run();
  const auto go_on = [&](uint64_t states) {
    if (result.outcome.ended == search::Ended::handed_over)
      result.outcome = search.resume(std::move(result.outcome), states, t.task.memory_limit);
  };
  const auto leaves_out = [&] { return result.outcome.counts.partially_expanded * kGoodDeal > store.size(); };
  if (!t.reduced || !leaves_out()) return;
  go_on(kHandOverReducedAt);
  if (result.outcome.ended == search::Ended::handed_over && leaves_out() && needs_stack(t, store))
    go_on(search::kUnlimited);
}

// StoreT is a store without notes, LinkedT the same with predecessor links, for the search for paths.
template <class StoreT, class LinkedT, class... StoreOptions>
SafetyResult run_pseudo_dfs(const SafetyTask& t, Clock::time_point start, const StoreOptions&... options) {
  SafetyResult result;
  result.algorithm = plan::Algorithm::pseudo_dfs;
  {
    StoreT store(options...);
    hash_no_more(t);
    model::Model& model = in_any_order(t).model;
    result.outcome = search::PseudoDepthFirst<StoreT>(model, store, rest(t.task, start), t.progress).run();
  }
  give_back_freed();
  return find_paths<StoreT, LinkedT>(in_any_order(t), start, std::move(result), options...);
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
  options.reduced = t.reduced;
  options.adaptive = t.adaptive;
  auto first = std::make_unique<search::DepthFirst<StoreT>>(t.model, *store, t.task, t.progress, options);
  begin_depth_first(t, *first, *store, result);
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
    const SafetyTask next = in_any_order(t);
    search::PseudoDepthFirst<StoreT> second(next.model, *store, rest(t.task, start), t.progress);
    second.take_over(*first, std::move(result.outcome), t.reduced ? t.reordered->whole() : t.model);
    first.reset();
    give_back_freed();  // its stacks: they count as free
    hash_no_more(t);
    result.outcome = second.go_on();
    result.algorithm = plan::Algorithm::pseudo_dfs;
  }
  store.reset();
  give_back_freed();
  return find_paths<StoreT, LinkedT>(in_any_order(t), start, std::move(result));
}

}  // namespace gyre::run::any_order
