// The minimised automaton (Holzmann & Puri, "A minimized automaton representation of reachable states", 1999): the set
// of the states met as the smallest deterministic automaton that accepts them, read byte by byte. There are no states
// in it to count or to compare: common beginnings and common ends of all of them are kept once.
//
// Nodes never change and are kept once each (they are looked up by their content before they are made), so that the
// automaton is minimal at all times. A new state changes the nodes on its path, from its last byte up to the root: new
// ones are made, and old ones that nobody points to any more are freed. That takes some microseconds for a state, and
// is what it costs.
//
// Keys of each length have an automaton of their own; their nodes are shared. Keys of more than kLongest bytes are kept
// whole, beside: a node for each of their bytes would be no gain. Not for use by several threads at once.
#pragma once

#include <cassert>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/ratio.h"
#include "base/state_view.h"
#include "store/exact.h"
#include "store/pages.h"
#include "store/visited_stack.h"

namespace gyre::store {

class Dfa {
 public:
  Dfa();

  void prefetch(uint64_t) const {}
  bool contains(StateView state, uint64_t hash) const;
  Visit visit(StateView state, uint64_t hash);
  void leave(StateView, uint64_t) {}

  uint64_t size() const { return count_ + long_.size(); }
  uint64_t bytes() const { return own_bytes() + (long_.size() == 0 ? 0 : long_.bytes()); }
  double fill() const { return ratio(nodes_, index_.size()); }
  void set_memory_limit(uint64_t bytes) { limit_ = bytes; }

  uint64_t nodes() const { return nodes_; }

 private:
  // A place in the memory, in words. Nobody has kReject, and kAccept is the end of all paths.
  using Ref = uint32_t;
  static constexpr Ref kReject = 0;
  static constexpr Ref kAccept = 1;

  // An edge is for the bytes first to last. A node: how many point to it, the next one in its chain of the index, how
  // many edges, their targets, their bytes. Edges are in order, and two next to each other with the same target are
  // one.
  struct Edge {
    uint8_t first;
    uint8_t last;
    Ref target;
    bool operator==(const Edge&) const = default;
  };
  static constexpr uint32_t kHead = 3;
  static constexpr uint32_t kLongest = 4096;
  static uint32_t words_for(uint32_t edges) { return kHead + edges + (edges + 1) / 2; }

  uint64_t own_bytes() const { return memory_.committed() + (index_.capacity() + free_.capacity()) * sizeof(Ref); }
  uint32_t* node(Ref ref) const {
    assert(ref > kAccept && ref < top_);
    return reinterpret_cast<uint32_t*>(memory_.data()) + ref;
  }
  uint32_t edges_of(Ref ref) const { return node(ref)[2]; }
  Ref& target(Ref ref, uint32_t i) const {
    assert(i < edges_of(ref));
    return node(ref)[kHead + i];
  }
  uint8_t* range(Ref ref, uint32_t i) const {
    assert(i < edges_of(ref));
    return reinterpret_cast<uint8_t*>(node(ref) + kHead + edges_of(ref)) + 2 * i;
  }
  Ref step(Ref from, uint8_t byte) const;
  void load(Ref ref, std::vector<Edge>& out) const;
  static void redirect(std::vector<Edge>& edges, uint8_t byte, Ref to);

  uint64_t hash(const std::vector<Edge>& edges) const;
  uint64_t hash(Ref ref) const;
  bool same(Ref ref, const std::vector<Edge>& edges) const;
  Ref intern(const std::vector<Edge>& edges);
  void release(Ref ref);
  bool make_room(uint64_t words);
  bool grow_index();

  Reservation memory_{true};
  uint64_t top_ = 2;                         // words in use, freed ones included
  std::vector<Ref> free_;                    // per number of edges: the first freed node of that size
  std::vector<Ref> index_;                   // chains by hash
  std::unordered_map<uint32_t, Ref> roots_;  // per length of the key
  std::vector<Ref> path_;
  std::vector<Edge> edges_;
  std::vector<Ref> unreferenced_;
  Exact<> long_;
  uint64_t nodes_ = 0;
  uint64_t count_ = 0;
  uint64_t limit_ = ~uint64_t{0};
};

static_assert(VisitedSet<Dfa>);

}  // namespace gyre::store
