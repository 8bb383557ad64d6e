// Lasso words, stem and cycle of letters, and what is true of them: a direct evaluator of LTL, which shares nothing
// with the translation, membership in an automaton, and emptiness of the product of two automata. Tests and the check
// of counterexamples use them; they are made to be plainly right, not fast.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/automaton.h"
#include "logic/formula.h"

namespace gyre::automata {

struct Lasso {
  std::vector<uint64_t> stem;   // may be empty
  std::vector<uint64_t> cycle;  // not empty

  size_t size() const { return stem.size() + cycle.size(); }
  uint64_t letter(size_t i) const { return i < stem.size() ? stem[i] : cycle[i - stem.size()]; }
  size_t next(size_t i) const { return i + 1 < size() ? i + 1 : stem.size(); }
};

// Whether the word satisfies the formula (any formula, not only normal forms).
bool satisfies(const Lasso& word, logic::Formula f);

// Whether the automaton accepts the word, from its initial state or from any of `from`.
bool accepts(const Automaton& automaton, const Lasso& word);
bool accepts(const Automaton& automaton, const Lasso& word, const std::vector<uint32_t>& from);

// Whether no word is accepted by both. The automata are over the same atoms.
bool product_is_empty(const Automaton& a, const Automaton& b);

}  // namespace gyre::automata
