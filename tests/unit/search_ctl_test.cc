// CTL on the fly against a naive global labelling on thousands of small graphs, with every fairness and both meanings
// of the end of a path; every piece of evidence is followed by hand.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "ctl_judge.h"
#include "store/checked.h"
#include "store/exact.h"
#include "store/held_cache.h"
#include "store/tree.h"
#include "store/tree_codec.h"

namespace gyre::test {
namespace {

struct Answer {
  bool value = false;
  bool fair = true;  // some path begins in the initial state
  CtlEvidence evidence;
  search::Counts counts;
  uint64_t expansions = 0;
};

template <class StoreT>
Answer ask_on(StoreT& store, const TableProduct& t, const Rules& rules, const CtlFormula& formula) {
  GraphSystem system(t, !rules.exclude);
  TableLabels labels(t);
  const logic::ExistentialForm form(formula, rules.restricted());
  const search::Task task;
  const search::Progress progress;
  search::CtlSearch<StoreT> search(system, store, labels, form, {rules.fairness, rules.unit}, task, progress);
  search::Node node = 0;
  EXPECT_TRUE(search.start(node));
  Answer a;
  a.value = search.value_once(form.root(), node);
  a.expansions = system.expansions;
  a.counts = search.counts();
  if (form.fair() >= 0) a.fair = search.value(form.fair(), node);
  a.evidence =
      search::CtlExplainer<StoreT>(search, formula, form).explain(static_cast<int32_t>(formula.size()) - 1, node, {});
  return a;
}
template <class StoreT>
Answer ask(const TableProduct& t, const Rules& rules, const CtlFormula& formula) {
  StoreT store;
  return ask_on(store, t, rules, formula);
}
Answer ask(const TableProduct& t, const Rules& rules, const CtlFormula& formula) {
  return ask<store::Exact<search::TailNote>>(t, rules, formula);
}

// Formulas by hand: f.ag(f.atom(0)) ...; what is made last is the whole.
struct Maker {
  CtlFormula nodes;
  int32_t add(Op op, int32_t left = -1, int32_t right = -1, int32_t atom = -1, bool value = false) {
    CtlNode n;
    n.op = op;
    n.left = left;
    n.right = right;
    n.atom = atom;
    n.value = value;
    nodes.push_back(n);
    return static_cast<int32_t>(nodes.size()) - 1;
  }
  int32_t atom(int32_t number) { return add(Op::atom, -1, -1, number); }
};

int32_t random_formula(Maker& m, std::mt19937& random, int depth) {
  const auto pick = random() % 16;
  if (depth == 0 || pick == 0) {
    if (random() % 12 == 0) return m.add(Op::constant, -1, -1, -1, random() % 2 == 0);
    return m.atom(static_cast<int32_t>(random() % 2));
  }
  const Op ops[] = {Op::negation, Op::conjunction, Op::disjunction, Op::implication, Op::equivalence,
                    Op::ax,       Op::ex,          Op::af,          Op::ef,          Op::ag,
                    Op::eg,       Op::au,          Op::eu,          Op::af,          Op::eg};
  const Op op = ops[pick - 1];
  const int32_t left = random_formula(m, random, depth - 1);
  const bool binary = (op >= Op::conjunction && op <= Op::equivalence) || op == Op::au || op == Op::eu;
  return m.add(op, left, binary ? random_formula(m, random, depth - 1) : -1);
}

TableProduct random_system(std::mt19937& random, uint32_t states) {
  TableProduct t = random_product(random, states, 1, 1 + random() % 3, 1);
  t.claim = {{{{0, 0, 0, 0}}, true}};
  return t;
}

std::vector<Rules> all_rules() {
  std::vector<Rules> out;
  for (const bool exclude : {false, true}) {
    out.push_back({Fairness::none, FairnessUnit::process, exclude});
    out.push_back({Fairness::impartial, FairnessUnit::process, exclude});
    for (const Fairness f : {Fairness::weak, Fairness::strong}) {
      for (const FairnessUnit u : {FairnessUnit::process, FairnessUnit::transition, FairnessUnit::edge})
        out.push_back({f, u, exclude});
    }
  }
  return out;
}

TEST(Ctl, AgreesWithNaiveLabellingOnRandomGraphs) {
  std::mt19937 random(11);
  int yes = 0, rounds = 0;
  uint64_t paths = 0, lassos = 0, universals = 0;
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_system(random, 1 + random() % 7);
    Maker m;
    random_formula(m, random, 1 + static_cast<int>(random() % 4));
    for (const Rules& rules : all_rules()) {
      const Judge judge(t, rules);
      const bool expected = (judge.label(m.nodes).back() & 1) != 0;
      const Answer a = ask(t, rules, m.nodes);
      ASSERT_EQ(a.value, expected) << logic::print(m.nodes, static_cast<int32_t>(m.nodes.size()) - 1, {});
      ASSERT_EQ(a.fair, (judge.fair() & 1) != 0);
      EvidenceJudge evidence(t, rules, judge, m.nodes);
      evidence.check(a.evidence);
      paths += evidence.paths;
      lassos += evidence.lassos;
      universals += evidence.universals;
      if (HasFailure()) {
        ADD_FAILURE() << logic::print(m.nodes, static_cast<int32_t>(m.nodes.size()) - 1, {}) << " fairness "
                      << static_cast<int>(rules.fairness) << " unit " << static_cast<int>(rules.unit) << " exclude "
                      << rules.exclude;
        return;
      }
      yes += expected;
      ++rounds;
    }
  }
  EXPECT_GT(yes, rounds / 4);
  EXPECT_LT(yes, rounds * 3 / 4);
  EXPECT_GT(paths, 5000u);
  EXPECT_GT(lassos, 3000u);
  EXPECT_GT(universals, 5000u);
}

TEST(Ctl, WideFormulasAndTheTreeStore) {
  std::mt19937 random(12);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_system(random, 1 + random() % 8);
    Maker m;
    random_formula(m, random, 6);
    for (const Rules& rules : {Rules{}, Rules{Fairness::strong, FairnessUnit::process, true}}) {
      const bool expected = (Judge(t, rules).label(m.nodes).back() & 1) != 0;
      ASSERT_EQ((ask<store::Exact<search::WideTailNote>>(t, rules, m.nodes).value), expected);
      ASSERT_EQ((ask<store::Tree<search::WideTailNote>>(t, rules, m.nodes).value), expected);
      ASSERT_EQ((ask<store::Checked<store::Exact<search::WideTailNote>>>(t, rules, m.nodes).value), expected);
    }
  }
}

