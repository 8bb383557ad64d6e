// A part of a state graph laid out in memory, with what fairness asks about its steps: which units are enabled in a
// node, which move in an arc. Finds a strongly connected part with a fair cycle, and builds such a cycle.
//
// Strong fairness is a Streett condition: nodes in which a unit is enabled that never moves are taken out, and the rest
// is decomposed again (Emerson & Lei 1985). Weak fairness and impartiality are demands on a component as a whole: what
// a component lacks, every part of it lacks.
#pragma once

#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "model/product.h"
#include "search/fairness.h"

namespace gyre::search {

class StepGraph {
 public:
  StepGraph(Fairness fairness, FairnessUnit unit) : fairness_(fairness), unit_(unit), units_(fairness, unit) {}

  // Nodes are numbered in the order in which they are added; the arcs of the last one follow. `buffer` holds the
  // expansion of the node.
  void add_node(const model::ProductBuffer& buffer, StateView system);
  // `to` is the number of a node; `successor` that of the system's step, or model::Arc::kStutter.
  void add_arc(const model::ProductBuffer& buffer, const model::Arc& arc, uint32_t to);

  uint32_t size() const { return narrow<uint32_t>(first_arc_.size()); }

  // A strongly connected part that has a fair cycle, of a graph that is strongly connected and has an arc; empty: there
  // is none.
  std::vector<uint32_t> fair_part() const;

  struct Cycle {
    std::vector<uint32_t> successors;
    bool stutters = false;  // it is one state that stays as it is: no successors
    bool cut = false;       // it would be longer than allowed
  };
  // A fair cycle through a part that fair_part() gave, from `start` to `start`.
  Cycle cycle(const std::vector<uint32_t>& part, uint32_t start, size_t longest) const;

 private:
  struct Arc {
    uint32_t to;
    uint32_t successor;
    uint32_t first_moved;  // its units, up to those of the next arc
  };
  using Mask = std::vector<char>;

  uint32_t end_arc(uint32_t node) const;
  uint32_t end_moved(uint32_t arc) const;
  uint32_t end_enabled(uint32_t node) const;
  bool stutters(const std::vector<uint32_t>& part, const Mask& in) const;
  std::vector<char> unfair_units(const std::vector<uint32_t>& part, const Mask& in) const;
  void decompose(const std::vector<uint32_t>& nodes, const Mask& in, std::vector<std::vector<uint32_t>>& parts) const;
  class Walker;

  Fairness fairness_;
  FairnessUnit unit_;
  Units units_;  // of processes and statements
  uint32_t unit_count_ = 0;
  uint32_t first_edge_unit_ = 0;  // edges: the units of the last node are numbered from here on
  std::vector<uint32_t> first_arc_;
  std::vector<uint32_t> first_enabled_;
  std::vector<uint32_t> enabled_;
  std::vector<Arc> arcs_;
  std::vector<uint32_t> moved_;
};

}  // namespace gyre::search
