#include "lint/values.h"

#include <cassert>

#include <fmt/format.h>

#include "base/nth.h"
#include "ir/ops.h"

namespace gyre::lint {

std::optional<int32_t> constant_value(const ir::Program& program, ir::ExprId id) {
  const ir::Expr& e = program.expr(id);
  if (e.op == ir::Op::constant) return e.value;
  if (!ir::is_operator(e.op)) return std::nullopt;
  const bool exact = program.semantics.exact_arithmetic;
  const std::optional<int32_t> x = constant_value(program, e.kids[0]);
  if (!x) return std::nullopt;
  if (e.kids.size() == 1) return ir::compute(e.op, *x, exact);
  const std::optional<int32_t> y = constant_value(program, e.kids[1]);
  return y ? ir::compute(e.op, *x, *y, exact) : std::nullopt;
}

Range range_of(const ir::ScalarType& type) {
  if (type.ranged()) return {type.low, type.high};
  assert(type.width >= 1 && type.width <= 32);
  if (type.is_signed) return {-(int64_t{1} << (type.width - 1)), (int64_t{1} << (type.width - 1)) - 1};
  return {0, (int64_t{1} << type.width) - 1};
}

int64_t stored(const ir::ScalarType& type, int32_t value) {
  const auto bits = static_cast<uint64_t>(int64_t{value}) & ((uint64_t{1} << type.width) - 1);
  const bool negative = type.is_signed && (bits >> (type.width - 1)) != 0;
  return static_cast<int64_t>(bits) - (negative ? int64_t{1} << type.width : 0);
}

std::string type_text(const ir::Program& program, const ir::ScalarType& type) {
  switch (type.base) {
    case ir::BaseType::bit: return "a bit";
    case ir::BaseType::byte: return "a byte";
    case ir::BaseType::short_: return "a short";
    case ir::BaseType::int_: return "an int";
    case ir::BaseType::unsigned_: return fmt::format("an unsigned : {}", type.width);
    case ir::BaseType::mtype: {
      const std::string& set = nth(program.mtype_sets, type.mtype_set).name;
      return set.empty() ? "an mtype" : "an mtype:" + set;
    }
    case ir::BaseType::chan: return "a chan";
    case ir::BaseType::pid: return "a pid";
    case ir::BaseType::boolean: return "a boolean";
    case ir::BaseType::enumeration: return "an enumeration";
    case ir::BaseType::subrange: return "a subrange";
  }
  __builtin_unreachable();
}

std::string variable_text(const ir::Program& program, ir::VarId var) {
  std::string out;
  for (const char c : program.variable(var).name) {
    if (c == ']' && !out.empty() && out.back() == '[') out += "..";
    out += c;
  }
  return out;
}

}  // namespace gyre::lint
