#include "automata/automaton.h"

#include <algorithm>

#include "automata/bdd.h"
#include "automata/graph.h"

namespace gyre::automata {

size_t Automaton::edge_count() const {
  size_t n = 0;
  for (const State& s : states) n += s.edges.size();
  return n;
}

namespace {

// Whether an accepting component, all of whose cycles accept, never gets stuck: it accepts every word.
bool accepts_everything(const Graph& graph, const SccInfo& info, uint32_t component, BddManager& bdds) {
  for (uint32_t s = 0; s < graph.size(); ++s) {
    if (info.of(s) != component) continue;
    Bdd all = kFalse;
    for (const GraphEdge& e : graph.out[s]) {
      if (info.of(e.target) == component) all = bdds.lor(all, e.label);
    }
    if (all != kTrue) return false;
  }
  return true;
}

// A component is weak when all its edges have all marks, or it has no accepting cycle.
bool all_marked(const Graph& graph, const SccInfo& info, uint32_t component) {
  for (uint32_t s = 0; s < graph.size(); ++s) {
    if (info.of(s) != component) continue;
    for (const GraphEdge& e : graph.out[s]) {
      if (info.of(e.target) == component && e.marks != graph.all_marks()) return false;
    }
  }
  return true;
}

}  // namespace

void classify(Automaton& automaton) {
  BddManager bdds;
  classify(automaton, bdds);
}

void classify(Automaton& automaton, BddManager& bdds) {
  const Graph graph = to_graph(automaton, bdds);
  automaton.deterministic = is_deterministic(graph, bdds);
  const SccInfo info = analyse(graph);
  automaton.strength = Strength::terminal;
  for (uint32_t c = 0; c < info.components.count; ++c) {
    if (!info.accepting[c]) continue;
    if (!all_marked(graph, info, c)) {
      automaton.strength = Strength::general;
      return;
    }
    if (!accepts_everything(graph, info, c, bdds)) automaton.strength = Strength::weak;
  }
}

const char* strength_name(Strength strength) {
  switch (strength) {
    case Strength::terminal: return "terminal";
    case Strength::weak: return "weak";
    case Strength::general: return "general";
  }
  return "";
}

}  // namespace gyre::automata
