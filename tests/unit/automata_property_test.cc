// Properties of the translation for any formula and any word, with counterexamples that are shrunk. A formula is a list
// of bytes read as a program for a stack, so that a shorter list is a smaller formula.
// link: rapidcheck
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "automata/hoa_reader.h"
#include "automata/lasso.h"
#include "automata/output.h"
#include "automata/translate.h"
#include "logic/formula.h"
#include "logic/parser.h"

namespace gyre::automata {
namespace {

using logic::Formula;
using logic::Op;

constexpr uint32_t kAtoms = 3;
constexpr size_t kLongest = 20;  // of the list
const std::vector<std::string> kNames = {"p", "q", "r"};

Formula build(logic::FormulaFactory& f, const std::vector<uint8_t>& program) {
  std::vector<Formula> stack;
  for (size_t i = 0; i < program.size() && i < kLongest; ++i) {
    const uint8_t code = program[i] % 16;
    if (code < kAtoms || stack.empty()) {
      stack.push_back(f.atom(code % kAtoms));
      continue;
    }
    const Formula top = stack.back();
    if (code < 7) {
      stack.back() = code == 3   ? f.negation(top)
                     : code == 4 ? f.unary(Op::next, top)
                     : code == 5 ? f.unary(Op::eventually, top)
                                 : f.unary(Op::always, top);
      continue;
    }
    if (stack.size() < 2) continue;
    stack.pop_back();
    const Formula left = stack.back();
    switch (code) {
      case 7:
      case 8: stack.back() = f.conjunction({left, top}); break;
      case 9:
      case 10: stack.back() = f.disjunction({left, top}); break;
      case 11: stack.back() = f.equivalence(left, top); break;
      case 12: stack.back() = f.binary(Op::until, left, top); break;
      case 13: stack.back() = f.binary(Op::release, left, top); break;
      case 14: stack.back() = f.binary(Op::weak_until, left, top); break;
      default: stack.back() = f.binary(Op::strong_release, left, top); break;
    }
  }
  return stack.empty() ? f.top() : stack.back();
}

Lasso word_of(const std::vector<uint8_t>& stem, const std::vector<uint8_t>& cycle) {
  Lasso w;
  for (size_t i = 0; i < stem.size() && i < 6; ++i) w.stem.push_back(stem[i] % (1u << kAtoms));
  for (size_t i = 0; i < cycle.size() && i < 6; ++i) w.cycle.push_back(cycle[i] % (1u << kAtoms));
  if (w.cycle.empty()) w.cycle.push_back(0);
  return w;
}

using Bytes = std::vector<uint8_t>;

TEST(Property, AcceptsExactlyTheWordsThatSatisfy) {
  EXPECT_TRUE(rc::check([](const Bytes& program, const std::vector<std::pair<Bytes, Bytes>>& words, bool generalised) {
    logic::FormulaFactory factory;
    const Formula f = build(factory, program);
    TranslateOptions options;
    options.generalised = generalised;
    const Automaton yes = translate(f, options), no = translate(factory.negation(f), options);
    RC_LOG() << logic::print(f, kNames, logic::Syntax::spin) << "\n";
    RC_ASSERT(product_is_empty(yes, no));
    for (const auto& [stem, cycle] : words) {
      const Lasso word = word_of(stem, cycle);
      RC_ASSERT(accepts(yes, word) == satisfies(word, f));
      RC_ASSERT(accepts(no, word) != satisfies(word, f));
    }
  }));
}

TEST(Property, GeneralisedAndStateBasedAreTheSameLanguage) {
  EXPECT_TRUE(rc::check([](const Bytes& program) {
    logic::FormulaFactory factory;
    const Formula f = build(factory, program);
    TranslateOptions options;
    options.generalised = true;
    RC_LOG() << logic::print(f, kNames, logic::Syntax::spin) << "\n";
    const Automaton not_f = translate(factory.negation(f));
    RC_ASSERT(product_is_empty(translate(f, options), not_f));
    RC_ASSERT(product_is_empty(state_based(translate(f, options)), not_f));
    RC_ASSERT(product_is_empty(translate(factory.negation(f), options), translate(f)));
  }));
}

TEST(Property, WhatIsWrittenIsReadBack) {
  EXPECT_TRUE(rc::check([](const Bytes& program, const Bytes& stem, const Bytes& cycle, bool generalised) {
    logic::FormulaFactory factory;
    const Formula f = build(factory, program);
    std::vector<std::string> atoms = kNames;
    const std::string text = logic::print(f, kNames, logic::Syntax::spin);
    RC_LOG() << text << "\n";
    RC_ASSERT(logic::parse(text, factory, atoms) == f);
    TranslateOptions options;
    options.generalised = generalised;
    Automaton automaton = translate(f, options);
    automaton.atoms = kNames;
    const Automaton again = read_hoa(to_hoa(automaton, text));
    RC_ASSERT(again.states.size() == automaton.states.size());
    RC_ASSERT(accepts(again, word_of(stem, cycle)) == satisfies(word_of(stem, cycle), f));
  }));
}

}  // namespace
}  // namespace gyre::automata
