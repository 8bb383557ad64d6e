// What a run is held against: an automaton that accepts the bad runs, over expressions of the model; or a never claim,
// which is a process of it; or the accept labels of processes alone.
//
// As in SPIN the claim moves first, on the state in which the system is, and then the system; where the system has come
// to its end, the claim goes on alone.
#pragma once

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "certify/semantics.h"

namespace certify {

class Claim {
 public:
  // Throws Rejected if it is none.
  Claim(const Program& program, const nlohmann::json& json);

  struct Move {
    uint32_t to = 0;
    uint64_t marks = 0;  // acceptance sets that the step belongs to
  };
  uint32_t states() const { return states_; }
  uint32_t initial() const { return initial_; }
  // How many acceptance sets there are: a run is bad if it takes steps of each of them again and again.
  uint32_t sets() const { return sets_; }
  bool stutters() const { return stutters_; }
  // Throws Rejected for a move that is a violation by itself.
  std::vector<Move> moves(Semantics& semantics, const State& system, bool blocked, uint32_t at);

  // Of the automaton alone: the steps on a letter, one bit for each atom.
  std::vector<Move> on_letter(uint32_t at, uint64_t letter) const { return matching(at, letter, 0); }
  size_t atoms() const { return atoms_.size(); }

 private:
  struct Cube {
    uint64_t holds = 0, fails = 0;
  };
  struct Edge {
    uint32_t to = 0;
    uint64_t marks = 0;
    std::vector<Cube> label;
  };

  std::vector<Move> matching(uint32_t at, uint64_t letter, uint64_t unknown) const;
  void read_automaton(const nlohmann::json& json);
  void never(Semantics& semantics, const State& system, bool blocked, uint32_t at, int depth, std::vector<Move>& out);

  const Program& program_;
  uint32_t states_ = 1, initial_ = 0, sets_ = 1;
  bool stutters_ = true, labels_ = false;
  int process_ = -1;        // of a never claim
  std::vector<int> atoms_;  // expressions
  std::vector<std::vector<Edge>> edges_;
  std::vector<bool> accepting_;
};

}  // namespace certify
