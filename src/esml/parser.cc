#include "esml/parser.h"

#include <fmt/format.h>

#include "esml/parser_impl.h"

namespace gyre::esml {

using namespace ast;

Model Parser::run() {
  Model m;
  try {
    model(m);
  } catch (const Lost&) {
  }
  return m;
}

ExprPtr Parser::formula_alone(bool linear) {
  linear_ = linear;
  try {
    ExprPtr e = formula();
    if (!is(Tok::end_of_file)) expected("an operator or the end of the formula");
    return e;
  } catch (const Lost&) {
    return nullptr;
  }
}

// Tokens --------------------------------------------------------------------------------------------------------------

std::string Parser::found() const {
  if (is(Tok::name)) return fmt::format("'{}'", now().text);
  return is(Tok::number) ? now().text : token_name(now().kind);
}

void Parser::fail(const std::string& message) {
  // Where we got lost before there is nothing new to say.
  if (at_ != reported_at_ || !reported_) diagnostics_.error(now().span, message);
  reported_ = true;
  reported_at_ = at_;
  throw Lost{};
}

void Parser::too_deep() { fail(fmt::format("nested more than {} deep", kMaxNesting)); }

void Parser::expected(const std::string& what) { fail(fmt::format("expected {}, found {}", what, found())); }

Token Parser::expect(Tok kind) {
  if (!is(kind)) expected(token_name(kind));
  return take();
}

// A semicolon that is missing is reported, and taken as there.
void Parser::semicolon(const char* after) {
  if (accept(Tok::semicolon)) return;
  if (at_ != reported_at_ || !reported_)
    diagnostics_.error(now().span, fmt::format("expected ';' after {}, found {}", after, found()));
  reported_ = true;
  reported_at_ = at_;
}

// Declarations --------------------------------------------------------------------------------------------------------

void Parser::model(Model& m) {
  try {
    expect(Tok::kw_model);
    const Token name = expect(Tok::name);
    m.name = name.text;
    m.span = name.span;
    semicolon("the model's name");
  } catch (const Lost&) {
    while (!stop() && !starts_block(now().kind)) take();
  }
  declarations(m.declarations);
  while (!stop() && !is(Tok::kw_begin)) {
    if (is(Tok::kw_process)) {
      process(m);
    } else {
      try {
        expected("PROCESS or BEGIN");
      } catch (const Lost&) {
        take();
        skip_to_body();
      }
    }
  }
  if (diagnostics_.too_many()) return;
  expect(Tok::kw_begin);
  m.body = commands();
  end_of_body(m.name);
  accept(Tok::semicolon);
  while (is(Tok::kw_assert) && !diagnostics_.too_many()) assertion(m);
  if (!is(Tok::end_of_file) && !diagnostics_.too_many()) expected("the end of the file");
}

void Parser::assertion(Model& m) {
  assert(is(Tok::kw_assert));
  Assertion a;
  a.span = take().span;
  unclear_ = false;
  try {
    a.formula = formula();
    m.assertions.push_back(std::move(a));
    if (!accept(Tok::semicolon)) accept(Tok::dot);
  } catch (const Lost&) {
    while (!stop() && !is(Tok::kw_assert)) take();
  }
}

// The end of a body is END and the name of what it belongs to.
Span Parser::end_of_body(const std::string& name) {
  expect(Tok::kw_end);
  if (!is(Tok::name)) expected(fmt::format("'{}'", name));
  const Token t = take();
  if (t.text != name && !name.empty())
    diagnostics_.error(t.span, fmt::format("this ends '{}', not '{}'", name, t.text));
  return t.span;
}

void Parser::process(Model& m) {
  assert(is(Tok::kw_process));
  take();
  Process p;
  try {
    const Token name = expect(Tok::name);
    p.name = name.text;
    p.span = name.span;
    if (accept(Tok::left_paren)) {
      do {
        Variables::Direction d = Variables::Direction::both;
        if (accept(Tok::kw_in))
          d = Variables::Direction::in;
        else if (accept(Tok::kw_out))
          d = Variables::Direction::out;
        p.parameters.push_back(variables());
        p.parameters.back().direction = d;
      } while (accept(Tok::semicolon));
      expect(Tok::right_paren);
    }
    semicolon("the process's head");
  } catch (const Lost&) {
    while (!stop() && !starts_block(now().kind)) take();
  }
  declarations(p.declarations);
  try {
    if (!is(Tok::kw_begin)) {
      try {
        expected("BEGIN");
      } catch (const Lost&) {
        skip_to_body();
      }
    }
    if (accept(Tok::kw_begin)) {
      p.body = commands();
      p.end = end_of_body(p.name);
      semicolon("the end of a process");
    }
  } catch (const Lost&) {
    skip_to_body();
  }
  m.processes.push_back(std::move(p));
}

void Parser::skip_to_body() {
  while (!stop() && !is_any({Tok::kw_process, Tok::kw_begin})) take();
}

void Parser::declarations(Declarations& d) {
  for (;;) {
    if (stop()) return;
    if (accept(Tok::kw_const))
      section([&] { d.constants.push_back(constant()); });
    else if (accept(Tok::kw_type))
      section([&] { d.types.push_back(type()); });
    else if (accept(Tok::kw_var))
      section([&] {
        d.variables.push_back(variables());
        semicolon("a declaration");
      });
    else
      return;
  }
}

// A section is one definition after the other, at least one.
template <class One>
void Parser::section(One one) {
  do {
    try {
      if (!is(Tok::name)) expected("a name");
      one();
    } catch (const Lost&) {
      while (!stop() && !is(Tok::semicolon) && !starts_block(now().kind)) take();
      accept(Tok::semicolon);
    }
  } while (is(Tok::name) && !stop());
}

Definition Parser::constant() {
  Definition d;
  const Token name = expect(Tok::name);
  d.name = name.text;
  d.span = name.span;
  expect(Tok::equal);
  d.value = expression();
  semicolon("a constant's definition");
  return d;
}

Variables Parser::variables() {
  Variables v;
  do {
    const Token name = expect(Tok::name);
    v.names.emplace_back(name.text, name.span);
  } while (accept(Tok::comma));
  expect(Tok::colon);
  if (!is(Tok::name)) expected("the name of a type");
  const Token type = take();
  v.type = type.text;
  v.type_span = type.span;
  return v;
}

TypeDefinition Parser::type() {
  TypeDefinition t;
  const Token name = expect(Tok::name);
  t.name = name.text;
  t.span = name.span;
  expect(Tok::equal);
  if (is(Tok::kw_list) || is(Tok::kw_array)) {
    t.kind = take().kind == Tok::kw_list ? TypeKind::list : TypeKind::array;
    expect(Tok::left_bracket);
    t.size = expression();
    expect(Tok::right_bracket);
    expect(Tok::kw_of);
    if (!is(Tok::name)) expected("the name of a type");
    const Token element = take();
    t.element = element.text;
    t.element_span = element.span;
  } else if (is(Tok::left_brace)) {
    take();
    t.kind = TypeKind::alphabet;
    do {
      TypeDefinition::Symbol s;
      const Token signal = expect(Tok::name);
      s.name = signal.text;
      s.span = signal.span;
      if (accept(Tok::left_paren)) {
        if (!is(Tok::name)) expected("the name of a type");
        const Token data = take();
        s.data = data.text;
        s.data_span = data.span;
        expect(Tok::right_paren);
      }
      t.symbols.push_back(std::move(s));
    } while (accept(Tok::comma));
    expect(Tok::right_brace);
  } else if (is(Tok::left_paren) && ahead(1).kind == Tok::name &&
             (ahead(2).kind == Tok::comma || ahead(2).kind == Tok::colon)) {
    take();
    t.kind = TypeKind::tuple;
    do {
      t.fields.push_back(variables());
    } while (accept(Tok::semicolon) && !is(Tok::right_paren));
    expect(Tok::right_paren);
  } else if (is(Tok::name) && (ahead(1).kind == Tok::comma || ahead(1).kind == Tok::semicolon)) {
    t.kind = TypeKind::enumeration;
    do {
      const Token value = expect(Tok::name);
      t.values.emplace_back(value.text, value.span);
    } while (accept(Tok::comma));
  } else {
    t.kind = TypeKind::subrange;
    t.low = expression();
    if (!is(Tok::dot_dot)) expected("'..'");
    take();
    t.high = expression();
  }
  semicolon("a type's definition");
  return t;
}

ast::Model parse(std::vector<Token> tokens, Diagnostics& diagnostics) {
  return Parser(std::move(tokens), diagnostics).run();
}

ast::ExprPtr parse_formula(std::vector<Token> tokens, bool linear, Diagnostics& diagnostics) {
  return Parser(std::move(tokens), diagnostics).formula_alone(linear);
}

}  // namespace gyre::esml
