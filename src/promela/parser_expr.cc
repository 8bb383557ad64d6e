// Expressions, also those of ltl formulas. Precedence is that of SPIN's grammar; note that a negation binds tighter
// than any binary operator (`!x == y` is `(!x) == y`).
#include <fmt/format.h>

#include "promela/operators.h"
#include "promela/parser_impl.h"

namespace gyre::promela {

using namespace ast;

namespace {

ExprPtr node(ExprKind kind, const Span& span) {
  auto e = std::make_unique<Expr>();
  e->kind = kind;
  e->span = span;
  return e;
}

// These look like calls of functions with one argument.
constexpr std::pair<Tok, ExprKind> kCalls[] = {
    {Tok::kw_len, ExprKind::len},           {Tok::kw_full, ExprKind::full},
    {Tok::kw_empty, ExprKind::empty},       {Tok::kw_nfull, ExprKind::nfull},
    {Tok::kw_nempty, ExprKind::nempty},     {Tok::kw_enabled, ExprKind::enabled},
    {Tok::kw_pc_value, ExprKind::pc_value}, {Tok::kw_get_priority, ExprKind::get_priority},
};

constexpr int kMaxOperators = 2000;  // on one level

int plain_precedence(Tok token) {
  const Operator* op = binary_operator(token);
  return op ? op->precedence : -1;
}

}  // namespace

ExprPtr clone(const Expr& e) {
  auto out = node(e.kind, e.span);
  out->op = e.op;
  out->value = e.value;
  out->name = e.name;
  out->field = e.field;
  out->parenthesised = e.parenthesised;
  if (e.index) out->index = clone(*e.index);
  if (e.member) out->member = clone(*e.member);
  for (const ExprPtr& k : e.kids) out->kids.push_back(k ? clone(*k) : nullptr);
  for (const ReceiveArg& a : e.args) out->args.push_back({clone(*a.expr), a.eval});
  return out;
}

// The precedence of what comes next as a binary operator, or -1. In formulas "->" is implication, "<->" equivalence,
// and U, W, V, R, M (and their long names) are operators.
int Parser::binary_precedence(const Token& token, Tok& op, ExprKind& kind) {
  op = token.kind;
  kind = ExprKind::binary;
  if (formula_ != Formula::none) {
    if (token.kind == Tok::arrow) {
      kind = ExprKind::implies;
      return 1;
    }
    if (token.kind == Tok::lt && in_.peek(1).kind == Tok::arrow && !in_.peek(1).space_before) {
      kind = ExprKind::equivalent;
      return 1;
    }
    if (token.kind == Tok::assign && in_.peek(1).kind == Tok::gt && !in_.peek(1).space_before) {
      kind = ExprKind::implies;
      return 1;
    }
    if (token.kind == Tok::name) {
      const std::string& n = token.text;
      if (n == "implies") {
        kind = ExprKind::implies;
        return 1;
      }
      if (n == "equivalent") {
        kind = ExprKind::equivalent;
        return 1;
      }
      if (formula_ == Formula::branching) return -1;
      if (n == "U" || n == "until" || n == "stronguntil") {
        kind = ExprKind::until;
        return 5;
      }
      if (n == "W" || n == "weakuntil") {
        kind = ExprKind::weak_until;
        return 5;
      }
      if (n == "V" || n == "R" || n == "release") {
        kind = ExprKind::release;
        return 5;
      }
      if (n == "M") {
        kind = ExprKind::strong_release;
        return 5;
      }
    }
    if (token.kind == Tok::slash && in_.peek(1).text == "\\" && !in_.peek(1).space_before) {
      op = Tok::and_and;
      return 3;
    }
  }
  op = other_operator(token);
  return plain_precedence(op);
}

int Parser::take_binary_operator(ExprKind kind) {
  const Token t = in_.next();
  if (kind == ExprKind::equivalent && t.kind == Tok::lt) in_.next();
  if (kind == ExprKind::implies && t.kind == Tok::assign) in_.next();
  return 0;
}

ExprPtr Parser::binary(int min_precedence, ExprPtr left) {
  Deeper guard(*this);
  if (!left) left = unary();
  for (int length = 0;; ++length) {
    Tok op;
    ExprKind kind;
    const int precedence = binary_precedence(in_.peek(), op, kind);
    if (precedence < 0 || precedence < min_precedence) return left;
    // A long chain is a deep tree.
    if (length >= kMaxOperators) fail(in_.peek().span, "this expression is too long");
    const Token sign = in_.peek();
    take_binary_operator(kind);
    if (kind == ExprKind::binary && op != sign.kind && sign.kind != Tok::slash) report_other_operator(sign, op);
    // In branching time a -> b -> c is a -> (b -> c), as everywhere but in SPIN.
    const bool to_the_right = kind == ExprKind::implies && formula_ == Formula::branching;
    ExprPtr right = binary(to_the_right ? precedence : precedence + 1, nullptr);
    ExprPtr e = node(kind, left->span);
    e->op = op;
    e->kids.push_back(std::move(left));
    e->kids.push_back(std::move(right));
    left = std::move(e);
  }
}

ExprPtr Parser::temporal_unary() {
  const Token& t = in_.peek();
  ExprKind kind;
  int tokens = 1;
  if (t.kind == Tok::l_bracket && in_.peek(1).kind == Tok::r_bracket) {
    kind = ExprKind::always;
    tokens = 2;
  } else if (t.kind == Tok::lt && in_.peek(1).kind == Tok::gt) {
    kind = ExprKind::eventually;
    tokens = 2;
  } else if (t.kind == Tok::name && (t.text == "always" || t.text == "G")) {
    kind = ExprKind::always;
  } else if (t.kind == Tok::name && (t.text == "eventually" || t.text == "F")) {
    kind = ExprKind::eventually;
  } else if (t.kind == Tok::name && (t.text == "next" || t.text == "X")) {
    kind = ExprKind::next;
  } else {
    return nullptr;
  }
  ExprPtr e = node(kind, t.span);
  while (tokens-- > 0) in_.next();
  // It binds looser than comparisons, tighter than U, && and ||: `<> x == 1` is `<> (x == 1)`, as SPIN reads it.
  e->kids.push_back(binary(7, nullptr));
  return e;
}

// Whether the bracket that comes next, behind A or E, is that of an `until`: then there is a U on its level.
bool Parser::until_follows() {
  size_t depth = 0;
  for (size_t i = 1;; ++i) {
    const Token& t = in_.peek(i);
    if (t.kind == Tok::l_bracket || t.kind == Tok::l_paren) {
      ++depth;
    } else if (t.kind == Tok::r_bracket || t.kind == Tok::r_paren) {
      if (--depth == 0) return false;
    } else if (depth == 0 || t.kind == Tok::end) {
      return false;
    } else if (depth == 1 && t.kind == Tok::name && t.text == "U") {
      return true;
    }
  }
}

// AG f, ..., A[f U g], E(f U g). These are no keywords: models have variables of such names.
ExprPtr Parser::branching() {
  const Token t = in_.peek();
  if (t.kind != Tok::name || t.text.size() > 2 || (t.text[0] != 'A' && t.text[0] != 'E')) return nullptr;
  if (t.text.size() == 1) {
    if (!until_follows()) return nullptr;
    ExprPtr e = node(ExprKind::branching, t.span);
    e->name = t.text;
    in_.next();
    const Tok close = in_.next().kind == Tok::l_bracket ? Tok::r_bracket : Tok::r_paren;
    e->kids.push_back(expr());
    if (!in_.at(Tok::name) || in_.peek().text != "U")
      fail(in_.peek().span, fmt::format("expected U but found {}", shown(in_.peek())));
    in_.next();
    e->kids.push_back(expr());
    expect(close, close == Tok::r_bracket ? "']'" : "')'");
    return e;
  }
  if (t.text[1] != 'G' && t.text[1] != 'F' && t.text[1] != 'X') return nullptr;
  // A name stands before an operator, a bracket or the end.
  if (plain_precedence(in_.peek(1).kind) >= 0 && in_.peek(1).kind != Tok::minus) return nullptr;
  if (is_one_of(in_.peek(1).kind, {Tok::end, Tok::r_paren, Tok::r_bracket, Tok::l_bracket, Tok::arrow, Tok::assign,
                                   Tok::dot, Tok::at, Tok::colon})) {
    return nullptr;
  }
  ExprPtr e = node(ExprKind::branching, t.span);
  e->name = t.text;
  in_.next();
  // It binds looser than comparisons, tighter than & and |, which may join formulas here.
  e->kids.push_back(binary(10, nullptr));
  return e;
}

ExprPtr Parser::unary() {
  Deeper guard(*this);
  const Token& t = in_.peek();
  if (unary_operator(t.kind)) {
    const Token op = in_.next();
    ExprPtr operand = unary();
    ExprPtr e = node(ExprKind::unary, op.span);
    e->op = op.kind;
    e->kids.push_back(std::move(operand));
    return e;
  }
  if (t.kind == Tok::sorted_send) {  // "!!x" is a double negation here
    const Token op = in_.next();
    ExprPtr inner = node(ExprKind::unary, op.span);
    inner->op = Tok::send;
    inner->kids.push_back(unary());
    ExprPtr e = node(ExprKind::unary, op.span);
    e->op = Tok::send;
    e->kids.push_back(std::move(inner));
    return e;
  }
  if (formula_ == Formula::linear) {
    if (ExprPtr e = temporal_unary()) return e;
  } else if (formula_ == Formula::branching) {
    if (ExprPtr e = branching()) return e;
  }
  return primary();
}

ExprPtr Parser::parenthesised() {
  const Token open = in_.next();
  ExprPtr e = expr();
  if (formula_ == Formula::none && in_.at(Tok::arrow)) {
    in_.next();
    ExprPtr c = node(ExprKind::conditional, open.span);
    c->kids.push_back(std::move(e));
    c->kids.push_back(expr());
    expect(Tok::colon, "':' of the conditional expression");
    c->kids.push_back(expr());
    e = std::move(c);
  } else if (formula_ != Formula::none && in_.at(Tok::colon) && e->kind == ExprKind::implies) {
    in_.next();
    ExprPtr c = node(ExprKind::conditional, open.span);
    c->kids.push_back(std::move(e->kids[0]));
    c->kids.push_back(std::move(e->kids[1]));
    c->kids.push_back(expr());
    e = std::move(c);
  }
  expect(Tok::r_paren, "')'");
  e->parenthesised = true;
  return e;
}

ExprPtr Parser::call(ExprKind kind) {
  ExprPtr e = node(kind, in_.next().span);
  expect(Tok::l_paren, "'('");
  e->kids.push_back(expr());
  expect(Tok::r_paren, "')'");
  return e;
}

ExprPtr Parser::moves() {
  ExprPtr e = node(ExprKind::moves, in_.next().span);
  expect(Tok::l_paren, "'('");
  if (in_.at(Tok::kw_init)) {
    e->kids.push_back(node(ExprKind::reference, in_.peek().span));
    in_.next();
    e->kids.back()->name = ":init:";
  } else {
    e->kids.push_back(expr());
  }
  expect(Tok::r_paren, "')'");
  return e;
}

ExprPtr Parser::run() {
  const Token t = in_.next();
  ExprPtr e = node(ExprKind::run, t.span);
  e->name = expect(Tok::name, "the name of a proctype").text;
  expect(Tok::l_paren, "'('");
  while (!in_.at(Tok::r_paren)) {
    e->kids.push_back(expr());
    if (!accept(Tok::comma)) break;
  }
  expect(Tok::r_paren, "')'");
  if (accept(Tok::kw_priority)) e->value = priority();
  return e;
}

ExprPtr Parser::primary() {
  const Token& t = in_.peek();
  for (const auto& [token, kind] : kCalls) {
    if (t.kind == token) return call(kind);
  }
  if (t.kind == Tok::number) {
    const Token n = in_.next();
    ExprPtr e = node(ExprKind::number, n.span);
    e->value = n.value;
    return e;
  }
  if (t.kind == Tok::l_paren) return parenthesised();
  if (t.kind == Tok::kw_run) return run();
  if (t.kind == Tok::kw_timeout) return node(ExprKind::timeout, in_.next().span);
  if (t.kind == Tok::kw_np) return node(ExprKind::non_progress, in_.next().span);
  if (t.kind == Tok::kw_c_expr) {
    const Token c = in_.next();
    ExprPtr e = node(ExprKind::c_expr, c.span);
    e->c = c_text(c);
    return e;
  }
  if (t.kind != Tok::name) fail(t.span, fmt::format("expected an expression but found {}", shown(t)));
  // `moves` is no keyword: models have variables of that name.
  if (formula_ == Formula::linear && t.text == "moves" && in_.peek(1).kind == Tok::l_paren) return moves();
  return after_reference(reference());
}

ExprPtr Parser::reference() {
  Deeper guard(*this);
  const Token name = expect(Tok::name, "a name");
  ExprPtr e = node(ExprKind::reference, name.span);
  e->name = name.text;
  if (in_.at(Tok::l_bracket) && !(formula_ == Formula::linear && in_.peek(1).kind == Tok::r_bracket)) {
    in_.next();
    e->index = expr();
    expect(Tok::r_bracket, "']'");
  }
  if (accept(Tok::dot)) e->member = reference();
  return e;
}

// What may follow a name in an expression: a remote reference, a poll.
ExprPtr Parser::after_reference(ExprPtr ref) {
  assert(ref->kind == ExprKind::reference);
  if (in_.at(Tok::at) && !ref->member) {
    in_.next();
    ExprPtr e = node(ExprKind::remote_label, ref->span);
    e->name = ref->name;
    e->kids.push_back(std::move(ref->index));
    e->field = expect(Tok::name, "a label").text;
    return e;
  }
  if (in_.at(Tok::colon) && !ref->member && (proctypes_.count(ref->name) || formula_ != Formula::none)) {
    in_.next();
    ExprPtr e = node(ExprKind::remote_variable, ref->span);
    e->name = ref->name;
    e->kids.push_back(std::move(ref->index));
    e->kids.push_back(reference());
    return e;
  }
  const bool random = in_.at(Tok::random_receive);
  if ((random || in_.at(Tok::receive)) && in_.peek(1).kind == Tok::l_bracket) {
    in_.next();
    in_.next();
    ExprPtr e = node(ExprKind::poll, ref->span);
    e->value = random;
    e->kids.push_back(std::move(ref));
    receive_args(e->args, Tok::r_bracket);
    expect(Tok::r_bracket, "']'");
    return e;
  }
  return ref;
}

ReceiveArg Parser::receive_arg() {
  const Token& t = in_.peek();
  if (t.kind == Tok::kw_eval) {
    in_.next();
    expect(Tok::l_paren, "'(' after eval");
    ReceiveArg a{expr(), true};
    expect(Tok::r_paren, "')'");
    return a;
  }
  if (t.kind == Tok::number) return {primary(), false};
  if (t.kind == Tok::minus) {
    const Token m = in_.next();
    const Token n = expect(Tok::number, "a number");
    ExprPtr e = node(ExprKind::number, m.span);
    e->value = static_cast<int32_t>(-int64_t{n.value});
    return {std::move(e), false};
  }
  if (t.kind != Tok::name)
    fail(t.span, fmt::format("expected a variable, a constant or eval() but found {}", shown(t)));
  return {reference(), false};
}

// Reads a, b, c or a(b, c) or (a, b).
void Parser::receive_args(std::vector<ReceiveArg>& args, Tok close) {
  if (in_.at(Tok::l_paren)) {
    in_.next();
    receive_args(args, Tok::r_paren);
    expect(Tok::r_paren, "')'");
    return;
  }
  for (;;) {
    args.push_back(receive_arg());
    if (in_.at(Tok::l_paren)) {
      in_.next();
      receive_args(args, Tok::r_paren);
      expect(Tok::r_paren, "')'");
      return;
    }
    if (in_.at(close) || !accept(Tok::comma)) return;
  }
}

void Parser::send_args(std::vector<ExprPtr>& args) {
  args.push_back(expr());
  if (accept(Tok::l_paren)) {
    while (!in_.at(Tok::r_paren)) {
      args.push_back(expr());
      if (!accept(Tok::comma)) break;
    }
    expect(Tok::r_paren, "')'");
    return;
  }
  while (accept(Tok::comma)) args.push_back(expr());
}

}  // namespace gyre::promela
