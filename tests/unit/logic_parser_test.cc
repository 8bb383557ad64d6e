// Syntax and precedence of formulas, atoms, printing, and errors with a caret.
// link: automata
#include "logic/parser.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/automata_words.h"

namespace gyre::logic {
namespace {

std::string shown(const std::string& text, const ParseOptions& options = {}) {
  FormulaFactory factory;
  std::vector<std::string> atoms;
  const Formula f = parse(text, factory, atoms, options);
  return print(f, atoms, Syntax::spin);
}

std::string error_of(const std::string& text) {
  try {
    shown(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Parser, PrecedenceIsThatOfAnLtlBlock) {
  EXPECT_EQ(shown("!p U q"), "!p U q");
  EXPECT_EQ(shown("p U q U r"), "(p U q) U r");
  EXPECT_EQ(shown("[] p U q"), "[]p U q");
  EXPECT_EQ(shown("p && q U r"), "p && (q U r)");
  EXPECT_EQ(shown("a || b && c"), shown("a || (b && c)"));
  EXPECT_EQ(shown("a && b || c"), shown("(a && b) || c"));
  EXPECT_EQ(shown("p -> q -> r"), shown("(p -> q) -> r"));
  EXPECT_EQ(shown("p <-> q -> r"), shown("(p <-> q) -> r"));
  EXPECT_EQ(shown("p -> q || r"), shown("p -> (q || r)"));
  EXPECT_EQ(shown("X p V q"), "X p V q");
}

TEST(Parser, FlatPrecedenceIsThatOfSpinF) {
  ParseOptions flat;
  flat.flat = true;
  EXPECT_EQ(shown("p || q && r", flat), shown("(p || q) && r"));
  EXPECT_EQ(shown("p -> q && r", flat), shown("(p -> q) && r"));
  EXPECT_EQ(shown("p || q U r && s", flat), shown("(p || (q U r)) && s"));
}

TEST(Parser, AllSpellings) {
  EXPECT_EQ(shown("always p"), "[]p");
  EXPECT_EQ(shown("G p"), "[]p");
  EXPECT_EQ(shown("[ ] p"), "[]p");
  EXPECT_EQ(shown("eventually F <>p"), "<><><>p");
  EXPECT_EQ(shown("next X p"), "X X p");
  EXPECT_EQ(shown("XXp"), "X X p");
  EXPECT_EQ(shown("p until q"), "p U q");
  EXPECT_EQ(shown("p stronguntil q"), "p U q");
  EXPECT_EQ(shown("p weakuntil q"), "p W q");
  EXPECT_EQ(shown("p release q"), "p V q");
  EXPECT_EQ(shown("p R q"), "p V q");
  EXPECT_EQ(shown("p M q"), "p M q");
  EXPECT_EQ(shown("p implies q"), shown("p -> q"));
  EXPECT_EQ(shown("p => q"), shown("p -> q"));
  EXPECT_EQ(shown("p equivalent q"), shown("p <-> q"));
  EXPECT_EQ(shown("p <=> q"), shown("p <-> q"));
  EXPECT_EQ(shown("p /\\ q \\/ r"), shown("p && q || r"));
  EXPECT_EQ(shown("true U false"), "true U false");
}

TEST(Parser, AtomsAreStateExpressions) {
  FormulaFactory factory;
  std::vector<std::string> atoms;
  parse("[](x == 1 -> <>(P[1]:v > 3 && P@label)) && (a + b) * 2 <= len(q) || !(y) U arr[i+1].f != -3", factory, atoms);
  const std::vector<std::string> expected = {"x == 1", "P[1]:v > 3",      "P@label", "(a + b) * 2 <= len(q)",
                                             "y",      "arr[i+1].f != -3"};
  EXPECT_EQ(atoms, expected);
  atoms.clear();
  EXPECT_EQ(parse("G == 1 && M > 2 && F", factory, atoms)->args.size(), 3u);
  EXPECT_EQ(atoms, (std::vector<std::string>{"G == 1", "M > 2", "F"}));
  atoms.clear();
  parse("x  ==\n 1 && x == 1", factory, atoms);
  EXPECT_EQ(atoms.size(), 1u);
  atoms.clear();
  parse("q?[msg] && full(c) && moves(P)", factory, atoms);
  EXPECT_EQ(atoms, (std::vector<std::string>{"q?[msg]", "full(c)", "moves(P)"}));
}

TEST(Parser, ErrorsPointToThePlace) {
  EXPECT_EQ(error_of("p && "), "syntax error in formula: expected a formula, but the formula ends\n  p && \n       ^");
  EXPECT_EQ(error_of("(p U q"), "syntax error in formula: unmatched '('\n  (p U q\n  ^");
  EXPECT_EQ(error_of("p q"), "syntax error in formula: expected an operator, but found 'q'\n  p q\n    ^");
  EXPECT_EQ(error_of("a\nU ) b"), "syntax error in formula: unmatched ')'\n  U ) b\n    ^");
  EXPECT_NE(error_of("x = 1").find("equality is '=='"), std::string::npos);
  EXPECT_NE(error_of("").find("expected a formula"), std::string::npos);
  EXPECT_NE(error_of("p U").find("expected a formula"), std::string::npos);
  EXPECT_NE(error_of("p # q").find("unexpected character '#'"), std::string::npos);
  EXPECT_NE(error_of("x == && y").find("expected an operand"), std::string::npos);
  EXPECT_NE(error_of(std::string(5000, '(') + "p" + std::string(5000, ')')).find("levels deep"), std::string::npos);
  EXPECT_NE(error_of(std::string(5000, '!') + "p").find("levels deep"), std::string::npos);
  std::string chain = "p";
  for (int i = 0; i < 5000; ++i) chain += " U p";
  EXPECT_NE(error_of(chain).find("levels deep"), std::string::npos);
}

TEST(Parser, PrintedFormulasReadBack) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    FormulaFactory factory;
    test::RandomLtl random(factory, 4, seed);
    const Formula f = random.formula(1 + static_cast<int>(seed % 15));
    for (const Syntax syntax : {Syntax::spin, Syntax::usual}) {
      std::vector<std::string> atoms = {"p", "x == 1", "Q@l", "b_2"};
      std::string text = print(f, atoms, syntax);
      if (syntax == Syntax::usual) {
        // The usual & and | are bit operators of expressions here.
        for (const auto& [from, to] : {std::pair(" & ", " && "), std::pair(" | ", " || ")}) {
          for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += 4) text.replace(at, 3, to);
        }
      }
      ASSERT_EQ(parse(text, factory, atoms), f) << text;
    }
  }
}

TEST(Formula, HashConsingAndOrder) {
  FormulaFactory factory;
  const Formula p = factory.atom(0), q = factory.atom(1);
  EXPECT_EQ(factory.conjunction({q, p, q}), factory.conjunction({p, q}));
  EXPECT_EQ(factory.conjunction({p, factory.negation(p)}), factory.bottom());
  EXPECT_EQ(factory.disjunction({p, factory.negation(p)}), factory.top());
  EXPECT_EQ(factory.negation(factory.negation(p)), p);
  EXPECT_EQ(factory.negated_nnf(factory.binary(Op::until, p, q)),
            factory.binary(Op::release, factory.negation(p), factory.negation(q)));
}

// Nested equivalences double the printed formula at each level: it is cut, not printed for ever.
TEST(Formula, HugeTextsAreCut) {
  FormulaFactory factory;
  Formula f = factory.atom(0);
  for (uint32_t i = 1; i < 60; ++i) f = factory.equivalence(f, factory.unary(Op::next, factory.atom(i)));
  EXPECT_LT(print(f, {}, Syntax::spin).size(), 2'000'000u);
}

}  // namespace
}  // namespace gyre::logic