// A graph of which searches see much before they end, though no path is long: wide, with atoms that seldom change, and
// with steps that lead back by a little now and then.
TableProduct wide_system(std::mt19937& random, uint32_t states) {
  TableProduct t = random_system(random, states);
  const uint32_t letter = random() % 4;
  for (uint32_t s = 0; s < states; ++s) {
    if (random() % 16 != 0) t.system[s].letter = letter;
    while (2 * s + 1 < states && t.system[s].steps.size() < 2) t.system[s].steps.push_back({});
    for (Step& step : t.system[s].steps) {
      const auto far = static_cast<uint32_t>(random() % 3);
      step.to = random() % 8 == 0 ? s - std::min(s, far) : std::min(states - 1, 2 * s + 1 + far);
    }
  }
  return t;
}

// One that asks for more than the first states.
void random_temporal_formula(Maker& m, std::mt19937& random) {
  const Op ops[] = {Op::ag, Op::ef, Op::af, Op::eg};
  const Op op = ops[random() % 4];
  m.add(op, random_formula(m, random, 1 + static_cast<int>(random() % 3)));
}

// None: the cache was full.
std::optional<Answer> ask_on_cache(const TableProduct& t, const Rules& rules, const CtlFormula& formula,
                                   const store::CacheOptions& options, uint64_t& replaced) {
  const uint32_t results = search::results_of(logic::ExistentialForm(formula, rules.restricted())) + 1;
  std::unique_ptr<store::Codec> codec;
  if (options.seed % 4 == 0) codec = std::make_unique<store::TreeCodec>();
  store::HeldCache cache(options, std::move(codec), results);
  try {
    Answer a = ask_on(cache, t, rules, formula);
    replaced += cache.replaced();
    return a;
  } catch (const search::CtlStopped&) {
    return {};
  }
}

