// The translation against a direct evaluation of formulas on random words, and against itself: A(f) and A(!f) have no
// word in common.
#include "automata/translate.h"

#include <gtest/gtest.h>

#include "automata/bdd.h"
#include "automata/graph.h"
#include "automata/lasso.h"
#include "logic/parser.h"
#include "logic/simplify.h"
#include "unit/automata_words.h"

namespace gyre::automata {
namespace {

using test::RandomLtl;

std::string text(logic::Formula f) { return logic::print(f, {}, logic::Syntax::spin); }

std::string describe(const Lasso& word) {
  std::string out;
  for (size_t i = 0; i < word.size(); ++i) {
    if (i == word.stem.size()) out += " (";
    out += " " + std::to_string(word.letter(i));
  }
  return out + " )";
}

void check_shape(const Automaton& a) {
  ASSERT_LT(a.initial, a.states.size());
  for (const State& s : a.states) {
    if (!a.state_based) {
      EXPECT_FALSE(s.accepting);
    }
    for (const Edge& e : s.edges) {
      ASSERT_LT(e.target, a.states.size());
      EXPECT_FALSE(e.label.empty());
      EXPECT_EQ(e.marks & ~a.all_marks(), 0u);
      if (a.state_based) {
        EXPECT_EQ(e.marks, s.accepting ? 1u : 0u);
      }
      for (const Cube& c : e.label) EXPECT_EQ(c.pos & c.neg, 0u);
    }
  }
}

// Whether everything is right; stops at the first wrong word.
bool check(logic::FormulaFactory& factory, logic::Formula f, RandomLtl& random, int words,
           const TranslateOptions& options) {
  const logic::Formula not_f = factory.negation(f);
  const Automaton yes = translate(f, options), no = translate(not_f, options);
  check_shape(yes);
  check_shape(no);
  EXPECT_TRUE(product_is_empty(yes, no)) << text(f);
  for (int i = 0; i < words; ++i) {
    const Lasso word = random.word();
    const bool truth = satisfies(word, f);
    EXPECT_EQ(accepts(yes, word), truth) << text(f) << " on" << describe(word);
    EXPECT_EQ(accepts(no, word), !truth) << "!(" << text(f) << ") on" << describe(word);
    if (testing::Test::HasFailure()) return false;
  }
  return !testing::Test::HasFailure();
}

void check_file(const std::string& name, int words) {
  const auto lines = test::shared_lines(name);
  if (lines.empty()) GTEST_SKIP() << "no formula list beside the checkout";
  for (const std::string& line : lines) {
    logic::FormulaFactory factory;
    std::vector<std::string> atoms;
    const logic::Formula f = logic::parse(line, factory, atoms);
    RandomLtl random(factory, std::max<uint32_t>(1, static_cast<uint32_t>(atoms.size())), 17);
    for (const bool generalised : {false, true}) {
      TranslateOptions options;
      options.generalised = generalised;
      if (!check(factory, f, random, words, options)) {
        FAIL() << line;
      }
    }
  }
}

TEST(Translate, Patterns) { check_file("patterns.ltl", 40); }
TEST(Translate, RandomList) { check_file("random.ltl", 15); }

TEST(Translate, FreshRandomFormulas) {
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    logic::FormulaFactory factory;
    RandomLtl random(factory, 1 + seed % 4, seed);
    const logic::Formula f = random.formula(3 + static_cast<int>(seed % 12));
    TranslateOptions options;
    options.generalised = seed % 3 == 0;
    if (!check(factory, f, random, 20, options)) FAIL() << "seed " << seed;
  }
}

// Every step alone and in all combinations.
TEST(Translate, EachStepIsSound) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    logic::FormulaFactory factory;
    RandomLtl random(factory, 1 + seed % 3, 7000 + seed);
    const logic::Formula f = random.formula(3 + static_cast<int>(seed % 7));
    for (int bits = 0; bits < 16; ++bits) {
      TranslateOptions options;
      options.generalised = bits & 1;
      options.simplify = bits & 2;
      options.simulation = bits & 4;
      options.obligations = bits & 8;
      if (!check(factory, f, random, 6, options)) FAIL() << "seed " << seed << " steps " << bits;
    }
  }
}

TEST(Translate, SameFormulaSameAutomaton) {
  logic::FormulaFactory first, second;
  std::vector<std::string> atoms;
  // The second factory has seen other formulas, in another order.
  const logic::Formula other = logic::parse("(b U c) && []<>a && <>(b && X c)", second, atoms = {"a", "b", "c"});
  EXPECT_NE(other, nullptr);
  const std::string formula = "[](a -> <>(b U c)) && ([]<>a || <>[]b) && (c W (b M a))";
  const Automaton a = translate(logic::parse(formula, first, atoms)),
                  b = translate(logic::parse(formula, second, atoms));
  ASSERT_EQ(a.states.size(), b.states.size());
  for (size_t s = 0; s < a.states.size(); ++s) {
    ASSERT_EQ(a.states[s].edges.size(), b.states[s].edges.size());
    for (size_t e = 0; e < a.states[s].edges.size(); ++e) {
      EXPECT_EQ(a.states[s].edges[e].target, b.states[s].edges[e].target);
      EXPECT_EQ(a.states[s].edges[e].label, b.states[s].edges[e].label);
    }
  }
}

TEST(Translate, SmallOnesAreAsExpected) {
  struct Expected {
    const char* formula;
    size_t states;
    bool deterministic;
    Strength strength;
  };
  for (const Expected& e : std::vector<Expected>{
           {"true", 1, true, Strength::terminal},
           {"false", 1, true, Strength::terminal},
           {"[]p", 1, true, Strength::weak},
           {"<>p", 2, true, Strength::terminal},
           {"p U q", 2, true, Strength::terminal},
           {"[]<>p", 2, true, Strength::general},
           {"<>[]p", 2, false, Strength::weak},
           {"[](p -> <>q)", 2, true, Strength::general},
           {"X X p", 4, true, Strength::terminal},
       }) {
    logic::FormulaFactory factory;
    std::vector<std::string> atoms;
    const Automaton a = translate(logic::parse(e.formula, factory, atoms));
    EXPECT_EQ(a.states.size(), e.states) << e.formula;
    EXPECT_EQ(a.deterministic, e.deterministic) << e.formula;
    EXPECT_EQ(a.strength, e.strength) << e.formula << " is " << strength_name(a.strength);
  }
}

// Of a large automaton this takes seconds, which a budget of time and Ctrl-C must not wait for.
TEST(Translate, IsStoppedWhereTheResultIsClassifiedToo) {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    text += (i > 0 ? " && " : "") + std::string("(a") + std::to_string(i) + " U b" + std::to_string(i) + ")";
  }
  logic::FormulaFactory factory;
  std::vector<std::string> atoms;
  Automaton a = translate(logic::parse(text, factory, atoms));
  BddManager unhurried;
  EXPECT_NO_THROW(classify(a, unhurried));
  BddManager stopped([] { return true; });
  EXPECT_THROW(classify(a, stopped), Cancelled);
}

}  // namespace
}  // namespace gyre::automata
