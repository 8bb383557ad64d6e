// The tableau: a formula as a transition-based generalised Büchi automaton.
//
// A state is a formula; what it asks of a word is a Boolean function over the atoms (now), X[g] (the rest of the word
// satisfies g) and promises a[g] (g is put off):
//   r(F g) = r(g) or a[g] X[F g]                       r(G g) = r(g) and X[G g]
//   r(f U g) = r(g) or a[g] r(f) X[f U g]              r(f W g) = r(g) or r(f) X[f W g]
//   r(f R g) = r(g) and (r(f) or X[f R g])             r(f M g) = r(g) and (r(f) or a[f and g] X[f M g])
// For every letter the function that is left is monotone in X and a; its prime implicants are the edges. States with
// the same function are one state. A run is accepting if every promise is infinitely often not made, so mark i stands
// on the edges that do not make promise i. Directly below G, an operator need not put itself off: X[G g] asks for it
// again.
//
// Couvreur, On-the-fly verification of linear temporal logic, FM 1999; Duret-Lutz, LTL translation improvements in
// Spot, 2011.
#pragma once

#include "automata/graph.h"
#include "logic/formula.h"

namespace gyre::automata {

constexpr size_t kMaxTableauEdges = 200'000;

// `f` in negation normal form with atoms below kMaxAtoms. Throws Error when the automaton would have more edges, or
// the way to it would be out of proportion to that.
Graph tableau(logic::FormulaFactory& factory, logic::Formula f, BddManager& bdds, size_t max_edges = kMaxTableauEdges);

}  // namespace gyre::automata
