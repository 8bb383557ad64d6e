// CTL formulas as text, and their existential form.
#include "logic/ctl.h"

#include <gtest/gtest.h>

namespace gyre::logic {
namespace {

using Op = CtlNode::Op;

struct Maker {
  CtlFormula nodes;
  int32_t operator()(Op op, int32_t left = -1, int32_t right = -1) {
    CtlNode n;
    n.op = op;
    n.left = left;
    n.right = right;
    nodes.push_back(n);
    return static_cast<int32_t>(nodes.size()) - 1;
  }
  int32_t atom(int32_t number) {
    const int32_t i = (*this)(Op::atom);
    nodes.back().atom = number;
    return i;
  }
  int32_t constant(bool value) {
    const int32_t i = (*this)(Op::constant);
    nodes.back().value = value;
    return i;
  }
  std::string text() const { return print(nodes, static_cast<int32_t>(nodes.size()) - 1, {"p", "q", "x == 1"}); }
};

// A node of the form, written out.
std::string written(const ExistentialForm& form, int32_t f) {
  using E = ExistentialForm::Op;
  const ExistentialForm::Node& n = form[f];
  auto left = [&] { return written(form, n.left); };
  auto right = [&] { return written(form, n.right); };
  switch (n.op) {
    case E::constant: return n.value ? "1" : "0";
    case E::atom: return std::string(1, static_cast<char>('p' + n.atom));
    case E::negation: return "!" + left();
    case E::conjunction: return "(" + left() + "&" + right() + ")";
    case E::disjunction: return "(" + left() + "|" + right() + ")";
    case E::equivalence: return "(" + left() + "=" + right() + ")";
    case E::ex: return "EX" + left();
    case E::eu: return "E[" + left() + "U" + right() + "]";
    case E::ew: return "E[" + left() + "W" + right() + "]";
  }
  return "";
}
std::string form_of(const Maker& m, bool restricted = false) {
  const ExistentialForm form(m.nodes, restricted);
  return written(form, form.root());
}

TEST(Ctl, EveryOperatorByThree) {
  const std::pair<Op, const char*> unary[] = {{Op::ax, "!EX!p"},  {Op::ex, "EXp"},      {Op::af, "!E[!pW0]"},
                                              {Op::ef, "E[1Up]"}, {Op::ag, "!E[1U!p]"}, {Op::eg, "E[pW0]"}};
  for (const auto& [op, expected] : unary) {
    Maker m;
    m(op, m.atom(0));
    EXPECT_EQ(form_of(m), expected);
  }
  Maker until;
  const int32_t p = until.atom(0);
  until(Op::au, p, until.atom(1));
  EXPECT_EQ(form_of(until), "!E[!qW(!p&!q)]");
}

TEST(Ctl, WhereNotEveryStateHasAPath) {
  Maker next;
  next(Op::ex, next.atom(0));
  EXPECT_EQ(form_of(next, true), "EX(p&E[1W0])");
  Maker always;
  always(Op::eg, always.atom(0));
  EXPECT_EQ(form_of(always, true), "E[pW0]");
  Maker some;
  some(Op::eg, some.constant(true));
  const ExistentialForm form(some.nodes, true);
  EXPECT_EQ(form.root(), form.fair());
}

TEST(Ctl, ConstantsAndDoubleNegationsGo) {
  Maker m;
  m(Op::ag, m(Op::implication, m.constant(true), m(Op::negation, m(Op::af, m.atom(0)))));
  EXPECT_EQ(form_of(m), "!E[1U!E[!pW0]]");
}

TEST(Ctl, EquivalencesDoNotGrow) {
  Maker m;
  int32_t f = m.atom(0);
  for (int i = 0; i < 100; ++i) f = m(Op::equivalence, f, m(Op::ex, f));
  EXPECT_LT(ExistentialForm(m.nodes, true).nodes().size(), 500u);
  Maker one;
  const int32_t p = one.atom(0);
  one(Op::equivalence, p, one.constant(false));
  EXPECT_EQ(form_of(one), "!p");
}

TEST(Ctl, EqualPartsAreOne) {
  Maker m;
  const int32_t a = m(Op::ef, m.atom(0));
  const int32_t b = m(Op::ef, m.atom(0));
  m(Op::conjunction, a, b);
  const ExistentialForm form(m.nodes, false);
  EXPECT_EQ(form.of(a), form.of(b));
}

TEST(Ctl, Text) {
  Maker m;
  const int32_t p = m.atom(0);
  const int32_t x = m.atom(2);
  const int32_t either = m(Op::disjunction, p, m(Op::negation, x));
  m(Op::equivalence, m(Op::ag, either), m(Op::eu, either, m(Op::ex, p)));
  EXPECT_EQ(m.text(), "AG (p | !(x == 1)) <-> E[p | !(x == 1) U EX p]");
}

}  // namespace
}  // namespace gyre::logic
