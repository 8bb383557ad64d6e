#include "esml/parser.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "esml/analyse.h"

namespace gyre::esml {

namespace {

using namespace ast;

constexpr int kMaxNesting = 1000;

class Parser {
 public:
  Parser(std::vector<Token> tokens, Diagnostics& diagnostics) : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  Model run() {
    Model m;
    try {
      model(m);
    } catch (const Lost&) {
    }
    return m;
  }

  ExprPtr formula_alone(bool linear) {
    linear_ = linear;
    try {
      ExprPtr e = formula();
      if (!is(Tok::end_of_file)) expected("an operator or the end of the formula");
      return e;
    } catch (const Lost&) {
      return nullptr;
    }
  }

 private:
  struct Lost {};  // an error was reported; whoever can go on catches it
  struct Nesting {
    explicit Nesting(Parser& p) : parser(p) {
      if (++parser.nesting_ > kMaxNesting) {
        --parser.nesting_;
        parser.fail(fmt::format("nested more than {} deep", kMaxNesting));
      }
    }
    ~Nesting() { --parser.nesting_; }
    Parser& parser;
  };

  // Tokens ----------------------------------------------------------------------------------------------------------
  const Token& now() const { return tokens_[at_]; }
  const Token& ahead(size_t n) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }
  bool is(Tok kind) const { return now().kind == kind; }
  bool is_any(std::initializer_list<Tok> kinds) const {
    for (Tok k : kinds) {
      if (is(k)) return true;
    }
    return false;
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
  std::string found() const {
    switch (now().kind) {
      case Tok::name: return fmt::format("'{}'", now().text);
      case Tok::number: return now().text;
      default: return token_name(now().kind);
    }
  }
  [[noreturn]] void fail(const std::string& message) {
    // Where we got lost before there is nothing new to say.
    if (at_ != reported_at_ || !reported_) diagnostics_.error(now().span, message);
    reported_ = true;
    reported_at_ = at_;
    throw Lost{};
  }
  [[noreturn]] void expected(const std::string& what) { fail(fmt::format("expected {}, found {}", what, found())); }
  Token expect(Tok kind) {
    if (!is(kind)) expected(token_name(kind));
    return take();
  }
  // A semicolon that is missing is reported, and taken as there.
  void semicolon(const char* after) {
    if (accept(Tok::semicolon)) return;
    if (at_ != reported_at_ || !reported_)
      diagnostics_.error(now().span, fmt::format("expected ';' after {}, found {}", after, found()));
    reported_ = true;
    reported_at_ = at_;
  }
  bool stop() const { return is(Tok::end_of_file) || diagnostics_.too_many(); }
  static bool starts_block(Tok k) {
    return k == Tok::kw_const || k == Tok::kw_type || k == Tok::kw_var || k == Tok::kw_process || k == Tok::kw_begin ||
           k == Tok::kw_assert;
  }

  // Declarations ----------------------------------------------------------------------------------------------------
  void model(Model& m) {
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

  void assertion(Model& m) {
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

  // END name
  Span end_of_body(const std::string& name) {
    expect(Tok::kw_end);
    if (!is(Tok::name)) expected(fmt::format("'{}'", name));
    const Token t = take();
    if (t.text != name && !name.empty())
      diagnostics_.error(t.span, fmt::format("this ends '{}', not '{}'", name, t.text));
    return t.span;
  }

  void process(Model& m) {
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

  void skip_to_body() {
    while (!stop() && !is_any({Tok::kw_process, Tok::kw_begin})) take();
  }

  void declarations(Declarations& d) {
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

  // One definition after the other, at least one.
  template <class One>
  void section(One one) {
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

  Definition constant() {
    Definition d;
    const Token name = expect(Tok::name);
    d.name = name.text;
    d.span = name.span;
    expect(Tok::equal);
    d.value = expression();
    semicolon("a constant's definition");
    return d;
  }

  Variables variables() {
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

  TypeDefinition type() {
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

  // Commands --------------------------------------------------------------------------------------------------------
  static bool ends_list(Tok k) { return k == Tok::kw_end || k == Tok::box || k == Tok::end_of_file || starts_block(k); }
  bool starts_command() const {
    return is_any({Tok::name, Tok::kw_if, Tok::kw_do, Tok::kw_poll, Tok::kw_skip, Tok::kw_trace, Tok::kw_empty,
                   Tok::kw_remove, Tok::kw_append, Tok::kw_prepend});
  }

  std::vector<CommandPtr> commands() {
    std::vector<CommandPtr> out;
    for (;;) {
      try {
        if (!starts_command()) {
          if (ends_list(now().kind) && !out.empty()) {
            // `a;` before END: the grammar has no empty command.
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

  // To the end of what cannot be understood: a semicolon, or the end of the list it stands in.
  void skip_command() {
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

  CommandPtr command() {
    const Nesting guard(*this);
    auto c = std::make_unique<Command>();
    c->span = now().span;
    switch (now().kind) {
      case Tok::kw_skip: take(); return c;
      case Tok::kw_if: c->kind = CommandKind::if_; return structure(std::move(c));
      case Tok::kw_do: c->kind = CommandKind::do_; return structure(std::move(c));
      case Tok::kw_poll: c->kind = CommandKind::poll; return structure(std::move(c));
      case Tok::kw_trace:
        take();
        c->kind = CommandKind::trace;
        expect(Tok::left_paren);
        do {
          TraceItem item;
          if (is(Tok::string))
            item.text = take().text;
          else
            item.expr = expression();
          c->items.push_back(std::move(item));
        } while (accept(Tok::comma));
        expect(Tok::right_paren);
        return c;
      case Tok::kw_empty:
      case Tok::kw_remove:
      case Tok::kw_append:
      case Tok::kw_prepend: {
        const Tok k = take().kind;
        c->kind = k == Tok::kw_empty    ? CommandKind::empty
                  : k == Tok::kw_remove ? CommandKind::remove
                  : k == Tok::kw_append ? CommandKind::append
                                        : CommandKind::prepend;
        expect(Tok::left_paren);
        c->target = expression();
        if (k == Tok::kw_append || k == Tok::kw_prepend) {
          expect(Tok::comma);
          c->exprs.push_back(expression());
        }
        expect(Tok::right_paren);
        return c;
      }
      default: break;
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

  // ! signal (expression), ? signal (variable); the channel has been read.
  void exchange(Command& c) {
    c.kind = take().kind == Tok::bang ? CommandKind::send : CommandKind::receive;
    if (!is(Tok::name)) expected("the name of a signal");
    const Token signal = take();
    c.signal = signal.text;
    c.signal_span = signal.span;
    if (!accept(Tok::left_paren)) return;
    c.exprs.push_back(c.kind == CommandKind::send ? expression() : access());
    expect(Tok::right_paren);
  }

  CommandPtr structure(CommandPtr c) {
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

  // Expressions and formulas ----------------------------------------------------------------------------------------
  ExprPtr make(Op op, const Span& span) {
    auto e = std::make_unique<Expr>();
    e->op = op;
    e->span = span;
    return e;
  }
  ExprPtr binary(Op op, const Span& span, ExprPtr left, ExprPtr right) {
    ExprPtr e = make(op, span);
    e->kids.push_back(std::move(left));
    e->kids.push_back(std::move(right));
    return e;
  }

  ExprPtr formula() {
    const Nesting guard(*this);
    ExprPtr left = expression();
    if (!is(Tok::implies) && !is(Tok::equivalent)) return left;
    const Token t = take();
    return connected(t.kind == Tok::implies ? Op::implies : Op::eq, t.span, std::move(left), formula());
  }

  static bool is_prefix(Op op) { return op >= Op::ag && op <= Op::ex; }
  // What a row of prefix operators stands before.
  static const Expr& innermost(const Expr& e) {
    return (is_prefix(e.op) || e.op == Op::not_) && !e.parenthesised ? innermost(*e.kids[0]) : e;
  }
  // The AG, EF, ... that ends `e` and whose operand does not stand in parentheses; null: there is none.
  static Expr* bare_operator(Expr& e) {
    if (e.parenthesised || e.kids.empty()) return nullptr;
    if (e.op == Op::len || e.op == Op::head || e.op == Op::au || e.op == Op::eu) return nullptr;
    if (!is_prefix(e.op)) return bare_operator(*e.kids.back());
    const Expr& operand = innermost(e);
    return operand.parenthesised || operand.op == Op::au || operand.op == Op::eu ? nullptr : &e;
  }

  // left op right, of a connective. By D.5 the operand of AG goes on behind it, by the usual reading of CTL it ends
  // there. What is true by the one may be false by the other: the writer has to say it.
  ExprPtr connected(Op op, const Span& span, ExprPtr left, ExprPtr right) {
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
  void check_equation(Expr& e) {
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

  void reach_unclear(const Span& span, Op op, const std::string& short_reach, const std::string& long_reach) {
    // One mixture is reported once: what encloses it is not clearer.
    if (unclear_) return;
    unclear_ = true;
    diagnostics_.error(span, fmt::format("how far does {} reach? Write {} or {}", symbol(op), short_reach, long_reach));
  }

  // A chain a op b op c is a tree as deep as the chain is long: that is nesting too.
  class Chain {
   public:
    explicit Chain(Parser& p) : parser_(p) {}
    ~Chain() { parser_.nesting_ -= added_; }
    void add() {
      ++added_;
      if (++parser_.nesting_ > kMaxNesting) parser_.fail(fmt::format("nested more than {} deep", kMaxNesting));
    }

   private:
    Parser& parser_;
    int added_ = 0;
  };

  ExprPtr expression() {
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

  ExprPtr conjunction() {
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
  ExprPtr until_chain() {
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
  bool linear_operator(Op& op) const {
    if (!linear_) return false;
    const std::string& word = now().text;
    if (is(Tok::box) || word == "G" || word == "always")
      op = Op::always;
    else if (is(Tok::diamond) || word == "F" || word == "eventually")
      op = Op::eventually;
    else if (word == "X" || word == "next")
      op = Op::next;
    else
      return false;
    switch (tokens_[std::min(at_ + 1, tokens_.size() - 1)].kind) {
      case Tok::name:
      case Tok::number:
      case Tok::left_paren:
      case Tok::minus:
      case Tok::tilde:
      case Tok::box:
      case Tok::diamond:
      case Tok::kw_true:
      case Tok::kw_false:
      case Tok::kw_len:
      case Tok::kw_head: return true;
      default: return !is(Tok::name);
    }
  }

  ExprPtr relation() {
    Chain chain(*this);
    ExprPtr left = sum();
    for (;;) {
      Op op;
      switch (now().kind) {
        case Tok::equal: op = Op::eq; break;
        case Tok::unequal: op = Op::ne; break;
        case Tok::less: op = Op::lt; break;
        case Tok::less_equal: op = Op::le; break;
        case Tok::greater: op = Op::gt; break;
        case Tok::greater_equal: op = Op::ge; break;
        default: return left;
      }
      chain.add();
      const Span span = take().span;
      left = binary(op, span, std::move(left), sum());
    }
  }

  ExprPtr sum() {
    Chain chain(*this);
    ExprPtr left = term();
    while (is(Tok::plus) || is(Tok::minus)) {
      chain.add();
      const Token t = take();
      left = binary(t.kind == Tok::plus ? Op::add : Op::sub, t.span, std::move(left), term());
    }
    return left;
  }

  ExprPtr term() {
    Chain chain(*this);
    ExprPtr left = factor();
    for (;;) {
      Op op;
      switch (now().kind) {
        case Tok::times: op = Op::mul; break;
        case Tok::kw_div: op = Op::div; break;
        case Tok::kw_mod: op = Op::mod; break;
        default: return left;
      }
      chain.add();
      const Span span = take().span;
      left = binary(op, span, std::move(left), factor());
    }
  }

  ExprPtr factor() {
    const Nesting guard(*this);
    const Token t = now();
    auto unary = [&](Op op) {
      take();
      ExprPtr e = make(op, t.span);
      e->kids.push_back(is_temporal(op) ? relation() : factor());
      if (is_temporal(op)) check_equation(*e);
      return e;
    };
    auto list = [&](Op op) {
      take();
      ExprPtr e = make(op, t.span);
      expect(Tok::left_paren);
      e->kids.push_back(expression());
      expect(Tok::right_paren);
      return e;
    };
    auto until = [&](Op op) {
      take();
      ExprPtr e = make(op, t.span);
      const bool bracket = accept(Tok::left_bracket);
      if (!bracket) expect(Tok::left_paren);
      e->kids.push_back(formula());
      expect(Tok::kw_u);
      e->kids.push_back(formula());
      expect(bracket ? Tok::right_bracket : Tok::right_paren);
      return e;
    };
    if (Op op; linear_operator(op)) return unary(op);
    if (linear_ && (t.kind == Tok::kw_ag || t.kind == Tok::kw_af || t.kind == Tok::kw_ax || t.kind == Tok::kw_eg ||
                    t.kind == Tok::kw_ef || t.kind == Tok::kw_ex || t.kind == Tok::kw_a || t.kind == Tok::kw_e))
      fail("this is a formula of linear time: path quantifiers belong to --ctl");
    switch (t.kind) {
      case Tok::number: {
        take();
        ExprPtr e = make(Op::number, t.span);
        e->number = t.number;
        return e;
      }
      case Tok::kw_true:
      case Tok::kw_false: {
        take();
        ExprPtr e = make(Op::boolean, t.span);
        e->number = t.kind == Tok::kw_true;
        return e;
      }
      case Tok::name: return access();
      case Tok::left_paren: {
        take();
        ExprPtr e = formula();
        expect(Tok::right_paren);
        e->parenthesised = true;
        return e;
      }
      case Tok::minus: return unary(Op::neg);
      case Tok::tilde: return unary(Op::not_);
      case Tok::kw_len: return list(Op::len);
      case Tok::kw_head: return list(Op::head);
      case Tok::kw_ag: return unary(Op::ag);
      case Tok::kw_eg: return unary(Op::eg);
      case Tok::kw_af: return unary(Op::af);
      case Tok::kw_ef: return unary(Op::ef);
      case Tok::kw_ax: return unary(Op::ax);
      case Tok::kw_ex: return unary(Op::ex);
      case Tok::kw_a: return until(Op::au);
      case Tok::kw_e: return until(Op::eu);
      default: expected("an expression");
    }
  }

  ExprPtr access() {
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

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  bool reported_ = false;
  size_t reported_at_ = 0;
  int nesting_ = 0;
  bool linear_ = false;   // a formula of linear time
  bool unclear_ = false;  // a mixture of AG and connectives was reported in this formula
};

}  // namespace

ast::Model parse(std::vector<Token> tokens, Diagnostics& diagnostics) {
  return Parser(std::move(tokens), diagnostics).run();
}

ast::ExprPtr parse_formula(std::vector<Token> tokens, bool linear, Diagnostics& diagnostics) {
  return Parser(std::move(tokens), diagnostics).formula_alone(linear);
}

}  // namespace gyre::esml
