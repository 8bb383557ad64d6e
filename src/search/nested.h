// Nested depth-first search for accepting cycles (Courcoubetis, Vardi, Wolper & Yannakakis 1992; Holzmann, Figure 8.7),
// with the shortcut to the first stack and early detection (Schwoon & Esparza, TACAS 2005).
//
// Each node has one of four colours, two bits: white, not seen; cyan, on the stack of the first search; blue, left by
// it; red, left by the second search too. The first search finds a cycle when it steps to a cyan node and one of the
// two ends is accepting; when it leaves an accepting node, the second search looks for a way from there to a cyan
// node. A lasso is the stack of the first search, then that of the second.
//
// With a bound on the depth a node beyond it stays white, and the search is not complete, not even up to the bound:
// the node may be reached by a shorter way later, and others may have been left before. What it finds is right all the
// same.
//
// If the claim is weak, a cycle is accepting as a whole or not at all, and the second search is not needed. If it is
// terminal, reaching an accepting node decides. Or no cycle is asked for at all: then the first search alone reaches
// every node once.
#pragma once

#include <cassert>
#include <cstdint>
#include <new>
#include <vector>

#include "base/narrow.h"
#include "model/product.h"
#include "search/claim_errors.h"
#include "search/product_space.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

// What is looked for besides errors that need no cycle.
enum class Sought : uint8_t {
  cycles,       // accepting ones
  weak_cycles,  // a cycle is accepting as a whole or not at all
  nodes,        // an accepting node is a violation by itself (a terminal claim)
  nothing,
};

struct CycleTask {
  model::ErrorKind kind = model::ErrorKind::acceptance_cycle;
  Partition partition;
  Sought sought = Sought::cycles;
};

template <store::Store StoreT>
class NestedDepthFirst : SearchRun {
 public:
  NestedDepthFirst(model::Product& product, StoreT& store, const Task& task, const CycleTask& cycles,
                   const Progress& progress = {})
      : SearchRun(task, progress),
        space_(product, store, cycles.partition),
        colours_(store),
        store_(store),
        cycles_(cycles),
        closes_(cycles.sought == Sought::cycles || cycles.sought == Sought::weak_cycles) {}

  Outcome run() {
    guard([this] {
      share_memory(store_, stack_bytes(), colours_.bytes());
      Edge edge;
      const int there = space_.initial(edge);
      if (there < 0) out_of_memory();
      if (there > 0 && enter(first_, edge)) blue();
    });
    fill_counts();
    return std::move(outcome_);
  }

 private:
  using Edge = typename ProductSpace<StoreT>::Edge;
  enum Colour : uint8_t { white, cyan, blue_, red_ };
  struct Frame {
    Edge reached;
    size_t first;  // of its waiting edges; they lie on top of `waiting`
    size_t next;
  };
  struct Stack {
    std::vector<Frame> frames;
    std::vector<Edge> waiting;
  };

  // Puts a node on a stack and its edges behind it. False: the search has to end.
  bool enter(Stack& stack, const Edge& edge) {
    const bool is_first = &stack == &first_;
    if (is_first) {
      colours_.set(edge.to, cyan);
      depth_ += edge.steps;
    }
    if (watch_.due() && !check()) return false;
    if (!space_.expand(edge.to, edge.accepting, edges_)) {
      outcome_.ended = Ended::memory;
      return false;
    }
    stack.frames.push_back({edge, stack.waiting.size(), stack.waiting.size()});
    if (!is_first) {
      for (const Edge& e : edges_) {
        const uint8_t colour = colours_.get(e.to);
        if (colour == blue_ || colour == cyan) stack.waiting.push_back(e);
      }
      return true;
    }
    // What the first search has left it will not enter again: that is decided now, while the note is at hand.
    for (const Edge& e : edges_) {
      const uint8_t colour = colours_.get(e.to);
      if (colour == blue_ || colour == red_)
        ++outcome_.counts.matched;
      else
        stack.waiting.push_back(e);
    }
    ++outcome_.counts.states;
    outcome_.counts.stack_peak = std::max<uint64_t>(outcome_.counts.stack_peak, stack.frames.size());
    return record_errors(log_, space_.buffer().arcs, stack.frames.size(), [this] { return stem(); }) &&
           !(cycles_.sought == Sought::nodes && edge.accepting && decided());
  }

