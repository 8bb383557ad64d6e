// Depth-limited search that is complete up to its bound (Holzmann, Figure 8.4): the store keeps with each state the
// smallest depth at which it was reached, and a state reached at a smaller one is explored again. In the worst case
// each state is explored as often as there are depths; in practice a few times.
//
// All violations of a length up to the bound are found, deadlocks at the bound included: states at the bound are
// expanded, but nobody goes on from there. (pan -DREACH does not look at them.) `cut` is exact: it is set if and only
// if there is a state, or an error, that lies beyond the bound on every path; otherwise everything was seen.
//
// `states` are distinct states, `revisited` counts explorations again, `matched` the arrivals that led nowhere, those
// beyond the bound included. Each violation has the shortest of the paths that were met. An error in a state
// that is explored again is met again, and counts again.
//
// Loop, stack and waiting successors are as in dfs.h; a successor is decided at once if it is known at the same or a
// smaller
// depth, which stays so. The bound is a policy, for iterative shortening (shortening.h).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "model/model.h"
#include "search/beyond_bound.h"
#include "search/dfs.h"
#include "search/frames.h"
#include "search/pending.h"
#include "search/pending_items.h"
#include "search/probes.h"
#include "search/run.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

// The note: the smallest depth so far, in steps.
struct StoredDepth {
  static constexpr uint64_t kMost = ~uint32_t{0};
  uint32_t depth = 0;
};

// The bound stays where it is.
struct FixedBound {
  static constexpr bool kLowers = false;
  // An error of this length was recorded; true: the bound is one less than that from now on.
  bool shortens(uint64_t /*length*/) { return false; }
};

template <store::Store StoreT, class BoundPolicy = FixedBound>
requires std::same_as<typename StoreT::Note, StoredDepth>
class BoundedDepthFirst : SearchRun {
 public:
  BoundedDepthFirst(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {},
                    DfsOptions options = {}, BoundPolicy policy = {})
      : SearchRun(task, progress),
        model_(model),
        store_(store),
        policy_(std::move(policy)),
        pending_(std::min(options.pending_bytes, task.memory_limit / 8)),
        bound_(std::min(task.depth_limit, StoredDepth::kMost)) {}

  Outcome run() {
    const uint64_t first_bound = bound_;
    guard([&] {
      adjust_store_limit();
      if (start()) search();
      if (outcome_.ended == Ended::complete && suspect_ && bound_ == first_bound) {
        outcome_.cut = anything_beyond(model_, store_, task_, bound_, longest_,
                                       [this](store::StateId id) { return store_.note(id).depth; });
      }
    });
    if (outcome_.ended != Ended::complete) outcome_.cut = suspect_;
    fill_counts();
    return std::move(outcome_);
  }

  BoundPolicy& policy() { return policy_; }

 private:
  using Item = PendingStack::Item;
  enum class Turn { descend, stay, stop };

  bool start() {
    model::SuccessorBuffer& first = buffers_[0];
    first.clear();
    model_.initial(first);
    for (const model::StepError& error : first.errors) {
      if (log_.looks_for(error.kind) && record(error.kind, error.place, error.steps, 0)) return false;
    }
    if (first.list.empty() || first.list[0].dead_end) return false;
    here_ = first.view(0);
    next_buffer_ = 1;
    return visit(here_, first.list[0].hash, 0) == Turn::descend;
  }

  void search() {
    for (;;) {
      Turn turn = expand();
      while (turn == Turn::stay) {
        Frame& frame = frames_.top();
        if (frame.left == 0) {
          depth_ -= frames_.pop();
          if (frames_.empty()) return;
        } else if (frames_.size() - 1 < pending_.lost_below()) {
          if (!expand_again()) return;
        } else {
          const Item item = pending_.top();
          here_ = item.state;
          turn = take(item);
          pending_.pop();
        }
      }
      if (turn == Turn::stop) return;
    }
  }

  Turn expand() {
    if (watch_.due() && !check()) return Turn::stop;
    model::SuccessorBuffer& out = buffers_[next_buffer_];
    model_.expand(here_, out);
    outcome_.counts.atomic_steps += out.atomic_steps;
    outcome_.counts.depth = std::max(outcome_.counts.depth, std::min(depth_ + out.inner_depth, bound_));
    if (out.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
        record(model::ErrorKind::deadlock, out.deadlock_place, depth_, frames_.size() - 1)) {
      return Turn::stop;
    }
    if (out.list.size() >= Frame::kMostChoices) {
      outcome_.ended = Ended::too_wide;
      return Turn::stop;
    }
    focus_on(store_, here_);
    outcome_.counts.matched += sort_out(out, 0);
    frames_.top().left = narrow<uint32_t>(waiting_.size());
    if (waiting_.empty()) return Turn::stay;
    push_waiting(out, 1);
    const Item first = item_of(out, waiting_[0]);
    here_ = first.state;
    const Turn turn = take(first);
    if (turn == Turn::descend) next_buffer_ ^= 1;
    return turn;
  }

