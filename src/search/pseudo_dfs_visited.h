// Pseudo depth-first search with a set of visited states: a store that gives nothing back, such as a bit array.
//
// Depth-first search waits for memory at every state, because the next one is known only when the questions about the
// last successors are answered, and asks twice about each new state: when it is met, and when its turn comes. Here the
// successors of a state stay in their buffer while some other states are expanded; meanwhile what the questions need
// is fetched. Then they are marked, and the new ones wait on a stack, with their bytes. So there is one question per
// transition, and a state is expanded once. Differently from pseudo_dfs.h, whose states are read back from the store,
// the ways to all states that wait are kept (path_tree.h), and errors have their paths.
//
// A state is explored when it was marked, once; therefore a complete search with a lossless set sees every state. A set
// that takes new states for old ones may ask for a second look: behind a state which it calls visited, but doubts. Such
// a state is expanded at once, its successors are arrivals like others, but none of these gets a second look; so the
// search ends.
//
// The set must not forget, as a cache does, or the search would not end. Partial order reduction is not for this search
// (its proviso looks at the stack), nor are depth limits and hidden bytes, for which the order matters. Counts are
// those of any other complete search, but `depth` is that of the tree of first arrivals; errors behind a second look
// may be counted again.
//
// What changes is in this object and its set: one per thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <vector>

#include "base/narrow.h"
#include "model/model.h"
#include "search/path_tree.h"
#include "search/run.h"
#include "search/search.h"
#include "search/state_stack.h"
#include "store/concept.h"

namespace gyre::search {

template <store::VisitedSet SetT>
class PseudoDepthFirstVisited : SearchRun {
 public:
  // All of them must live until run() returns; the set is empty.
  PseudoDepthFirstVisited(model::Model& model, SetT& set, const Task& task, const Progress& progress = {})
      : SearchRun(task, progress), model_(model), set_(set) {}

  Outcome run() {
    guard([this] {
      adjust_set_limit();
      if (start()) search();
    });
    fill_counts();
    return std::move(outcome_);
  }

 private:
  // A state that was expanded, and its successors, before they are marked.
  struct Expansion {
    model::SuccessorBuffer out;
    uint64_t depth = 0;
    PathTree::Node node = PathTree::kNone;
    bool second_look = false;
  };
  // So many are under way at once.
  static constexpr uint64_t kDistance = 4;

  bool start() {
    model::SuccessorBuffer& out = ring_[0].out;
    out.clear();
    model_.initial(out);
    if (!begins(out)) return false;
    if (set_.visit(out.view(0), out.list[0].hash) != store::Visit::first) {
      outcome_.ended = Ended::memory;
      return false;
    }
    outcome_.counts.vector_bytes = out.list[0].total;
    waiting_.push({out.view(0), 0, PathTree::kNone, 0, false});
    return true;
  }

  void search() {
    for (;;) {
      if (expanded_ - marked_ == kDistance || waiting_.empty()) {
        if (marked_ == expanded_ || !mark(ring_[marked_++ % kDistance])) return;
      } else {
        if (watch_.due() && !check()) return;
        if (!expand(waiting_.pop(), ring_[expanded_++ % kDistance])) return;
      }
    }
  }

  // Expands a state and visits its successors. False: the search has to end.
  bool expand(const StateStack::Item& item, Expansion& expansion) {
    model::SuccessorBuffer& out = expansion.out;
    model_.expand(item.state, out);
    expansion.depth = item.depth;
    expansion.node = paths_.add(item.origin, item.choice);
    expansion.second_look = item.visited;
    outcome_.counts.atomic_steps += out.atomic_steps;
    reached(item.depth + out.inner_depth);
    for (const model::Successor& successor : out.list) {
      if (!successor.dead_end) set_.prefetch(successor.hash);
    }
    return (!out.deadlock && out.errors.empty()) || log_errors(expansion);
  }

  // Marks the successors, and lets those wait that are to be expanded, the first one on top. False: the set is full.
  bool mark(const Expansion& expansion) {
    const model::SuccessorBuffer& out = expansion.out;
    chosen_.clear();
    for (const model::Successor& successor : out.list) {
      if (successor.dead_end) [[unlikely]]
        continue;
      const auto choice = narrow<uint32_t>(&successor - out.list.data());
      const store::Visit visit =
          set_.visit({out.bytes.data() + successor.offset, successor.key, successor.total}, successor.hash);
      if (visit == store::Visit::first) {
        chosen_.push_back({choice, false});
      } else if (visit == store::Visit::again) {
        ++outcome_.counts.matched;
        if (!expansion.second_look && doubted()) chosen_.push_back({choice, true});
      } else {
        outcome_.ended = Ended::memory;
        return false;
      }
    }
    for (size_t i = chosen_.size(); i-- > 0;) {
      const auto [choice, visited] = chosen_[i];
      const model::Successor& successor = out.list[choice];
      const uint64_t depth = expansion.depth + successor.steps;
      reached(depth);
      outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, successor.total);
      waiting_.push({out.view(choice), depth, expansion.node, choice, visited});
    }
    paths_.refer(expansion.node, chosen_.size());
    paths_.release(expansion.node);
    return true;
  }
  bool doubted() {
    if constexpr (requires { set_.doubts(); }) {
      return set_.doubts();
    } else {
      return false;
    }
  }

  // False: the search has to end.
  bool log_errors(const Expansion& expansion) {
    const model::SuccessorBuffer& out = expansion.out;
    if (out.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
        log_.record(model::ErrorKind::deadlock, out.deadlock_place, expansion.depth,
                    [&] { return paths_.path_to(expansion.node); })) {
      return false;
    }
    for (const model::StepError& error : out.errors) {
      if (log_.looks_for(error.kind) && log_.record(error.kind, error.place, expansion.depth + error.steps, [&] {
            Path path = paths_.path_to(expansion.node);
            path.choices.push_back(error.successor);
            return path;
          })) {
        return false;
      }
    }
    return true;
  }

  void reached(uint64_t depth) { outcome_.counts.depth = std::max(outcome_.counts.depth, depth); }

  uint64_t stack_bytes() const { return waiting_.bytes() + paths_.bytes(); }
  // What the stack gives back, block by block, the set can have.
  void adjust_set_limit() { share_memory(set_, stack_bytes()); }
  bool check() {
    return check_budgets(set_, stack_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = set_.size();
    return count_memory(set_, stack_bytes());
  }

  model::Model& model_;
  SetT& set_;

  StateStack waiting_;
  PathTree paths_;
  std::array<Expansion, kDistance> ring_;
  uint64_t expanded_ = 0, marked_ = 0;  // states so far
  struct Chosen {
    uint32_t choice;
    bool visited;
  };
  std::vector<Chosen> chosen_;
};

}  // namespace gyre::search
