// Breadth-first search (Holzmann, Figure 8.6, as corrected in the slides: a loop, and predecessor links in the store).
//
// States are taken first in, first out, so a path has the fewest *transitions*; the fewest steps are shortest.h's
// business. The queue holds ids; states are read back from the store.
//
// The store is asked in batches, one state behind: while the slots for one state's successors are fetched, the next
// state in the queue is expanded. That changes no order, because the next state does not depend on them.
//
// With a depth limit (in steps) arrivals at that depth or deeper are cut off, as in dfs.h. For "all violations up to
// length n" take shortest.h: the order by transitions is not the order by steps.
//
// Successors that are pruned are not followed; the model cuts cycles so that nothing is put off for ever.
//
// `depth` is the longest of the paths that the links describe, or of a point inside a transition.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>
#include <utility>

#include "model/model.h"
#include "search/links.h"
#include "search/pending_items.h"
#include "search/run.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

// What else a caller may want to see of the search; enough to draw the graph.
struct NoBfsHooks {
  void stored(store::StateId, StateView, uint64_t /*depth*/) {}
  void edge(store::StateId /*from*/, uint32_t /*choice*/, store::StateId /*to*/, const model::Successor&) {}
};

template <store::Store StoreT, class Hooks = NoBfsHooks>
requires std::same_as<typename StoreT::Note, ParentLink>
class BreadthFirst : SearchRun {
 public:
  BreadthFirst(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {}, Hooks hooks = {})
      : SearchRun(task, progress), model_(model), store_(store), hooks_(std::move(hooks)) {}

  // With hand_over_at states it ends (Ended::handed_over), and resume() can go on; 0: never.
  Outcome run(uint64_t hand_over_at = 0) {
    hand_over_at_ = hand_over_at == 0 ? kUnlimited : hand_over_at;
    return guarded([this] {
      if (start()) search();
    });
  }

  // Goes on with a run that ended with handed_over, until it has so many states, within this budget.
  Outcome resume(Outcome so_far, uint64_t hand_over_at, uint64_t memory_limit) {
    assert(so_far.ended == Ended::handed_over);
    outcome_ = std::move(so_far);
    outcome_.ended = Ended::complete;
    hand_over_at_ = hand_over_at;
    task_.memory_limit = memory_limit;
    return guarded([this] { search(); });
  }

  Hooks& hooks() { return hooks_; }

 private:
  struct Waiting {
    store::StateId id = store::kNoState;
    uint64_t depth = 0;
  };

  template <class Body>
  Outcome guarded(Body&& body) {
    guard([&] {
      adjust_store_limit();
      body();
    });
    fill_counts();
    return std::move(outcome_);
  }

  bool start() {
    model::SuccessorBuffer& first = buffers_[0];
    first.clear();
    model_.initial(first);
    return begins(first) && arrive(ParentLink(), first, 0, 0);
  }

  void search() {
    unsigned next = next_;
    bool behind = behind_;
    for (;;) {
      const bool ahead = !queue_.empty();
      if (!ahead && !behind) return;
      if (ahead) {
        if (watch_.due() && !check()) return;
        if (store_.size() >= hand_over_at_) [[unlikely]] {
          outcome_.ended = Ended::handed_over;
          next_ = next;
          behind_ = behind;
          return;
        }
        expanded_[next] = queue_.front();
        queue_.pop();
        if constexpr (requires { store_.prefetch_state(store::StateId{}); }) {
          if (queue_.size() > kAhead) store_.prefetch_state(queue_.peek(kAhead).id);
        }
        model::SuccessorBuffer& out = buffers_[next];
        model_.expand(store_.get(expanded_[next].id), out);
        for (const model::Successor& successor : out.list) store_.prefetch(successor.hash);
      }
      if (behind && !insert_all(expanded_[next ^ 1], buffers_[next ^ 1])) return;
      behind = ahead;
      next ^= 1;
    }
  }

  // A state that was expanded: its errors, and its successors into store and queue. False: the search has to end.
  bool insert_all(const Waiting& from, const model::SuccessorBuffer& out) {
    outcome_.counts.atomic_steps += out.atomic_steps;
    if (from.depth + out.inner_depth > outcome_.counts.depth) {
      outcome_.counts.depth = std::min(from.depth + out.inner_depth, task_.depth_limit - 1);
    }
    if (out.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
        log_.record(model::ErrorKind::deadlock, out.deadlock_place, from.depth, [&] { return path(from.id); })) {
      return false;
    }
    if (out.list.size() >= ParentLink::kMostChoices) {
      outcome_.ended = Ended::too_wide;
      return false;
    }
    size_t error = 0;
    for (uint32_t i = 0; i < out.list.size(); ++i) {
      if (out.reduced && out.list[i].pruned) continue;
      if (!out.errors.empty() && meets_error(task_, out, i, error) && !report(from, out, i)) return false;
      const model::Successor& successor = out.list[i];
      if (successor.dead_end) continue;
      if (from.depth + successor.steps >= task_.depth_limit) {
        outcome_.cut = true;
        ++outcome_.counts.matched;
      } else if (!arrive(ParentLink(from.id, i), out, i, from.depth + successor.steps)) {
        return false;
      }
    }
    return true;
  }

  bool report(const Waiting& from, const model::SuccessorBuffer& out, uint32_t choice) {
    for (const model::StepError& error : item_of(out, choice).errors) {
      if (!log_.looks_for(error.kind)) continue;
      if (from.depth + error.steps > task_.depth_limit) {
        outcome_.cut = true;
        continue;
      }
      const auto make_path = [&] {
        Path result = path(from.id);
        result.choices.push_back(choice);
        return result;
      };
      if (log_.record(error.kind, error.place, from.depth + error.steps, make_path)) return false;
    }
    return true;
  }

  bool arrive(ParentLink link, const model::SuccessorBuffer& out, uint32_t choice, uint64_t depth) {
    const StateView state = out.view(choice);
    const store::Insertion done = store_.insert(state, out.list[choice].hash);
    if (done.full) return out_of_memory();
    assert(done.id < store::kIdLimit);
    if (!link.is_root()) hooks_.edge(link.parent(), choice, done.id, out.list[choice]);
    if (!done.inserted) {
      ++outcome_.counts.matched;
      return true;
    }
    store_.note(done.id) = link;
    queue_.push({done.id, depth});
    outcome_.counts.depth = std::max(outcome_.counts.depth, depth);
    outcome_.counts.stack_peak = std::max(outcome_.counts.stack_peak, queue_.size());
    outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, state.total);
    hooks_.stored(done.id, state, depth);
    return true;
  }

  Path path(store::StateId id) {
    return path_to(id, [this](store::StateId at) { return store_.note(at); });
  }

  void adjust_store_limit() { share_memory(store_, queue_.bytes()); }
  bool check() {
    return check_budgets(store_, queue_.bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = store_.size();
    return count_memory(store_, queue_.bytes());
  }

  static constexpr uint64_t kAhead = 4;

  model::Model& model_;
  StoreT& store_;
  [[no_unique_address]] Hooks hooks_;
  BlockQueue<Waiting> queue_;
  model::SuccessorBuffer buffers_[2];
  Waiting expanded_[2];  // whose successors are in the buffers
  // Where a search that was handed over goes on: the buffer that comes next, and whether the other one waits for its
  // insertions.
  unsigned next_ = 0;
  bool behind_ = false;
  uint64_t hand_over_at_ = kUnlimited;
};

template <store::Store StoreT>
Outcome breadth_first(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {}) {
  return BreadthFirst<StoreT>(model, store, task, progress).run();
}

}  // namespace gyre::search
