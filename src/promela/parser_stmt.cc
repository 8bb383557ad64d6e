// The parser of statements.
#include <fmt/format.h>

#include "base/ids.h"
#include "promela/parser_impl.h"

namespace gyre::promela {

using namespace ast;

// `place` is that of the statement's first token.
StmtPtr Parser::make(StmtKind kind, const Span& place) {
  auto s = std::make_unique<Stmt>();
  s->kind = kind;
  s->span = place;
  s->scope = scope_;
  s->inline_id = inline_id_;
  return s;
}

bool Parser::sequence_ends() {
  return is_one_of(in_.peek().kind, {Tok::r_brace, Tok::separator, Tok::kw_fi, Tok::kw_od, Tok::end});
}

// Skips to a place where a statement can begin or a sequence ends.
void Parser::recover_statement() {
  int depth = 0;
  for (;;) {
    const Tok k = in_.peek().kind;
    if (k == Tok::end) return;
    if (depth == 0 && (k == Tok::semi || k == Tok::arrow || sequence_ends())) return;
    if (at_unit()) throw ParseFailure{};
    if (k == Tok::l_brace) ++depth;
    if (k == Tok::r_brace) --depth;
    in_.next();
  }
}

std::vector<StmtPtr> Parser::sequence() {
  std::vector<StmtPtr> out;
  for (;;) {
    while (in_.at(Tok::semi) || in_.at(Tok::arrow)) in_.next();
    if (sequence_ends()) break;
    if (at_unit()) unclosed();
    bool needs_separator = true;
    try {
      StmtPtr s = step();
      // After a closing brace or an else the separator may be left out.
      const StmtKind k = s->kind;
      const Stmt* last = s.get();
      while (last->kind == StmtKind::label && !last->body.empty()) last = last->body[0].get();
      needs_separator =
          !(last->kind == StmtKind::else_ || last->kind == StmtKind::atomic || last->kind == StmtKind::d_step ||
            last->kind == StmtKind::block || last->kind == StmtKind::unless || last->kind == StmtKind::for_range ||
            last->kind == StmtKind::for_in || k == StmtKind::declaration || k == StmtKind::c_code);
      if (s->kind == StmtKind::label && s->body.empty()) needs_separator = false;
      out.push_back(std::move(s));
    } catch (const ParseFailure&) {
      if (diagnostics_.too_many()) throw;
      recover_statement();
      continue;
    }
    if (sequence_ends()) break;
    out.back()->arrow = in_.at(Tok::arrow);
    if (in_.at(Tok::semi) || in_.at(Tok::arrow)) continue;
    if (needs_separator && !at_unit()) {
      const Token& found = in_.peek();
      diagnostics_.error(found.span, fmt::format("expected ';' or '->' but found {}", shown(found)));
      if (is_one_of(found.kind, {Tok::name, Tok::kw_if, Tok::kw_do, Tok::kw_goto, Tok::kw_printf, Tok::kw_assert,
                                 Tok::kw_atomic, Tok::kw_d_step, Tok::kw_break, Tok::kw_run})) {
        Span before = found.span;
        before.length = 0;
        diagnostics_.fix("insert ';'", before, "; ");
      }
      recover_statement();
    }
  }
  if (out.empty() && !in_.at(Tok::end) && !diagnostics_.has_errors()) {
    diagnostics_.error(in_.peek().span, fmt::format("expected a statement but found {}", shown(in_.peek())));
  }
  return out;
}

StmtPtr Parser::step() {
  Deeper guard(*this);
  if (in_.at(Tok::kw_xr) || in_.at(Tok::kw_xs)) {
    const Token t = in_.next();
    StmtPtr s = make(StmtKind::exclusive, t.place);
    s->receive = t.kind == Tok::kw_xr;
    do s->exprs.push_back(reference());
    while (accept(Tok::comma));
    return s;
  }
  if (at_declaration()) {
    StmtPtr s = make(StmtKind::declaration, in_.peek().place);
    s->decls = declaration();
    return s;
  }
  StmtPtr s = statement();
  if (in_.at(Tok::kw_unless)) {
    const Token t = in_.next();
    StmtPtr u = make(StmtKind::unless, t.place);
    u->span = s->span;
    accept(Tok::semi);
    StmtPtr escape = statement();
    u->body.push_back(std::move(s));
    u->body.push_back(std::move(escape));
    return u;
  }
  return s;
}

StmtPtr Parser::statement() {
  Deeper guard(*this);
  // This may be a label and its statement.
  if (in_.at(Tok::name) && in_.peek(1).kind == Tok::colon && !proctypes_.count(in_.peek().text)) {
    const Token name = in_.next();
    in_.next();
    StmtPtr s = make(StmtKind::label, name.place);
    s->name = name.text;
    if (at_declaration() || in_.at(Tok::kw_xr) || in_.at(Tok::kw_xs)) {
      fail(in_.peek().span, fmt::format("label '{}' stands before a declaration", s->name));
    }
    if (sequence_ends() || in_.at(Tok::semi) || in_.at(Tok::arrow)) return s;  // a label alone stands on a skip
    s->body.push_back(statement());
    return s;
  }
  in_.new_extent();
  StmtPtr s = basic_statement();
  s->extent = in_.extent();
  return s;
}

StmtPtr Parser::basic_statement() {
  const Token& t = in_.peek();
  if (t.kind == Tok::kw_if) return choice(StmtKind::if_, Tok::kw_fi);
  if (t.kind == Tok::kw_do) return choice(StmtKind::do_, Tok::kw_od);
  if (t.kind == Tok::kw_for) return for_loop();
  if (t.kind == Tok::kw_select) return select();
  if (t.kind == Tok::kw_atomic) return braces(StmtKind::atomic);
  if (t.kind == Tok::kw_d_step) return braces(StmtKind::d_step);
  if (t.kind == Tok::l_brace) return braces(StmtKind::block);
  if (t.kind == Tok::kw_printf) return print();
  if (t.kind == Tok::kw_printm) return print_mtype();
  if (t.kind == Tok::kw_break) return make(StmtKind::break_, in_.next().place);
  if (t.kind == Tok::kw_else) return make(StmtKind::else_, in_.next().place);
  if (t.kind == Tok::kw_goto) return goto_statement();
  if (t.kind == Tok::kw_assert) return assert_statement();
  if (t.kind == Tok::kw_set_priority) return set_priority();
  if (t.kind == Tok::kw_return) return return_statement();
  if (t.kind == Tok::kw_c_code) {
    const Token c = in_.next();
    StmtPtr s = make(StmtKind::c_code, c.place);
    s->c = c_text(c);
    return s;
  }
  if (at_statement_of_c()) return statement_of_c();
  return t.kind == Tok::name ? name_statement() : expression_statement(nullptr, t.place);
}

StmtPtr Parser::goto_statement() {
  StmtPtr s = make(StmtKind::goto_, in_.next().place);
  s->name = expect(Tok::name, "a label").text;
  return s;
}

StmtPtr Parser::assert_statement() {
  StmtPtr s = make(StmtKind::assert_, in_.next().place);
  s->exprs.push_back(expr());
  return s;
}

StmtPtr Parser::print_mtype() {
  StmtPtr s = make(StmtKind::print_mtype, in_.next().place);
  expect(Tok::l_paren, "'('");
  s->exprs.push_back(expr());
  expect(Tok::r_paren, "')'");
  return s;
}

StmtPtr Parser::set_priority() {
  StmtPtr s = make(StmtKind::set_priority, in_.next().place);
  expect(Tok::l_paren, "'('");
  s->exprs.push_back(expr());
  expect(Tok::comma, "','");
  s->exprs.push_back(expr());
  expect(Tok::r_paren, "')'");
  return s;
}

// The return of an inline assigns to what its call stands behind.
StmtPtr Parser::return_statement() {
  const Token r = in_.next();
  if (inline_id_ == 0)
    fail(r.span, "'return' outside an inline: a process ends where its text ends, and 'goto' can take it there");
  if (!inline_result_) fail(r.span, "this inline returns a value that its call does not use");
  StmtPtr s = make(StmtKind::assign, r.place);
  s->exprs.push_back(clone(*inline_result_));
  s->exprs.push_back(expr());
  return s;
}

StmtPtr Parser::expression_statement(ExprPtr first, const Span& place) {
  StmtPtr s = make(StmtKind::condition, place);
  s->exprs.push_back(binary(0, std::move(first)));
  return s;
}

// A statement that begins with a name: an assignment, a send or receive, an inline's call, or a condition.
StmtPtr Parser::name_statement() {
  const Span at = in_.peek().place;
  if (inlines_.count(in_.peek().text) && in_.peek(1).kind == Tok::l_paren) return inline_call(nullptr);
  if (in_.peek(1).kind == Tok::l_paren) return call_of_c();
  ExprPtr ref = reference();
  const Tok kind = in_.peek().kind;
  if (kind == Tok::assign) return assignment(std::move(ref), at);
  if (is_one_of(kind, {Tok::plus_plus, Tok::minus_minus})) return increment(std::move(ref), at);
  if (is_one_of(kind, {Tok::send, Tok::sorted_send})) return send(std::move(ref), at);
  if (at_compound_assignment()) return compound_assignment(std::move(ref), at);
  const bool receives = is_one_of(kind, {Tok::receive, Tok::random_receive});
  if (receives && in_.peek(1).kind != Tok::l_bracket) return receive(std::move(ref), at);
  return expression_statement(after_reference(std::move(ref)), at);
}

// Reads = expression or = inline(...); the target has been read.
StmtPtr Parser::assignment(ExprPtr target, const Span& place) {
  const Span sign = in_.next().span;
  if (in_.at(Tok::name) && inlines_.count(in_.peek().text) && in_.peek(1).kind == Tok::l_paren) {
    return inline_call(std::move(target));
  }
  StmtPtr s = make(StmtKind::assign, place);
  s->sign = sign;
  s->exprs.push_back(std::move(target));
  s->exprs.push_back(expr());
  return s;
}

// Reads ++ or --; the target has been read.
StmtPtr Parser::increment(ExprPtr target, const Span& place) {
  const Token op = in_.next();
  assert(op.kind == Tok::plus_plus || op.kind == Tok::minus_minus);
  StmtPtr s = make(StmtKind::assign, place);
  auto one = std::make_unique<Expr>();
  one->kind = ExprKind::number;
  one->value = 1;
  one->span = op.span;
  auto sum = std::make_unique<Expr>();
  sum->kind = ExprKind::binary;
  sum->op = op.kind == Tok::plus_plus ? Tok::plus : Tok::minus;
  sum->span = target->span;
  sum->kids.push_back(clone(*target));
  sum->kids.push_back(std::move(one));
  s->exprs.push_back(std::move(target));
  s->exprs.push_back(std::move(sum));
  return s;
}

// Reads ! arguments or !! arguments; the channel has been read.
StmtPtr Parser::send(ExprPtr channel, const Span& place) {
  StmtPtr s = make(StmtKind::send, place);
  s->sorted = in_.next().kind == Tok::sorted_send;
  s->exprs.push_back(std::move(channel));
  send_args(s->exprs);
  return s;
}

// Reads ? arguments or ?? arguments, which may stand in < >; the channel has been read.
StmtPtr Parser::receive(ExprPtr channel, const Span& place) {
  StmtPtr s = make(StmtKind::receive, place);
  s->random = in_.next().kind == Tok::random_receive;
  s->exprs.push_back(std::move(channel));
  if (accept(Tok::lt)) {
    s->peek = true;
    receive_args(s->args, Tok::gt);
    expect(Tok::gt, "'>'");
  } else {
    receive_args(s->args, Tok::end);
  }
  return s;
}

// SPIN puts the text of the inline in place of the call; its braces make a block with a scope of its own.
StmtPtr Parser::inline_call(ExprPtr result) {
  assert(in_.at(Tok::name) && inlines_.count(in_.peek().text));
  const Token name = in_.next();
  const InlineText& text = inlines_.at(name.text);
  std::vector<std::vector<Token>> actuals = in_.raw_arguments();
  if (actuals.size() != text.parameters.size()) {
    fail(name.span, fmt::format("inline '{}' has {} parameters but is called with {}", text.name,
                                text.parameters.size(), actuals.size()));
  }
  if (!in_.push_inline(text, std::move(actuals), sources_.add_call({text.name, name.place}))) {
    fail(name.span, fmt::format("inline '{}' calls itself without end", text.name));
  }
  const int32_t outer_id = inline_id_;
  const Expr* outer_result = inline_result_;
  inline_id_ = ++next_inline_id_;
  inline_result_ = result.get();
  StmtPtr s;
  try {
    s = braces(StmtKind::block);
  } catch (const ParseFailure&) {
    inline_id_ = outer_id;
    inline_result_ = outer_result;
    throw;
  }
  inline_id_ = outer_id;
  inline_result_ = outer_result;
  return s;
}

StmtPtr Parser::choice(StmtKind kind, Tok close) {
  assert(kind == StmtKind::if_ ? close == Tok::kw_fi : kind == StmtKind::do_ && close == Tok::kw_od);
  const bool is_if = kind == StmtKind::if_;
  const Token keyword = in_.next();
  StmtPtr s = make(kind, keyword.place);
  const Opened opened(*this, {keyword.span, is_if ? "if" : "do", is_if ? "fi" : "od"});
  accept(Tok::semi);
  if (!in_.at(Tok::separator)) {
    if (is_if ? c_condition_follows() : in_.at(Tok::l_brace)) return choice_of_c(kind);
    const Token& found = in_.peek();
    if (sequence_ends() || at_unit()) fail(found.span, fmt::format("expected '::' but found {}", shown(found)));
    diagnostics_.error(found.span, fmt::format("expected '::' but found {}", shown(found)));
    Span before = found.span;
    before.length = 0;
    diagnostics_.fix("insert '::'", before, ":: ");
    s->options.push_back(sequence());
  }
  while (accept(Tok::separator)) s->options.push_back(sequence());
  if (in_.at(Tok::end)) never_closed(keyword.span, is_if ? "if" : "do");
  warn_of_assignments(*s);
  if (accept(close)) return s;
  const Token& found = in_.peek();
  diagnostics_.error(found.span, fmt::format("expected '{}' but found {}", is_if ? "fi" : "od", shown(found)));
  diagnostics_.note(keyword.span, fmt::format("to close this '{}'", is_if ? "if" : "do"));
  if (is_one_of(found.kind, {Tok::kw_fi, Tok::kw_od})) {
    diagnostics_.fix(is_if ? "replace 'od' by 'fi'" : "replace 'fi' by 'od'", found.span, is_if ? "fi" : "od");
    in_.next();
    return s;
  }
  Span before = found.span;
  before.length = 0;
  diagnostics_.fix(is_if ? "insert 'fi'" : "insert 'od'", before, is_if ? "fi " : "od ");
  return s;
}

StmtPtr Parser::braces(StmtKind kind) {
  const Token first = in_.next();
  StmtPtr s = make(kind, first.place);
  Span brace = first.span;
  if (kind != StmtKind::block) {
    accept(Tok::semi);
    brace = expect(Tok::l_brace, "'{'").span;
  }
  const Opened opened(*this, {brace, "{", "}"});
  const int32_t outer = scope_;
  if (scopes_) {
    scope_ = add_to(*scopes_, {outer});
  }
  s->body = sequence();
  scope_ = outer;
  if (in_.at(Tok::end)) never_closed(brace, "{");
  if (!in_.at(Tok::r_brace)) {
    const Token& found = in_.peek();
    diagnostics_.error(found.span, fmt::format("expected '}}' but found {}", shown(found)));
    diagnostics_.note(brace, "to close this '{'");
    throw ParseFailure{};
  }
  compare_indentation(brace, in_.next());
  return s;
}

StmtPtr Parser::for_loop() {
  const Token t = in_.next();
  expect(Tok::l_paren, "'(' after 'for'");
  ExprPtr variable = reference();
  StmtPtr s;
  if (accept(Tok::colon)) {
    s = make(StmtKind::for_range, t.place);
    s->exprs.push_back(std::move(variable));
    s->exprs.push_back(expr());
    expect(Tok::dot_dot, "'..'");
    s->exprs.push_back(expr());
  } else if (in_.at(Tok::name) && in_.peek().text == "in") {
    in_.next();
    s = make(StmtKind::for_in, t.place);
    s->exprs.push_back(std::move(variable));
    s->exprs.push_back(reference());
  } else if (in_.at(Tok::assign)) {
    return for_of_c(t, *variable);
  } else {
    fail(in_.peek().span, fmt::format("expected ':' or 'in' but found {}", shown(in_.peek())));
  }
  expect(Tok::r_paren, "')'");
  accept(Tok::semi);
  if (!in_.at(Tok::l_brace)) fail(in_.peek().span, fmt::format("expected '{{' but found {}", shown(in_.peek())));
  StmtPtr body = braces(StmtKind::block);
  s->low = body->body.empty() ? s->scope : body->body.front()->scope;
  s->body = std::move(body->body);
  return s;
}

StmtPtr Parser::select() {
  const Token t = in_.next();
  expect(Tok::l_paren, "'(' after 'select'");
  StmtPtr s = make(StmtKind::select, t.place);
  s->exprs.push_back(reference());
  expect(Tok::colon, "':'");
  s->exprs.push_back(expr());
  expect(Tok::dot_dot, "'..'");
  s->exprs.push_back(expr());
  expect(Tok::r_paren, "')'");
  // With plain numbers, and outside inlines, SPIN writes the choice out.
  const Expr& v = *s->exprs[0];
  const Expr& low = *s->exprs[1];
  const Expr& high = *s->exprs[2];
  bool plain = inline_id_ == 0 && !v.index && !v.member && low.kind == ExprKind::number &&
               high.kind == ExprKind::number && !low.parenthesised && !high.parenthesised && low.value >= 0 &&
               high.value >= 0;
  for (char c : v.name) plain = plain && c != '_';
  if (plain) {
    if (low.value > high.value) fail(low.span, fmt::format("bad range {} .. {} in select", low.value, high.value));
    s->kind = StmtKind::select_const;
    s->low = low.value;
    s->high = high.value;
  }
  return s;
}

StmtPtr Parser::print() {
  StmtPtr s = make(StmtKind::print, in_.next().place);
  expect(Tok::l_paren, "'('");
  s->text = expect(Tok::string, "a string").text;
  while (in_.at(Tok::string)) s->text = s->text.substr(0, s->text.size() - 1) + in_.next().text.substr(1);
  while (accept(Tok::comma)) s->exprs.push_back(expr());
  expect(Tok::r_paren, "')'");
  return s;
}

}  // namespace gyre::promela
