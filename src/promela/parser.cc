#include "promela/parser.h"

#include <cassert>

#include <fmt/format.h>

#include "base/near_name.h"
#include "base/warning.h"
#include "ir/layout.h"
#include "ir/ops.h"
#include "promela/operators.h"
#include "promela/parser_impl.h"

namespace gyre::promela {

using namespace ast;

ast::Model parse(std::vector<Token> tokens, const ParseOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  return Parser(std::move(tokens), options, sources, diagnostics).model();
}

ast::ExprPtr parse_formula(std::vector<Token> tokens, SourceMap& sources, Diagnostics& diagnostics) {
  return Parser(std::move(tokens), {}, sources, diagnostics).formula(Parser::Formula::linear);
}

Parser::Deeper::Deeper(Parser& p) : parser(p) {
  if (parser.depth_ >= 1000) parser.fail(parser.in_.peek().span, "too deeply nested");
  ++parser.depth_;
}

void Parser::fail(const Span& span, std::string message) {
  diagnostics_.error(span, std::move(message));
  throw ParseFailure{};
}

std::string Parser::shown(const Token& token) {
  if (token.kind == Tok::end) return formula_ == Formula::none ? "end of file" : "the end of the formula";
  if (token.implied) return "end of line";
  return "'" + token.text + "'";
}

Token Parser::expect(Tok kind, const char* what) {
  if (!in_.at(kind)) fail(in_.peek().span, fmt::format("expected {} but found {}", what, shown(in_.peek())));
  return in_.next();
}

bool Parser::accept(Tok kind) {
  if (!in_.at(kind)) return false;
  in_.next();
  return true;
}

ast::Model Parser::model() {
  Model out;
  while (!in_.at(Tok::end) && !diagnostics_.too_many()) {
    try {
      unit(out);
    } catch (const ParseFailure&) {
      recover_unit();
    }
  }
  return out;
}

ast::ExprPtr Parser::formula(Formula kind) {
  formula_ = kind;
  try {
    ExprPtr e = expr();
    accept(Tok::semi);
    if (!in_.at(Tok::end)) fail(in_.peek().span, fmt::format("unexpected {} in the formula", shown(in_.peek())));
    return e;
  } catch (const ParseFailure&) {
    return nullptr;
  }
}

// Skips to something that can begin a unit.
void Parser::recover_unit() {
  if (in_body_) {
    in_.leave_body();
    in_body_ = false;
  }
  formula_ = Formula::none;
  while (!is_one_of(in_.peek().kind,
                    {Tok::end, Tok::kw_active, Tok::kw_proctype, Tok::kw_d_proctype, Tok::kw_init, Tok::kw_never,
                     Tok::kw_ltl, Tok::kw_trace, Tok::kw_notrace, Tok::kw_typedef, Tok::kw_inline})) {
    in_.next();
  }
}

namespace {

// What can begin a unit, for who has misspelt it.
const std::vector<std::string> kUnitWords = {"active",  "proctype", "init", "never", "ltl",     "ctl",    "inline",
                                             "typedef", "mtype",    "bit",  "bool",  "byte",    "pid",    "short",
                                             "int",     "unsigned", "chan", "trace", "notrace", "hidden", "show"};

}  // namespace

void Parser::unit(Model& out) {
  const Token& t = in_.peek();
  if (is_one_of(t.kind, {Tok::semi, Tok::arrow})) {
    in_.next();
  } else if (t.kind == Tok::kw_active) {
    active_proctype(out);
  } else if (is_one_of(t.kind, {Tok::kw_proctype, Tok::kw_d_proctype})) {
    proctype(out, 0);
  } else if (t.kind == Tok::kw_init) {
    init(out);
  } else if (t.kind == Tok::kw_never) {
    claim(out, UnitKind::never);
  } else if (t.kind == Tok::kw_trace) {
    claim(out, UnitKind::trace);
  } else if (t.kind == Tok::kw_notrace) {
    claim(out, UnitKind::notrace);
  } else if (t.kind == Tok::kw_ltl) {
    formula_block(out, UnitKind::ltl);
  } else if (t.kind == Tok::kw_typedef) {
    user_type(out);
  } else if (t.kind == Tok::kw_inline) {
    inline_definition();
  } else if (is_one_of(t.kind, {Tok::kw_c_code, Tok::kw_c_decl, Tok::kw_c_state, Tok::kw_c_track})) {
    embedded_c(out);
  } else if (at_declaration()) {
    mtype_or_declaration(out);
  } else if (t.kind == Tok::name && t.text == "ctl" &&
             (in_.peek(1).kind == Tok::l_brace || in_.peek(2).kind == Tok::l_brace)) {
    formula_block(out, UnitKind::ctl);
  } else {
    const std::string near = t.kind == Tok::name ? near_name(t.text, kUnitWords) : "";
    diagnostics_.error(t.span,
                       near.empty()
                           ? fmt::format("unexpected {}: expected a proctype, init, a claim or a declaration", shown(t))
                           : fmt::format("unexpected {}: did you mean {}?", shown(t), near));
    if (!near.empty()) diagnostics_.fix(fmt::format("replace '{}' by '{}'", t.text, near), t.span, near);
    throw ParseFailure{};
  }
}

// Reads active [count] proctype ...
void Parser::active_proctype(Model& out) {
  const Span span = in_.next().span;
  int32_t count = 1;
  if (accept(Tok::l_bracket)) {
    const Token& n = in_.peek();
    auto known = n.kind == Tok::name ? scalar_constants_.find(n.text) : scalar_constants_.end();
    if (known != scalar_constants_.end()) {
      count = known->second;
      in_.next();
    } else {
      count = constant("number of instances");
    }
    expect(Tok::r_bracket, "']'");
  }
  if (!in_.at(Tok::kw_proctype) && !in_.at(Tok::kw_d_proctype)) {
    fail(in_.peek().span, "expected 'proctype' after 'active'");
  }
  if (count < 0) fail(span, "the number of instances is negative");
  proctype(out, count);
}

void Parser::init(Model& out) {
  Unit u;
  u.kind = UnitKind::init;
  u.name = ":init:";
  u.span = in_.next().span;
  u.active = 1;
  if (accept(Tok::kw_priority)) u.priority = priority();
  body(u);
  out.units.push_back(std::move(u));
}

void Parser::proctype(Model& out, int32_t active) {
  Unit u;
  u.kind = UnitKind::proctype;
  u.deterministic = in_.at(Tok::kw_d_proctype);
  in_.next();
  const Token name = expect(Tok::name, "the name of the proctype");
  u.name = name.text;
  u.span = name.span;
  u.active = active;
  proctypes_.insert(u.name);
  expect(Tok::l_paren, "'('");
  while (!in_.at(Tok::r_paren)) {
    if (accept(Tok::semi)) continue;
    if (!at_declaration())
      fail(in_.peek().span, fmt::format("expected a parameter declaration but found {}", shown(in_.peek())));
    for (VarDecl& d : declaration()) {
      if (d.init || d.channel || !d.init_list.empty()) {
        diagnostics_.error(d.span, fmt::format("parameter '{}' cannot have an initial value", d.name));
      }
      u.parameters.push_back(std::move(d));
    }
  }
  expect(Tok::r_paren, "')'");
  if (accept(Tok::kw_priority)) u.priority = priority();
  if (accept(Tok::kw_provided)) {
    expect(Tok::l_paren, "'(' after 'provided'");
    u.provided = expr();
    expect(Tok::r_paren, "')'");
  }
  body(u);
  out.units.push_back(std::move(u));
}

void Parser::claim(Model& out, UnitKind kind) {
  Unit u;
  u.kind = kind;
  u.span = in_.next().span;
  if (kind == UnitKind::never) {
    u.unnamed = !in_.at(Tok::name);
    u.name = u.unnamed ? fmt::format("never_{}", claims_) : in_.next().text;  // SPIN calls it so
    ++claims_;
  } else {
    u.name = kind == UnitKind::trace ? ":trace:" : ":notrace:";
  }
  body(u);
  out.units.push_back(std::move(u));
}

void Parser::body(Unit& u) {
  accept(Tok::semi);
  if (!in_.at(Tok::l_brace)) fail(in_.peek().span, fmt::format("expected '{{' but found {}", shown(in_.peek())));
  u.scopes.push_back({-1});
  scopes_ = &u.scopes;
  scope_ = 0;
  in_.enter_body();
  in_body_ = true;
  odd_braces_.reset();
  const Span open = in_.next().span;
  const Opened opened(*this, {open, "{", "}"});
  u.body = sequence();
  if (in_.at(Tok::end)) never_closed(open, "{");
  in_.leave_body();
  in_body_ = false;
  u.end = expect(Tok::r_brace, "'}'").span;
}

void Parser::formula_block(Model& out, UnitKind kind) {
  Unit u;
  u.kind = kind;
  u.span = in_.next().span;
  u.name = in_.at(Tok::name) ? in_.next().text : fmt::format("{}_{}", kind == UnitKind::ltl ? "ltl" : "ctl", formulas_);
  ++formulas_;
  if (!in_.at(Tok::l_brace)) fail(in_.peek().span, "expected '{' before the formula");
  std::vector<Token> tokens = in_.raw_block();
  if (tokens.size() < 2) return;
  tokens.erase(tokens.begin());
  Token end = tokens.back();
  tokens.pop_back();
  for (const Token& t : tokens) {
    if (!u.formula_text.empty() && (t.space_before || t.newline_before)) u.formula_text += ' ';
    u.formula_text += t.text;
  }
  end.kind = Tok::end;
  tokens.push_back(end);
  // A formula may name what is declared later: nothing here depends on declarations, the lowering looks names up.
  Parser inner(std::move(tokens), {}, sources_, diagnostics_);
  inner.proctypes_ = proctypes_;
  inner.mtype_constants_ = mtype_constants_;
  u.formula = inner.formula(kind == UnitKind::ltl ? Formula::linear : Formula::branching);
  out.units.push_back(std::move(u));
}

void Parser::inline_definition() {
  in_.next();
  InlineText text;
  const Token name = in_.next();
  if (name.kind != Tok::name) fail(name.span, fmt::format("expected the name of the inline but found {}", shown(name)));
  text.name = name.text;
  text.span = name.span;
  expect(Tok::l_paren, "'('");
  while (!in_.at(Tok::r_paren)) {
    text.parameters.push_back(expect(Tok::name, "a parameter's name").text);
    if (!accept(Tok::comma)) break;
  }
  expect(Tok::r_paren, "')'");
  accept(Tok::semi);
  if (!in_.at(Tok::l_brace)) fail(in_.peek().span, "expected '{' before the text of the inline");
  text.body = in_.raw_block();
  if (inlines_.count(text.name)) diagnostics_.error(name.span, fmt::format("inline '{}' is defined twice", text.name));
  inlines_[text.name] = std::move(text);
}

void Parser::user_type(Model& out) {
  Unit u;
  u.kind = UnitKind::typedef_;
  in_.next();
  const Token name = expect(Tok::name, "the name of the type");
  u.name = name.text;
  u.span = name.span;
  expect(Tok::l_brace, "'{'");
  in_.enter_body();
  in_body_ = true;
  while (!in_.at(Tok::r_brace)) {
    if (accept(Tok::semi)) continue;
    if (!at_declaration())
      fail(in_.peek().span, fmt::format("expected a field's declaration but found {}", shown(in_.peek())));
    for (VarDecl& d : declaration()) u.decls.push_back(std::move(d));
  }
  if (u.decls.empty()) diagnostics_.error(u.span, fmt::format("type '{}' has no members", u.name));
  in_.leave_body();
  in_body_ = false;
  in_.next();
  user_types_.insert(u.name);
  out.units.push_back(std::move(u));
}

namespace {

struct NamedType {
  Tok token;
  TypeName type;
};
constexpr NamedType kTypes[] = {
    {Tok::kw_bit, TypeName::bit},
    {Tok::kw_bool, TypeName::bit},
    {Tok::kw_byte, TypeName::byte},
    {Tok::kw_pid, TypeName::pid},
    {Tok::kw_short, TypeName::short_},
    {Tok::kw_int, TypeName::int_},
    {Tok::kw_unsigned, TypeName::unsigned_},
    {Tok::kw_mtype, TypeName::mtype},
    {Tok::kw_chan, TypeName::chan},
};

std::optional<TypeName> type_of(Tok token) {
  for (const NamedType& t : kTypes) {
    if (t.token == token) return t.type;
  }
  return std::nullopt;
}

}  // namespace

bool Parser::at_type() {
  const Token& t = in_.peek();
  return type_of(t.kind) || (t.kind == Tok::name && user_types_.count(t.text) != 0) || at_other_type();
}

bool Parser::at_declaration() {
  const Tok k = in_.peek().kind;
  return k == Tok::kw_hidden || k == Tok::kw_show || k == Tok::kw_local || at_type();
}

TypeRef Parser::type() {
  assert(at_type());
  if (at_other_type()) return other_type();
  TypeRef out;
  const Token t = in_.next();
  out.span = t.span;
  const std::optional<TypeName> known = type_of(t.kind);
  out.type = known ? *known : TypeName::user;
  if (!known) out.name = t.text;
  if (known == TypeName::mtype && accept(Tok::colon)) out.name = expect(Tok::name, "the name of the mtype").text;
  return out;
}

void Parser::mtype_or_declaration(Model& out) {
  // This may be mtype [:name] [=] { a, b, c }.
  if (in_.at(Tok::kw_mtype)) {
    size_t k = 1;
    std::string set;
    if (in_.peek(1).kind == Tok::colon && in_.peek(2).kind == Tok::name &&
        (in_.peek(3).kind == Tok::assign || in_.peek(3).kind == Tok::l_brace)) {
      set = in_.peek(2).text;
      k = 3;
    }
    const bool braces =
        in_.peek(k).kind == Tok::l_brace || (in_.peek(k).kind == Tok::assign && in_.peek(k + 1).kind == Tok::l_brace);
    if (braces) {
      Unit u;
      u.kind = UnitKind::mtype;
      u.span = in_.peek().span;
      u.name = set;
      while (!in_.at(Tok::l_brace)) in_.next();
      in_.next();
      while (!in_.at(Tok::r_brace)) {
        if (accept(Tok::comma)) continue;
        const Token name = in_.next();
        if (name.kind != Tok::name)
          fail(name.span, fmt::format("expected a name in the mtype but found {}", shown(name)));
        if (mtype_constants_.count(name.text)) {
          diagnostics_.error(name.span, fmt::format("mtype constant '{}' is declared twice", name.text));
        }
        mtype_constants_[name.text] = 1;
        u.constants.emplace_back(name.text, name.span);
      }
      in_.next();
      out.units.push_back(std::move(u));
      return;
    }
  }
  Unit u;
  u.kind = UnitKind::declaration;
  u.span = in_.peek().span;
  u.decls = declaration();
  out.units.push_back(std::move(u));
  if (!in_.at(Tok::semi) && !in_.at(Tok::end) && !in_.at(Tok::arrow)) {
    // a declaration that ends in '}' or at a line's end needs no semicolon
    const Token& t = in_.peek();
    if (!t.newline_before && !at_declaration() && t.kind != Tok::kw_proctype && t.kind != Tok::kw_active &&
        t.kind != Tok::kw_init && t.kind != Tok::kw_never && t.kind != Tok::kw_typedef) {
      fail(t.span, fmt::format("expected ';' but found {}", shown(t)));
    }
  }
}

std::vector<VarDecl> Parser::declaration() {
  bool hidden = false, show = false, local = false;
  for (;;) {
    if (accept(Tok::kw_hidden))
      hidden = true;
    else if (accept(Tok::kw_show))
      show = true;
    else if (accept(Tok::kw_local))
      local = true;
    else
      break;
  }
  if (!at_type()) fail(in_.peek().span, fmt::format("expected a type but found {}", shown(in_.peek())));
  const TypeRef t = type();
  std::vector<VarDecl> out;
  do {
    VarDecl d;
    d.type = t;
    d.hidden = hidden;
    d.shown = show;
    d.is_local = local;
    declarator(d);
    out.push_back(std::move(d));
    if (!in_.at(Tok::comma)) break;
    const Token comma = in_.next();
    if (at_declaration()) {
      diagnostics_.error(comma.span, "declarations are separated by ';', only names of one type by ','");
      diagnostics_.fix("replace ',' by ';'", comma.span, ";");
      break;
    }
  } while (true);
  return out;
}

void Parser::declarator(VarDecl& d) {
  const Token name = expect(Tok::name, "a variable's name");
  d.name = name.text;
  d.span = name.place;
  if (mtype_constants_.count(d.name)) {
    diagnostics_.error(name.span, fmt::format("'{}' is an mtype constant and cannot be a variable", d.name));
  }
  if (accept(Tok::colon)) {
    const Token bits = expect(Tok::number, "a number of bits");
    d.bits = bits.value;
    if (d.bits < 1 || d.bits > 32) {
      diagnostics_.error(bits.span, fmt::format("'{}' cannot have {} bits: 1 to 32 are possible", d.name, d.bits));
      d.bits = 32;
    }
  } else if (accept(Tok::l_bracket)) {
    d.is_array = true;
    const Token& n = in_.peek();
    if (n.kind == Tok::name && in_.peek(1).kind == Tok::r_bracket && !mtype_constants_.count(n.text)) {
      auto it = scalar_constants_.find(n.text);
      if (it == scalar_constants_.end()) fail(n.span, fmt::format("array bound '{}' is not a constant", n.text));
      d.count = it->second > 0 ? it->second : 8;  // SPIN's choice
      diagnostics_.warning(
          Warning::array_bound, n.span,
          fmt::format("variable '{}' in an array bound stands for its initial value, {}", n.text, d.count));
      in_.next();
    } else {
      const Span at = n.span;
      d.count = constant("array bound");
      if (d.count <= 0) {
        diagnostics_.error(at, fmt::format("array '{}' has {} elements", d.name, d.count));
        d.count = 1;
      }
    }
    if (std::cmp_greater(d.count, ir::kMaxElements)) {
      diagnostics_.error(d.span, fmt::format("'{}' has too many elements", d.name));
      d.count = 1;
    }
    expect(Tok::r_bracket, "']'");
  }
  if (!d.is_array) scalar_constants_[d.name] = 0;
  if (!accept(Tok::assign)) return;
  if (in_.at(Tok::l_bracket)) {
    d.channel = channel_init();
  } else if (in_.at(Tok::l_brace)) {
    const Token open = in_.next();
    if (!d.is_array) diagnostics_.error(open.span, fmt::format("'{}' is no array", d.name));
    while (!in_.at(Tok::r_brace)) {
      d.init_list.push_back(expr());
      if (!accept(Tok::comma)) break;
    }
    expect(Tok::r_brace, "'}'");
  } else {
    d.init = expr();
    if (auto v = evaluate(*d.init); v && !d.is_array) scalar_constants_[d.name] = *v;
  }
}

std::unique_ptr<ChannelInit> Parser::channel_init() {
  auto out = std::make_unique<ChannelInit>();
  out->span = in_.next().span;
  out->capacity = constant("channel capacity");
  if (out->capacity < 0 || out->capacity > 65535) {
    diagnostics_.error(out->span, fmt::format("a channel cannot have {} slots", out->capacity));
    out->capacity = 0;
  }
  expect(Tok::r_bracket, "']'");
  expect(Tok::kw_of, "'of'");
  expect(Tok::l_brace, "'{'");
  do {
    if (!at_type())
      fail(in_.peek().span, fmt::format("expected the type of a message field but found {}{}", shown(in_.peek()),
                                        type_hint(in_.peek().text)));
    out->fields.push_back(type());
    if (out->fields.back().type == TypeName::unsigned_) {
      diagnostics_.error(out->fields.back().span, "unsigned cannot be the type of a message field");
    }
  } while (accept(Tok::comma));
  expect(Tok::r_brace, "'}'");
  return out;
}

int32_t Parser::priority() {
  const Token t = expect(Tok::number, "a priority");
  if (t.value < 1 || t.value > 255) fail(t.span, fmt::format("a priority lies between 1 and 255, {} does not", t.text));
  return t.value;
}

int32_t Parser::constant(const char* what) {
  const Span at = in_.peek().span;
  ExprPtr e = expr();
  if (auto v = evaluate(*e)) return *v;
  diagnostics_.error(at, fmt::format("{} is not a constant", what));
  return 1;
}

std::optional<int32_t> Parser::evaluate(const Expr& e) {
  if (e.kind == ExprKind::number) return e.value;
  if (e.kind != ExprKind::unary && e.kind != ExprKind::binary) return std::nullopt;
  assert(e.kids.size() == (e.kind == ExprKind::unary ? 1 : 2));
  const std::optional<int32_t> x = evaluate(*e.kids[0]);
  if (!x) return std::nullopt;
  if (e.kind == ExprKind::unary) return ir::compute(unary_operator(e.op)->op, *x, false);
  const std::optional<int32_t> y = evaluate(*e.kids[1]);
  if (!y) return std::nullopt;
  return ir::compute(binary_operator(e.op)->op, *x, *y, false);
}

}  // namespace gyre::promela
