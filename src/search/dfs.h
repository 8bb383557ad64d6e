// Depth-first search (Holzmann, The SPIN Model Checker, Figures 8.1 and 8.2), iterative, of unlimited depth.
//
// States are visited in true depth-first order, so the counts and the first error are those of SPIN's verifier when
// it takes successors in the same order. Still the store is asked in batches: when a state is expanded, all its
// successors are looked up. One that is found is decided at once (it stays visited, whatever happens); the others
// wait for their turn and are looked up again then, when a sibling's subtree may have visited them. A successor that
// meets an error always waits, so that errors come in order too.
//
// The stack has 13 bytes per state. The bytes of waiting successors lie in a PendingStack of bounded size; when the
// search returns to a frame whose ones were forgotten, it expands that state again and goes on behind `choice`.
// Which of those successors were decided at once is not known any more, but their number is: what is found now,
// less what still had to come (`left`), has been counted before.
//
// Counts as pan makes them: `depth` is the largest depth in steps of a stored state or of a point inside a transition.
// With a depth limit (pan -m) an arrival at that depth or deeper is cut off: it counts as matched (pan does so)
// and is not stored, so the search is not complete up to the limit (see bounded.h for one that is); errors up to
// a length of the limit are seen. When errors end the search, `matched` has only what came before the last one;
// atomic_steps and points inside transitions are counted per expanded state.
//
// Of a model that is reduced by partial order (DfsOptions::reduced) only the successors are followed that are not
// pruned, unless all of these are on the stack (Holzmann, Godefroid & Pirottin 1992): then the model is asked for
// another choice, and if none leaves the stack all successors are followed, so that nothing is put off for ever.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"
#include "model/model.h"
#include "search/frames.h"
#include "search/path_set.h"
#include "search/pending.h"
#include "search/pending_items.h"
#include "search/probes.h"
#include "search/run.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

struct DfsOptions {
  bool reduced = false;                        // the model passes over successors,
  bool adaptive = false;                       // as far as that is worthwhile
  uint64_t pending_bytes = uint64_t{4} << 20;  // for successors that wait for their turn
  // With so many states, and no error so far, the search ends (Ended::handed_over) for another to go on; 0: never.
  uint64_t hand_over_at = 0;
  bool hand_over_with_errors = false;  // also if there were errors
};

// What else a caller may want to see of the search.
struct NoDfsHooks {
  void stored(store::StateId, StateView, uint64_t /*depth*/) {}
  void left(store::StateId) {}  // its subtree is explored
};

template <store::Store StoreT, class Hooks = NoDfsHooks>
class DepthFirst : SearchRun {
 public:
  // All of them must live until run() returns. The store is empty, as a rule; what is in it is not explored.
  DepthFirst(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {},
             DfsOptions options = {}, Hooks hooks = {})
      : SearchRun(task, progress),
        model_(model),
        store_(store),
        hooks_(std::move(hooks)),
        hand_over_at_(options.hand_over_at == 0 ? kUnlimited : options.hand_over_at),
        hand_over_with_errors_(options.hand_over_with_errors || task.counts_errors()),
        reduced_(options.reduced),
        by_experience_(options.adaptive),
        pending_(std::min(options.pending_bytes, task.memory_limit / 8)) {}

  Outcome run() {
    return guarded([this] {
      if (start()) search();
    });
  }

  // Goes on with a run that ended with handed_over, until it has so many states, within this budget.
  Outcome resume(Outcome so_far, uint64_t hand_over_at, uint64_t memory_limit) {
    assert(so_far.ended == Ended::handed_over && !frames_.empty());
    outcome_ = std::move(so_far);
    outcome_.ended = Ended::complete;
    hand_over_at_ = hand_over_at;
    task_.memory_limit = memory_limit;
    return guarded([this] { search(); });
  }

  Hooks& hooks() { return hooks_; }

