// Who checks answers about CTL: a naive global labelling of small graphs, and a judge who follows every piece of
// evidence by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

#include "graph_product.h"
#include "logic/ctl.h"
#include "search/ctl.h"
#include "search/ctl_evidence.h"

namespace gyre::test {

using logic::CtlFormula;
using logic::CtlNode;
using search::CtlEvidence;
using search::Fairness;
using search::FairnessUnit;
using Op = CtlNode::Op;

struct Rules {
  Fairness fairness = Fairness::none;
  FairnessUnit unit = FairnessUnit::process;
  bool exclude = false;  // finite executions are left out

  bool restricted() const { return exclude || fairness == Fairness::impartial; }
};

// A system as a product with a claim of one state.
class GraphSystem : public model::Product {
 public:
  GraphSystem(const TableProduct& table, bool stutter) : product_(table), stutter_(stutter) {}
  void initial(model::ProductBuffer& out) override { product_.initial(out); }
  void expand_system(StateView state, model::ProductBuffer& out) override {
    product_.expand_system(state, out);
    ++expansions;
  }
  void add_arcs(StateView state, uint32_t claim, model::ProductBuffer& out) override {
    product_.add_arcs(state, claim, out);
    if (!stutter_ && out.arcs.size() == 1 && out.arcs[0].successor == model::Arc::kStutter) out.arcs.clear();
  }
  uint32_t claim_states() const override { return 1; }
  uint64_t all_marks() const override { return 0; }

  uint64_t expansions = 0;

 private:
  GraphProduct product_;
  bool stutter_;
};

class TableLabels : public search::Labels {
 public:
  explicit TableLabels(const TableProduct& table) : table_(table) {}
  bool holds(uint32_t atom, StateView state, model::ErrorKind& error) override {
    uint32_t number;
    std::memcpy(&number, state.data, 4);
    if (number == undefined) error = model::ErrorKind::index;
    ++asked;
    return ((table_.system[number].letter >> atom) & 1) != 0;
  }
  uint32_t undefined = ~uint32_t{0};
  uint64_t asked = 0;

 private:
  const TableProduct& table_;
};

inline TableProduct system_of(std::vector<SystemState> states) {
  TableProduct t;
  t.system = std::move(states);
  t.claim = {{{{0, 0, 0, 0}}, true}};
  return t;
}

// The naive judge: labels all states by the definitions. Sets of states are bit sets; a path has a fair cycle in a set
// if some strongly connected subset is fair (graph_product.h looks at each of them).
class Judge {
 public:
  Judge(const TableProduct& table, const Rules& rules) : table_(table), rules_(rules), nodes_(plain_product(table)) {
    if (rules.exclude) {
      for (PlainNode& n : nodes_) {
        if (n.edges.size() == 1 && !n.edges[0].step) n.edges.clear();
      }
    }
    for (uint32_t set = 1; set < (1u << nodes_.size()); ++set) {
      if (good_set(table_, nodes_, set, rules.fairness, rules.unit) && strongly_connected(nodes_, set))
        fair_sets_.push_back(set);
    }
    all_ = (1u << nodes_.size()) - 1;
    fair_ = always(all_);
  }

  const std::vector<PlainNode>& nodes() const { return nodes_; }
  uint32_t fair() const { return fair_; }

  // The states where the formula is true, for each of its nodes.
  std::vector<uint32_t> label(const CtlFormula& formula) const {
    std::vector<uint32_t> out;
    for (const CtlNode& n : formula) {
      const uint32_t a = n.left >= 0 ? out[static_cast<size_t>(n.left)] : 0;
      const uint32_t b = n.right >= 0 ? out[static_cast<size_t>(n.right)] : 0;
      out.push_back(all_ & label(n, a, b));
    }
    return out;
  }

 private:
  uint32_t label(const CtlNode& n, uint32_t a, uint32_t b) const {
    switch (n.op) {
      case Op::atom: {
        uint32_t set = 0;
        for (uint32_t i = 0; i < nodes_.size(); ++i)
          set |= ((table_.system[nodes_[i].state].letter >> n.atom) & 1) << i;
        return set;
      }
      case Op::constant: return n.value ? all_ : 0;
      case Op::negation: return ~a;
      case Op::conjunction: return a & b;
      case Op::disjunction: return a | b;
      case Op::implication: return ~a | b;
      case Op::equivalence: return ~(a ^ b);
      case Op::ex: return before(a & fair_);
      case Op::ax: return ~before(~a & fair_);
      case Op::ef: return until(all_, a);
      case Op::ag: return ~until(all_, ~a & all_);
      case Op::eg: return always(a);
      case Op::af: return ~always(~a & all_);
      case Op::eu: return until(a, b);
      case Op::au: return ~(until(~b & all_, ~a & ~b & all_) | always(~b & all_));
    }
    return 0;
  }
  uint32_t before(uint32_t set) const {
    uint32_t out = 0;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      for (const PlainEdge& e : nodes_[i].edges) out |= ((set >> e.to) & 1) << i;
    }
    return out;
  }
  uint32_t until(uint32_t stay, uint32_t goal) const {
    uint32_t set = goal & fair_;
    for (;;) {
      const uint32_t more = set | (stay & before(set));
      if (more == set) return set;
      set = more;
    }
  }
  uint32_t always(uint32_t stay) const {
    uint32_t set = 0;
    for (const uint32_t fair : fair_sets_) set |= (fair & ~stay) == 0 ? fair : 0;
    for (;;) {
      const uint32_t more = set | (stay & before(set));
      if (more == set) return set;
      set = more;
    }
  }

