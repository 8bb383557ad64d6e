// Büchi automata as plain data: what the translation gives and the searches read.
//
// A letter is a set of atoms: bit i of a 64-bit word tells whether atom i holds. The label of an edge is a set of cubes
// (conjunctions of literals), of which one must fit the letter; no cube means no letter, an empty cube every letter.
//
// Acceptance is generalised Büchi on edges: a run is accepting if it takes edges with mark i infinitely often, for
// every i below `sets`. A state-based automaton has one set, and exactly the edges that leave accepting states bear
// its mark, so that a search may look at either. With no sets every infinite run is accepting.
//
// All states are reachable from `initial`. The language is empty if there is no accepting run; the translation of
// `false` has one state without edges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gyre::automata {

constexpr uint32_t kMaxAtoms = 64;
constexpr uint32_t kMaxSets = 64;

struct Cube {
  uint64_t pos = 0;  // atoms that must hold
  uint64_t neg = 0;  // atoms that must not

  bool matches(uint64_t letter) const { return (letter & pos) == pos && (letter & neg) == 0; }
  bool operator==(const Cube&) const = default;
};

struct Edge {
  uint32_t target = 0;
  std::vector<Cube> label;
  uint64_t marks = 0;

  bool matches(uint64_t letter) const {
    for (const Cube& cube : label) {
      if (cube.matches(letter)) return true;
    }
    return false;
  }
};

struct State {
  std::vector<Edge> edges;
  bool accepting = false;  // only in state-based automata
};

// Each is a special case of the next; a search may use it (seed of the choice: Bloem, Ravi & Somenzi, CAV 1999).
enum class Strength {
  terminal,  // an accepting component accepts everything: reachability decides
  weak,      // a component is accepting as a whole or not at all: one depth-first search decides
  general,
};

struct Automaton {
  std::vector<std::string> atoms;  // texts; as many as the labels use, at least
  uint32_t initial = 0;
  uint32_t sets = 0;
  bool state_based = false;
  std::vector<State> states;

  // Set by `classify`.
  Strength strength = Strength::general;
  bool deterministic = false;

  uint64_t all_marks() const { return sets == 64 ? ~uint64_t{0} : (uint64_t{1} << sets) - 1; }
  size_t edge_count() const;
};

// Computes `strength` and `deterministic`.
void classify(Automaton& automaton);

const char* strength_name(Strength strength);

}  // namespace gyre::automata