  // After a run() that ended with handed_over: what is left to do. stored(id, depth) is called for a state that was not
  // expanded yet; arrived(id, depth, out, i) for successor i of a state, whose turn has not come: it may be stored or
  // not, and has not been counted. It answers whether to go on. The answer: how many others were found to be stored.
  //
  // Of a reduced search all successors arrive of a state on the stack that was not followed with all of them, `whole`
  // being the model without reduction: then whoever goes on owes the cycle proviso to the states that it expands
  // itself, and to no other. (Of those that have left the stack each has a successor that left it before; Holzmann,
  // Godefroid & Pirottin's argument needs no more.)
  template <class Stored, class Arrived>
  uint64_t hand_over(model::Model& whole, Stored&& stored, Arrived&& arrived) {
    assert(!frames_.empty());
    uint64_t matched = 0;
    model::SuccessorBuffer& out = buffers_[0];
    depth_ = 0;
    uint64_t above = frames_.size();
    frames_.climb([&](const Frame& frame, uint32_t steps) {
      depth_ += steps;
      if (--above == 0) {
        stored(frame.id, depth_);
        if (reduced_) return true;  // nothing of it was done
      }
      const bool again = reduced_ && frame.choice_set != Frame::kAll;
      if (frame.left == 0 && !again) return true;
      const StateView state = store_.get(frame.id);
      whole.expand(state, out);
      focus_on(store_, state);
      const uint64_t decided = sort_out(out, again ? 0 : frame.choice + 1, true);
      matched += again ? decided : frame.left - waiting_.size();
      for (const uint32_t i : waiting_) {
        if (!arrived(frame.id, depth_, out, i)) return false;
      }
      return true;
    });
    return matched;
  }

