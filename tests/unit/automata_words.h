// Random formulas and random lasso words for the tests of the translation, and the formula lists that lie beside a
// checkout in ../shared, when they are there.
#pragma once

#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "automata/lasso.h"
#include "logic/formula.h"

namespace gyre::test {

using logic::Formula;
using logic::FormulaFactory;
using logic::Op;

class RandomLtl {
 public:
  RandomLtl(FormulaFactory& factory, uint32_t atoms, uint64_t seed) : factory_(factory), atoms_(atoms), random_(seed) {}

  // About `size` operators and atoms.
  Formula formula(int size) {
    if (size <= 1) {
      const uint32_t n = below(2 * atoms_ + 1);
      if (n == 2 * atoms_) return below(6) == 0 ? factory_.top() : factory_.atom(below(atoms_));
      const Formula atom = factory_.atom(n / 2);
      return n % 2 ? factory_.negation(atom) : atom;
    }
    const uint32_t pick = below(size == 2 ? 4 : 12);
    if (pick < 4) {
      const Formula f = formula(size - 1);
      switch (pick) {
        case 0: return factory_.negation(f);
        case 1: return factory_.unary(Op::next, f);
        case 2: return factory_.unary(Op::eventually, f);
        default: return factory_.unary(Op::always, f);
      }
    }
    const int left = 1 + static_cast<int>(below(static_cast<uint32_t>(size - 2)));
    const Formula f = formula(left), g = formula(size - 1 - left);
    switch (pick) {
      case 4: return factory_.conjunction({f, g});
      case 5: return factory_.disjunction({f, g});
      case 6: return factory_.implication(f, g);
      case 7: return factory_.equivalence(f, g);
      case 8: return factory_.binary(Op::until, f, g);
      case 9: return factory_.binary(Op::release, f, g);
      case 10: return factory_.binary(Op::weak_until, f, g);
      default: return factory_.binary(Op::strong_release, f, g);
    }
  }

  automata::Lasso word() {
    automata::Lasso w;
    const uint32_t stem = below(5), cycle = 1 + below(5);
    for (uint32_t i = 0; i < stem; ++i) w.stem.push_back(letter());
    for (uint32_t i = 0; i < cycle; ++i) w.cycle.push_back(letter());
    return w;
  }

  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

 private:
  uint64_t letter() { return random_() & ((uint64_t{1} << atoms_) - 1); }

  FormulaFactory& factory_;
  uint32_t atoms_;
  std::mt19937_64 random_;
};

// Lines of a file of ../shared/facts/ltl; empty when it is not there.
inline std::vector<std::string> shared_lines(const std::string& name) {
  std::ifstream in(std::string(GYRE_SOURCE_DIR) + "/../shared/facts/ltl/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace gyre::test
