// The skeleton of a search for errors or cycles: what it was told, what it found, and its budgets. All derive from it.
//
// Memory: stacks take what they need, and the store has what they leave of the budget (share_memory). Both are looked
// at in check(), about every millisecond. A search ends in order when there is no memory for one of them, when the
// model gives up inside an expansion, and at the other budgets that watch.h knows.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>
#include <utility>

#include "model/model.h"
#include "search/error_log.h"
#include "search/search.h"
#include "search/watch.h"

namespace gyre::search {

// Runs body(); the answer is what ended it from inside: `complete` if nothing did.
template <class Body>
Ended guarded(const Task& task, Body&& body) {
  try {
    body();
  } catch (const std::bad_alloc&) {
    return Ended::memory;
  } catch (const model::Cancelled&) {
    return why_cancelled(task);
  }
  return Ended::complete;
}

class SearchRun {
 public:
  SearchRun(const SearchRun&) = delete;
  SearchRun& operator=(const SearchRun&) = delete;

 protected:
  SearchRun(const Task& task, const Progress& progress)
      : task_(task), progress_(progress), watch_(task_, progress_), log_(task_, outcome_) {}
  ~SearchRun() = default;

  // The search itself; what it found is in outcome_.
  template <class Body>
  void guard(Body&& body) {
    const Ended ended = guarded(task_, std::forward<Body>(body));
    if (ended != Ended::complete) outcome_.ended = ended;
  }

  // Records the errors on the way to the initial state, which have an empty path. True: there is an initial state, and
  // the search goes on.
  bool begins(const model::SuccessorBuffer& initial) {
    assert(initial.list.size() <= 1);
    for (const model::StepError& error : initial.errors) {
      if (log_.looks_for(error.kind) && log_.record(error.kind, error.place, error.steps, [] { return Path{}; })) {
        return false;
      }
    }
    return !initial.list.empty() && !initial.list[0].dead_end;
  }

  // There is no room for another state. The answer is that of a search that has to end.
  bool out_of_memory() {
    outcome_.ended = Ended::memory;
    return false;
  }

  // The store gets what the stacks, and tables beside the store, leave of the budget.
  template <class StoreT>
  void share_memory(StoreT& store, uint64_t stacks, uint64_t beside = 0) {
    outcome_.counts.stack_bytes = std::max(outcome_.counts.stack_bytes, stacks);
    store.set_memory_limit(rest_of(task_.memory_limit, stacks + beside));
  }

  // At times, when watch_ is due. False: a budget is used up, and the search has to end. fill_counts() is for a
  // progress report.
  template <class StoreT, class FillCounts>
  bool check_budgets(StoreT& store, uint64_t stacks, uint64_t beside, FillCounts&& fill_counts) {
    share_memory(store, stacks, beside);
    return watch_.check(stacks + beside + store.bytes(), outcome_.ended, std::forward<FillCounts>(fill_counts));
  }
  template <class StoreT, class FillCounts>
  bool check_budgets(StoreT& store, uint64_t stacks, FillCounts&& fill_counts) {
    return check_budgets(store, stacks, 0, std::forward<FillCounts>(fill_counts));
  }

  // The counts that store and stacks know.
  template <class StoreT>
  Counts& count_memory(const StoreT& store, uint64_t stacks, uint64_t beside = 0) {
    Counts& counts = outcome_.counts;
    counts.store_bytes = store.bytes() + beside;
    counts.stack_bytes = std::max(counts.stack_bytes, stacks);
    counts.peak_bytes = std::max({counts.peak_bytes, watch_.peak(), stacks + beside + store.bytes()});
    counts.table_fill = store.fill();
    return counts;
  }

  Task task_;
  const Progress progress_;
  Outcome outcome_;
  Watch watch_;
  ErrorLog log_;
};

}  // namespace gyre::search
