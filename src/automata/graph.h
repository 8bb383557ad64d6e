// The working form of an automaton during translation: labels are BDDs, everything else as in automaton.h.
//
// Invariants after `normalise`: every state is reachable and lies on a way to an accepting cycle, unless the language
// is empty (then there is one state without edges); states are numbered breadth-first; of two edges between the same
// states neither is covered by the other.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "automata/automaton.h"
#include "automata/bdd.h"
#include "automata/scc.h"
#include "base/ids.h"

namespace gyre::automata {

struct GraphEdge {
  uint32_t target = 0;
  Bdd label = kFalse;
  uint64_t marks = 0;
};

struct Graph {
  uint32_t initial = 0;
  uint32_t sets = 0;
  bool state_based = false;  // one set; accepting[s] holds for all edges of s
  std::vector<std::vector<GraphEdge>> out;
  std::vector<char> accepting;  // of states, when state_based

  uint32_t size() const { return next_id<uint32_t>(out); }
  size_t edges() const;
  uint64_t all_marks() const { return sets == 64 ? ~uint64_t{0} : (uint64_t{1} << sets) - 1; }
};

// Whether all edges lead to states and bear marks of sets that exist, and state-based acceptance is that of the edges.
bool well_formed(const Graph& graph);

struct SccInfo {
  Components components;
  std::vector<char> trivial;    // a single state without a loop
  std::vector<char> accepting;  // there is an accepting cycle

  uint32_t of(uint32_t state) const {
    assert(state < components.of.size());
    return components.of[state];
  }
};

SccInfo analyse(const Graph& graph);

// Removes what cannot take part in an accepting run, joins parallel edges, removes marks of rejecting components and
// sets that say nothing, and gives all marks to components without a rejecting cycle.
Graph normalise(const Graph& graph, BddManager& bdds);

// The quotient: states with the same `representative` become that one. With `union_edges` all their edges are kept,
// otherwise those of the representative only.
Graph merge_states(const Graph& graph, const std::vector<uint32_t>& representative, bool union_edges, BddManager& bdds);

bool is_deterministic(const Graph& graph, BddManager& bdds);

// classify() with functions that are known already, and with the manager's question whether to stop.
void classify(Automaton& automaton, BddManager& bdds);

Automaton to_automaton(const Graph& graph, BddManager& bdds);
Graph to_graph(const Automaton& automaton, BddManager& bdds);

}  // namespace gyre::automata
