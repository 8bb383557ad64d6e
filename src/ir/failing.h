// May the evaluation of an expression fail, as far as can be told from its text? A division by zero, an index out of
// range, a value out of its range. In a header, as all that the native engine's module shares with the program.
#pragma once

#include <algorithm>
#include <cassert>
#include <utility>

#include "ir/ops.h"
#include "ir/program.h"

namespace gyre::ir {

// Of the indices of a place.
inline bool may_fail(const Program& program, const Place& place) {
  const Variable& v = program.variable(place.var);
  for (size_t i = 0; i < place.indices.size(); ++i) {
    const Expr& index = program.expr(place.indices[i]);
    if (index.op != Op::constant || index.value < 0 || std::cmp_greater_equal(index.value, v.dims[i])) return true;
  }
  return false;
}

inline bool may_fail(const Program& program, ExprId id) {
  const Expr& e = program.expr(id);
  const auto kid_may_fail = [&](ExprId k) { return may_fail(program, k); };
  switch (e.op) {
    case Op::constant:
    case Op::pid:
    case Op::nr_pr:
    case Op::last:
    case Op::argument:
    case Op::timeout: return false;
    case Op::load: return may_fail(program, e.place);
#define GYRE_UNARY(name, ...) case Op::name:
#define GYRE_BINARY(name, ...) case Op::name:
#define GYRE_LOGICAL(name, ...) case Op::name:
#include "ir/ops.def"
      if (may_fail(e.op, program.semantics.exact_arithmetic)) return true;
      [[fallthrough]];
    case Op::conditional: return std::any_of(e.kids.begin(), e.kids.end(), kid_may_fail);
    case Op::checked:
    case Op::list_guard: return true;
#define GYRE_CHANNEL_TEST(name) case Op::name:
#define GYRE_ASKING(name) case Op::name:
#include "ir/op_groups.def"
      return true;
  }
  assert(false);
  return true;
}

}  // namespace gyre::ir
