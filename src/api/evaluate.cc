// Expressions for users of the library. Macros of a Promela model are expanded first: everything else is trace/'s.
#include <gyre/evaluate.h>

#include "api/library.h"

namespace gyre {

Expression::Expression(const Model& model, const std::string& text) {
  api::as_errors([&] {
    const ir::Program& program = *api::program_of(model.impl());
    trace::Expression expression(program, api::expand_macros(*model.impl().settings, model.impl().loaded, text));
    impl_ = std::make_shared<const Impl>(Impl{text, std::move(expression)});
  });
}

const std::string& Expression::text() const { return impl_->text; }

namespace api {

Evaluated value_of(const Expression& expression, const trace::Trace& trace, size_t after, int32_t pid) {
  const trace::State& state = trace.state(after);
  if (state.empty()) throw Error("there is no initial state, and nothing has a value");
  const trace::Expression::Result r =
      expression.impl().expression.value(trace.program(), trace.shapes(), state.view(), pid);
  return {r.number, r.text};
}

}  // namespace api
}  // namespace gyre