 private:
  using Item = PendingStack::Item;
  enum class Turn { descend, stay, stop };

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
    if (!begins(first)) return false;
    here_ = first.view(0);
    next_buffer_ = 1;
    return visit(store_.insert(here_, first.list[0].hash), here_, 0) == Turn::descend;
  }

  // Each round expands the state `here_`, which was just stored and is on top of the stack, and goes to the next one.
  void search() {
    for (;;) {
      Turn turn = expand();
      while (turn == Turn::stay) {
        Frame& frame = frames_.top();
        if (frame.left == 0) {
          hooks_.left(frame.id);
          if (reduced_) path_.pop();
          depth_ -= frames_.pop();
          if (frames_.empty()) return;
        } else if (frames_.size() - 1 < pending_.lost_below()) {
          if (!expand_again()) return;
        } else {
          const Item item = pending_.top();
          here_ = item.state;
          turn = take(item);
          pending_.pop();  // its bytes stay until the next push
        }
      }
      if (turn == Turn::stop) {
        if (outcome_.ended == Ended::error_limit) uncount_matched();
        return;
      }
    }
  }

  // Expands here_ and takes the first successor whose turn it is, straight from the buffer.
  Turn expand() {
    assert(!frames_.empty());
    if (watch_.due() && !check()) return Turn::stop;
    if (store_.size() >= hand_over_at_ && (outcome_.errors == 0 || hand_over_with_errors_)) [[unlikely]] {
      outcome_.ended = Ended::handed_over;
      return Turn::stop;
    }
    model::SuccessorBuffer& out = buffers_[next_buffer_];
    if (!by_experience_)
      model_.expand(here_, out);
    else if (!model_.expand_adaptively(here_, out))
      frames_.top().choice_set = Frame::kAll;
    outcome_.counts.atomic_steps += out.atomic_steps;
    reached(depth_ + out.inner_depth);
    if (out.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
        log_.record(model::ErrorKind::deadlock, out.deadlock_place, depth_,
                    [this] { return path_of(frames_, frames_.size() - 1); })) {
      return Turn::stop;
    }
    if (out.list.size() >= Frame::kMostChoices) {
      outcome_.ended = Ended::too_wide;
      return Turn::stop;
    }
    focus_on(store_, here_);
    Frame& frame = frames_.top();
    uint64_t decided = sort_out(out, 0, !out.reduced);
    while (out.reduced && frame.choice_set < Frame::kAll && !leaves_path_) {
      const bool another = frame.choice_set + 1 < Frame::kAll && model_.next_stubborn_set(out);
      frame.choice_set = static_cast<unsigned>(another ? frame.choice_set + 1 : Frame::kAll) & Frame::kAll;
      decided = sort_out(out, 0, !another);
    }
    if (followed_whole(frame, out))
      frame.choice_set = Frame::kAll;
    else
      count_left_out(out, outcome_.counts);
    outcome_.counts.matched += decided;
    frame.left = narrow<uint32_t>(waiting_.size());
    if (waiting_.empty()) return Turn::stay;
    push_waiting(out, 1);
    const Item first = item(out, waiting_[0]);
    here_ = first.state;
    // Without an error it waits because it was not found, just now.
    const Turn turn = first.errors.empty() ? take_absent(first) : take(first);
    if (turn == Turn::descend) next_buffer_ ^= 1;  // here_ lies in this one
    return turn;
  }

  // Back at a frame that has lost waiting successors.
  bool expand_again() {
    if (watch_.due() && !check()) return false;
    Frame& frame = frames_.top();
    assert(frame.left > 0);
    pending_.restart(frames_.size() - 1);
    model::SuccessorBuffer& out = buffers_[next_buffer_];
    const StateView state = store_.get(frame.id);
    model_.expand(state, out);
    focus_on(store_, state);
    recall(frame, out);
    sort_out(out, frame.choice + 1, followed_whole(frame, out));
    assert(waiting_.size() <= frame.left);
    outcome_.counts.matched += frame.left - waiting_.size();
    frame.left = narrow<uint32_t>(waiting_.size());
    push_waiting(out, 0);
    return true;
  }

  // Marks those successors again that a frame follows.
  void recall(const Frame& frame, model::SuccessorBuffer& out) {
    if (!out.reduced || frame.choice_set == Frame::kAll) return;
    for (int i = 0; i < frame.choice_set; ++i) model_.next_stubborn_set(out);
  }
  static bool followed_whole(const Frame& frame, const model::SuccessorBuffer& out) {
    return !out.reduced || frame.choice_set == Frame::kAll;
  }

  static void count_left_out(const model::SuccessorBuffer& out, Counts& counts) {
    ++counts.partially_expanded;
    for (const model::Successor& s : out.list) counts.pruned += s.pruned ? 1 : 0;
  }

  // Puts those successors from number `from` on that have to wait into waiting_; answers how many others arrive
  // somewhere (dead ends do not). Without `all` those are left out that are pruned.
  uint64_t sort_out(const model::SuccessorBuffer& out, uint64_t from, bool all) {
    const size_t count = out.list.size();
    if (probes_.size() < count) probes_.resize(count);
    for (size_t i = from; i < count; ++i) {
      if (!out.list[i].dead_end) probes_[i] = probe_for(store_, out.view(i), out.list[i].hash);
    }
    if (far_ && count - from > 1) {
      for (size_t i = from; i < count; ++i) {
        if (!out.list[i].dead_end) follow_up(store_, out.list[i].hash);
      }
    }
    waiting_.clear();
    leaves_path_ = false;
    uint64_t decided = 0;
    size_t error = 0;
    for (size_t i = from; i < count; ++i) {
      const model::Successor& successor = out.list[i];
      const bool fails = !out.errors.empty() && meets_error(task_, out, i, error);
      if (!all && successor.pruned) continue;
      if (reduced_ && !successor.dead_end) leaves_path_ = leaves_path_ || !path_.contains(successor.hash);
      if (fails) {
        waiting_.push_back(narrow<uint32_t>(i));
      } else if (successor.dead_end) {
        continue;
      } else if (depth_ + successor.steps >= task_.depth_limit) {
        outcome_.cut = true;
        ++decided;
      } else if (store_.find(out.view(i), question<StoreT>(probes_[i])) != store::kNoState) {
        ++decided;
      } else {
        waiting_.push_back(narrow<uint32_t>(i));
      }
    }
    return decided;
  }

  // From the last to the first, so that the first is on top.
  void push_waiting(const model::SuccessorBuffer& out, size_t from) {
    for (size_t i = waiting_.size(); i-- > from;) pending_.push(frames_.size() - 1, item(out, waiting_[i]));
  }

  // It waits with its probe instead of its hash.
  Item item(const model::SuccessorBuffer& out, uint32_t choice) const {
    Item result = item_of(out, choice);
    result.hash = probes_[choice].value;
    return result;
  }

  // It is a waiting successor's turn.
  Turn take(const Item& item) {
    Frame& frame = frames_.top();
    frame.choice = item.choice;
    --frame.left;
    for (const model::StepError& error : item.errors) {
      if (!log_.looks_for(error.kind)) continue;
      if (depth_ + error.steps > task_.depth_limit) {
        outcome_.cut = true;
      } else if (log_.record(error.kind, error.place, depth_ + error.steps,
                             [this] { return path_of(frames_, frames_.size()); })) {
        return Turn::stop;
      }
    }
    if (item.dead_end) return Turn::stay;
    if (depth_ + item.steps >= task_.depth_limit) {
      outcome_.cut = true;
      ++outcome_.counts.matched;
      return Turn::stay;
    }
    return visit(store_.insert(item.state, question<StoreT>({item.hash})), item.state, item.steps);
  }
  Turn take_absent(const Item& item) {
    Frame& frame = frames_.top();
    frame.choice = item.choice;
    --frame.left;
    return visit(store_.insert_absent(item.state, question<StoreT>({item.hash})), item.state, item.steps);
  }

  Turn visit(const store::Insertion& done, StateView state, uint32_t steps) {
    if (!done.inserted) {
      if (done.full) {
        out_of_memory();
        return Turn::stop;
      }
      ++outcome_.counts.matched;
      return Turn::stay;
    }
    assert(done.id != store::kNoState);
    frames_.push(done.id, steps);
    if (reduced_) path_.push(hash_words(state.data, state.key));
    depth_ += steps;
    outcome_.counts.depth = std::max(outcome_.counts.depth, depth_);
    outcome_.counts.stack_peak = std::max(outcome_.counts.stack_peak, frames_.size());
    outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, state.total);
    hooks_.stored(done.id, state, depth_);
    return Turn::descend;
  }

  void reached(uint64_t depth) {
    if (depth > outcome_.counts.depth) outcome_.counts.depth = std::min(depth, task_.depth_limit - 1);
  }

  // An error has ended the search: takes back those arrivals that were decided at once but have not had their turn.
  void uncount_matched() {
    model::SuccessorBuffer& out = buffers_[0];
    for (uint64_t i = 0; i < frames_.size(); ++i) {
      const Frame& frame = frames_[i];
      model_.expand(store_.get(frame.id), out);
      recall(frame, out);
      uint64_t to_come = 0;
      size_t error = 0;
      for (size_t next = size_t{frame.choice} + 1; next < out.list.size(); ++next) {
        const bool counts = !out.list[next].dead_end || meets_error(task_, out, next, error);
        if (counts && (followed_whole(frame, out) || !out.list[next].pruned)) ++to_come;
      }
      outcome_.counts.matched -= to_come - frame.left;
    }
  }

  uint64_t stack_bytes() const { return frames_.bytes() + pending_.bytes() + path_.bytes(); }
  // What the stack once had stays with the process.
  uint64_t kept_bytes() const { return std::max(outcome_.counts.stack_bytes, stack_bytes()); }
  void adjust_store_limit() { share_memory(store_, kept_bytes()); }
  bool check() {
    far_ = store_.bytes() > kNear;
    outcome_.counts.frame_bytes = std::max(outcome_.counts.frame_bytes, frames_.bytes());
    adjust_store_limit();
    return watch_.check(stack_bytes() + store_.bytes(), outcome_.ended,
                        [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = store_.size();
    outcome_.counts.frame_bytes = std::max(outcome_.counts.frame_bytes, frames_.bytes());
    return count_memory(store_, stack_bytes());
  }

  model::Model& model_;
  StoreT& store_;
  [[no_unique_address]] Hooks hooks_;
  uint64_t hand_over_at_;
  const bool hand_over_with_errors_;

  const bool reduced_, by_experience_;
  FrameStack frames_;
  PathSet path_;              // if reduced_
  bool leaves_path_ = false;  // does a successor that was looked at last not lie on the stack?
  PendingStack pending_;
  // A store of more than this does not lie in the processor's caches, and what is compared is fetched ahead.
  static constexpr uint64_t kNear = uint64_t{16} << 20;
  bool far_ = false;
  uint64_t depth_ = 0;  // of the state on top of the stack, in steps
  StateView here_;
  model::SuccessorBuffer buffers_[2];  // here_ may lie in the one that is not next
  unsigned next_buffer_ = 0;
  std::vector<uint32_t> waiting_;
  std::vector<store::Probe> probes_;  // of the successors that were looked at last
};

template <store::Store StoreT>
Outcome depth_first(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {},
                    DfsOptions options = {}) {
  return DepthFirst<StoreT>(model, store, task, progress, options).run();
}

}  // namespace gyre::search
