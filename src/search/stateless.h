// Stateless search (Holzmann, Figure 8.5): no visited states, only the stack. A path is given up when it meets itself,
// so the search ends on every finite graph, but it walks every simple path: exponentially many. Memory is that of the
// longest path. For small models, and as a check on the other searches.
//
// With a depth limit all violations of a length up to it are found (deadlocks at it included): a shortest path is
// simple. `cut` is set when a path was given up because of the limit.
//
// With a bound policy that lowers the bound (shortening.h, the BOUND = Depth of the figure) each violation lets the
// search look for shorter ones only; paths that are longer by now are given up as if they were beyond the limit, but do
// not count as cut off.
//
// Counts: `states` are visits, `matched` arrivals at a state on the stack or beyond the limit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "base/narrow.h"
#include "model/model.h"
#include "search/bounded.h"
#include "search/dfs.h"
#include "search/frames.h"
#include "search/pending.h"
#include "search/pending_items.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

template <class BoundPolicy = FixedBound>
class Stateless : SearchRun {
 public:
  Stateless(model::Model& model, const Task& task, const Progress& progress = {}, DfsOptions options = {},
            BoundPolicy policy = {})
      : SearchRun(task, progress),
        model_(model),
        policy_(std::move(policy)),
        bound_(task.depth_limit),
        pending_(std::min(options.pending_bytes, task.memory_limit / 8)),
        chains_(1024, kNone) {}

  Outcome run() {
    guard([this] {
      if (start()) search();
    });
    fill_counts();
    return std::move(outcome_);
  }
  BoundPolicy& policy() { return policy_; }

 private:
  using Item = PendingStack::Item;
  enum class Turn { descend, stay, stop };
  static constexpr uint64_t kNone = ~uint64_t{0};

  struct StackFrame {
    uint64_t hash;
    uint64_t word;  // where its bytes begin in words_
    uint64_t next;  // frame in the same chain
    uint32_t key;
    uint32_t total;
    uint32_t steps;
    uint32_t choice;
    uint32_t left;
  };

  bool start() {
    model::SuccessorBuffer first;
    model_.initial(first);
    if (!begins(first)) return false;
    visit(first.view(0), first.list[0].hash, 0);
    return true;
  }

  void search() {
    for (;;) {
      Turn turn = expand(0);
      while (turn == Turn::stay) {
        if (frames_.top().left == 0) {
          leave();
          if (frames_.empty()) return;
        } else if (frames_.size() - 1 < pending_.lost_below()) {
          pending_.restart(frames_.size() - 1);
          turn = expand(frames_.top().choice + 1);
        } else {
          const Item item = pending_.top();
          turn = take(item);
          pending_.pop();
        }
      }
      if (turn == Turn::stop) return;
    }
  }

  // Expands the state on top; successors from number `from` on wait for their turn. The first time (0) it counts.
  // Who is on the stack stays there while the top is, so everything is decided now.
  Turn expand(uint64_t from) {
    if (watch_.due() && !check()) return Turn::stop;
    const StackFrame& top = frames_.top();
    model_.expand({bytes_of(top), top.key, top.total}, out_);
    if (from == 0) {
      outcome_.counts.atomic_steps += out_.atomic_steps;
      outcome_.counts.depth = std::max(outcome_.counts.depth, std::min(depth_ + out_.inner_depth, task_.depth_limit));
      // Its depth was within the bound when it was visited, and nothing has lowered that since.
      if (out_.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
          record(model::ErrorKind::deadlock, out_.deadlock_place, depth_, frames_.size() - 1)) {
        return Turn::stop;
      }
    }
    waiting_.clear();
    size_t error = 0;
    for (size_t i = from; i < out_.list.size(); ++i) {
      const model::Successor& successor = out_.list[i];
      if (!out_.errors.empty() && meets_error(task_, out_, i, error)) {
        waiting_.push_back(narrow<uint32_t>(i));
      } else if (!successor.dead_end && given_up(out_.view(i), successor.hash, successor.steps)) {
        if (from == 0) ++outcome_.counts.matched;
      } else if (!successor.dead_end) {
        waiting_.push_back(narrow<uint32_t>(i));
      }
    }
    frames_.top().left = narrow<uint32_t>(waiting_.size());
    for (size_t i = waiting_.size(); i-- > 0;) pending_.push(frames_.size() - 1, item_of(out_, waiting_[i]));
    return Turn::stay;
  }

