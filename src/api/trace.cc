#include <fmt/format.h>

#include "api/library.h"
#include "trace/print.h"
#include "trace/trail_json.h"

namespace gyre {

namespace api {

namespace {

Value value_of(const trace::NamedValue& v) { return {v.name, v.value, v.pid, v.is_channel}; }

}  // namespace

std::vector<Value> values_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  std::vector<Value> out;
  for (const trace::NamedValue& v : trace::describe(program, shapes, state)) out.push_back(value_of(v));
  return out;
}

Step step_of(const trace::Trace& trace, const trace::Step& step) {
  Step out;
  out.process = step.process;
  out.pid = step.pid;
  out.statement = step.statement;
  out.location = location_of(*trace.program().sources, step.span);
  for (const trace::NamedValue& v : step.changes) out.changes.push_back(value_of(v));
  for (const trace::MessageEvent& e : step.messages)
    out.messages.push_back(fmt::format("{}{}{}", e.channel_name, e.is_send ? "!" : "?", e.text));
  out.output = step.output;
  out.handshake = step.handshake;
  out.atomic = step.atomic;
  if (step.error != model::ErrorKind::none) out.error = model::error_name(step.error);
  return out;
}

}  // namespace api

size_t Trace::size() const { return impl_->trace->steps.size(); }

Step Trace::step(size_t index) const {
  return api::as_errors([&] {
    if (index >= size()) throw Error(fmt::format("there is no step {} in a trace of {}", index, size()));
    return api::step_of(*impl_->trace, impl_->trace->steps[index]);
  });
}

std::vector<Value> Trace::state(size_t after) const {
  return api::as_errors([&]() -> std::vector<Value> {
    if (after > size()) throw Error(fmt::format("there is no state after {} steps in a trace of {}", after, size()));
    const trace::Trace& t = *impl_->trace;
    const trace::State& state = t.state(after);
    if (state.empty()) return {};
    return api::values_of(t.program(), t.shapes(), state.view());
  });
}

std::optional<size_t> Trace::cycle_start() const { return impl_->trace->cycle_start; }

const std::string& Trace::message() const { return impl_->trace->failure.message; }

std::string Trace::text() const {
  return api::as_errors([&] { return trace::print(*impl_->trace); });
}

std::string Trace::json(const std::string& model) const {
  return api::as_errors([&] { return trace::write_trail(*impl_->trace, model); });
}

}  // namespace gyre
