#include <cassert>

#include <fmt/format.h>

#include "esml/ast.h"

namespace gyre::esml::ast {

const char* symbol(Op op) {
  switch (op) {
    case Op::neg: return "-";
    case Op::not_: return "~";
    case Op::add: return "+";
    case Op::sub: return "-";
    case Op::mul: return "*";
    case Op::div: return "DIV";
    case Op::mod: return "MOD";
    case Op::and_: return "&";
    case Op::or_: return "OR";
    case Op::implies: return "=>";
    case Op::eq: return "=";
    case Op::ne: return "#";
    case Op::lt: return "<";
    case Op::le: return "<=";
    case Op::gt: return ">";
    case Op::ge: return ">=";
    case Op::len: return "LEN";
    case Op::head: return "HEAD";
    case Op::moves: return "moves";
    case Op::enabled: return "enabled";
    case Op::ag: return "AG";
    case Op::eg: return "EG";
    case Op::af: return "AF";
    case Op::ef: return "EF";
    case Op::ax: return "AX";
    case Op::ex: return "EX";
    case Op::au: return "A";
    case Op::eu: return "E";
    case Op::always: return "[]";
    case Op::eventually: return "<>";
    case Op::next: return "X";
    case Op::until: return "U";
    case Op::weak_until: return "W";
    case Op::release: return "V";
    case Op::strong_release: return "M";
    case Op::number:
    case Op::boolean:
    case Op::access: break;
  }
  assert(false && "an operand has no symbol");
  return "?";
}

namespace {

// How tight an operator binds; parentheses stand where the tree would otherwise be another one.
int strength(Op op) {
  switch (op) {
    case Op::implies: return 0;
    case Op::or_: return 1;
    case Op::and_: return 2;
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge: return 3;
    case Op::add:
    case Op::sub: return 4;
    case Op::mul:
    case Op::div:
    case Op::mod: return 5;
    case Op::number:
    case Op::boolean:
    case Op::access:
    case Op::neg:
    case Op::not_:
    case Op::len:
    case Op::head:
    case Op::moves:
    case Op::enabled:
    case Op::ag:
    case Op::eg:
    case Op::af:
    case Op::ef:
    case Op::ax:
    case Op::ex:
    case Op::au:
    case Op::eu:
    case Op::always:
    case Op::eventually:
    case Op::next:
    case Op::until:
    case Op::weak_until:
    case Op::release:
    case Op::strong_release: return 6;
  }
  __builtin_unreachable();
}

std::string bare(const Expr& e);

// The operand of an operator; the writer's own parentheses are kept.
std::string operand(const Expr& e, int least) {
  return e.parenthesised || strength(e.op) < least ? "(" + bare(e) + ")" : bare(e);
}

std::string bare(const Expr& e) {
  switch (e.op) {
    case Op::number: return std::to_string(e.number);
    case Op::boolean: return e.number != 0 ? "TRUE" : "FALSE";
    case Op::access: {
      std::string out = e.name;
      for (const Selector& s : e.selectors) out += s.index ? "[" + bare(*s.index) + "]" : "." + s.field;
      return out;
    }
    case Op::neg:
    case Op::not_: return symbol(e.op) + operand(*e.kids[0], 6);
    case Op::len:
    case Op::head:
    case Op::moves:
    case Op::enabled:
    case Op::ag:
    case Op::eg:
    case Op::af:
    case Op::ef:
    case Op::ax:
    case Op::ex:
    case Op::always:
    case Op::eventually:
    case Op::next: return fmt::format("{}({})", symbol(e.op), bare(*e.kids[0]));
    case Op::until:
    case Op::weak_until:
    case Op::release:
    case Op::strong_release:
      return fmt::format("({} {} {})", operand(*e.kids[0], 3), symbol(e.op), operand(*e.kids[1], 3));
    case Op::au:
    case Op::eu: return fmt::format("{}({} U {})", symbol(e.op), bare(*e.kids[0]), bare(*e.kids[1]));
    case Op::implies: return fmt::format("{} => {}", operand(*e.kids[0], 1), operand(*e.kids[1], 0));
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::mod:
    case Op::and_:
    case Op::or_:
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge: {
      assert(e.kids.size() == 2);
      const int s = strength(e.op);
      return fmt::format("{} {} {}", operand(*e.kids[0], s), symbol(e.op), operand(*e.kids[1], s + 1));
    }
  }
  __builtin_unreachable();
}

void dump(const std::vector<CommandPtr>& list, size_t depth, std::string& out) {
  const std::string pad(depth * 2, ' ');
  for (const CommandPtr& c : list) {
    out += fmt::format("{}{}  @{}:{}\n", pad, to_text(*c), c->span.line, c->span.column);
    for (const Branch& b : c->branches) {
      out += fmt::format("{}  {} ->\n", pad, to_text(b));
      dump(b.body, depth + 2, out);
    }
  }
}

std::string names(const Variables& v) {
  std::string out;
  for (const auto& [name, span] : v.names) out += (out.empty() ? "" : ", ") + name;
  return out + ": " + v.type;
}

std::string type_text(const TypeDefinition& t) {
  std::string out;
  auto add = [&](const std::string& text, const char* between) { out += (out.empty() ? "" : between) + text; };
  switch (t.kind) {
    case TypeKind::subrange: return to_text(*t.low) + ".." + to_text(*t.high);
    case TypeKind::enumeration:
      for (const auto& [name, span] : t.values) add(name, ", ");
      return out;
    case TypeKind::array: return fmt::format("ARRAY [{}] OF {}", to_text(*t.size), t.element);
    case TypeKind::list: return fmt::format("LIST [{}] OF {}", to_text(*t.size), t.element);
    case TypeKind::tuple:
      for (const Variables& f : t.fields) add(names(f), "; ");
      return "(" + out + ")";
    case TypeKind::alphabet:
      for (const TypeDefinition::Symbol& s : t.symbols) {
        add(s.data.empty() ? s.name : s.name + "(" + s.data + ")", ", ");
      }
      return "{" + out + "}";
    case TypeKind::unknown:
    case TypeKind::integer:
    case TypeKind::boolean: break;
  }
  assert(false && "no definition makes such a type");
  return "?";
}

void dump(const Declarations& d, size_t depth, std::string& out) {
  const std::string pad(depth * 2, ' ');
  for (const Definition& c : d.constants) out += fmt::format("{}CONST {} = {}\n", pad, c.name, to_text(*c.value));
  for (const TypeDefinition& t : d.types) out += fmt::format("{}TYPE {} = {}\n", pad, t.name, type_text(t));
  for (const Variables& v : d.variables) out += fmt::format("{}VAR {}\n", pad, names(v));
}

}  // namespace

std::string to_text(const Expr& e) { return bare(e); }

std::string to_text(const Command& c) {
  switch (c.kind) {
    case CommandKind::assign: return fmt::format("{} := {}", to_text(*c.target), to_text(*c.exprs[0]));
    case CommandKind::empty: return fmt::format("EMPTY({})", to_text(*c.target));
    case CommandKind::remove: return fmt::format("REMOVE({})", to_text(*c.target));
    case CommandKind::append: return fmt::format("APPEND({}, {})", to_text(*c.target), to_text(*c.exprs[0]));
    case CommandKind::prepend: return fmt::format("PREPEND({}, {})", to_text(*c.target), to_text(*c.exprs[0]));
    case CommandKind::skip: return "SKIP";
    case CommandKind::send:
    case CommandKind::receive: {
      std::string out = to_text(*c.target) + (c.kind == CommandKind::send ? "!" : "?") + c.signal;
      if (!c.exprs.empty()) out += "(" + to_text(*c.exprs[0]) + ")";
      return out;
    }
    case CommandKind::if_: return "IF";
    case CommandKind::do_: return "DO";
    case CommandKind::poll: return "POLL";
    case CommandKind::trace: {
      std::string out;
      for (const TraceItem& i : c.items) {
        out += out.empty() ? "" : ", ";
        out += i.expr ? to_text(*i.expr) : "\"" + i.text + "\"";
      }
      return "TRACE(" + out + ")";
    }
    case CommandKind::activate: {
      std::string out;
      for (const Argument& a : c.arguments) {
        out += (out.empty() ? "" : ", ") + to_text(*a.expr);
        if (a.last) out += ".." + to_text(*a.last);
      }
      return c.process + (out.empty() ? "" : "(" + out + ")");
    }
  }
  return "?";
}

std::string to_text(const Branch& b) {
  assert(b.exchange || b.guard);
  if (!b.exchange) return to_text(*b.guard);
  return to_text(*b.exchange) + (b.guard ? " & " + operand(*b.guard, 0) : "");
}

std::string dump(const Model& m) {
  std::string out = fmt::format("MODEL {}\n", m.name);
  dump(m.declarations, 1, out);
  for (const Process& p : m.processes) {
    std::string parameters;
    for (const Variables& v : p.parameters) {
      parameters += parameters.empty() ? "" : "; ";
      if (v.direction == Variables::Direction::in) parameters += "IN ";
      if (v.direction == Variables::Direction::out) parameters += "OUT ";
      parameters += names(v);
    }
    out += fmt::format("PROCESS {}{}  @{}:{}\n", p.name, parameters.empty() ? "" : "(" + parameters + ")", p.span.line,
                       p.span.column);
    dump(p.declarations, 1, out);
    dump(p.body, 1, out);
  }
  out += "BEGIN\n";
  dump(m.body, 1, out);
  for (const Assertion& a : m.assertions) out += fmt::format("ASSERT {}\n", to_text(*a.formula));
  return out;
}

}  // namespace gyre::esml::ast
