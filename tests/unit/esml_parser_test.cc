#include "esml/parser.h"

#include <gtest/gtest.h>

#include "esml/lexer.h"

namespace gyre::esml {
namespace {

ast::Model parsed(const std::string& text, Diagnostics& d) { return parse(tokenise(text, 1, d), d); }

// The expression in a process's first assignment, with the tree shown by parentheses.
std::string tree(const ast::Expr& e) {
  if (e.op == ast::Op::access || e.op == ast::Op::number || e.op == ast::Op::boolean) return ast::to_text(e);
  std::string out = "(" + std::to_string(static_cast<int>(e.op));
  for (const ast::ExprPtr& k : e.kids) out += " " + tree(*k);
  return out + ")";
}

std::string tree(const std::string& expression) {
  Diagnostics d;
  const ast::Model m = parsed("MODEL M; PROCESS P; BEGIN x := " + expression + " END P; BEGIN P END M", d);
  EXPECT_FALSE(d.has_errors()) << expression;
  return d.has_errors() ? "" : tree(*m.processes[0].body[0]->exprs[0]);
}

std::string text(const std::string& expression) {
  Diagnostics d;
  const ast::Model m = parsed("MODEL M; PROCESS P; BEGIN P END P; BEGIN P END M ASSERT " + expression, d);
  EXPECT_FALSE(d.has_errors()) << expression;
  return d.has_errors() ? "" : ast::to_text(*m.assertions[0].formula);
}

TEST(EsmlParser, RelationsBindTighterThanBooleanOperators) {
  EXPECT_EQ(tree("a = b & c < d OR e"), tree("((a = b) & (c < d)) OR e"));
  EXPECT_EQ(tree("a + b * c > d - e MOD f"), tree("(a + (b * c)) > (d - (e MOD f))"));
}

TEST(EsmlParser, OperatorsAssociateToTheLeft) {
  EXPECT_EQ(tree("a - b - c"), tree("(a - b) - c"));
  EXPECT_EQ(tree("a DIV b * c"), tree("(a DIV b) * c"));
  EXPECT_EQ(tree("a OR b OR c"), tree("(a OR b) OR c"));
  EXPECT_EQ(tree("a < b = c"), tree("(a < b) = c"));
}

TEST(EsmlParser, AndBindsTighterThanOr) {
  EXPECT_EQ(tree("a OR b & c"), tree("a OR (b & c)"));
  EXPECT_EQ(tree("a & b OR c & d"), tree("(a & b) OR (c & d)"));
}

TEST(EsmlParser, UnaryOperatorsApplyToAFactor) {
  EXPECT_EQ(tree("-a + b"), tree("(-a) + b"));
  EXPECT_EQ(tree("~a = b"), tree("(~a) = b"));
  EXPECT_EQ(tree("~~a"), tree("~(~a)"));
}

TEST(EsmlParser, TemporalOperatorsApplyToARelation) {
  EXPECT_EQ(text("q.y & AG p.x = 1"), "q.y & AG(p.x = 1)");
  EXPECT_EQ(text("(AG p.x = 1) & q.y"), "(AG(p.x = 1)) & q.y");
  EXPECT_EQ(text("AG(p.x = 1) & q.y"), "AG(p.x = 1) & q.y");
  EXPECT_EQ(text("AG(p => AF q)"), "AG(p => AF(q))");
  EXPECT_EQ(text("a => b => c"), "a => b => c");
  EXPECT_EQ(text("(a => b) => c"), "(a => b) => c");
  EXPECT_EQ(text("~A(a & b U E(c U d))"), "~A(a & b U E(c U d))");
}

TEST(EsmlParser, TextKeepsTheMeaning) {
  for (const char* e : {"a - (b - c)", "-(a + b)", "a[i + 1].f[2]", "LEN(q) > HEAD(r)", "(a OR b) & c", "~(a & b)"}) {
    EXPECT_EQ(text(e), e);
  }
}

TEST(EsmlParser, WhatIsAfterAnErrorIsReadAgain) {
  Diagnostics d;
  const ast::Model m = parsed(
      "MODEL M; CONST a = ; b = 2; TYPE t = 0..; u = ARRAY [b] OF t; PROCESS P; VAR x: ; y: t;\n"
      "BEGIN x := ; IF x > -> SKIP [] y > 0 -> y := END; y := 1 END P; PROCESS Q; BEGIN SKIP END Q; BEGIN P; Q END M",
      d);
  EXPECT_EQ(d.error_count(), 6u);
  ASSERT_EQ(m.processes.size(), 2u);
  EXPECT_EQ(m.processes[0].body.back()->kind, ast::CommandKind::assign);
  EXPECT_EQ(m.body.size(), 2u);
  EXPECT_EQ(m.declarations.types.back().name, "u");
}

TEST(EsmlParser, EndlessErrorsEnd) {
  std::string text = "MODEL M; PROCESS P; BEGIN ";
  for (int i = 0; i < 1000; ++i) text += "x := ; ";
  Diagnostics d;
  parsed(text, d);
  EXPECT_GE(d.error_count(), 20u);
  EXPECT_LE(d.error_count(), 25u);
}

TEST(EsmlParser, DeepNestingIsRefused) {
  for (const std::string& open : {std::string("("), std::string("~"), std::string("-"), std::string("AG ")}) {
    std::string text = "MODEL M; PROCESS P; BEGIN x := ";
    for (int i = 0; i < 100000; ++i) text += open;
    Diagnostics d;
    parsed(text, d);
    EXPECT_TRUE(d.has_errors());
  }
  std::string text = "MODEL M; PROCESS P; BEGIN ";
  for (int i = 0; i < 100000; ++i) text += "DO a -> ";
  Diagnostics d;
  parsed(text, d);
  EXPECT_TRUE(d.has_errors());
}

}  // namespace
}  // namespace gyre::esml
