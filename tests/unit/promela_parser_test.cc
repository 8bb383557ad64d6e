// Tokens, semicolons, inlines and the parser's messages, through the syntax trees they give.
// link: vm trace
#include <gtest/gtest.h>

#include "compiled_model.h"
#include "promela/lexer.h"
#include "promela/parser.h"

namespace gyre {
namespace {

using test::compile;

std::vector<promela::Token> tokens(const std::string& text, SourceMap& sources, Diagnostics& diagnostics) {
  return promela::classify(promela::preprocess_text("m.pml", text, ".", {}, sources, diagnostics), diagnostics);
}

promela::ast::Model parse(const std::string& text, Diagnostics& diagnostics, bool old_semicolons = false) {
  SourceMap sources;
  return promela::parse(tokens(text, sources, diagnostics), {old_semicolons}, sources, diagnostics);
}

// How many statements the body of the first process has; -1: the text is refused.
int statements(const std::string& body, bool old_semicolons = false) {
  Diagnostics diagnostics;
  const promela::ast::Model model = parse("byte x, y; init {" + body + "}", diagnostics, old_semicolons);
  if (diagnostics.has_errors()) return -1;
  return static_cast<int>(model.units.back().body.size());
}

// An expression with all its parentheses.
std::string grouped(const promela::ast::Expr& e) {
  using promela::Tok;
  using promela::ast::ExprKind;
  switch (e.kind) {
    case ExprKind::number: return std::to_string(e.value);
    case ExprKind::reference: return e.name;
    case ExprKind::unary: return (e.op == Tok::minus ? "-" : e.op == Tok::tilde ? "~" : "!") + grouped(*e.kids[0]);
    case ExprKind::conditional:
      return "(" + grouped(*e.kids[0]) + "->" + grouped(*e.kids[1]) + ":" + grouped(*e.kids[2]) + ")";
    case ExprKind::always: return "[]" + grouped(*e.kids[0]);
    case ExprKind::eventually: return "<>" + grouped(*e.kids[0]);
    default: break;
  }
  static const std::map<Tok, std::string> names = {
      {Tok::plus, "+"}, {Tok::minus, "-"},  {Tok::star, "*"},    {Tok::slash, "/"}, {Tok::percent, "%"},
      {Tok::amp, "&"},  {Tok::bar, "|"},    {Tok::caret, "^"},   {Tok::shl, "<<"},  {Tok::shr, ">>"},
      {Tok::lt, "<"},   {Tok::le, "<="},    {Tok::gt, ">"},      {Tok::ge, ">="},   {Tok::eq, "=="},
      {Tok::ne, "!="},  {Tok::or_or, "||"}, {Tok::and_and, "&&"}};
  std::string op = e.kind == ExprKind::until        ? "U"
                   : e.kind == ExprKind::implies    ? "->"
                   : e.kind == ExprKind::equivalent ? "<->"
                   : names.count(e.op)              ? names.at(e.op)
                                                    : "?";
  return "(" + grouped(*e.kids[0]) + op + grouped(*e.kids[1]) + ")";
}

std::string grouped(const std::string& text) {
  Diagnostics diagnostics;
  const promela::ast::Model model = parse("init { (" + text + ") }", diagnostics);
  return diagnostics.has_errors() ? "refused" : grouped(*model.units[0].body[0]->exprs[0]);
}

std::string formula(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const promela::ast::ExprPtr e = promela::parse_formula(tokens(text, sources, diagnostics), sources, diagnostics);
  return e && !diagnostics.has_errors() ? grouped(*e) : "refused";
}

TEST(Lexer, NumbersCharactersAndKeywords) {
  SourceMap sources;
  Diagnostics diagnostics;
  const auto list = tokens("12 'a' '\\n' true false skip D_proctype x1 4294967295", sources, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  ASSERT_EQ(list.size(), 10u);
  const std::vector<int32_t> values = {12, 'a', '\n', 1, 0, 1};
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(list[i].kind, promela::Tok::number);
    EXPECT_EQ(list[i].value, values[i]);
  }
  EXPECT_EQ(list[6].kind, promela::Tok::kw_d_proctype);
  EXPECT_EQ(list[7].kind, promela::Tok::name);
  EXPECT_EQ(list[8].value, -1);
  EXPECT_EQ(list[9].kind, promela::Tok::end);
}

TEST(Lexer, BadNumbersAndCharacters) {
  for (const char* text : {"4294967296", "99999999999999999999", "$", "`", "\x01"}) {
    SourceMap sources;
    Diagnostics diagnostics;
    tokens(text, sources, diagnostics);
    EXPECT_EQ(diagnostics.error_count(), 1u) << text;
  }
}

TEST(Semicolons, LineEndsSeparate) {
  EXPECT_EQ(statements("x = 1\n y = 2\n"), 2);
  EXPECT_EQ(statements("\n\nx = 1\n\n\ny = 2\n\n"), 2);
  EXPECT_EQ(statements("x = 1;\n y = 2;\n"), 2);
  EXPECT_EQ(statements("x = 1;;; y = 2;"), 2);
  EXPECT_EQ(statements("x++\n y--\n skip\n"), 3);
  EXPECT_EQ(statements("x = 1 -> y = 2"), 2);
  EXPECT_EQ(statements("x = 1 // a\n /* b */ y = 2 /* c\n */"), 2);
}

TEST(Semicolons, LinesThatGoOn) {
  EXPECT_EQ(statements("x = 1 +\n 2\n y = 3"), 2);
  EXPECT_EQ(statements("(x == 1\n && y == 2)\n skip"), 2);
  EXPECT_EQ(statements("x == 1\n -> y = 2"), 2);
  EXPECT_EQ(statements("{ x = 1 }\n unless\n { y = 2 }\n"), 1);
  EXPECT_EQ(statements("{ x = 1\n }\n unless { y = 2 }\n skip"), 2);
  EXPECT_EQ(statements("if\n :: x = 1\n :: y = 2\n fi\n skip"), 2);
  EXPECT_EQ(statements("if\n :: x == 1 ->\n y = 2\n x = 3\n :: else\n fi"), 1);
  EXPECT_EQ(statements("do\n :: x == 1 -> break\n :: else -> skip\n od"), 1);
  EXPECT_EQ(statements("atomic\n {\n x = 1\n y = 2\n }\n skip"), 2);
  EXPECT_EQ(statements("L:\n x = 1\n goto L"), 2);
}

TEST(Semicolons, NotBetweenStatementsOfOneLine) {
  EXPECT_EQ(statements("x = 1 y = 2"), -1);
  EXPECT_EQ(statements("if :: x = 1 fi y = 2"), -1);
  EXPECT_EQ(statements("atomic { x = 1 } y = 2"), 2);
  EXPECT_EQ(statements("{ x = 1 } { y = 2 } skip"), 3);
}

TEST(Semicolons, OldRule) {
  EXPECT_EQ(statements("x = 1\n y = 2\n", true), -1);
  EXPECT_EQ(statements("x = 1;\n y = 2;\n", true), 2);
  EXPECT_EQ(statements("if :: x = 1 :: else fi; y = 2", true), 2);
}

TEST(Inline, ParametersAreText) {
  Diagnostics diagnostics;
  const auto model = parse("byte x, y; inline f(a, b) { a = b * 2 } init { f(x, y + 1); f(y, 3) }", diagnostics);
  ASSERT_FALSE(diagnostics.has_errors());
  const auto& body = model.units.back().body;
  ASSERT_EQ(body.size(), 2u);
  EXPECT_EQ(body[0]->kind, promela::ast::StmtKind::block);
  EXPECT_EQ(grouped(*body[0]->body[0]->exprs[1]), "(y+(1*2))");
  EXPECT_EQ(body[1]->body[0]->exprs[0]->name, "y");
  EXPECT_NE(body[0]->inline_id, body[1]->inline_id);  // each call has labels of its own
}

TEST(Inline, NestedReturnAndErrors) {
  const std::string inlines =
      "inline f(a) { a = a + 1 } inline g(b) { f(b); f(b) } inline h(c) { return c + 1 } byte x;";
  EXPECT_TRUE(compile(inlines + "init { g(x); x = h(x); assert(x == 3) }").errors().empty());
  EXPECT_EQ(compile(inlines + "init { f() }").errors().size(), 1u);
  EXPECT_EQ(compile(inlines + "init { f(x, x) }").errors().size(), 1u);
  EXPECT_EQ(compile(inlines + "init { h(x) }").errors().size(), 1u);
  EXPECT_FALSE(compile("inline f(a) { f(a) } byte x; init { f(x) }").errors().empty());
}

TEST(Inline, ExpansionIsLimited) {
  std::string text = "byte x; inline f0(a) { a = a + 1 }";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "f" + std::to_string(i - 1) + "(a)";
    text += " inline f" + std::to_string(i) + "(a) { " + before + "; " + before + " }";
  }
  EXPECT_FALSE(compile(text + " init { f39(x) }").errors().empty());
  EXPECT_TRUE(compile(text + " init { f5(x) }").errors().empty());
}

TEST(Precedence, AsInC) {
  EXPECT_EQ(grouped("a + b * c"), "(a+(b*c))");
  EXPECT_EQ(grouped("a - b - c"), "((a-b)-c)");
  EXPECT_EQ(grouped("a << 1 + 2"), "(a<<(1+2))");
  EXPECT_EQ(grouped("a < b == c < d"), "((a<b)==(c<d))");
  EXPECT_EQ(grouped("a & b == c"), "(a&(b==c))");
  EXPECT_EQ(grouped("a | b ^ c & d"), "(a|(b^(c&d)))");
  EXPECT_EQ(grouped("a || b && c"), "(a||(b&&c))");
  EXPECT_EQ(grouped("!a == b"), "(!a==b)");
  EXPECT_EQ(grouped("-a * ~b"), "(-a*~b)");
  EXPECT_EQ(grouped("a -> b : c"), "(a->b:c)");
}

TEST(Precedence, Formulas) {
  EXPECT_EQ(formula("[] p -> <> q"), "([]p-><>q)");
  EXPECT_EQ(formula("p && q U r"), "(p&&(qUr))");
  EXPECT_EQ(formula("! p || q"), "(!p||q)");
  EXPECT_EQ(formula("p <-> q"), "(p<->q)");
  EXPECT_EQ(formula("[] (x == 1)"), "[](x==1)");
  EXPECT_EQ(formula("[] "), "refused");
  EXPECT_EQ(formula("p )"), "refused");
}

TEST(Messages, HavePlacesAndThereAreSeveral) {
  const auto errors = compile("byte x;\ninit {\n  x = ;\n  x = 1 x = 2;\n  y = 3\n}\nproctype P( { skip }\n").errors();
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0], "3:7 expected an expression but found ';'");
  EXPECT_EQ(errors[1], "4:9 expected ';' or '->' but found 'x'");
  EXPECT_EQ(errors[2].substr(0, 5), "7:13 ");
}

