// Formulas of computation tree logic (Clarke & Emerson 1981), and the form in which they are checked.
//
// A formula is a vector of nodes that refer to earlier ones; the last one is the whole. Atoms are numbers, as in LTL.
//
// ExistentialForm is the same formula with three temporal operators only, all of them existential:
//   EX f         some successor has f
//   E[f U g]     some path has g, and f before it
//   E[f W g]     some path has E[f U g], or f for ever; EG f is E[f W false]
// Everything else is a negation of these: AG f = !E[true U !f], AF f = !E[!f W false], and A[f U g] =
// !E[!g W (!f & !g)], so that one search looks for both ways in which an `until` can fail. Nodes are shared.
//
// Paths are infinite, and with fairness fair. Where not every state has such a path, f in a state only counts where one
// begins there: `restricted` adds that to what EX, U and W look for (Clarke, Emerson & Sistla 1986).
#pragma once

#include "base/nth.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace gyre::logic {

struct CtlNode {
  enum class Op : uint8_t {
    atom,
    constant,
    negation,
    conjunction,
    disjunction,
    implication,
    equivalence,
    ax,
    ex,
    af,
    ef,
    ag,
    eg,
    au,  // A[left U right]
    eu,
  } op = Op::atom;
  int32_t atom = -1;
  bool value = false;             // constant
  int32_t left = -1, right = -1;  // nodes of the same formula
};
using CtlFormula = std::vector<CtlNode>;

inline bool is_temporal(CtlNode::Op op) { return op >= CtlNode::Op::ax; }
// Does the subformula have a temporal operator?
bool has_temporal(const CtlFormula& formula, int32_t node);

// The subformula as text; `atoms` are the texts of the atoms, those beyond it are printed as p<number>.
std::string print(const CtlFormula& formula, int32_t node, const std::vector<std::string>& atoms);

class ExistentialForm {
 public:
  enum class Op : uint8_t { constant, atom, negation, conjunction, disjunction, equivalence, ex, eu, ew };
  struct Node {
    Op op = Op::constant;
    int32_t atom = -1;
    bool value = false;
    int32_t left = -1, right = -1;  // ex has `left` only; eu, ew: stay in `left` until `right`
  };

  ExistentialForm(const CtlFormula& formula, bool restricted);

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& operator[](int32_t node) const { return nth(nodes_, node); }
  int32_t root() const { return of_.back(); }
  // The node that says the same as a node of the formula.
  int32_t of(int32_t formula_node) const { return nth(of_, formula_node); }
  // E[true W false]: some (fair, infinite) path begins here; -1 unless restricted.
  int32_t fair() const { return fair_; }
  int32_t nothing() const { return bottom_; }  // the constant false

 private:
  int32_t constant(bool value);
  int32_t negation(int32_t f);
  int32_t conjunction(int32_t f, int32_t g);
  int32_t disjunction(int32_t f, int32_t g);
  int32_t equivalence(int32_t f, int32_t g);
  int32_t temporal(Op op, int32_t f, int32_t g);
  int32_t add(const Node& node);
  bool is_constant(int32_t f, bool value) const;

  std::vector<Node> nodes_;
  std::map<std::tuple<Op, int32_t, bool, int32_t, int32_t>, int32_t> known_;
  std::vector<int32_t> of_;
  int32_t fair_ = -1;
  int32_t bottom_ = -1;
};

}  // namespace gyre::logic
