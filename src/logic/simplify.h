// Rewriting of LTL formulas into smaller equivalent ones, so that the tableau begins with less.
//
// Three families of rules, each applied bottom-up until nothing changes at the node:
//   basic      X, F, G over each other and over Boolean operators, sharing of operands (Somenzi & Bloem, CAV 2000)
//   eventual   formulas with f = F f or f = G f move out of the scope of operators (Etessami & Holzmann, CONCUR 2000)
//   implied    operands that a cheap syntactic test shows to imply one another (Somenzi & Bloem; Babiak et al. 2012)
//
// Every rule keeps the language exactly; tests compare both sides on random words.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "logic/formula.h"

namespace gyre::logic {

class Simplifier {
 public:
  explicit Simplifier(FormulaFactory& factory) : factory_(factory) {}

  // An equivalent formula in negation normal form.
  Formula simplify(Formula f);

  // True only if f implies g; f and g in negation normal form. Incomplete.
  bool implies(Formula f, Formula g);

 private:
  Formula build(Op op, std::vector<Formula> args);
  Formula rewrite(Op op, std::vector<Formula> args);
  Formula plain(Op op, std::vector<Formula> args);

  Formula rewrite_nary(Op op, std::vector<Formula> args);
  bool merge_pair(Op op, Formula f, Formula g, Formula* merged);
  Formula rewrite_next(Formula f);
  Formula rewrite_eventually(Formula f);
  Formula rewrite_always(Formula f);
  Formula rewrite_until(Formula f, Formula g);
  Formula rewrite_release(Formula f, Formula g);
  Formula rewrite_weak_until(Formula f, Formula g);
  Formula rewrite_strong_release(Formula f, Formula g);

  Formula conj(Formula f, Formula g) { return build(Op::conjunction, {f, g}); }
  Formula disj(Formula f, Formula g) { return build(Op::disjunction, {f, g}); }
  Formula un(Op op, Formula f) { return build(op, {f}); }
  Formula bin(Op op, Formula f, Formula g) { return build(op, {f, g}); }

  bool implies_negation(Formula f, Formula g) { return implies(f, factory_.negated_nnf(g)); }
  bool negation_implies(Formula f, Formula g) { return implies(factory_.negated_nnf(f), g); }
  bool test_implies(Formula f, Formula g);

  FormulaFactory& factory_;
  std::unordered_map<Formula, Formula> done_;
  std::unordered_map<Formula, Formula> built_;
  std::unordered_map<uint64_t, bool> implied_;
  int depth_ = 0;
};

}  // namespace gyre::logic
