#include "trace/index_error.h"

#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/nth.h"
#include "ir/ops.h"
#include "trace/state_text.h"

namespace gyre::trace {

namespace {

class Indices {
 public:
  Indices(const Trace& trace, const Step& step, const State& before)
      : program_(trace.program()), step_(step), values_(describe(trace.program(), trace.shapes(), before.view())) {}

  // What is wrong in the first place of the action that has an index out of its array.
  std::string look(const ir::Action& a) {
    for (const ir::ExprId e : {a.expr, a.channel}) expression(e);
    for (const ir::ExprId e : a.exprs) expression(e);
    place(a.place);
    for (const ir::ReceiveArg& r : a.receive) {
      place(r.place);
      expression(r.value);
    }
    return found_;
  }

 private:
  void expression(ir::ExprId id) {
    ir::each_expr(program_, id, [&](const ir::Expr& e) { place(e.place); });
  }

  void place(const ir::Place& p) {
    if (p.var == ir::kNone || !found_.empty()) return;
    const ir::Variable& v = program_.variable(p.var);
    for (size_t i = 0; i < p.indices.size() && i < v.dims.size(); ++i) {
      const std::optional<int32_t> index = value(p.indices[i]);
      if (!index || (*index >= 0 && std::cmp_less(*index, v.dims[i]))) continue;
      found_ = fmt::format("the index is {}, but '{}' has {} element{}", *index, array_name(v, i), v.dims[i],
                           v.dims[i] == 1 ? "" : "s");
      return;
    }
  }

  // "a[].x[]" up to the brackets of index i.
  static std::string array_name(const ir::Variable& v, size_t i) {
    size_t at = v.name.find("[]");
    for (; i > 0 && at != std::string::npos; --i) at = v.name.find("[]", at + 2);
    return v.name.substr(0, at);
  }

  std::optional<int32_t> value(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.op == ir::Op::constant) return e.value;
    if (e.op == ir::Op::pid) return step_.pid;
    if (e.op == ir::Op::load) return variable(e.place);
    if (!ir::is_operator(e.op)) return std::nullopt;
    const bool exact = program_.semantics.exact_arithmetic;
    const std::optional<int32_t> x = value(e.kids[0]);
    if (!x) return std::nullopt;
    if (e.kids.size() == 1) return ir::compute(e.op, *x, exact);
    const std::optional<int32_t> y = value(e.kids[1]);
    return y ? ir::compute(e.op, *x, *y, exact) : std::nullopt;
  }

  // The value of a variable by its name, as a person sees it.
  std::optional<int32_t> variable(const ir::Place& p) const {
    const ir::Variable& v = program_.variable(p.var);
    std::string name = v.scope == ir::Scope::local ? fmt::format("{}:", process_text(step_.process, step_.pid)) : "";
    size_t from = 0;
    for (const ir::ExprId index : p.indices) {
      const std::optional<int32_t> i = value(index);
      const size_t at = v.name.find("[]", from);
      if (!i || at == std::string::npos) return std::nullopt;
      name += v.name.substr(from, at - from) + fmt::format("[{}]", *i);
      from = at + 2;
    }
    name += v.name.substr(from);
    for (const NamedValue& known : values_) {
      if (known.name != name) continue;
      int32_t out = 0;
      const char* end = known.value.data() + known.value.size();
      const auto [rest, error] = std::from_chars(known.value.data(), end, out);
      if (error == std::errc{} && rest == end) return out;
    }
    return std::nullopt;
  }

  const ir::Program& program_;
  const Step& step_;
  const std::vector<NamedValue> values_;
  std::string found_;
};

}  // namespace

std::string index_text(const Trace& trace, const Step& step) {
  if (step.number == 0 || step.number > trace.steps.size()) return "";
  const State& before = trace.state(step.number - 1);
  if (before.empty()) return "";
  const ir::Program& p = trace.program();
  return Indices(trace, step, before).look(p.action(nth(p.processes, step.type).edges[step.edge]));
}

}  // namespace gyre::trace
