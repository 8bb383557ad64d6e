#include <cassert>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "esml/analyse_impl.h"
#include "esml/operators.h"
#include "ir/ops.h"

namespace gyre::esml {

using namespace ast;

bool has_temporal(const Expr& e) {
  if (is_temporal(e.op)) return true;
  for (const ExprPtr& k : e.kids) {
    if (has_temporal(*k)) return true;
  }
  return false;
}

bool Analysis::want(const Expr& e, bool fits, const char* wanted) {
  if (fits || e.type == Types::kUnknown) return true;
  error(e.span, fmt::format("'{}' must be {}, not {}", to_text(e), wanted, model_.types.text(e.type)));
  return false;
}

TypeId Analysis::expression(Expr& e, Where where) {
  if (e.op == Op::number || e.op == Op::boolean) {
    e.constant = true;
    e.value = e.number;
    e.type = e.op == Op::number ? Types::kInteger : Types::kBoolean;
  } else {
    e.type = e.op == Op::access ? access(e, where) : operation(e, where);
  }
  if (where == Where::constant && !e.constant && e.type != Types::kUnknown) {
    error(e.span, fmt::format("'{}' is no constant", to_text(e)));
    e.type = Types::kUnknown;
  }
  return e.type;
}

TypeId Analysis::operation(Expr& e, Where where) {
  assert(!e.kids.empty());
  if (e.op == Op::moves || e.op == Op::enabled) {
    if (where == Where::formula) return of_process(e);
    error(e.span, fmt::format("{}() only stands in formulas", ast::symbol(e.op)));
    return Types::kUnknown;
  }
  if (is_temporal(e.op) || e.op == Op::implies) {
    if (where != Where::formula) {
      error(e.span, fmt::format("{} only stands in the formula of an ASSERT",
                                e.op == Op::implies ? "'=>'" : "a temporal operator"));
      return Types::kUnknown;
    }
  }
  for (const ExprPtr& k : e.kids) expression(*k, where);
  auto all = [&](auto test, const char* wanted) {
    bool ok = true;
    for (const ExprPtr& k : e.kids) ok &= want(*k, test(k->type), wanted) && k->type != Types::kUnknown;
    return ok;
  };
  auto integer = [&](TypeId t) { return model_.types.is_integer(t); };
  auto boolean = [&](TypeId t) { return t == Types::kBoolean; };
  TypeId result = Types::kUnknown;
  switch (e.op) {
    case Op::neg:
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::mod:
      if (!all(integer, "an integer")) return Types::kUnknown;
      result = Types::kInteger;
      break;
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
      if (!all(integer, "an integer")) return Types::kUnknown;
      result = Types::kBoolean;
      break;
    case Op::eq:
    case Op::ne: {
      const TypeId a = e.kids[0]->type, b = e.kids[1]->type;
      if (a == Types::kUnknown || b == Types::kUnknown) return Types::kUnknown;
      if (!model_.types.compatible(a, b)) {
        error(e.span, fmt::format("'{}' is {}, '{}' is {}: they cannot be compared", to_text(*e.kids[0]),
                                  model_.types.text(a), to_text(*e.kids[1]), model_.types.text(b)));
        return Types::kUnknown;
      }
      result = Types::kBoolean;
      break;
    }
    case Op::len:
    case Op::head: {
      const Expr& list = *e.kids[0];
      if (!want(list, model_.types.kind(list.type) == TypeKind::list, "a list") || list.type == Types::kUnknown)
        return Types::kUnknown;
      return e.op == Op::len ? Types::kInteger : model_.types[list.type].element;
    }
    case Op::not_:
    case Op::and_:
    case Op::or_:
    case Op::implies:
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
    case Op::strong_release:
      if (!all(boolean, "BOOLEAN")) return Types::kUnknown;
      result = Types::kBoolean;
      break;
    case Op::moves:
    case Op::enabled:
    case Op::number:
    case Op::boolean:
    case Op::access: assert(false && "an operand is no operation"); return Types::kUnknown;
  }
  e.type = result;
  fold(e);
  return e.type;
}

// Computes the value of an expression whose operands are constants.
void Analysis::fold(Expr& e) {
  if (is_temporal(e.op)) return;
  for (const ExprPtr& k : e.kids) {
    if (!k->constant) {
      if ((e.op == Op::div || e.op == Op::mod) && e.kids[1]->constant && e.kids[1]->value == 0)
        error(e.span, fmt::format("division by zero in '{}'", to_text(e)));
      return;
    }
  }
  assert(!e.kids.empty());
  const int32_t x = e.kids[0]->value;
  const int32_t y = e.kids.size() > 1 ? e.kids[1]->value : 0;
  const std::optional<ir::Op> op = ir_operator(e.op);
  if (!op && e.op != Op::implies) return;
  std::optional<int32_t> value;
  if (!op)
    value = x == 0 || y != 0;
  else
    value = ir::is_unary(*op) ? ir::compute(*op, x, true) : ir::compute(*op, x, y, true);
  if (!value) {
    const bool divides = e.op == Op::div || e.op == Op::mod;
    error(e.span, divides && y == 0 ? fmt::format("division by zero in '{}'", to_text(e))
                                    : fmt::format("'{}' does not fit into 32 bits", to_text(e)));
    e.type = Types::kUnknown;
    return;
  }
  e.constant = true;
  e.value = *value;
}

TypeId Analysis::access(Expr& e, Where where) {
  assert(e.op == Op::access);
  const Symbol* s = find(e.name);
  if (!s) {
    if (where == Where::formula) return plain_remote(e);
    error(e.span, fmt::format("'{}' is not declared{}", e.name, hint(e.name)));
    for (Selector& sel : e.selectors) {
      if (sel.index) expression(*sel.index, where);
    }
    return Types::kUnknown;
  }
  switch (s->kind) {
    case Symbol::Kind::constant:
      e.meaning = Meaning::constant;
      e.constant = s->type != Types::kUnknown;
      e.value = s->value;
      return select(e, 0, s->type, where);
    case Symbol::Kind::variable:
      e.meaning = Meaning::variable;
      e.symbol = s->index;
      return select(e, 0, s->type, where);
    case Symbol::Kind::parameter:
      e.symbol = s->index;
      if (model_.types.kind(s->type) == TypeKind::alphabet) {
        e.meaning = Meaning::channel;
        error(e.span, fmt::format("'{}' is a channel and has no value", e.name));
        return Types::kUnknown;
      }
      e.meaning = Meaning::parameter;
      return select(e, 0, s->type, where);
    case Symbol::Kind::channel:
      error(e.span, fmt::format("'{}' is a channel and has no value", e.name));
      return Types::kUnknown;
    case Symbol::Kind::process:
      if (where == Where::formula) return remote(e, *s);
      error(e.span, fmt::format("'{}' is a process; its variables can only be named in an ASSERT", e.name));
      return Types::kUnknown;
    case Symbol::Kind::type: error(e.span, fmt::format("'{}' is a type, not a value", e.name)); return Types::kUnknown;
  }
  return Types::kUnknown;
}

// Follows .field and [index] from the given selector on.
TypeId Analysis::select(Expr& e, size_t first, TypeId type, Where where) {
  for (size_t i = first; i < e.selectors.size(); ++i) {
    Selector& s = e.selectors[i];
    if (s.index) {
      expression(*s.index, where == Where::constant ? Where::command : where);
      want(*s.index, model_.types.is_integer(s.index->type), "an integer");
    }
    if (type == Types::kUnknown) continue;
    const Type& t = model_.types[type];
    if (s.index) {
      if (t.kind != TypeKind::array) {
        error(s.span, t.kind == TypeKind::list ? "a list has no index: use HEAD, LEN and the list commands"
                                               : fmt::format("{} has no elements", t.name));
        type = Types::kUnknown;
        continue;
      }
      if (s.index->constant && (s.index->value < 0 || std::cmp_greater_equal(s.index->value, t.size)))
        error(s.index->span, fmt::format("index {} is not in 0..{}", s.index->value, t.size - 1));
      type = t.element;
      continue;
    }
    TypeId found = Types::kUnknown;
    for (const Field& f : t.fields) {
      if (f.name == s.field) found = f.type;
    }
    if (t.kind != TypeKind::tuple)
      error(s.span, fmt::format("{} has no fields", t.name));
    else if (found == Types::kUnknown)
      error(s.span, fmt::format("{} has no field '{}'", t.name, s.field));
    type = found;
  }
  return type;
}

std::vector<int32_t> Analysis::instances_of(const Symbol& process) const {
  std::vector<int32_t> out;
  for (size_t i = 0; i < model_.instances.size(); ++i) {
    if (std::cmp_equal(model_.instances[i].process, process.index)) out.push_back(narrow<int32_t>(i));
  }
  return out;
}

// The k of Proc[k], of which there are so many.
std::optional<int32_t> Analysis::instance_number(Expr& index, const std::string& process, size_t count) {
  if (expression(index, Where::constant) == Types::kUnknown) return std::nullopt;
  if (!want(index, model_.types.is_integer(index.type), "an integer")) return std::nullopt;
  if (index.value >= 0 && std::cmp_less(index.value, count)) return index.value;
  error(index.span, count == 0 ? fmt::format("no process '{}' is activated", process)
                               : fmt::format("there are only {}[0] to {}[{}]", process, process, count - 1));
  return std::nullopt;
}

// Proc.variable, Proc[k].variable: k counts the instances of the process in the order of activation, from 0 on.
TypeId Analysis::remote(Expr& e, const Symbol& process) {
  assert(process.kind == Symbol::Kind::process);
  const auto& p = nth(model_.processes, process.index);
  const std::vector<int32_t> instances = instances_of(process);
  size_t at = 0;
  int32_t number = 0;
  if (!e.selectors.empty() && e.selectors[0].index) {
    const std::optional<int32_t> named = instance_number(*e.selectors[0].index, p.name, instances.size());
    if (!named) return Types::kUnknown;
    number = *named;
    at = 1;
  } else if (instances.size() != 1) {
    error(e.span, instances.empty() ? fmt::format("no process '{}' is activated", p.name)
                                    : fmt::format("which of {} processes? Write {}[0] to {}[{}]", instances.size(),
                                                  p.name, p.name, instances.size() - 1));
    return Types::kUnknown;
  }
  if (at >= e.selectors.size() || e.selectors[at].index) {
    error(e.span, fmt::format("'{}' is a process: name one of its variables, {}.variable", p.name, p.name));
    return Types::kUnknown;
  }
  for (size_t v = 0; v < p.locals.size(); ++v) {
    if (p.locals[v].name != e.selectors[at].field) continue;
    e.meaning = Meaning::remote;
    e.instance = nth(instances, number);
    e.symbol = narrow<int32_t>(v);
    e.selectors_used = at + 1;
    return select(e, at + 1, p.locals[v].type, Where::formula);
  }
  error(e.selectors[at].span, fmt::format("process '{}' has no variable '{}'", p.name, e.selectors[at].field));
  return Types::kUnknown;
}

// moves(P): some process P; moves(P[k]), with k as for variables; moves(n): the n-th process that was activated. So is
// enabled().
TypeId Analysis::of_process(Expr& e) {
  Expr& who = *e.kids[0];
  const Symbol* s = who.op == Op::access ? find(who.name) : nullptr;
  if (s == nullptr || s->kind != Symbol::Kind::process) {
    if (expression(who, Where::constant) == Types::kUnknown) return Types::kUnknown;
    if (!want(who, model_.types.is_integer(who.type), "a process or its number")) return Types::kUnknown;
    if (who.value < 0 || std::cmp_greater_equal(who.value, model_.instances.size())) {
      error(who.span, fmt::format("the processes have the numbers 0 to {}", model_.instances.size() - 1));
      return Types::kUnknown;
    }
    e.instance = who.value;
    return Types::kBoolean;
  }
  const std::vector<int32_t> instances = instances_of(*s);
  const std::string& name = nth(model_.processes, s->index).name;
  if (instances.empty()) {
    error(who.span, fmt::format("no process '{}' is activated", name));
    return Types::kUnknown;
  }
  e.symbol = s->index;
  if (who.selectors.empty()) return Types::kBoolean;
  if (who.selectors.size() > 1 || !who.selectors[0].index) {
    error(who.span, fmt::format("{}() is about a process: {}, {}[0] or a number", ast::symbol(e.op), name, name));
    return Types::kUnknown;
  }
  const std::optional<int32_t> number = instance_number(*who.selectors[0].index, name, instances.size());
  if (!number) return Types::kUnknown;
  e.instance = nth(instances, *number);
  return Types::kBoolean;
}

// A plain name in a formula: the variable of the only process that has one.
TypeId Analysis::plain_remote(Expr& e) {
  int32_t instance = -1;
  int32_t variable = -1;
  size_t found = 0;
  for (size_t i = 0; i < model_.instances.size(); ++i) {
    const auto& p = model_.processes[model_.instances[i].process];
    for (size_t v = 0; v < p.locals.size(); ++v) {
      if (p.locals[v].name != e.name) continue;
      ++found;
      instance = narrow<int32_t>(i);
      variable = narrow<int32_t>(v);
    }
  }
  if (found != 1) {
    error(e.span, found == 0
                      ? fmt::format("'{}' is not declared", e.name)
                      : fmt::format("{} processes have a variable '{}': write Process.{}", found, e.name, e.name));
    return Types::kUnknown;
  }
  e.meaning = Meaning::remote;
  e.instance = instance;
  e.symbol = variable;
  e.selectors_used = 0;
  const auto& p = model_.processes[nth(model_.instances, instance).process];
  return select(e, 0, nth(p.locals, variable).type, Where::formula);
}

}  // namespace gyre::esml
