// Reduction by simulation, on generalised (marks on edges) and on state-based automata.
//
// Direct: q is simulated by r if r can answer every edge of q, letter by letter, with an edge that has at least its
// marks and leads to a state that simulates the target. Reverse: the same for incoming edges, and only an initial state
// answers for one. States that simulate each other are merged; of two edges of which one could always answer for the
// other, the lesser is removed. Both keep the language: a run, or by König's lemma the limit of its prefixes, is
// answered by a run with at least its marks.
//
// Etessami & Holzmann, CONCUR 2000; Somenzi & Bloem, CAV 2000; Babiak et al., SPIN 2013.
#pragma once

#include "automata/graph.h"

namespace gyre::automata {

// Direct and reverse simulation in turn until nothing changes. The result is normalised; large automata come back
// normalised only.
Graph reduce_by_simulation(Graph graph, BddManager& bdds);

}  // namespace gyre::automata