  const TableProduct& table_;
  Rules rules_;
  std::vector<PlainNode> nodes_;
  std::vector<uint32_t> fair_sets_;
  uint32_t all_ = 0;
  uint32_t fair_ = 0;
};

// Follows a piece of evidence through the table, with the labels of the judge.
class EvidenceJudge {
 public:
  EvidenceJudge(const TableProduct& table, const Rules& rules, const Judge& judge, const CtlFormula& formula)
      : table_(table), rules_(rules), judge_(judge), formula_(formula), labels_(judge.label(formula)) {}

  uint64_t paths = 0, lassos = 0, universals = 0;

  void check(const CtlEvidence& e) {
    uint32_t at = 0;
    for (const uint32_t choice : e.from) at = go(at, choice);
    for (const CtlEvidence& c : e.children) check(c);
    if (e.kind == CtlEvidence::Kind::fair) {
      expect_lasso(e, at, ~uint32_t{0});
      return;
    }
    ASSERT_EQ(e.value, holds(e.formula, at));
    const CtlNode& n = formula_[static_cast<size_t>(e.formula)];
    const bool existential = n.op == Op::ex || n.op == Op::ef || n.op == Op::eg || n.op == Op::eu;
    const uint32_t left = n.left >= 0 ? labels_[static_cast<size_t>(n.left)] : 0;
    const uint32_t right = n.right >= 0 ? labels_[static_cast<size_t>(n.right)] : 0;
    switch (e.kind) {
      case CtlEvidence::Kind::fact: EXPECT_FALSE(logic::is_temporal(n.op)); return;
      case CtlEvidence::Kind::universal:
        ++universals;
        EXPECT_NE(existential, e.value);
        return;
      case CtlEvidence::Kind::lasso: {
        ++lassos;
        EXPECT_EQ(existential, e.value);
        ASSERT_TRUE(n.op == Op::eg || n.op == Op::af || n.op == Op::au);
        expect_lasso(e, at, n.op == Op::eg ? left : n.op == Op::af ? ~left : ~right);
        return;
      }
      default: break;
    }
    ++paths;
    EXPECT_EQ(existential, e.value);
    uint32_t stay = ~uint32_t{0}, goal = 0;
    switch (n.op) {
      case Op::ex:
      case Op::ef: goal = left; break;
      case Op::ax:
      case Op::ag: goal = ~left; break;
      case Op::eu:
        stay = left;
        goal = right;
        break;
      case Op::au:
        stay = ~right;
        goal = ~left & ~right;
        break;
      default: FAIL();
    }
    EXPECT_TRUE((n.op != Op::ex && n.op != Op::ax) || e.choices.size() == 1);
    for (const uint32_t choice : e.choices) {
      EXPECT_TRUE((stay >> node_of(at)) & 1);
      at = go(at, choice);
    }
    EXPECT_TRUE((goal & judge_.fair()) >> node_of(at) & 1);
  }

 private:
  // States and the nodes of the judge's graph are not numbered alike: it has only those that can be reached.
  uint32_t node_of(uint32_t state) const {
    for (uint32_t i = 0; i < judge_.nodes().size(); ++i) {
      if (judge_.nodes()[i].state == state) return i;
    }
    return 31;
  }
  bool holds(int32_t formula, uint32_t state) const {
    return ((labels_[static_cast<size_t>(formula)] >> node_of(state)) & 1) != 0;
  }
  uint32_t go(uint32_t state, uint32_t choice) const {
    const std::vector<Step>& steps = table_.system[state].steps;
    if (choice == model::Arc::kStutter) {
      EXPECT_TRUE(steps.empty() && !rules_.exclude);
      return state;
    }
    EXPECT_LT(choice, steps.size());
    return steps[choice].to;
  }
  void expect_lasso(const CtlEvidence& e, uint32_t at, uint32_t stay) {
    ASSERT_EQ(e.component, 0u);
    ASSERT_GE(e.cycle_start, 0);
    uint32_t begin = 0;
    std::vector<PlainNode> cycle;  // positions of the cycle as nodes of their own: an edge each
    for (size_t i = 0; i <= e.choices.size(); ++i) {
      EXPECT_TRUE((stay >> node_of(at)) & 1);
      if (i == static_cast<size_t>(e.cycle_start)) begin = at;
      if (i == e.choices.size()) break;
      if (i >= static_cast<size_t>(e.cycle_start)) {
        const Step& step = table_.system[at].steps[e.choices[i]];
        cycle.push_back({at, 0, {{static_cast<uint32_t>(cycle.size() + 1), 1, &step}}});
      }
      at = go(at, e.choices[i]);
    }
    EXPECT_EQ(at, begin);
    if (cycle.empty()) {
      EXPECT_TRUE(table_.system[at].steps.empty() && !rules_.exclude);
      return;
    }
    cycle.back().edges[0].to = 0;
    ASSERT_LT(cycle.size(), 32u);
    EXPECT_TRUE(good_set(table_, cycle, static_cast<uint32_t>((uint64_t{1} << cycle.size()) - 1), rules_.fairness,
                         rules_.unit));
  }

  const TableProduct& table_;
  Rules rules_;
  const Judge& judge_;
  const CtlFormula& formula_;
  std::vector<uint32_t> labels_;
};

}  // namespace gyre::test
