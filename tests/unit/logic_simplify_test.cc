// Rewriting and normal forms keep the meaning, and syntactic implication is implication, on random words.
// link: automata
#include "logic/simplify.h"

#include <gtest/gtest.h>

#include "automata/lasso.h"
#include "logic/parser.h"
#include "unit/automata_words.h"

namespace gyre::logic {
namespace {

std::string text(Formula f) { return print(f, {}, Syntax::spin); }

TEST(Simplify, KeepsTheMeaning) {
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    FormulaFactory factory;
    Simplifier simplifier(factory);
    test::RandomLtl random(factory, 1 + seed % 3, seed);
    const Formula f = random.formula(3 + static_cast<int>(seed % 12));
    const Formula simple = simplifier.simplify(f), normal = factory.nnf(f), opposite = factory.negated_nnf(f);
    for (int i = 0; i < 25; ++i) {
      const automata::Lasso word = random.word();
      const bool truth = automata::satisfies(word, f);
      ASSERT_EQ(automata::satisfies(word, normal), truth) << text(f) << "  =>  " << text(normal);
      ASSERT_EQ(automata::satisfies(word, opposite), !truth) << text(f) << "  =>  not " << text(opposite);
      ASSERT_EQ(automata::satisfies(word, simple), truth) << text(f) << "  =>  " << text(simple);
    }
  }
}

TEST(Simplify, ImplicationIsSound) {
  int found = 0;
  for (uint64_t seed = 1; seed <= 20000; ++seed) {
    FormulaFactory factory;
    Simplifier simplifier(factory);
    test::RandomLtl random(factory, 1 + seed % 2, seed);
    const Formula f = factory.nnf(random.formula(1 + static_cast<int>(seed % 6)));
    const Formula g = factory.nnf(random.formula(1 + static_cast<int>(seed / 7 % 6)));
    if (!simplifier.implies(f, g)) continue;
    ++found;
    for (int i = 0; i < 20; ++i) {
      const automata::Lasso word = random.word();
      ASSERT_TRUE(!automata::satisfies(word, f) || automata::satisfies(word, g)) << text(f) << "  ->  " << text(g);
    }
  }
  EXPECT_GT(found, 500);
}

// eventual: holds if it holds of a suffix; universal: then it holds of every suffix.
TEST(Simplify, EventualAndUniversalAreWhatTheySay) {
  for (uint64_t seed = 1; seed <= 6000; ++seed) {
    FormulaFactory factory;
    test::RandomLtl random(factory, 2, seed);
    const Formula f = random.formula(2 + static_cast<int>(seed % 8));
    if (!f->eventual && !f->universal) continue;
    for (int i = 0; i < 10; ++i) {
      const automata::Lasso word = random.word();
      const Formula later = factory.unary(Op::next, f);
      const bool now = automata::satisfies(word, f), then = automata::satisfies(word, later);
      ASSERT_TRUE(!f->eventual || now || !then) << text(f);
      ASSERT_TRUE(!f->universal || !now || then) << text(f);
    }
  }
}

TEST(Simplify, Examples) {
  const std::vector<std::pair<const char*, const char*>> examples = {
      {"<><>p", "<>p"},
      {"[](p V q)", "[]q"},
      {"<>(p U q)", "<>q"},
      {"X []<>p", "[]<>p"},
      {"p U (p && q)", "q M p"},
      {"[]p && []q", "[](p && q)"},
      {"<>p || <>q", "<>(p || q)"},
      {"(p U q) && <>q", "p U q"},
      {"p U <>q", "<>q"},
      {"[]<>p && <>p", "[]<>p"},
      {"p && (!p || q)", "p && q"},
      {"(p U q) || []p", "p W q"},
      {"!(p U q)", "!p V !q"},
  };
  for (const auto& [from, to] : examples) {
    FormulaFactory factory;
    Simplifier simplifier(factory);
    std::vector<std::string> atoms = {"p", "q"};
    EXPECT_EQ(simplifier.simplify(parse(from, factory, atoms)), parse(to, factory, atoms)) << from;
  }
}

}  // namespace
}  // namespace gyre::logic
