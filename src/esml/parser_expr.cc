#include <fmt/format.h>

#include "esml/analyse.h"
#include "esml/parser_impl.h"

namespace gyre::esml {

using namespace ast;

namespace {

constexpr TokenTable<Op, 6> kRelations = {{{Tok::equal, Op::eq},
                                           {Tok::unequal, Op::ne},
                                           {Tok::less, Op::lt},
                                           {Tok::less_equal, Op::le},
                                           {Tok::greater, Op::gt},
                                           {Tok::greater_equal, Op::ge}}};

constexpr TokenTable<Op, 3> kProducts = {{{Tok::times, Op::mul}, {Tok::kw_div, Op::div}, {Tok::kw_mod, Op::mod}}};

constexpr TokenTable<Op, 2> kPrefixes = {{{Tok::minus, Op::neg}, {Tok::tilde, Op::not_}}};

constexpr TokenTable<Op, 2> kOfLists = {{{Tok::kw_len, Op::len}, {Tok::kw_head, Op::head}}};

constexpr TokenTable<Op, 6> kPathPrefixes = {{{Tok::kw_ag, Op::ag},
                                              {Tok::kw_eg, Op::eg},
                                              {Tok::kw_af, Op::af},
                                              {Tok::kw_ef, Op::ef},
                                              {Tok::kw_ax, Op::ax},
                                              {Tok::kw_ex, Op::ex}}};

constexpr TokenTable<Op, 2> kPathUntils = {{{Tok::kw_a, Op::au}, {Tok::kw_e, Op::eu}}};

ExprPtr make(Op op, const Span& span) {
  auto e = std::make_unique<Expr>();
  e->op = op;
  e->span = span;
  return e;
}

ExprPtr binary(Op op, const Span& span, ExprPtr left, ExprPtr right) {
  assert(left && right);
  ExprPtr e = make(op, span);
  e->kids.push_back(std::move(left));
  e->kids.push_back(std::move(right));
  return e;
}

bool is_prefix(Op op) { return op >= Op::ag && op <= Op::ex; }

// The operand that a row of prefix operators stands before.
const Expr& innermost(const Expr& e) {
  return (is_prefix(e.op) || e.op == Op::not_) && !e.parenthesised ? innermost(*e.kids[0]) : e;
}

// The AG, EF, ... that ends `e` and whose operand does not stand in parentheses; null: there is none.
Expr* bare_operator(Expr& e) {
  if (e.parenthesised || e.kids.empty()) return nullptr;
  if (e.op == Op::len || e.op == Op::head || e.op == Op::moves || e.op == Op::enabled) return nullptr;
  if (e.op == Op::au || e.op == Op::eu) return nullptr;
  if (!is_prefix(e.op)) return bare_operator(*e.kids.back());
  const Expr& operand = innermost(e);
  return operand.parenthesised || operand.op == Op::au || operand.op == Op::eu ? nullptr : &e;
}

}  // namespace

ExprPtr Parser::formula() {
  const Nesting guard(*this);
  ExprPtr left = expression();
  if (!is(Tok::implies) && !is(Tok::equivalent)) return left;
  const Token t = take();
  return connected(t.kind == Tok::implies ? Op::implies : Op::eq, t.span, std::move(left), formula());
}

// left op right, of a connective. By D.5 the operand of AG goes on behind it, by the usual reading of CTL it ends
// there. What is true by the one may be false by the other: the writer has to say it.
ExprPtr Parser::connected(Op op, const Span& span, ExprPtr left, ExprPtr right) {
  ExprPtr e = binary(op, span, std::move(left), std::move(right));
  Expr* bare = linear_ ? nullptr : bare_operator(*e->kids[0]);
  if (bare == nullptr) return e;
  const Op first = bare->op;
  const std::string short_reach = to_text(*e);
  while (is_prefix(bare->kids[0]->op)) bare = bare->kids[0].get();
  bare->kids[0] = binary(op, span, std::move(bare->kids[0]), std::move(e->kids[1]));
  reach_unclear(span, first, short_reach, to_text(*e->kids[0]));
  return std::move(e->kids[0]);
}

// AG (p) = q with truth values p and q: `=` is a connective here. `e` is AG with the whole equation as its operand.
void Parser::check_equation(Expr& e) {
  assert(e.kids.size() == 1);
  Expr& equation = *e.kids[0];
  if (linear_ || equation.parenthesised || (equation.op != Op::eq && equation.op != Op::ne)) return;
  const Expr& left = *equation.kids[0];
  const bool truth = left.op == Op::boolean || left.op == Op::not_ || (left.op >= Op::and_ && left.op <= Op::ge);
  if (!(left.parenthesised && truth) && !has_temporal(equation)) return;
  const std::string long_reach = to_text(e);
  const std::string short_reach =
      fmt::format("({}({})) {} {}", symbol(e.op), to_text(left), symbol(equation.op), to_text(*equation.kids[1]));
  reach_unclear(equation.span, e.op, short_reach, long_reach);
}

void Parser::reach_unclear(const Span& span, Op op, const std::string& short_reach, const std::string& long_reach) {
  // One mixture is reported once: what encloses it is not clearer.
  if (unclear_) return;
  unclear_ = true;
  diagnostics_.error(span, fmt::format("how far does {} reach? Write {} or {}", symbol(op), short_reach, long_reach));
}

ExprPtr Parser::expression() {
  const Nesting guard(*this);
  Chain chain(*this);
  ExprPtr left = conjunction();
  while (is(Tok::kw_or)) {
    chain.add();
    const Span span = take().span;
    left = connected(Op::or_, span, std::move(left), conjunction());
  }
  return left;
}

ExprPtr Parser::conjunction() {
  Chain chain(*this);
  ExprPtr left = until_chain();
  while (is(Tok::ampersand)) {
    chain.add();
    const Span span = take().span;
    left = connected(Op::and_, span, std::move(left), until_chain());
  }
  return left;
}

// Linear time: U and its relatives bind tighter than & and OR, and associate to the left, as in an ltl block.
ExprPtr Parser::until_chain() {
  Chain chain(*this);
  ExprPtr left = relation();
  while (linear_) {
    const std::string& word = now().text;
    Op op;
    if (is(Tok::kw_u) || word == "until" || word == "stronguntil")
      op = Op::until;
    else if (word == "W" || word == "weakuntil")
      op = Op::weak_until;
    else if (word == "V" || word == "R" || word == "release")
      op = Op::release;
    else if (word == "M")
      op = Op::strong_release;
    else
      break;
    chain.add();
    const Span span = take().span;
    left = binary(op, span, std::move(left), relation());
  }
  return left;
}

// The operator that a word is where an operand is expected, if an operand follows: models have variables of such
// names.
std::optional<Op> Parser::linear_operator() const {
  if (!linear_) return std::nullopt;
  const std::string& word = now().text;
  Op op;
  if (is(Tok::box) || word == "G" || word == "always")
    op = Op::always;
  else if (is(Tok::diamond) || word == "F" || word == "eventually")
    op = Op::eventually;
  else if (word == "X" || word == "next")
    op = Op::next;
  else
    return std::nullopt;
  if (!is(Tok::name)) return op;
  constexpr auto kOperandStarts =
      std::to_array<Tok>({Tok::name, Tok::number, Tok::left_paren, Tok::minus, Tok::tilde, Tok::box, Tok::diamond,
                          Tok::kw_true, Tok::kw_false, Tok::kw_len, Tok::kw_head});
  const bool operand = std::find(kOperandStarts.begin(), kOperandStarts.end(), ahead(1).kind) != kOperandStarts.end();
  return operand ? std::optional(op) : std::nullopt;
}

ExprPtr Parser::relation() {
  Chain chain(*this);
  ExprPtr left = sum();
  while (const auto op = meaning_in(kRelations, now().kind)) {
    chain.add();
    const Span span = take().span;
    left = binary(*op, span, std::move(left), sum());
  }
  return left;
}

ExprPtr Parser::sum() {
  Chain chain(*this);
  ExprPtr left = term();
  while (is(Tok::plus) || is(Tok::minus)) {
    chain.add();
    const Token t = take();
    left = binary(t.kind == Tok::plus ? Op::add : Op::sub, t.span, std::move(left), term());
  }
  return left;
}

ExprPtr Parser::term() {
  Chain chain(*this);
  ExprPtr left = factor();
  while (const auto op = meaning_in(kProducts, now().kind)) {
    chain.add();
    const Span span = take().span;
    left = binary(*op, span, std::move(left), factor());
  }
  return left;
}

// Reads a prefix operator and its operand.
ExprPtr Parser::prefixed(Op op) {
  ExprPtr e = make(op, take().span);
  e->kids.push_back(is_temporal(op) ? relation() : factor());
  if (is_temporal(op)) check_equation(*e);
  return e;
}

// Reads LEN(list) or HEAD(list).
ExprPtr Parser::of_list(Op op) {
  ExprPtr e = make(op, take().span);
  expect(Tok::left_paren);
  e->kids.push_back(expression());
  expect(Tok::right_paren);
  return e;
}

// Reads moves(process), of linear time, or enabled(process). They are no keywords: models have variables of that name,
// but nothing is called.
ExprPtr Parser::of_process() {
  const Op op = now().text == "moves" ? Op::moves : Op::enabled;
  if (op == Op::moves && !linear_) fail("moves() is about a step, which only formulas of linear time can speak of");
  ExprPtr e = make(op, take().span);
  expect(Tok::left_paren);
  e->kids.push_back(sum());
  expect(Tok::right_paren);
  return e;
}

// Reads A(p U q) or E(p U q), or the same in brackets.
ExprPtr Parser::until(Op op) {
  assert(op == Op::au || op == Op::eu);
  ExprPtr e = make(op, take().span);
  const bool bracket = accept(Tok::left_bracket);
  if (!bracket) expect(Tok::left_paren);
  e->kids.push_back(formula());
  expect(Tok::kw_u);
  e->kids.push_back(formula());
  expect(bracket ? Tok::right_bracket : Tok::right_paren);
  return e;
}

ExprPtr Parser::factor() {
  const Nesting guard(*this);
  if (const auto op = linear_operator()) return prefixed(*op);
  const Tok kind = now().kind;
  const auto path_prefix = meaning_in(kPathPrefixes, kind);
  const auto path_until = meaning_in(kPathUntils, kind);
  if (linear_ && (path_prefix || path_until))
    fail("this is a formula of linear time: path quantifiers belong to --ctl");
  if (path_prefix) return prefixed(*path_prefix);
  if (path_until) return until(*path_until);
  if (const auto op = meaning_in(kPrefixes, kind)) return prefixed(*op);
  if (const auto op = meaning_in(kOfLists, kind)) return of_list(*op);
  if (is(Tok::name) && ahead(1).kind == Tok::left_paren && (now().text == "moves" || now().text == "enabled"))
    return of_process();
  if (is(Tok::name)) return access();
  if (is(Tok::number)) {
    const Token t = take();
    ExprPtr e = make(Op::number, t.span);
    e->number = t.number;
    return e;
  }
  if (is_any({Tok::kw_true, Tok::kw_false})) {
    const Token t = take();
    ExprPtr e = make(Op::boolean, t.span);
    e->number = t.kind == Tok::kw_true;
    return e;
  }
  if (!is(Tok::left_paren)) expected("an expression");
  take();
  ExprPtr e = formula();
  expect(Tok::right_paren);
  e->parenthesised = true;
  return e;
}

// Reads a name with its selectors, .field and [index].
ExprPtr Parser::access() {
  if (!is(Tok::name)) expected("a name");
  const Token name = take();
  ExprPtr e = make(Op::access, name.span);
  e->name = name.text;
  for (;;) {
    Selector s;
    s.span = now().span;
    if (accept(Tok::dot)) {
      if (!is(Tok::name)) expected("the name of a field");
      s.span = now().span;
      s.field = take().text;
    } else if (accept(Tok::left_bracket)) {
      s.index = expression();
      expect(Tok::right_bracket);
    } else {
      return e;
    }
    e->selectors.push_back(std::move(s));
  }
}

}  // namespace gyre::esml
