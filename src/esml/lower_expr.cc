#include <algorithm>
#include <cassert>
#include <climits>
#include <utility>

#include "base/error.h"
#include "base/ids.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "esml/lower_impl.h"
#include "esml/operators.h"
#include "ir/ops.h"

namespace gyre::esml {

namespace {

constexpr size_t kMaxExpressions = 4'000'000;

}  // namespace

ir::ExprId Lowering::add(ir::Expr e) {
  if (program_.exprs.size() >= kMaxExpressions)
    throw Error("the model is too large: its structures have too many words");
  return add_to<ir::ExprId>(program_.exprs, std::move(e));
}

ir::ExprId Lowering::constant(int32_t value) {
  const auto [it, fresh] = constants_.emplace(value, ir::kNone);
  if (fresh) {
    ir::Expr e;
    e.value = value;
    it->second = add(std::move(e));
  }
  return it->second;
}

ir::ExprId Lowering::operation(ir::Op op, std::vector<ir::ExprId> kids, const Span& span) {
  ir::Expr e;
  e.op = op;
  e.kids = std::move(kids);
  e.span = span;
  return add(std::move(e));
}

ir::ExprId Lowering::load(ir::Place place, const Span& span) {
  ir::Expr e;
  e.op = ir::Op::load;
  e.type = nth(program_.variables, place.var).type;
  e.place = std::move(place);
  e.span = span;
  return add(std::move(e));
}

// The part of a variable that an access names.
Lowering::Selected Lowering::selected(const ast::Expr& e) {
  Selected out;
  assert(e.op == ast::Op::access && (e.meaning == ast::Meaning::remote || e.meaning == ast::Meaning::variable));
  const size_t owner = e.meaning == ast::Meaning::remote ? nth(model_.instances, e.instance).process : current_;
  out.storage = &nth(storage_[owner], e.symbol);
  const size_t first = e.meaning == ast::Meaning::remote ? e.selectors_used : 0;
  for (size_t i = first; i < e.selectors.size(); ++i) {
    const ast::Selector& s = e.selectors[i];
    assert(!out.storage->parts.empty());
    if (s.index) {
      out.indices.push_back(value(*s.index));
      out.storage = &out.storage->parts[0];
      continue;
    }
    const Type& t = model_.types[out.storage->type];
    for (size_t f = 0; f < t.fields.size(); ++f) {
      if (t.fields[f].name == s.field) {
        out.storage = &out.storage->parts[f];
        break;
      }
    }
  }
  return out;
}

// All scalars of a part, in the order in which they make up a value of its type.
void Lowering::places(const Storage& storage, std::vector<ir::ExprId>& indices, std::vector<ir::Place>& out) {
  const Type& t = model_.types[storage.type];
  if (storage.var != ir::kNone) {
    if (out.size() >= kMaxExpressions) throw Error("the model is too large: its structures have too many words");
    out.push_back({storage.var, indices});
  }
  if (t.kind == TypeKind::tuple) {
    for (const Storage& part : storage.parts) places(part, indices, out);
  } else if (t.kind == TypeKind::array || t.kind == TypeKind::list) {
    for (uint32_t i = 0; i < t.size; ++i) {
      indices.push_back(constant(narrow<int32_t>(i)));
      places(storage.parts[0], indices, out);
      indices.pop_back();
    }
  }
}

// The scalars of a value of any type.
std::vector<ir::ExprId> Lowering::words(const ast::Expr& e) {
  if (e.constant) return {constant(e.value)};
  if (e.op == ast::Op::head) {
    const std::vector<ir::ExprId> list = words(*e.kids[0]);
    assert(list.size() > model_.types[e.type].words);
    std::vector<ir::ExprId> out(list.begin() + 1, list.begin() + 1 + model_.types[e.type].words);
    const ir::ExprId some = operation(ir::Op::gt, {list[0], constant(0)}, e.span);
    const ir::ScalarType type = at(out[0]).type;
    out[0] = operation(ir::Op::list_guard, {some, out[0]}, e.span);
    at(out[0]).type = type;
    return out;
  }
  if (e.op != ast::Op::access || e.meaning == ast::Meaning::parameter) return {value(e)};
  Selected s = selected(e);
  std::vector<ir::Place> all;
  places(*s.storage, s.indices, all);
  std::vector<ir::ExprId> out;
  for (ir::Place& p : all) {
    const ir::ExprId id = load(std::move(p), e.span);
    if (e.meaning == ast::Meaning::remote) {
      at(id).op = ir::Op::remote_load;
      at(id).process = narrow<int32_t>(nth(model_.instances, e.instance).process);
      const ir::ExprId pid = constant(e.instance);
      at(id).kids = {pid};
    }
    out.push_back(id);
  }
  return out;
}

// The scalars of a value that goes to a place of this type: where it may not fit it is checked.
std::vector<ir::ExprId> Lowering::words_for(const ast::Expr& e, TypeId type) {
  std::vector<ir::ExprId> out = words(e);
  if (model_.types.kind(type) == TypeKind::subrange) out[0] = checked(out[0], type);
  return out;
}

ir::ExprId Lowering::checked(ir::ExprId id, TypeId type) {
  assert(model_.types.kind(type) == TypeKind::subrange);
  const Type& t = model_.types[type];
  const Interval i = interval(id);
  if (t.low <= i.first && i.second <= t.high) return id;
  const ir::ExprId out = operation(ir::Op::checked, {id}, at(id).span);
  at(out).type = scalar_type(type);
  return out;
}

// Between which bounds the value of an expression lies, as far as that is easily seen.
Lowering::Interval Lowering::interval(ir::ExprId id) const {
  const ir::Expr& e = nth(program_.exprs, id);
  const Interval any{INT32_MIN, INT32_MAX};
  auto kid = [&](size_t i) { return interval(e.kids[i]); };
  // What does not fit into 32 bits is an error before anybody sees it.
  auto cut = [&](int64_t low, int64_t high) { return Interval{std::max(low, any.first), std::min(high, any.second)}; };
  if (const auto op = ir::exact_binary_of(e.op)) {
    switch (*op) {
      case ir::ExactBinary::add: return cut(kid(0).first + kid(1).first, kid(0).second + kid(1).second);
      case ir::ExactBinary::sub: return cut(kid(0).first - kid(1).second, kid(0).second - kid(1).first);
      case ir::ExactBinary::mod: return kid(1).first > 0 ? Interval{0, kid(1).second - 1} : any;
      case ir::ExactBinary::div:
        return kid(0).first >= 0 && kid(1).first > 0 ? Interval{0, kid(0).second / kid(1).first} : any;
      case ir::ExactBinary::mul: return any;
    }
  }
  switch (e.op) {
    case ir::Op::constant: return {e.value, e.value};
    case ir::Op::load:
    case ir::Op::remote_load:
    case ir::Op::argument:
    case ir::Op::checked: return e.type.ranged() ? Interval{e.type.low, e.type.high} : any;
    case ir::Op::list_guard: return kid(1);
#define GYRE_COMPARISON(name, ...) case ir::Op::name:
#define GYRE_LOGICAL(name, ...) case ir::Op::name:
#include "ir/ops.def"
    case ir::Op::logical_not: return {0, 1};
    case ir::Op::neg:
    case ir::Op::conditional:
    case ir::Op::pid:
      return any;
// Arithmetic is above; the rest are no operators of ESML.
#define GYRE_BINARY(name, ...) case ir::Op::name:
#define GYRE_COMPARISON(...)
#include "ir/ops.def"
    case ir::Op::bit_not:
    case ir::Op::remote_at:
    case ir::Op::nr_pr:
    case ir::Op::last:
    case ir::Op::timeout:
    case ir::Op::non_progress:
    case ir::Op::run:
    case ir::Op::len:
    case ir::Op::full:
    case ir::Op::empty:
    case ir::Op::nfull:
    case ir::Op::nempty:
    case ir::Op::poll:
    case ir::Op::enabled:
    case ir::Op::pc_value:
    case ir::Op::embedded_c:
    case ir::Op::get_priority:
    case ir::Op::moves: break;
  }
  return any;
}

ir::ExprId Lowering::equality(const ast::Expr& e) {
  const std::vector<ir::ExprId> left = words(*e.kids[0]);
  const std::vector<ir::ExprId> right = words(*e.kids[1]);
  assert(!left.empty() && left.size() == right.size());
  if (left.size() == 1) return operation(e.op == ast::Op::eq ? ir::Op::eq : ir::Op::ne, {left[0], right[0]}, e.span);
  // A balanced tree: a list of a thousand elements is no thousand operators deep.
  std::vector<ir::ExprId> level;
  for (size_t i = 0; i < left.size(); ++i) level.push_back(operation(ir::Op::eq, {left[i], right[i]}, e.span));
  while (level.size() > 1) {
    std::vector<ir::ExprId> next;
    for (size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(operation(ir::Op::logical_and, {level[i], level[i + 1]}, e.span));
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  return e.op == ast::Op::eq ? level[0] : operation(ir::Op::logical_not, {level[0]}, e.span);
}

// enabled(): of one process, or of some process of a type.
ir::ExprId Lowering::enabled(const ast::Expr& e) {
  ir::ExprId any = ir::kNone;
  for (size_t i = 0; i < model_.instances.size(); ++i) {
    const int32_t number = narrow<int32_t>(i);
    if (e.instance >= 0 ? number != e.instance : std::cmp_not_equal(model_.instances[i].process, e.symbol)) continue;
    const ir::ExprId one = operation(ir::Op::enabled, {constant(number)}, e.span);
    any = any == ir::kNone ? one : operation(ir::Op::logical_or, {any, one}, e.span);
  }
  assert(any != ir::kNone);
  return any;
}

// The value of a scalar expression.
ir::ExprId Lowering::value(const ast::Expr& e) {
  if (e.constant) return constant(e.value);
  if (e.op == ast::Op::access) {
    if (e.meaning != ast::Meaning::parameter) return words(e)[0];
    ir::Expr a;
    a.op = ir::Op::argument;
    a.value = e.symbol;
    a.type = scalar_type(e.type);
    a.span = e.span;
    return add(std::move(a));
  }
  if (e.op == ast::Op::head) return words(e)[0];
  if (e.op == ast::Op::len) return words(*e.kids[0])[0];
  if (e.op == ast::Op::moves) {
    ir::Expr m;
    m.op = ir::Op::moves;
    m.span = e.span;
    m.process = e.symbol;
    if (e.instance >= 0) m.kids = {constant(e.instance)};
    return add(std::move(m));
  }
  if (e.op == ast::Op::enabled) return enabled(e);
  if (e.op == ast::Op::eq || e.op == ast::Op::ne) return equality(e);
  if (e.op == ast::Op::implies) {
    const ir::ExprId left = operation(ir::Op::logical_not, {value(*e.kids[0])}, e.span);
    return operation(ir::Op::logical_or, {left, value(*e.kids[1])}, e.span);
  }
  const std::optional<ir::Op> op = ir_operator(e.op);
  assert(op);
  std::vector<ir::ExprId> kids;
  for (const ast::ExprPtr& k : e.kids) kids.push_back(value(*k));
  return operation(*op, std::move(kids), e.span);
}

}  // namespace gyre::esml
