// Degeneralisation turns generalised Büchi acceptance on edges into Büchi acceptance on states.
//
// In an accepting component a state gets copies, one for each level: how many sets, in some order, were seen since
// the last accepting state. An edge goes up as many levels as its marks allow, and those that all edges of the target
// within the component have; the highest level is accepting and counts from zero again. At which level a component is
// entered does not matter for the language, so each component keeps only one terminal component of its copies, the
// smallest that any order of the sets gives. Components without accepting cycles have no levels.
//
// Babiak, Badie, Duret-Lutz, Kretinsky & Strejcek, Compositional approach to suspension and other improvements to LTL
// translation, SPIN 2013.
#pragma once

#include "automata/graph.h"

namespace gyre::automata {

// Where a component is entered when a state has several copies.
enum class Entry { lowest, highest };

// `graph` is normalised and not state-based; so is the result, but state-based.
Graph degeneralise(const Graph& graph, Entry entry, BddManager& bdds);

}  // namespace gyre::automata
