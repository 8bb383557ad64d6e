#include "esml/lexer.h"

#include <gtest/gtest.h>

namespace gyre::esml {
namespace {

std::vector<Token> tokens(const std::string& text, Diagnostics& diagnostics) { return tokenise(text, 1, diagnostics); }

std::vector<Tok> kinds(const std::string& text) {
  Diagnostics d;
  std::vector<Tok> out;
  for (const Token& t : tokens(text, d)) out.push_back(t.kind);
  EXPECT_FALSE(d.has_errors()) << text;
  return out;
}

TEST(EsmlLexer, KeywordsAreUpperCaseAndWholeWords) {
  EXPECT_EQ(kinds("DO do DOs A a U1 END"), (std::vector<Tok>{Tok::kw_do, Tok::name, Tok::name, Tok::kw_a, Tok::name,
                                                             Tok::name, Tok::kw_end, Tok::end_of_file}));
}

TEST(EsmlLexer, TheLongestSymbolIsTaken) {
  EXPECT_EQ(kinds(":=:..<=<->-[][]=>=>="),
            (std::vector<Tok>{Tok::assign, Tok::colon, Tok::dot_dot, Tok::less_equal, Tok::less, Tok::arrow, Tok::minus,
                              Tok::box, Tok::box, Tok::implies, Tok::implies, Tok::equal, Tok::end_of_file}));
}

TEST(EsmlLexer, ASubrangeNeedsNoBlanks) {
  EXPECT_EQ(kinds("0..7"), (std::vector<Tok>{Tok::number, Tok::dot_dot, Tok::number, Tok::end_of_file}));
}

TEST(EsmlLexer, EveryTokenKnowsItsPlace) {
  Diagnostics d;
  const std::vector<Token> t = tokens("x\n  (* a\n b *) yz\n\"s t\"", d);
  ASSERT_EQ(t.size(), 4u);
  EXPECT_EQ(t[0].span.line, 1u);
  EXPECT_EQ(t[1].span.line, 3u);
  EXPECT_EQ(t[1].span.column, 7u);
  EXPECT_EQ(t[1].span.length, 2u);
  EXPECT_EQ(t[2].kind, Tok::string);
  EXPECT_EQ(t[2].text, "s t");
  EXPECT_EQ(t[3].span.line, 4u);
}

TEST(EsmlLexer, CommentsNest) {
  EXPECT_EQ(kinds("a (* (* *) (*)*) *) b"), (std::vector<Tok>{Tok::name, Tok::name, Tok::end_of_file}));
}

TEST(EsmlLexer, AnOpenCommentIsReportedWhereItBegins) {
  Diagnostics d;
  tokens("a\n (* (* *)", d);
  ASSERT_EQ(d.error_count(), 1u);
  EXPECT_EQ(d.all()[0].span.line, 2u);
  EXPECT_EQ(d.all()[0].span.column, 2u);
}

TEST(EsmlLexer, WhatIsNoTokenIsLeftOut) {
  Diagnostics d;
  const std::vector<Token> t = tokens("a $%@ b_c \x01 99999999999 \"open", d);
  EXPECT_EQ(d.error_count(), 5u);
  ASSERT_EQ(t.size(), 5u);  // a b c, the number and the end
  EXPECT_EQ(t[2].text, "c");
  EXPECT_EQ(t[3].kind, Tok::number);
}

TEST(EsmlLexer, EveryKindHasAName) {
  for (int k = 0; k <= static_cast<int>(Tok::kw_var); ++k) EXPECT_NE(token_name(static_cast<Tok>(k)), "?") << k;
  EXPECT_EQ(token_name(Tok::kw_poll), "POLL");
  EXPECT_EQ(token_name(Tok::assign), "':='");
}

}  // namespace
}  // namespace gyre::esml
