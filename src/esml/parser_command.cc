#include "esml/parser_impl.h"

namespace gyre::esml {

using namespace ast;

namespace {

constexpr TokenTable<CommandKind, 3> kStructures = {
    {{Tok::kw_if, CommandKind::if_}, {Tok::kw_do, CommandKind::do_}, {Tok::kw_poll, CommandKind::poll}}};

constexpr TokenTable<CommandKind, 4> kListCommands = {{{Tok::kw_empty, CommandKind::empty},
                                                       {Tok::kw_remove, CommandKind::remove},
                                                       {Tok::kw_append, CommandKind::append},
                                                       {Tok::kw_prepend, CommandKind::prepend}}};

}  // namespace

bool Parser::starts_command() const {
  return is_any({Tok::name, Tok::kw_if, Tok::kw_do, Tok::kw_poll, Tok::kw_skip, Tok::kw_trace, Tok::kw_empty,
                 Tok::kw_remove, Tok::kw_append, Tok::kw_prepend});
}

std::vector<CommandPtr> Parser::commands() {
  std::vector<CommandPtr> out;
  for (;;) {
    try {
      if (!starts_command()) {
        if (ends_list(now().kind) && !out.empty()) {
          // In `a;` before END something is missing: the grammar has no empty command.
          expected("a command (a ';' only stands between two)");
        }
        expected("a command");
      }
      out.push_back(command());
      if (is(Tok::semicolon)) {
        take();
        continue;
      }
      if (ends_list(now().kind)) return out;
      if (!starts_command()) expected("';', '[]' or END");
      semicolon("a command");
    } catch (const Lost&) {
      skip_command();
      if (!accept(Tok::semicolon)) return out;
    }
    if (diagnostics_.too_many()) return out;
  }
}

// What cannot be understood is skipped, up to a semicolon or to the end of the list it stands in.
void Parser::skip_command() {
  int depth = 0;
  while (!stop()) {
    if (is_any({Tok::kw_if, Tok::kw_do, Tok::kw_poll}))
      ++depth;
    else if (is(Tok::kw_end) && depth > 0)
      --depth;
    else if (depth == 0 && (is(Tok::semicolon) || ends_list(now().kind)))
      return;
    else if (is(Tok::kw_process))
      return;
    take();
  }
}

CommandPtr Parser::command() {
  const Nesting guard(*this);
  auto c = std::make_unique<Command>();
  c->span = now().span;
  if (accept(Tok::kw_skip)) return c;
  if (const auto kind = meaning_in(kStructures, now().kind)) {
    c->kind = *kind;
    return structure(std::move(c));
  }
  if (const auto kind = meaning_in(kListCommands, now().kind)) {
    c->kind = *kind;
    list_command(*c);
    return c;
  }
  if (is(Tok::kw_trace)) {
    trace_items(*c);
    return c;
  }
  c->target = access();
  if (accept(Tok::assign)) {
    c->kind = CommandKind::assign;
    c->exprs.push_back(expression());
    return c;
  }
  if (is(Tok::bang) || is(Tok::hook)) {
    exchange(*c);
    return c;
  }
  if (!c->target->selectors.empty()) expected("':=', '!' or '?'");
  c->kind = CommandKind::activate;
  c->process = c->target->name;
  if (accept(Tok::left_paren)) {
    do {
      Argument a;
      a.expr = expression();
      if (accept(Tok::dot_dot)) a.last = expression();
      c->arguments.push_back(std::move(a));
    } while (accept(Tok::comma));
    expect(Tok::right_paren);
  } else if (!is(Tok::semicolon) && !ends_list(now().kind)) {
    expected("':=', '!', '?' or '('");
  }
  return c;
}

// Reads TRACE(item, ...), where an item is a string or an expression.
void Parser::trace_items(Command& c) {
  assert(is(Tok::kw_trace));
  take();
  c.kind = CommandKind::trace;
  expect(Tok::left_paren);
  do {
    TraceItem item;
    if (is(Tok::string))
      item.text = take().text;
    else
      item.expr = expression();
    c.items.push_back(std::move(item));
  } while (accept(Tok::comma));
  expect(Tok::right_paren);
}

// Reads EMPTY(list), REMOVE(list), APPEND(list, element) or PREPEND(list, element); the command has its kind already.
void Parser::list_command(Command& c) {
  assert(meaning_in(kListCommands, now().kind) == c.kind);
  take();
  expect(Tok::left_paren);
  c.target = expression();
  if (c.kind == CommandKind::append || c.kind == CommandKind::prepend) {
    expect(Tok::comma);
    c.exprs.push_back(expression());
  }
  expect(Tok::right_paren);
}

// Reads ! signal (expression) or ? signal (variable); the channel has been read.
void Parser::exchange(Command& c) {
  assert(c.target && is_any({Tok::bang, Tok::hook}));
  c.kind = take().kind == Tok::bang ? CommandKind::send : CommandKind::receive;
  if (!is(Tok::name)) expected("the name of a signal");
  const Token signal = take();
  c.signal = signal.text;
  c.signal_span = signal.span;
  if (!accept(Tok::left_paren)) return;
  c.exprs.push_back(c.kind == CommandKind::send ? expression() : access());
  expect(Tok::right_paren);
}

// Reads IF, DO or POLL with its branches; the command has its kind already.
CommandPtr Parser::structure(CommandPtr c) {
  assert(meaning_in(kStructures, now().kind) == c->kind);
  take();
  do {
    Branch b;
    b.span = now().span;
    try {
      if (c->kind == CommandKind::poll) {
        b.exchange = std::make_unique<Command>();
        b.exchange->span = now().span;
        b.exchange->target = access();
        if (!is(Tok::bang) && !is(Tok::hook)) expected("'!' or '?'");
        exchange(*b.exchange);
        if (accept(Tok::ampersand)) b.guard = expression();
      } else {
        b.guard = expression();
      }
      expect(Tok::arrow);
    } catch (const Lost&) {
      while (!stop() && !is(Tok::arrow) && !ends_list(now().kind)) take();
      if (!accept(Tok::arrow)) continue;
    }
    b.body = commands();
    c->branches.push_back(std::move(b));
  } while (accept(Tok::box));
  c->end = now().span;
  expect(Tok::kw_end);
  return c;
}

}  // namespace gyre::esml