  // The node on top decides. True: that is enough.
  bool decided() {
    if (!log_.looks_for(model::ErrorKind::claim_completed)) return false;
    return log_.record(model::ErrorKind::claim_completed, 0, first_.frames.size(), [&] { return stem(); });
  }
  Path stem() const {
    Path p;
    for (size_t k = 1; k < first_.frames.size(); ++k) p.choices.push_back(first_.frames[k].reached.choice);
    return p;
  }

  void blue() {
    while (!first_.frames.empty()) {
      Frame& top = first_.frames.back();
      if (top.next < first_.waiting.size()) {
        const Edge edge = first_.waiting[top.next++];
        const uint8_t colour = colours_.get(edge.to);
        if (colour == white) {
          if (depth_ + edge.steps >= task_.depth_limit) {
            outcome_.cut = true;
            ++outcome_.counts.matched;
          } else if (!enter(first_, edge)) {
            return;
          }
          continue;
        }
        ++outcome_.counts.matched;
        if (colour == cyan && closes_ && (edge.accepting || top.reached.accepting) && found(edge, false)) return;
        continue;
      }
      const Edge reached = top.reached;
      const bool seed = reached.accepting && cycles_.sought == Sought::cycles;
      if (seed && !red(reached)) return;
      assert(colours_.get(reached.to) == cyan && depth_ >= reached.steps);
      colours_.set(reached.to, seed ? red_ : blue_);
      depth_ -= reached.steps;
      first_.waiting.resize(first_.frames.back().first);
      first_.frames.pop_back();
    }
  }

  // The second search. False: the search has to end.
  bool red(const Edge& seed) {
    second_.frames.clear();
    second_.waiting.clear();
    if (!enter(second_, seed)) return false;
    while (!second_.frames.empty()) {
      Frame& top = second_.frames.back();
      if (top.next < second_.waiting.size()) {
        const Edge edge = second_.waiting[top.next++];
        const uint8_t colour = colours_.get(edge.to);
        if (colour == cyan) {
          if (found(edge, true)) return false;
        } else if (colour == blue_) {
          colours_.set(edge.to, red_);
          if (!enter(second_, edge)) return false;
        }
        continue;
      }
      second_.waiting.resize(top.first);
      second_.frames.pop_back();
    }
    return true;
  }

  // A cycle through the cyan node that `edge` leads to. True: that is enough.
  bool found(const Edge& edge, bool in_second) {
    if (!log_.looks_for(cycles_.kind)) return false;
    const size_t length = first_.frames.size() + (in_second ? second_.frames.size() : 0);
    return log_.record(cycles_.kind, 0, length, [&] {
      Path p;
      size_t start = 0;
      for (size_t i = 0; i < first_.frames.size(); ++i) {
        if (first_.frames[i].reached.to == edge.to) start = i;
        if (i > 0) p.choices.push_back(first_.frames[i].reached.choice);
      }
      if (in_second) {
        for (size_t i = 1; i < second_.frames.size(); ++i) p.choices.push_back(second_.frames[i].reached.choice);
      }
      p.choices.push_back(edge.choice);
      p.cycle_start = narrow<int64_t>(start);
      return p;
    });
  }

  uint64_t stack_bytes() const {
    return (first_.frames.capacity() + second_.frames.capacity()) * sizeof(Frame) +
           (first_.waiting.capacity() + second_.waiting.capacity()) * sizeof(Edge);
  }
  bool check() {
    return check_budgets(store_, stack_bytes(), colours_.bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.depth = outcome_.counts.stack_peak;
    outcome_.counts.vector_bytes = space_.largest();
    outcome_.counts.stored = store_.size();
    return count_memory(store_, stack_bytes(), colours_.bytes());
  }

  ProductSpace<StoreT> space_;
  Colours<StoreT> colours_;
  StoreT& store_;
  const CycleTask cycles_;
  const bool closes_;  // an accepting cycle is a violation
  std::vector<Edge> edges_;
  Stack first_, second_;
  uint64_t depth_ = 0;  // of the first search's top, in steps
};

}  // namespace gyre::search