TEST(Messages, OfTheLoweringToo) {
  const auto errors = compile("byte x;\ninit {\n  y = 1;\n  goto L;\n  run Q();\n  x.z = 2\n}\n").errors();
  ASSERT_GE(errors.size(), 3u);
  EXPECT_EQ(errors[0], "3:3 'y' is not declared");
  EXPECT_EQ(errors[1], "5:3 there is no proctype 'Q'");
}

TEST(Messages, WhatIsNeverClosed) {
  for (const char* text : {"init { skip", "init { if :: skip }", "init { do :: skip", "init { atomic { skip }",
                           "init {", "inline f(a) { skip", "typedef T { byte x", "mtype = { a, b", "init { (1 + 2 }",
                           "byte a[3", "chan c = [1] of { byte", "ltl p { [] x", "proctype P(byte x", "inline f(",
                           "inline f(a) { skip } init { f(1", "init { printf(\"x }", "/* init { skip }"}) {
    EXPECT_FALSE(compile(text).errors().empty()) << text;
  }
}

TEST(Limits, DeepNestingIsRefused) {
  auto repeat = [](const std::string& s, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += s;
    return out;
  };
  const std::vector<std::string> texts = {
      "byte x; init { x = " + repeat("(", 5000) + "1" + repeat(")", 5000) + " }",
      "byte x; init { x = " + repeat("!", 5000) + "x }",
      "byte x; init { x = x" + repeat(" + x", 50000) + " }",
      "init { " + repeat("{", 3000) + "skip" + repeat("}", 3000) + " }",
      "init { " + repeat("if :: ", 3000) + "skip" + repeat(" fi", 3000) + " }",
      "init { " + repeat("L: ", 5000) + "skip }",
  };
  for (const std::string& text : texts) EXPECT_FALSE(compile(text).errors().empty()) << text.substr(0, 40);
  EXPECT_TRUE(compile("byte x; init { x = x" + repeat(" + x", 1000) + " }").errors().empty());
  EXPECT_TRUE(compile("init { " + repeat("{", 100) + "skip" + repeat("}", 100) + " }").errors().empty());
}

}  // namespace
}  // namespace gyre