  bool given_up(StateView state, uint64_t hash, uint32_t steps) {
    return is_beyond(depth_ + steps) || on_stack(state, hash);
  }

  bool is_beyond(uint64_t depth) {
    if (depth <= bound_) return false;
    outcome_.cut = outcome_.cut || depth > task_.depth_limit;
    return true;
  }

  // An error after so many transitions. True: it is enough.
  bool record(model::ErrorKind kind, uint32_t place, uint64_t length, uint64_t transitions) {
    bool enough = log_.record(
        kind, place, length, [&] { return path_of(frames_, transitions); }, true);
    if (policy_.shortens(length)) {
      if (length == 0) enough = true;  // there is nothing shorter
      bound_ = length - std::min<uint64_t>(length, 1);
    }
    return enough;
  }

  Turn take(const Item& item) {
    frames_.top().choice = item.choice;
    --frames_.top().left;
    for (const model::StepError& error : item.errors) {
      if (!log_.looks_for(error.kind)) continue;
      if (!is_beyond(depth_ + error.steps) && record(error.kind, error.place, depth_ + error.steps, frames_.size())) {
        return Turn::stop;
      }
    }
    if (item.dead_end) return Turn::stay;
    // The bound may be lower than when the successors were looked at.
    if ((!item.errors.empty() || BoundPolicy::kLowers) && given_up(item.state, item.hash, item.steps)) {
      ++outcome_.counts.matched;
      return Turn::stay;
    }
    visit(item.state, item.hash, item.steps);
    return Turn::descend;
  }

  void visit(StateView state, uint64_t hash, uint32_t steps) {
    const size_t words = (state.total + 7) / 8;
    const size_t at = words_.size();
    words_.resize(at + words);
    if (words != 0) std::memcpy(words_.data() + at, state.data, words * 8);
    if (frames_.size() >= chains_.size()) enlarge();
    uint64_t& chain = chains_[hash & (chains_.size() - 1)];
    frames_.push({hash, at, chain, state.key, state.total, steps, 0, 0});
    chain = frames_.size() - 1;
    depth_ += steps;
    ++outcome_.counts.states;
    outcome_.counts.depth = std::max(outcome_.counts.depth, depth_);
    outcome_.counts.stack_peak = std::max(outcome_.counts.stack_peak, frames_.size());
    outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, state.total);
  }

  void leave() {
    const StackFrame& top = frames_.top();
    chains_[top.hash & (chains_.size() - 1)] = top.next;  // last in, so first in its chain
    words_.resize(top.word);
    depth_ -= top.steps;
    frames_.pop();
  }

  const uint8_t* bytes_of(const StackFrame& frame) const {
    return reinterpret_cast<const uint8_t*>(words_.data() + frame.word);
  }

  bool on_stack(StateView state, uint64_t hash) const {
    for (uint64_t i = chains_[hash & (chains_.size() - 1)]; i != kNone; i = frames_[i].next) {
      const StackFrame& frame = frames_[i];
      if (frame.hash == hash && frame.key == state.key && std::memcmp(bytes_of(frame), state.data, state.key) == 0) {
        return true;
      }
    }
    return false;
  }

  void enlarge() {
    chains_.assign(chains_.size() * 2, kNone);
    for (uint64_t i = 0; i < frames_.size(); ++i) {
      uint64_t& chain = chains_[frames_[i].hash & (chains_.size() - 1)];
      frames_[i].next = chain;
      chain = i;
    }
  }

  uint64_t stack_bytes() const {
    return frames_.bytes() + pending_.bytes() + words_.capacity() * 8 + chains_.size() * 8;
  }
  bool check() {
    fill_counts();
    return watch_.check(stack_bytes(), outcome_.ended, [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.stack_bytes = std::max(outcome_.counts.stack_bytes, stack_bytes());
    return outcome_.counts;
  }

  model::Model& model_;
  BoundPolicy policy_;
  uint64_t bound_;

  BlockStack<StackFrame> frames_;
  std::vector<uint64_t> words_;  // the bytes of the states on the stack
  PendingStack pending_;
  std::vector<uint64_t> chains_;  // by hash: the topmost frame
  uint64_t depth_ = 0;
  model::SuccessorBuffer out_;
  std::vector<uint32_t> waiting_;
};

inline Outcome stateless(model::Model& model, const Task& task, const Progress& progress = {},
                         DfsOptions options = {}) {
  return Stateless<>(model, task, progress, options).run();
}

}  // namespace gyre::search
