// The syntax tree of a Promela model, as the parser leaves it: names are not resolved, inlines are expanded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/span.h"
#include "promela/extent.h"
#include "promela/token.h"

namespace gyre::promela::ast {

enum class ExprKind : uint8_t {
  number,
  reference,    // name[index].field[index]...
  unary,        // op: minus, tilde, send (logical not)
  binary,       // op
  conditional,  // kids: c, a, b
  run,          // name, kids = arguments, value = priority
  len,
  full,
  empty,
  nfull,
  nempty,  // kids[0]: channel
  poll,    // kids[0] = channel, args; value: random
  enabled,
  pc_value,
  get_priority,  // kids[0]
  timeout,
  non_progress,
  remote_variable,  // name = proctype, kids[0] = pid or null; reference in kids[1]
  remote_label,     // name = proctype, kids[0] = pid or null; label in field
  c_expr,
  // only in ltl formulas
  always,
  eventually,
  next,
  until,
  weak_until,
  release,
  strong_release,
  implies,
  equivalent,
  moves,  // kids[0]: a proctype, one of its instances (P[pid]), or a pid
  // only in ctl formulas
  branching,  // name = AG, EG, AF, EF, AX, EX, or A, E for A[kids[0] U kids[1]]
};

// c_code, c_decl or c_expr.
struct CText {
  std::string text;  // its first line is that of `span`, from the first column on
  bool has_precondition = false;
  std::string precondition;
  Span span;               // of the opening brace
  Span precondition_span;  // of its bracket
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct ReceiveArg {
  ExprPtr expr;
  bool eval = false;
};

struct Expr {
  ExprKind kind = ExprKind::number;
  Tok op = Tok::end;
  int32_t value = 0;
  std::string name;   // reference: the variable; number: an mtype constant's name if it was one
  std::string field;  // remote_label: the label
  ExprPtr index;      // reference
  ExprPtr member;     // reference: what follows the dot
  std::vector<ExprPtr> kids;
  std::vector<ReceiveArg> args;
  std::shared_ptr<CText> c;  // c_expr
  bool parenthesised = false;
  Span span;
};

enum class TypeName : uint8_t { bit, byte, short_, int_, unsigned_, mtype, chan, pid, user };

struct TypeRef {
  TypeName type = TypeName::int_;
  std::string name;  // user type, or the mtype's name
  Span span;
};

struct ChannelInit {
  int32_t capacity = 0;
  std::vector<TypeRef> fields;
  Span span;
};

struct VarDecl {
  TypeRef type;
  std::string name;
  bool is_array = false;
  int32_t count = 1;
  int32_t bits = 0;  // unsigned x : n
  ExprPtr init;
  std::vector<ExprPtr> init_list;
  std::unique_ptr<ChannelInit> channel;
  bool hidden = false;
  bool shown = false;
  bool is_local = false;
  Span span;
};

enum class StmtKind : uint8_t {
  declaration,  // decls
  exclusive,    // xr/xs: exprs; receive
  assign,       // exprs[0] = exprs[1]
  send,         // exprs[0] ! rest; sorted
  receive,      // exprs[0] ? args; random, peek
  if_,
  do_,           // options
  for_range,     // exprs: variable, from, to; body
  for_in,        // exprs: variable, array or channel; body
  select_const,  // exprs: variable; low, high (constants, expanded to an if)
  select,        // exprs: variable, from, to
  break_,
  goto_,        // name
  label,        // name, body[0]
  print,        // text, exprs
  print_mtype,  // exprs[0]
  assert_,      // exprs[0]
  condition,    // exprs[0]
  else_,
  atomic,
  d_step,
  block,         // body
  unless,        // body[0], escape = body[1]
  set_priority,  // exprs: pid, priority
  c_code,
};

struct Stmt;
using StmtPtr = std::unique_ptr<Stmt>;

struct Stmt {
  StmtKind kind = StmtKind::condition;
  Span span;
  Extent extent;       // of a basic statement: where its text stands
  Span sign;           // assign: of its `=`; unknown if it is written otherwise
  bool arrow = false;  // a `->` follows
  std::string name;
  std::string text;
  std::vector<ExprPtr> exprs;
  std::vector<ReceiveArg> args;
  std::vector<StmtPtr> body;
  std::vector<std::vector<StmtPtr>> options;
  std::vector<VarDecl> decls;
  std::shared_ptr<CText> c;  // c_code
  int32_t low = 0, high = 0;
  bool sorted = false, random = false, peek = false, receive = false;
  // Scope: the number of the innermost braces (0: the body's own) and of the inline expansion it stands in.
  int32_t scope = 0;
  int32_t inline_id = 0;
};

// Braces open scopes; scope 0 of a body is its outermost.
struct ScopeInfo {
  int32_t parent = -1;
};

enum class UnitKind : uint8_t { proctype, init, never, trace, notrace, ltl, ctl, declaration, typedef_, mtype };

struct Unit {
  UnitKind kind = UnitKind::declaration;
  Span span;
  std::string name;
  bool unnamed = false;  // a never claim without a name: `name` is SPIN's
  // proctype
  bool deterministic = false;
  int32_t active = 0;  // instances
  std::vector<VarDecl> parameters;
  int32_t priority = 0;  // 0: not given
  ExprPtr provided;
  std::vector<StmtPtr> body;
  std::vector<ScopeInfo> scopes;
  Span end;  // the closing brace
  // declaration, typedef
  std::vector<VarDecl> decls;
  // mtype
  std::vector<std::pair<std::string, Span>> constants;
  // ltl, ctl
  ExprPtr formula;
  std::string formula_text;
};

// C outside of processes.
struct CPart {
  enum class Kind : uint8_t { declaration, code, state, track } kind = Kind::declaration;
  Span span;
  CText text;                      // declaration, code
  std::vector<std::string> words;  // state, track: without their quotes
};

struct Model {
  std::vector<Unit> units;
  std::vector<CPart> c_parts;
  std::vector<std::vector<ExprPtr>> given_atoms;  // of the automata that were given beside the model
};

// The text of an expression, much as SPIN writes it, for trails and messages.
std::string to_text(const Expr& expr);

}  // namespace gyre::promela::ast
