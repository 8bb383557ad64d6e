// LTL to Büchi automata. docs/design/ltl.md tells the steps, their papers and the sizes they reach.
//
// The same formula gives the same automaton, in every run and whatever else its factory holds. Throws Error for
// formulas with more than kMaxAtoms atoms, or so large that the translation would not end in reasonable time and
// memory.
#pragma once

#include <functional>

#include "automata/automaton.h"
#include "automata/bdd.h"
#include "logic/formula.h"

namespace gyre::automata {

struct TranslateOptions {
  bool generalised = false;  // acceptance sets on edges instead of one set on states
  // Asked now and then; if it says so, translate() throws Cancelled (bdd.h).
  std::function<bool()> stop;
  // The following are for tests and measurements; each step only makes the automaton smaller.
  bool simplify = true;
  bool simulation = true;
  bool obligations = true;
};

Automaton translate(logic::Formula f, const TranslateOptions& options = {});

// A state-based automaton of the same language, reduced; for automata that were read from a file.
Automaton state_based(const Automaton& automaton);

}  // namespace gyre::automata
