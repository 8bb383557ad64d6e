// Pseudo depth-first search by several threads, on a shared store.
//
// States, transitions and verdict are those of one thread: every state is stored once, by the thread whose arrival was
// first, and expanded once. When an error that is looked for is met, all end (`met_error`), or, if all errors are
// looked for, it is counted; as with one thread, who wants its path repeats the search in another way. `depth` is that
// of the tree of first arrivals, which differs from run to run.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/narrow.h"
#include "model/model.h"
#include "search/pseudo_dfs.h"
#include "search/search.h"
#include "search/work_sharing.h"
#include "store/concept.h"

namespace gyre::search {

// Runs body(number) in so many threads, this one included, each a running one of the world; what one of them throws is
// thrown here in the end. Before, stop() is called, so that the others end as well.
template <class Body, class Stop>
void in_threads(unsigned count, StopTheWorld& world, Body&& body, Stop&& stop) {
  std::vector<std::exception_ptr> thrown(count);
  const auto guarded = [&](unsigned number) {
    world.enter();
    try {
      body(number);
    } catch (...) {
      thrown[number] = std::current_exception();
      stop();
    }
    world.leave();
  };
  std::vector<std::jthread> threads;
  try {
    for (unsigned i = 1; i < count; ++i) threads.emplace_back(guarded, i);
  } catch (const std::system_error&) {
    thrown[0] = std::make_exception_ptr(Error("the system has no room for another thread: say --threads with fewer"));
    stop();
  }
  if (!thrown[0]) guarded(0);
  threads.clear();
  for (const std::exception_ptr& one : thrown) {
    if (one) std::rethrow_exception(one);
  }
}

// Adds what another thread has counted and found out, except for the numbers of states and bytes, which are the
// store's.
inline void add_counts(Outcome& sum, const Outcome& other) {
  Counts& counts = sum.counts;
  counts.matched += other.counts.matched;
  counts.atomic_steps += other.counts.atomic_steps;
  counts.partially_expanded += other.counts.partially_expanded;
  counts.pruned += other.counts.pruned;
  counts.depth = std::max(counts.depth, other.counts.depth);
  counts.vector_bytes = std::max(counts.vector_bytes, other.counts.vector_bytes);
  counts.stack_bytes = std::max(counts.stack_bytes, other.counts.stack_bytes);
  counts.store_bytes = std::max(counts.store_bytes, other.counts.store_bytes);
  counts.peak_bytes = std::max(counts.peak_bytes, other.counts.peak_bytes);
  sum.errors += other.errors;
  for (const FoundError& one : other.found) {
    const auto same = std::find_if(sum.found.begin(), sum.found.end(), [&](const FoundError& known) {
      return known.kind == one.kind && known.place == one.place;
    });
    if (same == sum.found.end()) {
      sum.found.push_back(one);
    } else {
      same->count += one.count;
    }
  }
  if (sum.ended == Ended::complete) sum.ended = other.ended;
}

template <store::SharedStore StoreT>
class ParallelPseudoDepthFirst {
 public:
  // A thread for each model. The store is empty; all must live until run() returns.
  ParallelPseudoDepthFirst(std::span<model::Model* const> models, StoreT& store, const Task& task,
                           const Progress& progress = {}, PseudoDfsOptions options = {})
      : models_(models), store_(store), task_(task), progress_(progress), options_(options) {
    options_.window_bytes = std::min(options.window_bytes, task.memory_limit / 8 / models.size());
  }

  Outcome run() {
    WorkSharing sharing(narrow<unsigned>(models_.size()), store_.stop_the_world());
    std::vector<Outcome> outcomes(models_.size());
    in_threads(
        narrow<unsigned>(models_.size()), store_.stop_the_world(),
        [&](unsigned number) {
          typename StoreT::Worker worker(store_);
          PseudoDepthFirst<typename StoreT::Worker, WorkSharing::Member> search(
              *models_[number], worker, task_, number == 0 ? progress_ : Progress{}, options_, {sharing, number});
          outcomes[number] = number == 0 ? search.run() : search.go_on();
          if (search.met_error()) met_error_.store(true);
          if (outcomes[number].ended != Ended::complete) sharing.stop();
        },
        [&] { sharing.stop(); });
    Outcome sum;
    for (const Outcome& outcome : outcomes) add_counts(sum, outcome);
    if (met_error_) sum.ended = Ended::error_limit;
    sum.counts.states = store_.size();
    sum.counts.table_fill = store_.fill();
    return sum;
  }

  bool met_error() const { return met_error_; }

 private:
  const std::span<model::Model* const> models_;
  StoreT& store_;
  const Task task_;
  const Progress progress_;
  PseudoDfsOptions options_;
  std::atomic<bool> met_error_{false};
};

}  // namespace gyre::search
