// A product laid out in memory, with what fairness asks about its steps: which units are enabled in a node, which move
// in an edge. Tells the distance of each node from the first one, and the *parts* in which lassos can have their
// cycles.
//
// A part is a largest strongly connected set of nodes with a cycle that meets every acceptance set and is fair: a
// component, or, as strong fairness is a Streett condition, what is left of one when the nodes are taken out in which a
// unit is enabled that does not move inside (Emerson & Lei 1985; search/components.h does the same on the fly). Every
// fair accepting cycle lies in one part. Steps that stutter cost nothing, and a run that ends is fair: where it
// stutters nobody is enabled.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/product.h"
#include "search/fairness.h"

namespace gyre::search {

class LassoGraph {
 public:
  using Index = uint32_t;
  static constexpr Index kNone = ~Index{0};
  static constexpr uint64_t kFar = std::numeric_limits<uint64_t>::max() / 4;
  struct Edge {
    Index to;
    Index from;
    uint32_t choice;
    uint32_t successor;  // of the system
    uint32_t steps;
    uint64_t marks;
  };

  LassoGraph(Fairness fairness, FairnessUnit unit) : fairness_(fairness), units_(fairness, unit) {}

  // Nodes are numbered in the order in which they are added, `buffer` holding the expansion of `system`; the edges of
  // the last one follow.
  void add_node(const model::ProductBuffer& buffer, StateView system);
  void add_edge(const model::ProductBuffer& buffer, uint32_t choice, Index to);
  // All nodes and edges are there: now the rest can be asked. Distances come first.
  void finish();
  void find_parts(uint64_t all_marks);

  size_t nodes() const { return first_.size() - 1; }
  Fairness fairness() const { return fairness_; }
  uint32_t units() const { return units_.count(); }
  const std::vector<Edge>& edges() const { return edges_; }
  const Edge& edge(Index e) const { return edges_[e]; }
  Index first(Index node) const { return first_[node]; }
  Index last(Index node) const { return first_[node + 1]; }
  std::span<const uint32_t> enabled(Index node) const { return list(enabled_, first_enabled_, node); }
  std::span<const uint32_t> moved(Index e) const { return list(moved_, first_moved_, e); }

  // The shortest way from node 0, in steps, and its choices.
  uint64_t distance(Index node) const { return distance_[node]; }
  std::vector<uint32_t> way_to(Index node) const;

  // The nearest ones first.
  const std::vector<std::vector<Index>>& parts() const { return parts_; }
  bool inside(Index e) const { return part_[edges_[e].from] != kNone && part_[edges_[e].from] == part_[edges_[e].to]; }
  // The edges that lead to a node of a part.
  std::span<const Index> incoming(Index node) const { return list(in_, first_in_, node); }

  // A cycle of the system may be nearer than one of the product: a claim often needs a step of the cycle to come to
  // where it goes round. An edge inside a part whose step can be taken from a nearer node, of the same system state and
  // to the same node, has an *early* one there: the system's cycle is entered where that begins.
  // `hash` has a number for each node, equal if their system states are; `same` says whether these are.
  void find_early(const std::vector<uint64_t>& hash, const std::function<bool(Index, Index)>& same);
  Index early(Index e) const {
    const auto it = early_.find(e);
    return it == early_.end() ? kNone : it->second;
  }

  uint64_t bytes() const;

 private:
  using Nodes = std::vector<Index>;
  static std::span<const uint32_t> list(const std::vector<uint32_t>& all, const std::vector<Index>& first, Index i) {
    if (first.empty()) return {};
    return {all.data() + first[i], all.data() + first[i + 1]};
  }
  void measure();
  void decompose(const Nodes& nodes, Index region, std::vector<Nodes>& out);
  bool takes_part(const Nodes& nodes, uint64_t all_marks);
  void collect_incoming();

  const Fairness fairness_;
  Units units_;
  std::vector<Index> first_;  // edge of each node
  std::vector<Edge> edges_;
  std::vector<Index> first_enabled_, first_moved_;  // empty without fairness
  std::vector<uint32_t> enabled_, moved_;
  std::vector<uint64_t> distance_;
  std::vector<Index> nearest_;  // the edge by which a node is reached in that distance
  std::vector<Nodes> parts_;
  std::vector<Index> part_;  // of each node
  Index regions_ = 0;        // numbers of parts and of what may become one
  std::vector<Index> number_, low_;
  std::vector<UnitSeen> seen_;
  std::vector<Index> first_in_, in_;
  std::unordered_map<Index, Index> early_;
};

}  // namespace gyre::search
