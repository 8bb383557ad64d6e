// A constant that does not fit where it is stored: into a variable, a parameter, a field of a message.
#include <fmt/format.h>

#include "lint/channels.h"
#include "lint/lint.h"
#include "lint/spots.h"
#include "lint/values.h"

namespace gyre::lint {

namespace {

class Truncations {
 public:
  explicit Truncations(const ir::Program& program) : program_(program), channels_(program) {}

  void look(const ir::Action& a) {
    if (a.kind == ir::ActionKind::assign) {
      const ir::Variable& v = program_.variable(a.place.var);
      see(a.span, v.type, a.expr, [&] { return fmt::format("'{}'", variable_text(program_, a.place.var)); });
    }
    if (a.kind != ir::ActionKind::send) return;
    const ir::ChannelType* type = channels_.type_of(a.channel);
    if (type == nullptr || type->fields.size() != a.exprs.size()) return;
    for (size_t i = 0; i < a.exprs.size(); ++i)
      see(program_.expr(a.exprs[i]).span, type->fields[i], a.exprs[i],
          [&] { return fmt::format("field {} of '{}'", i + 1, type->name); });
  }

  void look(const ir::Expr& e) {
    if (e.op != ir::Op::run) return;
    const ir::Process& p = program_.process(e.process);
    for (size_t i = 0; i < e.kids.size() && i < p.parameters.size(); ++i) {
      const ir::Variable& v = program_.variable(p.parameters[i]);
      see(program_.expr(e.kids[i]).span, v.type, e.kids[i],
          [&] { return fmt::format("parameter '{}' of '{}'", v.name, p.name); });
    }
  }

  const Spots& spots() const { return spots_; }

 private:
  template <class Where>
  void see(const Span& span, const ir::ScalarType& type, ir::ExprId value, const Where& where) {
    const std::optional<int32_t> c = constant_value(program_, value);
    if (!c) return;
    const Range range = range_of(type);
    spots_.see(span, 0, !range.has(*c), [&] {
      return fmt::format("{} does not fit into {}, which holds {} to {}: it becomes {}", *c, where(), range.low,
                         range.high, stored(type, *c));
    });
  }

  const ir::Program& program_;
  const Channels channels_;
  Spots spots_;
};

}  // namespace

void truncations(const ir::Program& program, Diagnostics& diagnostics) {
  // In exact arithmetic what does not fit is an error of the run.
  if (program.semantics.exact_arithmetic) return;
  Truncations found(program);
  for (const ir::Action& a : program.actions) found.look(a);
  for (const ir::Expr& e : program.exprs) found.look(e);
  found.spots().report(Warning::truncation, diagnostics);
}

}  // namespace gyre::lint
