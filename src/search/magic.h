// The "magic" search for accepting cycles (Godefroid & Holzmann 1993, Figure 5): a plain depth-first search of the
// product with a demon of two states. The demon switches when an accepting state is left for the last time; from then
// on the search looks for a way back to that state. One stack, no colours: a bit per state of the demon.
//
// The demon's state lies in the tail, as two bits beside each state (the paper's hybrid storage), or in the key (its
// classical storage), which stores a state once for each state of the demon.
#pragma once

#include <cassert>
#include <cstdint>
#include <new>
#include <vector>

#include "base/narrow.h"
#include "model/product.h"
#include "search/claim_errors.h"
#include "search/nested.h"
#include "search/product_space.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

template <store::Store StoreT>
class MagicSearch : SearchRun {
 public:
  // demon_in_key: classical storage; the claim must then be in the key as well.
  MagicSearch(model::Product& product, StoreT& store, const Task& task, const CycleTask& cycles, bool demon_in_key,
              const Progress& progress = {})
      : SearchRun(task, progress),
        space_(product, store, cycles.partition),
        seen_(store),
        store_(store),
        cycles_(cycles),
        demon_in_key_(demon_in_key) {}

  Outcome run() {
    guard([this] {
      share_memory(store_, stack_bytes(), seen_.bytes());
      Edge edge;
      const int there = space_.initial(edge);
      if (there < 0) out_of_memory();
      if (there > 0 && enter(edge)) search();
    });
    fill_counts();
    return std::move(outcome_);
  }

 private:
  using Edge = typename ProductSpace<StoreT>::Edge;
  struct Frame {
    Edge reached;
    size_t first;  // of its waiting edges
    size_t next;
  };

  uint8_t bit() const { return magic_ && !demon_in_key_ ? 2 : 1; }
  bool seen(Node node) { return (seen_.get(node) & bit()) != 0; }

  // Puts a node on the stack and its edges behind it. False: the search has to end.
  bool enter(const Edge& edge) {
    seen_.set(edge.to, seen_.get(edge.to) | bit());
    ++outcome_.counts.states;
    if (watch_.due() && !check()) return false;
    if (!space_.expand(edge.to, edge.accepting, edges_, magic_ && demon_in_key_)) {
      outcome_.ended = Ended::memory;
      return false;
    }
    frames_.push_back({edge, waiting_.size(), waiting_.size()});
    waiting_.insert(waiting_.end(), edges_.begin(), edges_.end());
    outcome_.counts.stack_peak = std::max<uint64_t>(outcome_.counts.stack_peak, frames_.size());
    return magic_ || record_errors(log_, space_.buffer().arcs, frames_.size(), [this] { return path(); });
  }

  void search() {
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next < waiting_.size()) {
        const Edge edge = waiting_[top.next++];
        if (magic_ && edge.to == wanted_) {
          if (found(edge)) return;
          continue;
        }
        if (seen(edge.to)) {
          ++outcome_.counts.matched;
        } else if (!enter(edge)) {
          return;
        }
        continue;
      }
      if (!magic_ && top.reached.accepting) {
        if (!switch_demon()) return;
        if (magic_) continue;
      }
      if (magic_ && frames_.size() == seed_) magic_ = false;
      waiting_.resize(frames_.back().first);
      frames_.pop_back();
      // The seed's second frame is gone: the seed itself is finished as well.
      if (seed_ != 0 && frames_.size() + 1 == seed_) {
        seed_ = 0;
        waiting_.resize(frames_.back().first);
        frames_.pop_back();
      }
    }
  }

  // The demon moves in the accepting node on top of the stack. False: the search has to end.
  bool switch_demon() {
    assert(!magic_ && seed_ == 0);
    Edge again = frames_.back().reached;
    if (demon_in_key_ && !space_.with_demon(again.to, again.to)) {
      outcome_.ended = Ended::memory;
      return false;
    }
    magic_ = true;
    if (seen(again.to)) {
      magic_ = false;
      return true;
    }
    wanted_ = again.to;
    seed_ = frames_.size() + 1;
    return enter(again);
  }

  bool found(const Edge& edge) {
    if (!log_.looks_for(cycles_.kind)) return false;
    assert(seed_ >= 2 && seed_ <= frames_.size());
    return log_.record(cycles_.kind, 0, frames_.size(), [&] {
      Path p = path();
      p.choices.push_back(edge.choice);
      p.cycle_start = narrow<int64_t>(seed_) - 2;
      return p;
    });
  }

  // To the node on top. The seed is on the stack twice, without a step between.
  Path path() const {
    Path p;
    for (size_t i = 1; i < frames_.size(); ++i) {
      if (seed_ == 0 || i + 1 != seed_) p.choices.push_back(frames_[i].reached.choice);
    }
    return p;
  }

  uint64_t stack_bytes() const { return frames_.capacity() * sizeof(Frame) + waiting_.capacity() * sizeof(Edge); }
  bool check() {
    return check_budgets(store_, stack_bytes(), seen_.bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.depth = outcome_.counts.stack_peak;
    outcome_.counts.vector_bytes = space_.largest();
    outcome_.counts.stored = store_.size();
    return count_memory(store_, stack_bytes(), seen_.bytes());
  }

  ProductSpace<StoreT> space_;
  Colours<StoreT> seen_;
  StoreT& store_;
  const CycleTask cycles_;
  const bool demon_in_key_;
  bool magic_ = false;
  Node wanted_ = 0;  // x of Figure 5
  size_t seed_ = 0;  // frames up to and including the seed's second one; 0: none
  std::vector<Edge> edges_;
  std::vector<Frame> frames_;
  std::vector<Edge> waiting_;
};

}  // namespace gyre::search
