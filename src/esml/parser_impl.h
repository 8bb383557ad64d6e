// The parser, shared between parser.cc (tokens, declarations), parser_command.cc and parser_expr.cc (expressions and
// formulas). Each function reads what its name says from the current token on, and throws Lost when it cannot: an error
// has been reported then, and whoever can go on catches it.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "esml/parser.h"

namespace gyre::esml {

// A table of what tokens stand for in some place, and what it says of a token that stands there.
template <class Meaning, size_t kSize>
using TokenTable = std::array<std::pair<Tok, Meaning>, kSize>;

template <class Meaning, size_t kSize>
std::optional<Meaning> meaning_in(const TokenTable<Meaning, kSize>& table, Tok kind) {
  for (const auto& [token, meaning] : table) {
    if (token == kind) return meaning;
  }
  return std::nullopt;
}

class Parser {
 public:
  // The last token is end_of_file; it is never passed.
  Parser(std::vector<Token> tokens, Diagnostics& diagnostics) : tokens_(std::move(tokens)), diagnostics_(diagnostics) {
    assert(!tokens_.empty() && tokens_.back().kind == Tok::end_of_file);
  }

  ast::Model run();
  ast::ExprPtr formula_alone(bool linear);

 private:
  struct Lost {};

  static constexpr int kMaxNesting = 1000;
  struct Nesting {
    explicit Nesting(Parser& p) : parser(p) {
      if (parser.nesting_ >= kMaxNesting) parser.too_deep();
      ++parser.nesting_;
    }
    ~Nesting() {
      assert(parser.nesting_ > 0);
      --parser.nesting_;
    }
    Parser& parser;
  };
  // A chain a op b op c is a tree as deep as the chain is long: that is nesting too.
  class Chain {
   public:
    explicit Chain(Parser& p) : parser_(p) {}
    ~Chain() {
      assert(parser_.nesting_ >= added_);
      parser_.nesting_ -= added_;
    }
    void add() {
      ++added_;
      if (++parser_.nesting_ > kMaxNesting) parser_.too_deep();
    }

   private:
    Parser& parser_;
    int added_ = 0;
  };

  // tokens (parser.cc)
  const Token& now() const {
    assert(at_ < tokens_.size());
    return tokens_[at_];
  }
  const Token& ahead(size_t n) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }
  bool is(Tok kind) const { return now().kind == kind; }
  bool is_any(std::initializer_list<Tok> kinds) const {
    return std::find(kinds.begin(), kinds.end(), now().kind) != kinds.end();
  }
  Token take() {
    Token t = now();
    if (at_ + 1 < tokens_.size()) ++at_;
    return t;
  }
  bool accept(Tok kind) {
    if (!is(kind)) return false;
    take();
    return true;
  }
  std::string found() const;
  [[noreturn]] void fail(const std::string& message);
  [[noreturn]] void too_deep();
  [[noreturn]] void expected(const std::string& what);
  Token expect(Tok kind);
  void semicolon(const char* after);
  bool stop() const { return is(Tok::end_of_file) || diagnostics_.too_many(); }
  static bool starts_block(Tok k) {
    return k == Tok::kw_const || k == Tok::kw_type || k == Tok::kw_var || k == Tok::kw_process || k == Tok::kw_begin ||
           k == Tok::kw_assert;
  }

  // declarations (parser.cc)
  void model(ast::Model& m);
  void assertion(ast::Model& m);
  Span end_of_body(const std::string& name);
  void process(ast::Model& m);
  void skip_to_body();
  void declarations(ast::Declarations& d);
  template <class One>
  void section(One one);
  ast::Definition constant();
  ast::Variables variables();
  ast::TypeDefinition type();

  // commands (parser_command.cc)
  static bool ends_list(Tok k) { return k == Tok::kw_end || k == Tok::box || k == Tok::end_of_file || starts_block(k); }
  bool starts_command() const;
  std::vector<ast::CommandPtr> commands();
  void skip_command();
  ast::CommandPtr command();
  void trace_items(ast::Command& c);
  void list_command(ast::Command& c);
  void exchange(ast::Command& c);
  ast::CommandPtr structure(ast::CommandPtr c);

  // expressions and formulas (parser_expr.cc)
  ast::ExprPtr formula();
  ast::ExprPtr connected(ast::Op op, const Span& span, ast::ExprPtr left, ast::ExprPtr right);
  void check_equation(ast::Expr& e);
  void reach_unclear(const Span& span, ast::Op op, const std::string& short_reach, const std::string& long_reach);
  ast::ExprPtr expression();
  ast::ExprPtr conjunction();
  ast::ExprPtr until_chain();
  std::optional<ast::Op> linear_operator() const;
  ast::ExprPtr relation();
  ast::ExprPtr sum();
  ast::ExprPtr term();
  ast::ExprPtr factor();
  ast::ExprPtr prefixed(ast::Op op);
  ast::ExprPtr of_list(ast::Op op);
  ast::ExprPtr of_process();
  ast::ExprPtr until(ast::Op op);
  ast::ExprPtr access();

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  bool reported_ = false;
  size_t reported_at_ = 0;
  int nesting_ = 0;
  bool linear_ = false;   // a formula of linear time
  bool unclear_ = false;  // a mixture of AG and connectives was reported in this formula
};

}  // namespace gyre::esml
