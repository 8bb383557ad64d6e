#include "trace/index_error.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/nth.h"
#include "trace/reading.h"

namespace gyre::trace {

namespace {

class Indices {
 public:
  Indices(const Trace& trace, const Step& step, const State& before)
      : program_(trace.program()), reading_(trace.program(), trace.shapes(), before.view(), step.pid) {}

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
      const std::optional<int32_t> index = reading_.value(p.indices[i]);
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

  const ir::Program& program_;
  Reading reading_;
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
