// `x < 300` of a byte: whatever x is, it is true. That a number is not below the least of its type is often said beside
// another bound, `0 <= x && x < n`, and does no harm there.
#include <fmt/format.h>

#include "base/nth.h"
#include "ir/ops.h"
#include "lint/lint.h"
#include "lint/spots.h"
#include "lint/values.h"

namespace gyre::lint {

namespace {

// x < c is c > x.
ir::Op mirrored(ir::Op op) {
  if (op == ir::Op::lt) return ir::Op::gt;
  if (op == ir::Op::le) return ir::Op::ge;
  if (op == ir::Op::gt) return ir::Op::lt;
  if (op == ir::Op::ge) return ir::Op::le;
  return op;
}

// The value of `x op c`, if it is the same for all x of the range.
std::optional<bool> always(ir::Op op, const Range& x, int64_t c) {
  if (op == ir::Op::lt) op = ir::Op::le, --c;
  if (op == ir::Op::ge) op = ir::Op::gt, --c;
  const bool at_most = x.high <= c, more = x.low > c;
  if (op == ir::Op::le || op == ir::Op::gt) {
    if (!at_most && !more) return std::nullopt;
    return (op == ir::Op::le) == at_most;
  }
  if (!x.has(c)) return op == ir::Op::ne;
  return std::nullopt;
}

const char* text_of(ir::Op op) {
#define GYRE_COMPARISON(name, text, ...) \
  if (op == ir::Op::name) return text;
#include "ir/ops.def"
  return "?";
}

}  // namespace

void constant_comparisons(const ir::Program& program, Diagnostics& diagnostics) {
  Spots spots;
  std::vector<bool> in_conjunction(program.exprs.size());
  for (const ir::Expr& e : program.exprs) {
    if (e.op != ir::Op::logical_and) continue;
    for (const ir::ExprId kid : e.kids) nth(in_conjunction, kid) = true;
  }
  for (size_t id = 0; id < program.exprs.size(); ++id) {
    const ir::Expr& e = program.exprs[id];
    if (!ir::is_comparison(e.op)) continue;
    for (const size_t variable : {0, 1}) {
      const ir::Expr& x = program.expr(e.kids[variable]);
      if ((x.op != ir::Op::load && x.op != ir::Op::remote_load) || x.place.var == ir::kNone) continue;
      const std::optional<int32_t> c = constant_value(program, e.kids[1 - variable]);
      const ir::ScalarType& type = program.variable(x.place.var).type;
      if (!c || type.base == ir::BaseType::chan) continue;
      const ir::Op op = variable == 0 ? e.op : mirrored(e.op);
      const Range range = range_of(type);
      std::optional<bool> value = always(op, range, *c);
      if (value == true && *c <= range.low && in_conjunction[id]) value.reset();
      // By the constant, which stands in the text of an inline where the variable may be an argument of its call.
      spots.see(program.expr(e.kids[1 - variable]).span, static_cast<uint32_t>(op), value.has_value(), [&] {
        return fmt::format("{0} {1} {2} is always {3}: '{0}' is between {4} and {5}",
                           variable_text(program, x.place.var), text_of(op), *c, *value, range.low, range.high);
      });
    }
  }
  spots.report(Warning::constant_comparison, diagnostics);
}

}  // namespace gyre::lint
