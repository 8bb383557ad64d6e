// A small package of binary decision diagrams: the Boolean functions over atoms that are the labels of edges during the
// translation. Nodes are hash-consed, so equal functions have equal numbers; the variable order is that of the atoms.
// There is no garbage collection: a manager lives for one translation.
//
// Bryant, Graph-based algorithms for Boolean function manipulation, 1986; the irredundant sum of products is Minato's
// (1992). Not thread-safe.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <unordered_map>
#include <vector>

#include "automata/automaton.h"

namespace gyre::automata {

using Bdd = uint32_t;
constexpr Bdd kFalse = 0;
constexpr Bdd kTrue = 1;

// The translation was told to stop. No Error: nothing is wrong with the formula.
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "the translation of a formula was cancelled"; }
};

class BddManager {
 public:
  // `stop` is asked now and then, in all operations and by poll(): if it says so, the translation ends with Cancelled.
  explicit BddManager(std::function<bool()> stop = {});

  Bdd atom(uint32_t index) { return make(index, kFalse, kTrue); }  // below kMaxAtoms
  Bdd land(Bdd f, Bdd g);
  Bdd lor(Bdd f, Bdd g) { return lnot(land(lnot(f), lnot(g))); }
  Bdd lnot(Bdd f);
  Bdd minus(Bdd f, Bdd g) { return land(f, lnot(g)); }
  bool implies(Bdd f, Bdd g) { return minus(f, g) == kFalse; }
  bool disjoint(Bdd f, Bdd g) { return land(f, g) == kFalse; }

  bool constant(Bdd f) const { return f <= kTrue; }
  uint32_t var(Bdd f) const { return nodes_[f].var; }
  Bdd low(Bdd f) const { return nodes_[f].low; }
  Bdd high(Bdd f) const { return nodes_[f].high; }
  Bdd make(uint32_t v, Bdd low, Bdd high);

  // Between functions and sets of cubes. Throws Error when there would be very many.
  std::vector<Cube> cubes(Bdd f);
  Bdd function(const std::vector<Cube>& cubes);
  // One letter of f, which is not kFalse: atoms that do not matter are false.
  uint64_t some_letter(Bdd f) const;

  size_t size() const { return nodes_.size(); }

  // Work that takes its time between operations polls now and then.
  void poll() {
    if (++polls_ % kPollsPerQuestion == 0 && stop_ && stop_()) throw Cancelled();
  }

 private:
  struct BddNode {
    uint32_t var;
    Bdd low, high;
    bool operator==(const BddNode&) const = default;
  };
  struct BddNodeHash {
    size_t operator()(const BddNode& n) const;
  };

  static constexpr uint64_t kPollsPerQuestion = 4096;

  Bdd isop(Bdd lower, Bdd upper, Cube path, std::vector<Cube>* out);

  std::vector<BddNode> nodes_;
  std::unordered_map<BddNode, Bdd, BddNodeHash> unique_;
  std::unordered_map<uint64_t, Bdd> and_;
  std::vector<Bdd> not_;
  std::function<bool()> stop_;
  uint64_t polls_ = 0;
};

}  // namespace gyre::automata
