// The minimal weak deterministic automaton of an obligation (a Boolean combination of safety and guarantee properties).
//
// The subset construction is deterministic; in each of its components, all words that stay there are accepted or none,
// so one of them decides. Colours that respect the order of the components make it a normal form, which is minimised
// like an automaton on finite words. Dax, Eisinger & Klaedtke, ATVA 2007; Löding, IPL 2001.
#pragma once

#include <optional>

#include "automata/graph.h"

namespace gyre::automata {

struct WeakDeterministic {
  Graph graph;
  Graph complement;
};

// State-based automata; nothing when the subset construction would need more than `max_subsets`. They are right if
// `graph` accepts an obligation; otherwise they may be anything, and must be compared with automata of the formula and
// its negation: right are they if both products, of each with the one it should be disjoint from, are empty.
std::optional<WeakDeterministic> minimal_weak_deterministic(const Graph& graph, size_t max_subsets, BddManager& bdds);

}  // namespace gyre::automata