// Tiny caches: what is forgotten is found out again, and verdicts and evidence are as right as ever.
TEST(Ctl, ACacheThatForgetsAgreesWithNaiveLabelling) {
  std::mt19937 random(21);
  uint64_t replaced = 0, answered = 0, full = 0, lassos = 0, paths = 0;
  int yes = 0;
  for (int round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const auto states = static_cast<uint32_t>(5 + random() % 4);
    const TableProduct t = round % 4 == 0 ? random_system(random, states) : wide_system(random, states);
    Maker m;
    random_temporal_formula(m, random);
    for (const Rules& rules : all_rules()) {
      const store::CacheOptions options{.states = 3 + random() % 4, .collisions = 2, .probes = 7, .seed = random()};
      const std::optional<Answer> a = ask_on_cache(t, rules, m.nodes, options, replaced);
      full += a ? 0 : 1;
      if (!a) continue;
      const Judge judge(t, rules);
      ASSERT_EQ(a->value, (judge.label(m.nodes).back() & 1) != 0)
          << logic::print(m.nodes, static_cast<int32_t>(m.nodes.size()) - 1, {});
      ASSERT_EQ(a->fair, (judge.fair() & 1) != 0);
      EvidenceJudge evidence(t, rules, judge, m.nodes);
      evidence.check(a->evidence);
      ASSERT_FALSE(HasFailure());
      paths += evidence.paths;
      lassos += evidence.lassos;
      yes += a->value;
      ++answered;
    }
  }
  EXPECT_GT(answered, full);
  EXPECT_GT(replaced, 1'500u);
  EXPECT_GT(paths, 1'000u);
  EXPECT_GT(lassos, 1'000u);
  EXPECT_GT(yes, static_cast<int>(answered / 4));
}

// Larger graphs, with strong fairness as in the thesis and without, against the store that forgets nothing.
TEST(Ctl, ACacheThatForgetsAgreesWithTheExactStore) {
  std::mt19937 random(22);
  uint64_t replaced = 0, answered = 0;
  for (int round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const uint32_t states = 60 + random() % 140;
    const TableProduct t = wide_system(random, states);
    Maker m;
    random_temporal_formula(m, random);
    for (const Rules& rules :
         {Rules{}, Rules{Fairness::strong, FairnessUnit::process, false},
          Rules{Fairness::strong, FairnessUnit::edge, false}, Rules{Fairness::weak, FairnessUnit::process, true}}) {
      const store::CacheOptions options{.states = 20 + random() % 60, .collisions = 3, .probes = 100, .seed = random()};
      const std::optional<Answer> a = ask_on_cache(t, rules, m.nodes, options, replaced);
      if (!a) continue;
      const Answer expected = ask<store::Exact<search::WideTailNote>>(t, rules, m.nodes);
      ASSERT_EQ(a->value, expected.value) << logic::print(m.nodes, static_cast<int32_t>(m.nodes.size()) - 1, {});
      ASSERT_EQ(a->fair, expected.fair);
      ++answered;
    }
  }
  EXPECT_GT(answered, 3'000u);
  EXPECT_GT(replaced, 10'000u);
}

// The thesis, section 3.5.2 and Figures 4.23, 4.24: a depth-first search with Tarjan's components that does not go
// beyond states with p; `goodchildren` is handed up from a state with p to the root of its component. AF p fails if a
// root has none.
bool thesis_af(const TableProduct& t, uint32_t mask) {
  std::vector<uint32_t> number(t.system.size()), low(t.system.size());
  std::vector<bool> good(t.system.size()), live(t.system.size());
  std::vector<uint32_t> stack;
  uint32_t count = 0;
  bool fails = false;
  const std::function<void(uint32_t)> visit = [&](uint32_t s) {
    number[s] = low[s] = ++count;
    stack.push_back(s);
    live[s] = true;
    good[s] = (t.system[s].letter & mask) != 0;
    if (!good[s]) {
      for (const Step& step : t.system[s].steps) {
        if (number[step.to] == 0) {
          visit(step.to);
          low[s] = std::min(low[s], low[step.to]);
        } else if (live[step.to]) {
          low[s] = std::min(low[s], number[step.to]);
        }
        if (good[step.to]) good[s] = true;
      }
    }
    if (low[s] != number[s]) return;
    bool any = false;
    for (size_t i = stack.size(); stack[--i] != s;) any = any || good[stack[i]];
    any = any || good[s];
    fails = fails || !any;
    while (live[s]) {
      live[stack.back()] = false;
      if (any) good[stack.back()] = true;
      stack.pop_back();
    }
  };
  visit(0);
  return !fails;
}

TEST(Ctl, TheThesissAlgorithmIsStrongFairnessOfEdges) {
  std::mt19937 random(13);
  int yes = 0;
  for (int round = 0; round < 4000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_system(random, 1 + random() % 8);
    Maker m;
    m.add(Op::af, m.atom(0));
    const bool expected = thesis_af(t, 1);
    yes += expected;
    ASSERT_EQ(ask(t, {Fairness::strong, FairnessUnit::edge, false}, m.nodes).value, expected);
  }
  EXPECT_GT(yes, 1000);
  EXPECT_LT(yes, 3500);
}

// Figure 2.2: two processes n -> t -> c -> n, never both in c. Bits of a letter: n1 t1 c1 n2 t2 c2.
TableProduct mutual_exclusion() {
  std::vector<SystemState> states;
  std::vector<std::pair<int, int>> names;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      if (a != 2 || b != 2) names.push_back({a, b});
    }
  }
  for (const auto& [a, b] : names) {
    SystemState s;
    s.letter = (1u << a) | (8u << b);
    for (uint32_t to = 0; to < names.size(); ++to) {
      const auto& [c, d] = names[to];
      if (b == d && c == (a + 1) % 3) s.steps.push_back({to, 0, model::kNobody, static_cast<uint32_t>(a)});
      if (a == c && d == (b + 1) % 3) s.steps.push_back({to, 1, model::kNobody, static_cast<uint32_t>(b)});
    }
    states.push_back(s);
  }
  return system_of(std::move(states));
}

TEST(Ctl, Figure22) {
  const TableProduct t = mutual_exclusion();
  ASSERT_EQ(t.system.size(), 8u);
  size_t transitions = 0;
  for (const SystemState& s : t.system) transitions += s.steps.size();
  EXPECT_EQ(transitions, 14u);
  auto value = [&](const Rules& rules, auto make) {
    Maker m;
    make(m);
    return ask(t, rules, m.nodes).value;
  };
  auto safe = [](Maker& m) { m.add(Op::ag, m.add(Op::negation, m.add(Op::conjunction, m.atom(2), m.atom(5)))); };
  auto live = [](Maker& m) { m.add(Op::ag, m.add(Op::implication, m.atom(1), m.add(Op::af, m.atom(2)))); };
  auto possible = [](Maker& m) { m.add(Op::ag, m.add(Op::ef, m.atom(2))); };
  EXPECT_TRUE(value({}, safe));
  EXPECT_TRUE(value({}, possible));
  EXPECT_FALSE(value({}, live));
  // Only while the other one is in c the first cannot go on, and it is not there for ever: weak fairness of processes
  // is not enough, strong fairness is.
  EXPECT_FALSE(value({Fairness::weak, FairnessUnit::process, false}, live));
  EXPECT_TRUE(value({Fairness::strong, FairnessUnit::process, false}, live));
  EXPECT_TRUE(value({Fairness::strong, FairnessUnit::edge, false}, live));
}

// Section 2.5: a choice that is made for ever in the same way. p is only reached by the other one.
TEST(Ctl, Figure25) {
  const TableProduct t = system_of({{{{1, 0, model::kNobody, 0}, {2, 0, model::kNobody, 1}}, 0, 1},
                                    {{{0, 0, model::kNobody, 2}}, 0, 1},
                                    {{{0, 0, model::kNobody, 3}}, 1, 1}});
  Maker m;
  m.add(Op::af, m.atom(0));
  const Answer plain = ask(t, {}, m.nodes);
  EXPECT_FALSE(plain.value);
  EXPECT_EQ(plain.evidence.kind, CtlEvidence::Kind::lasso);
  EXPECT_EQ(plain.evidence.choices, (std::vector<uint32_t>{0, 0}));
  EXPECT_FALSE(ask(t, {Fairness::strong, FairnessUnit::process, false}, m.nodes).value);
  EXPECT_FALSE(ask(t, {Fairness::weak, FairnessUnit::transition, false}, m.nodes).value);
  EXPECT_TRUE(ask(t, {Fairness::strong, FairnessUnit::transition, false}, m.nodes).value);
  EXPECT_TRUE(ask(t, {Fairness::strong, FairnessUnit::edge, false}, m.nodes).value);
}

// A line of states with p at the second: AG !p ends there, and EF p too.
TEST(Ctl, OnlyAsMuchOfTheGraphAsTheFormulaNeeds) {
  std::vector<SystemState> states(1000);
  for (uint32_t i = 0; i < states.size(); ++i) {
    states[i].steps.push_back({(i + 1) % 1000, 0, model::kNobody, 0});
    states[i].letter = i == 1 ? 1 : 0;
  }
  const TableProduct t = system_of(states);
  for (const Op op : {Op::ef, Op::af}) {
    Maker m;
    m.add(op, m.atom(0));
    const Answer a = ask(t, {}, m.nodes);
    EXPECT_TRUE(a.value);
    EXPECT_LE(a.expansions, 1u);
  }
  // Nested: each state is expanded once for each of the two operators, and no deeper than the graph needs.
  Maker m;
  m.add(Op::ag, m.add(Op::ef, m.atom(0)));
  const Answer a = ask(t, {}, m.nodes);
  EXPECT_TRUE(a.value);
  EXPECT_EQ(a.counts.states, 1000u);
  EXPECT_LE(a.expansions, 2000u);
}

TEST(Ctl, DeepGraphsNeedNoDeepStack) {
  constexpr uint32_t kLong = 300000;
  std::vector<SystemState> states(kLong);
  for (uint32_t i = 0; i + 1 < kLong; ++i) states[i].steps.push_back({i + 1, 0, model::kNobody, 0});
  states[kLong - 1].letter = 1;
  const TableProduct t = system_of(states);
  Maker m;
  m.add(Op::ag, m.add(Op::ef, m.add(Op::eg, m.atom(0))));
  EXPECT_TRUE(ask(t, {}, m.nodes).value);
  EXPECT_TRUE(ask(t, {Fairness::weak, FairnessUnit::process, false}, m.nodes).value);
  // No execution is infinite: nothing is said about any.
  EXPECT_FALSE(ask(t, {Fairness::none, FairnessUnit::process, true}, m.nodes).fair);
}

TEST(Ctl, AtomsWithoutAValue) {
  TableProduct t = system_of({{{{1, 0, model::kNobody, 0}}, 1, 1}, {{{0, 0, model::kNobody, 0}}, 1, 1}});
  Maker m;
  const int32_t p = m.atom(0);
  m.add(Op::ag, m.add(Op::disjunction, p, m.atom(1)));
  GraphSystem system(t, true);
  store::Exact<search::TailNote> store;
  TableLabels labels(t);
  const logic::ExistentialForm form(m.nodes, false);
  const search::Task task;
  const search::Progress progress;
  search::CtlSearch<store::Exact<search::TailNote>> search(system, store, labels, form, {}, task, progress);
  search::Node node = 0;
  ASSERT_TRUE(search.start(node));
  labels.undefined = 1;
  EXPECT_THROW(search.value_once(form.root(), node), search::AtomUndefined);
}

TEST(Ctl, Print) {
  Maker m;
  const int32_t p = m.atom(0);
  const int32_t q = m.atom(1);
  const int32_t u = m.add(Op::au, p, m.add(Op::ex, q));
  const int32_t i = m.add(Op::implication, m.add(Op::conjunction, p, m.add(Op::negation, q)), u);
  m.add(Op::ag, i);
  EXPECT_EQ(logic::print(m.nodes, static_cast<int32_t>(m.nodes.size()) - 1, {"x == 1", "q"}),
            "AG (x == 1 & !q -> A[x == 1 U EX q])");
}

}  // namespace
}  // namespace gyre::test
