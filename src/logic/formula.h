// LTL formulas: immutable, hash-consed nodes owned by a FormulaFactory, so that equality is pointer equality.
//
// An atom is a number; its text and meaning are kept by whoever uses the library (a model's front end lowers atoms to
// state expressions). Conjunction and disjunction are n-ary, flat, sorted and without duplicates; the order depends
// only on the structure of the operands, never on the order of their creation, so that the same formula gives the same
// automaton in every run. `->` and `<->` are expanded when they are built; since nodes are shared, that costs nothing
// but the length of a printed text.
//
// Every node knows some of its syntactic properties:
//   eventual   f = F f   (true of a word if true of some suffix)          Etessami & Holzmann, CONCUR 2000
//   universal  f = G f   (true of every suffix if true of the word)
//   safety, guarantee, obligation: the classes of Manna & Pnueli, as far as the syntax shows them
//                                  (Cerna & Pelanek, MFCS 2003)
//
// Requirements: operands of a node belong to the same factory. Not thread-safe; nodes may be read by many threads.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace gyre::logic {

enum class Op : uint8_t {
  bottom,
  top,
  atom,
  negation,
  conjunction,
  disjunction,
  next,
  eventually,
  always,
  until,           // f U g: g comes, f holds before
  release,         // f R g: g holds up to and including the first f, or forever
  weak_until,      // f W g: f U g, or f forever
  strong_release,  // f M g: f R g, and f comes
};

struct Node;
using Formula = const Node*;

struct Node {
  Op op = Op::bottom;
  uint32_t atom = 0;   // of an atom
  uint32_t id = 0;     // order of creation in the factory
  uint32_t depth = 1;  // longest way to a leaf
  uint64_t size = 1;   // nodes when printed (shared ones counted each time), saturating
  uint64_t hash = 0;   // of the structure
  bool boolean = false, eventual = false, universal = false;
  bool safety = false, guarantee = false, obligation = false;
  bool has_next = false;  // X occurs: not invariant under stuttering for sure
  std::vector<Formula> args;

  Formula left() const {
    assert(!args.empty());
    return args[0];
  }
  Formula right() const {
    assert(args.size() == 2);
    return args[1];
  }
  bool is(Op o) const { return op == o; }
};

class FormulaFactory {
 public:
  FormulaFactory();
  FormulaFactory(const FormulaFactory&) = delete;
  FormulaFactory& operator=(const FormulaFactory&) = delete;
  ~FormulaFactory();

  // Deeper formulas are refused with an Error, so that recursive functions on formulas are safe.
  static constexpr uint32_t kMaxDepth = 1000;

  Formula top() const { return top_; }
  Formula bottom() const { return bottom_; }
  Formula atom(uint32_t index);
  Formula negation(Formula f);
  Formula conjunction(std::vector<Formula> args);
  Formula disjunction(std::vector<Formula> args);
  Formula unary(Op op, Formula f);              // next, eventually, always
  Formula binary(Op op, Formula f, Formula g);  // until, release, weak_until, strong_release
  Formula implication(Formula f, Formula g);
  Formula equivalence(Formula f, Formula g);

  // Negation normal form of f and of its negation: `negation` then only stands before atoms.
  Formula nnf(Formula f);
  Formula negated_nnf(Formula f);

  // The same formula in this factory, when f belongs to another.
  Formula import(Formula f);

  size_t size() const { return nodes_.size(); }

 private:
  Formula intern(Op op, uint32_t atom, std::vector<Formula> args);
  Formula nary(Op op, std::vector<Formula> args);
  Formula normal(Formula f, bool negate);

  std::vector<std::unique_ptr<Node>> nodes_;
  std::unordered_multimap<uint64_t, Formula> table_;
  std::unordered_map<Formula, Formula> nnf_[2];
  Formula top_ = nullptr;
  Formula bottom_ = nullptr;
};

// A total order of formulas by structure.
bool structural_less(Formula f, Formula g);

// 1 + the greatest atom of f, 0 when there is none.
uint32_t atom_bound(Formula f);

enum class Syntax { spin, usual };  // [] <> && || V, or G F & | R

// Text of the formula. `atoms` are the texts of the atoms; those beyond it are printed as p<index>. Formulas of more
// than about 100,000 nodes are cut short with "...".
std::string print(Formula f, const std::vector<std::string>& atoms, Syntax syntax);

}  // namespace gyre::logic