  bool expand_again() {
    if (watch_.due() && !check()) return false;
    Frame& frame = frames_.top();
    pending_.restart(frames_.size() - 1);
    model::SuccessorBuffer& out = buffers_[next_buffer_];
    model_.expand(store_.get(frame.id), out);
    sort_out(out, frame.choice + 1);
    assert(waiting_.size() <= frame.left);
    outcome_.counts.matched += frame.left - waiting_.size();
    frame.left = narrow<uint32_t>(waiting_.size());
    push_waiting(out, 0);
    return true;
  }

  // As in dfs.h, with "known at this depth or a smaller one" for "known".
  uint64_t sort_out(const model::SuccessorBuffer& out, uint64_t from) {
    const size_t count = out.list.size();
    for (size_t i = from; i < count; ++i) store_.prefetch(out.list[i].hash);
    waiting_.clear();
    uint64_t decided = 0;
    size_t error = 0;
    for (size_t i = from; i < count; ++i) {
      const model::Successor& successor = out.list[i];
      longest_ = std::max<uint64_t>(longest_, successor.steps);
      if (!out.errors.empty() && meets_error(task_, out, i, error)) {
        waiting_.push_back(narrow<uint32_t>(i));
      } else if (successor.dead_end) {
        continue;
      } else if (depth_ + successor.steps > bound_) {
        suspect_ = true;
        ++decided;
      } else {
        const store::StateId id = store_.find(out.view(i), successor.hash);
        if (id != store::kNoState && store_.note(id).depth <= depth_ + successor.steps) {
          ++decided;
        } else {
          waiting_.push_back(narrow<uint32_t>(i));
        }
      }
    }
    return decided;
  }

  void push_waiting(const model::SuccessorBuffer& out, size_t from) {
    for (size_t i = waiting_.size(); i-- > from;) pending_.push(frames_.size() - 1, item_of(out, waiting_[i]));
  }

  Turn take(const Item& item) {
    Frame& frame = frames_.top();
    assert(frame.left > 0 && item.choice < Frame::kMostChoices);
    frame.choice = item.choice;
    --frame.left;
    for (const model::StepError& error : item.errors) {
      if (!log_.looks_for(error.kind)) continue;
      longest_ = std::max<uint64_t>(longest_, error.steps);
      if (depth_ + error.steps > bound_) {
        suspect_ = true;
      } else if (record(error.kind, error.place, depth_ + error.steps, frames_.size())) {
        return Turn::stop;
      }
    }
    if (item.dead_end) return Turn::stay;
    if (depth_ + item.steps > bound_) {
      suspect_ = true;
      ++outcome_.counts.matched;
      return Turn::stay;
    }
    return visit(item.state, item.hash, item.steps);
  }

  Turn visit(StateView state, uint64_t hash, uint32_t steps) {
    const store::Insertion done = store_.insert(state, hash);
    if (done.full) {
      outcome_.ended = Ended::memory;
      return Turn::stop;
    }
    const uint64_t depth = depth_ + steps;
    StoredDepth& note = store_.note(done.id);
    if (!done.inserted) {
      if (note.depth <= depth) {
        ++outcome_.counts.matched;
        return Turn::stay;
      }
      ++outcome_.counts.revisited;
      // The path is another one now; so are the hidden variables.
      if constexpr (requires { store_.refresh(done.id, state); }) store_.refresh(done.id, state);
    }
    note.depth = narrow<uint32_t>(depth);
    frames_.push(done.id, steps);
    depth_ = depth;
    outcome_.counts.depth = std::max(outcome_.counts.depth, depth_);
    outcome_.counts.stack_peak = std::max(outcome_.counts.stack_peak, frames_.size());
    outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, state.total);
    return Turn::descend;
  }

  bool record(model::ErrorKind kind, uint32_t place, uint64_t length, uint64_t choices) {
    bool enough = log_.record(
        kind, place, length, [&] { return path_of(frames_, choices); }, true);
    if (policy_.shortens(length)) {
      if (length == 0) enough = true;  // there is nothing shorter
      bound_ = length - std::min<uint64_t>(length, 1);
    }
    return enough;
  }

  uint64_t stack_bytes() const { return frames_.bytes() + pending_.bytes(); }
  // What the stack once had stays with the process.
  uint64_t kept_bytes() const { return std::max(outcome_.counts.stack_bytes, stack_bytes()); }
  void adjust_store_limit() { share_memory(store_, kept_bytes()); }
  bool check() {
    adjust_store_limit();
    return watch_.check(stack_bytes() + store_.bytes(), outcome_.ended,
                        [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = store_.size();
    return count_memory(store_, stack_bytes());
  }

  model::Model& model_;
  StoreT& store_;
  [[no_unique_address]] BoundPolicy policy_;

  FrameStack frames_;
  PendingStack pending_;
  uint64_t bound_;
  uint64_t depth_ = 0;
  uint64_t longest_ = 1;  // transition met
  bool suspect_ = false;  // something was beyond the bound when it was met
  StateView here_;
  model::SuccessorBuffer buffers_[2];
  unsigned next_buffer_ = 0;
  std::vector<uint32_t> waiting_;
};

template <store::Store StoreT>
Outcome bounded_depth_first(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {},
                            DfsOptions options = {}) {
  return BoundedDepthFirst<StoreT>(model, store, task, progress, options).run();
}

}  // namespace gyre::search
