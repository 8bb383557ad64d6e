// Why a formula of CTL has its value in a state: a tree of paths and lassos.
//
// A piece is about one subformula in one state. Where an existential formula is true or a universal one false there is
// a path or a lasso that shows it, and further pieces tell why what is found at its end is as it is. Where it is the
// other way round the piece is a statement about all paths, and the search is its only witness. Parts without a
// temporal operator are facts: anybody can look.
#pragma once

#include <cassert>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "base/nth.h"
#include "logic/ctl.h"
#include "search/ctl.h"

namespace gyre::search {

struct CtlEvidence {
  enum class Kind : uint8_t {
    fact,       // no temporal operator, or a Boolean one: the children say why
    path,       // finite: what is looked for is at its end
    lasso,      // what is looked for is in all of its states
    universal,  // about all paths
    fair,       // formula -1: a lasso that shows that a (fair) infinite path begins here
  };
  int32_t formula = -1;  // node of the formula
  bool value = false;
  Kind kind = Kind::fact;
  std::vector<uint32_t> from;     // the system's choices from the initial state to where the piece begins
  std::vector<uint32_t> choices;  // of the piece itself; model::Arc::kStutter: it stays where it ends
  int64_t cycle_start = -1;       // lasso: transitions before the cycle; at the end: it stutters there
  // lasso: every cycle would be too long to be shown; it stays among so many states, which begin at the end of the path
  uint64_t component = 0;
  std::vector<CtlEvidence> children;  // of the state at the end of the path, or where the cycle begins

  // Does it show the value all by itself? A statement about all paths does not.
  bool complete() const {
    if (kind == Kind::universal) return false;
    for (const CtlEvidence& c : children) {
      if (!c.complete()) return false;
    }
    return true;
  }
};

template <store::Store StoreT>
class CtlExplainer {
 public:
  // Cycles of more transitions than `longest` are not shown step by step.
  CtlExplainer(CtlSearch<StoreT>& search, const logic::CtlFormula& formula, const logic::ExistentialForm& form,
               size_t longest = 20000)
      : search_(search), formula_(formula), form_(form), longest_(longest) {}

  CtlEvidence explain(int32_t i, Node node, std::vector<uint32_t> from) {
    using Op = logic::CtlNode::Op;
    const logic::CtlNode& n = nth(formula_, i);
    CtlEvidence e;
    e.formula = i;
    e.value = value(i, node);
    e.from = std::move(from);
    if (!logic::has_temporal(formula_, i)) return e;
    switch (n.op) {
      case Op::negation: child(e, n.left, node); break;
      case Op::conjunction: decide(e, n, node, false, false); break;
      case Op::disjunction: decide(e, n, node, true, true); break;
      case Op::implication: decide(e, n, node, false, true); break;
      case Op::equivalence:
        child(e, n.left, node);
        child(e, n.right, node);
        break;
      case Op::ax:
      case Op::ex:
      case Op::af:
      case Op::ef:
      case Op::ag:
      case Op::eg:
      case Op::au:
      case Op::eu: temporal(e, n, node); break;
      case Op::atom:
      case Op::constant: assert(false); break;  // they have no temporal operator
    }
    return e;
  }

 private:
  using Op = logic::CtlNode::Op;

  bool value(int32_t i, Node node) { return search_.value(form_.of(i), node); }
  void child(CtlEvidence& e, int32_t i, Node node) {
    std::vector<uint32_t> from = e.from;
    from.insert(from.end(), e.choices.begin(), e.choices.end());
    e.children.push_back(explain(i, node, std::move(from)));
  }
  // One operand with its deciding value is enough; otherwise both are needed.
  void decide(CtlEvidence& e, const logic::CtlNode& n, Node node, bool left_decides, bool right_decides) {
    if (value(n.left, node) == left_decides) return child(e, n.left, node);
    if (value(n.right, node) == right_decides) return child(e, n.right, node);
    child(e, n.left, node);
    child(e, n.right, node);
  }

  static bool existential(Op op) { return op == Op::ex || op == Op::ef || op == Op::eg || op == Op::eu; }

  void temporal(CtlEvidence& e, const logic::CtlNode& n, Node node) {
    e.kind = CtlEvidence::Kind::universal;
    if (existential(n.op) != e.value) return;
    int32_t f = form_.of(e.formula);
    if (form_[f].op == logic::ExistentialForm::Op::negation) f = form_[f].left;
    if (form_[f].op < logic::ExistentialForm::Op::ex) return;  // it was simplified away: AX true
    const bool next = n.op == Op::ex || n.op == Op::ax;
    const bool never_ends = n.op == Op::eg || n.op == Op::af;
    auto way = next ? search_.step(f, node) : never_ends ? Way{} : search_.shortest(f, node);
    if (!way.found) {
      lasso(e, f, node);
      // of A[p U q]: q is false in all of its states
      const int32_t body = n.op == Op::au ? n.right : n.left;
      if (logic::has_temporal(formula_, body)) child_on_cycle(e, body);
      return;
    }
    e.kind = CtlEvidence::Kind::path;
    e.choices = std::move(way.successors);
    if (n.op == Op::au) {
      child(e, n.left, way.end);
      child(e, n.right, way.end);
    } else {
      child(e, n.op == Op::eu ? n.right : n.left, way.end);
    }
    if (form_.fair() >= 0) is_recoverable(e, way.end);
  }

  void lasso(CtlEvidence& e, int32_t f, Node node) {
    auto found = search_.lasso(f, node, longest_);
    e.kind = CtlEvidence::Kind::lasso;
    e.choices = std::move(found.stem.successors);
    e.cycle_start = std::ssize(e.choices);
    cycle_begins_ = found.stem.end;
    if (found.cycle.cut)
      e.component = found.states;
    else
      e.choices.insert(e.choices.end(), found.cycle.successors.begin(), found.cycle.successors.end());
  }
  void child_on_cycle(CtlEvidence& e, int32_t i) {
    std::vector<uint32_t> from = e.from;
    from.insert(from.end(), e.choices.begin(), e.choices.begin() + e.cycle_start);
    e.children.push_back(explain(i, cycle_begins_, std::move(from)));
  }
  // What was found counts because an infinite (fair) path begins there.
  void is_recoverable(CtlEvidence& e, Node node) {
    CtlEvidence more;
    more.value = true;
    more.from = e.from;
    more.from.insert(more.from.end(), e.choices.begin(), e.choices.end());
    lasso(more, form_.fair(), node);
    more.kind = CtlEvidence::Kind::fair;
    e.children.push_back(std::move(more));
  }

  using Way = typename CtlSearch<StoreT>::Way;
  CtlSearch<StoreT>& search_;
  const logic::CtlFormula& formula_;
  const logic::ExistentialForm& form_;
  size_t longest_;
  Node cycle_begins_ = 0;
};

}  // namespace gyre::search
