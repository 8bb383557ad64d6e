// Inside of the parser, shared by its files: parser.cc (units and declarations), parser_stmt.cc, parser_expr.cc,
// parser_habits.cc (what is none of these, but clear enough to say what was meant), parser_closing.cc (what is missing
// at the end of something).
#pragma once

#include <cassert>
#include <map>
#include <optional>
#include <set>

#include "promela/lexer.h"
#include "promela/parser.h"

namespace gyre::promela {

// Thrown after an error was reported, caught where parsing can go on.
struct ParseFailure {};

class Parser {
 public:
  Parser(std::vector<Token> tokens, const ParseOptions& options, SourceMap& sources, Diagnostics& diagnostics)
      : in_(std::move(tokens), options.old_semicolons, diagnostics), sources_(sources), diagnostics_(diagnostics) {}

  enum class Formula : uint8_t { none, linear, branching };

  ast::Model model();
  ast::ExprPtr formula(Formula kind);

 private:
  // units
  void unit(ast::Model& out);
  void active_proctype(ast::Model& out);
  void proctype(ast::Model& out, int32_t active);
  void init(ast::Model& out);
  void mtype_or_declaration(ast::Model& out);
  void user_type(ast::Model& out);
  void inline_definition();
  void formula_block(ast::Model& out, ast::UnitKind kind);
  void claim(ast::Model& out, ast::UnitKind kind);
  void body(ast::Unit& unit);
  void embedded_c(ast::Model& out);
  std::shared_ptr<ast::CText> c_text(const Token& word);
  std::string c_string(const char* what);
  void recover_unit();

  // declarations
  bool at_type();  // a keyword, or the name of a user's type
  bool at_declaration();
  std::vector<ast::VarDecl> declaration();
  ast::TypeRef type();
  void declarator(ast::VarDecl& decl);
  std::unique_ptr<ast::ChannelInit> channel_init();
  int32_t constant(const char* what);
  int32_t priority();
  std::optional<int32_t> evaluate(const ast::Expr& expr);

  // statements
  std::vector<ast::StmtPtr> sequence();
  bool sequence_ends();
  ast::StmtPtr step();
  ast::StmtPtr statement();
  ast::StmtPtr basic_statement();
  ast::StmtPtr goto_statement();
  ast::StmtPtr assert_statement();
  ast::StmtPtr print_mtype();
  ast::StmtPtr set_priority();
  ast::StmtPtr return_statement();
  ast::StmtPtr name_statement();
  ast::StmtPtr assignment(ast::ExprPtr target, const Span& place);
  ast::StmtPtr increment(ast::ExprPtr target, const Span& place);
  ast::StmtPtr send(ast::ExprPtr channel, const Span& place);
  ast::StmtPtr receive(ast::ExprPtr channel, const Span& place);
  ast::StmtPtr inline_call(ast::ExprPtr result);
  ast::StmtPtr expression_statement(ast::ExprPtr first, const Span& place);
  ast::StmtPtr choice(ast::StmtKind kind, Tok close);
  ast::StmtPtr for_loop();
  ast::StmtPtr select();
  ast::StmtPtr braces(ast::StmtKind kind);
  ast::StmtPtr print();
  ast::StmtPtr make(ast::StmtKind kind, const Span& place);
  void receive_args(std::vector<ast::ReceiveArg>& args, Tok close);
  ast::ReceiveArg receive_arg();
  void send_args(std::vector<ast::ExprPtr>& args);
  void recover_statement();

  // expressions
  ast::ExprPtr expr() { return binary(0, nullptr); }
  ast::ExprPtr binary(int min_precedence, ast::ExprPtr left);
  ast::ExprPtr unary();
  ast::ExprPtr primary();
  ast::ExprPtr parenthesised();
  ast::ExprPtr reference();
  ast::ExprPtr after_reference(ast::ExprPtr ref);
  ast::ExprPtr call(ast::ExprKind kind);
  ast::ExprPtr moves();
  ast::ExprPtr run();
  int binary_precedence(const Token& token, Tok& op, ast::ExprKind& kind);
  int take_binary_operator(ast::ExprKind kind);
  ast::ExprPtr temporal_unary();
  ast::ExprPtr branching();
  bool until_follows();

  // what people write who know other languages better
  bool at_other_type();
  ast::TypeRef other_type();
  std::string type_hint(const std::string& name);
  bool at_statement_of_c();
  ast::StmtPtr statement_of_c();
  bool c_condition_follows();
  ast::StmtPtr choice_of_c(ast::StmtKind kind);
  ast::StmtPtr for_of_c(const Token& keyword, const ast::Expr& variable);
  ast::StmtPtr call_of_c();
  bool at_compound_assignment();
  ast::StmtPtr compound_assignment(ast::ExprPtr target, const Span& place);
  ast::StmtPtr block_of_c();
  std::string skip_parentheses();
  Tok other_operator(const Token& token);
  void report_other_operator(const Token& written, Tok meant);
  void warn_of_assignments(const ast::Stmt& choice);

  // helpers
  Token expect(Tok kind, const char* what);
  bool accept(Tok kind);
  [[noreturn]] void fail(const Span& span, std::string message);
  std::string shown(const Token& token);
  struct Deeper {  // guards the stack against absurd nesting
    explicit Deeper(Parser& p);
    ~Deeper() {
      assert(parser.depth_ > 0);
      --parser.depth_;
    }
    Parser& parser;
  };
  // What is open: a brace, an if or a do. It must be closed before the next proctype begins.
  struct Open {
    Span span;
    const char* text;
    const char* close;
  };
  struct Opened {
    Opened(Parser& p, const Open& open) : parser(p) { parser.open_.push_back(open); }
    ~Opened() { parser.open_.pop_back(); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    Parser& parser;
  };
  bool at_unit();
  [[noreturn]] void unclosed();
  [[noreturn]] void never_closed(const Span& open, const char* what);
  void note_indentation();
  void compare_indentation(const Span& open, const Token& close);

  TokenStream in_;
  SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::set<std::string> user_types_;
  std::set<std::string> proctypes_;
  std::map<std::string, int32_t> mtype_constants_;
  std::map<std::string, InlineText> inlines_;
  std::map<std::string, int32_t> scalar_constants_;  // initial values of scalars declared so far, for array bounds
  std::vector<ast::ScopeInfo>* scopes_ = nullptr;
  int32_t scope_ = 0;
  int32_t inline_id_ = 0;
  int32_t next_inline_id_ = 0;
  const ast::Expr* inline_result_ = nullptr;
  int depth_ = 0;
  int claims_ = 0;
  int formulas_ = 0;
  Formula formula_ = Formula::none;  // what is being read
  bool in_body_ = false;
  std::vector<Open> open_;
  std::optional<std::pair<Span, Span>> odd_braces_;  // the first pair in this unit that is not indented alike
};

ast::ExprPtr clone(const ast::Expr& expr);

}  // namespace gyre::promela
