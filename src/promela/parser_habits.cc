// What people write who know other languages better. Each is understood, reported together with what Promela wants
// instead, and parsing goes on: one mistake is one message.
#include <algorithm>

#include <fmt/format.h>

#include "base/near_name.h"
#include "base/warning.h"
#include "promela/operators.h"
#include "promela/parser_impl.h"

namespace gyre::promela {

using namespace ast;

namespace {

struct OtherType {
  const char* name;
  const char* ours;  // what to write; null: there is nothing like it
  TypeName type;
};
constexpr OtherType kOtherTypes[] = {
    {"boolean", "bool", TypeName::bit},  {"Boolean", "bool", TypeName::bit},  {"_Bool", "bool", TypeName::bit},
    {"char", "byte", TypeName::byte},    {"uint8_t", "byte", TypeName::byte}, {"int16_t", "short", TypeName::short_},
    {"int32_t", "int", TypeName::int_},  {"integer", "int", TypeName::int_},  {"Integer", "int", TypeName::int_},
    {"long", "int", TypeName::int_},     {"uint", "int", TypeName::int_},     {"float", nullptr, TypeName::int_},
    {"double", nullptr, TypeName::int_}, {"string", nullptr, TypeName::int_}, {"String", nullptr, TypeName::int_},
    {"channel", "chan", TypeName::chan}, {"void", nullptr, TypeName::int_},
};

const OtherType* other_type_of(const std::string& name) {
  for (const OtherType& t : kOtherTypes) {
    if (name == t.name) return &t;
  }
  return nullptr;
}

std::string replaced(const std::string& text, const char* by) { return fmt::format("replace '{}' by '{}'", text, by); }

}  // namespace

// A type of another language, and the name of a variable.
bool Parser::at_other_type() {
  const Token& t = in_.peek();
  return t.kind == Tok::name && in_.peek(1).kind == Tok::name && user_types_.count(t.text) == 0 &&
         other_type_of(t.text) != nullptr;
}

std::string Parser::type_hint(const std::string& name) {
  const OtherType* t = other_type_of(name);
  return t && t->ours ? fmt::format(": write '{}'", t->ours) : "";
}

TypeRef Parser::other_type() {
  const Token t = in_.next();
  const OtherType* known = other_type_of(t.text);
  assert(known);
  if (known->ours) {
    diagnostics_.error(t.span, fmt::format("there is no type '{}': write '{}'", t.text, known->ours));
    diagnostics_.fix(replaced(t.text, known->ours), t.span, known->ours);
  } else {
    diagnostics_.error(t.span,
                       fmt::format("there is no type '{}': values are whole numbers (bit, bool, byte, short, int), "
                                   "names of an mtype, and channels",
                                   t.text));
  }
  TypeRef out;
  out.span = t.span;
  out.type = known->type;
  return out;
}

// Operators -----------------------------------------------------------------------------------------------------------

// The operator that is meant by a token behind an expression: the token itself, or what Promela has instead.
Tok Parser::other_operator(const Token& token) {
  if (token.kind == Tok::assign) return Tok::eq;
  if (token.kind == Tok::lt && formula_ == Formula::none && in_.peek(1).kind == Tok::gt && !in_.peek(1).space_before)
    return Tok::ne;
  if (token.kind != Tok::name) return token.kind;
  if (token.text == "and" || token.text == "AND") return Tok::and_and;
  if (token.text == "or" || token.text == "OR") return Tok::or_or;
  return token.kind;
}

// Reports an operator of another language, which has just been read.
void Parser::report_other_operator(const Token& written, Tok meant) {
  Span span = written.span;
  std::string text = written.text;
  if (written.kind == Tok::lt) {
    const Token second = in_.next();
    span.length = second.span.column + second.span.length - span.column;
    text = "<>";
  }
  const char* ours = binary_operator(meant)->text;
  diagnostics_.error(span, written.kind == Tok::assign
                               ? std::string("'=' assigns, and cannot stand in an expression: did you mean '=='?")
                               : fmt::format("there is no operator '{}': write '{}'", text, ours));
  diagnostics_.fix(replaced(text, ours), span, ours);
}

// Statements ----------------------------------------------------------------------------------------------------------

// Reads ( ... ) and returns the text between.
std::string Parser::skip_parentheses() {
  std::string out;
  int depth = 0;
  while (!in_.at(Tok::end)) {
    const Token t = in_.next();
    depth += (t.kind == Tok::l_paren) - (t.kind == Tok::r_paren);
    if (depth == 0) break;
    if (t.implied || (depth == 1 && t.kind == Tok::l_paren && out.empty())) continue;
    if (!out.empty() && t.space_before) out += ' ';
    out += t.text;
  }
  constexpr size_t kShown = 40;
  return out.empty() || out.size() > kShown ? "condition" : out;
}

// The block or the statement that follows a condition.
StmtPtr Parser::block_of_c() {
  accept(Tok::semi);
  if (in_.at(Tok::l_brace)) return braces(StmtKind::block);
  StmtPtr block = make(StmtKind::block, in_.peek().place);
  if (!sequence_ends() && !at_unit()) block->body.push_back(statement());
  return block;
}

bool Parser::at_statement_of_c() {
  const Token& t = in_.peek();
  return t.kind == Tok::name && (t.text == "while" || t.text == "switch") && in_.peek(1).kind == Tok::l_paren &&
         inlines_.count(t.text) == 0;
}

// Reads while (..) {..} or switch (..) {..}.
StmtPtr Parser::statement_of_c() {
  const Token t = in_.next();
  const std::string condition = skip_parentheses();
  if (t.text == "while") {
    diagnostics_.error(t.span,
                       fmt::format("there is no 'while': write 'do :: {} -> ... :: else -> break od'", condition));
    return block_of_c();
  }
  diagnostics_.error(t.span,
                     fmt::format("there is no 'switch': write 'if :: {} == ... -> ... :: else -> ... fi'", condition));
  accept(Tok::semi);
  if (in_.at(Tok::l_brace)) in_.raw_block();
  return make(StmtKind::block, t.place);
}

// Whether ( ... ) follows, and behind it neither an arrow nor an operator but a statement.
bool Parser::c_condition_follows() {
  if (!in_.at(Tok::l_paren)) return false;
  size_t i = 0;
  for (int depth = 0;; ++i) {
    const Tok k = in_.peek(i).kind;
    if (k == Tok::end) return false;
    depth += (k == Tok::l_paren) - (k == Tok::r_paren);
    if (depth == 0) break;
  }
  if (in_.peek(i + 1).implied) ++i;
  return is_one_of(in_.peek(i + 1).kind, {Tok::l_brace, Tok::name, Tok::kw_goto, Tok::kw_printf, Tok::kw_break,
                                          Tok::kw_return, Tok::kw_assert, Tok::kw_run});
}

// Reads (..) {..} else {..} behind an if, or {..} while (..) behind a do.
StmtPtr Parser::choice_of_c(StmtKind kind) {
  const Span at = in_.peek().span;
  StmtPtr s = make(StmtKind::block, in_.peek().place);
  if (kind == StmtKind::do_) {
    diagnostics_.error(at, "the options of a 'do' begin with '::': write 'do :: condition -> ... :: else -> break od'");
    s->body.push_back(braces(StmtKind::block));
    const size_t semi = in_.at(Tok::semi) ? 1 : 0;
    if (in_.peek(semi).kind == Tok::name && in_.peek(semi).text == "while") {
      for (size_t i = 0; i <= semi; ++i) in_.next();
      if (in_.at(Tok::l_paren)) skip_parentheses();
    }
    accept(Tok::kw_od);
    return s;
  }
  const std::string condition = skip_parentheses();
  diagnostics_.error(
      at, fmt::format("the options of an 'if' begin with '::': write 'if :: {} -> ... :: else -> ... fi'", condition));
  s->body.push_back(block_of_c());
  const size_t semi = in_.at(Tok::semi) ? 1 : 0;
  if (in_.peek(semi).kind == Tok::kw_else) {
    for (size_t i = 0; i <= semi; ++i) in_.next();
    s->body.push_back(block_of_c());
  }
  accept(Tok::kw_fi);
  return s;
}

// Reads = 0; i < 10; i++) {..} behind `for (i`.
StmtPtr Parser::for_of_c(const Token& keyword, const Expr& variable) {
  std::vector<Token> head;
  for (int depth = 0; !in_.at(Tok::end) && !(depth == 0 && in_.at(Tok::r_paren));) {
    head.push_back(in_.next());
    depth += (head.back().kind == Tok::l_paren) - (head.back().kind == Tok::r_paren);
  }
  accept(Tok::r_paren);
  // = low ; i < high ; i ++
  std::string range;
  const auto kind = [&](size_t i) { return i < head.size() ? head[i].kind : Tok::end; };
  const bool plain = is_one_of(kind(1), {Tok::number, Tok::name}) && kind(2) == Tok::semi && kind(3) == Tok::name &&
                     head[3].text == variable.name && is_one_of(kind(4), {Tok::lt, Tok::le}) &&
                     is_one_of(kind(5), {Tok::number, Tok::name}) && kind(6) == Tok::semi && kind(7) == Tok::name &&
                     head[7].text == variable.name && kind(8) == Tok::plus_plus && head.size() == 9;
  if (plain) {
    const std::string high = kind(4) == Tok::le       ? head[5].text
                             : kind(5) == Tok::number ? std::to_string(int64_t{head[5].value} - 1)
                                                      : head[5].text + " - 1";
    range = fmt::format("{} : {} .. {}", variable.name, head[1].text, high);
  }
  diagnostics_.error(keyword.span, fmt::format("a 'for' goes through a range: write 'for ({}) {{ ... }}'",
                                               plain ? range : variable.name + " : low .. high"));
  const bool from_macro = std::any_of(head.begin(), head.end(), [](const Token& t) { return t.span.origin >= 0; });
  if (plain && !from_macro && head[8].span.line == variable.span.line) {
    Span all = variable.span;
    all.length = head[8].span.column + head[8].span.length - all.column;
    diagnostics_.fix("write the range", all, range);
  }
  return block_of_c();
}

// Whether an operator and `=` follow without a space between.
bool Parser::at_compound_assignment() {
  return is_one_of(in_.peek().kind, {Tok::plus, Tok::minus, Tok::star, Tok::slash, Tok::percent, Tok::amp, Tok::bar,
                                     Tok::caret, Tok::shl, Tok::shr}) &&
         in_.peek(1).kind == Tok::assign && !in_.peek(1).space_before;
}

// Reads += expression; the target has been read.
StmtPtr Parser::compound_assignment(ExprPtr target, const Span& place) {
  const Token sign = in_.next();
  const Token assign = in_.next();
  const std::string name = to_text(*target);
  diagnostics_.error(sign.span, fmt::format("there is no '{1}=': write '{0} = {0} {1} ...'", name, sign.text));
  if (assign.span.origin < 0) {
    Span both = sign.span;
    both.length = assign.span.column + assign.span.length - both.column;
    diagnostics_.fix(fmt::format("write '{0} = {0} {1} ...'", name, sign.text), both,
                     fmt::format("= {} {}", name, sign.text));
  }
  StmtPtr s = make(StmtKind::assign, place);
  s->exprs.push_back(std::move(target));
  s->exprs.push_back(expr());
  return s;
}

// Reads name(..), which is no inline.
StmtPtr Parser::call_of_c() {
  const Token name = in_.next();
  skip_parentheses();
  if (proctypes_.count(name.text)) {
    diagnostics_.error(name.span, fmt::format("a process is started by 'run': write 'run {}(...)'", name.text));
    Span before = name.span;
    before.length = 0;
    diagnostics_.fix("insert 'run'", before, "run ");
  } else {
    std::vector<std::string> names;
    for (const auto& [known, text] : inlines_) names.push_back(known);
    const std::string near = near_name(name.text, names);
    diagnostics_.error(
        name.span, fmt::format("there is no inline '{0}' above{1}; a process is started by 'run {0}(...)'", name.text,
                               near.empty() ? "" : fmt::format(": did you mean {}?", near)));
    if (!near.empty()) diagnostics_.fix(replaced(name.text, near.c_str()), name.span, near);
  }
  StmtPtr s = make(StmtKind::condition, name.place);
  auto one = std::make_unique<Expr>();
  one->value = 1;
  one->span = name.span;
  s->exprs.push_back(std::move(one));
  return s;
}

// An assignment is always executable: as the guard of an option it waits for nothing. With an `else` beside it that is
// surely not what was meant, for it is never taken. Without, it is a choice among values if all options begin so, and
// suspicious if others begin with conditions.
void Parser::warn_of_assignments(const Stmt& choice) {
  bool has_else = false, has_condition = false;
  for (const std::vector<StmtPtr>& option : choice.options) {
    if (option.empty()) continue;
    has_else = has_else || option[0]->kind == StmtKind::else_;
    has_condition = has_condition || option[0]->kind == StmtKind::condition;
  }
  for (const std::vector<StmtPtr>& option : choice.options) {
    if (option.empty() || option[0]->kind != StmtKind::assign || !option[0]->sign.known()) continue;
    if (!has_else && !(has_condition && option[0]->arrow)) continue;
    diagnostics_.warning(Warning::assignment_guard, option[0]->sign,
                         fmt::format("'=' assigns, which is always possible{}; did you mean '=='?",
                                     has_else ? ": 'else' is never taken" : ", and waits for nothing"));
    diagnostics_.fix("replace '=' by '=='", option[0]->sign, "==");
  }
}

}  // namespace gyre::promela
