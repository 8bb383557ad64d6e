#include <set>

#include <fmt/format.h>

#include "api/library.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "trace/itf.h"
#include "trace/msc.h"
#include "trace/spin_trail.h"
#include "trace/table.h"
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

std::vector<InlinedBy> calls_around(const SourceMap& sources, const Span& span) {
  std::vector<InlinedBy> out;
  for (const InlineCall& c : sources.calls_around(span)) out.push_back({c.name, location_of(sources, c.at)});
  return out;
}

Step step_of(const trace::Trace& trace, const trace::Step& step) {
  Step out;
  out.process = step.process;
  out.pid = step.pid;
  out.statement = step.statement;
  out.source = step.source;
  const SourceMap& sources = *trace.program().sources;
  out.location = location_of(sources, step.span);
  out.calls = calls_around(sources, step.span);
  for (const trace::NamedValue& v : step.changes) out.changes.push_back(value_of(v));
  for (const trace::MessageEvent& e : step.messages)
    out.messages.push_back(fmt::format("{}{}{}", e.channel_name, e.is_send ? "!" : "?", e.text));
  out.output = step.output;
  out.handshake = step.handshake;
  out.atomic = step.atomic;
  if (step.error != model::ErrorKind::none) out.error = model::error_name(step.error);
  return out;
}

trace::View view_of(const View& view) {
  trace::View out;
  out.from = view.from;
  out.to = view.to;
  out.processes = view.processes;
  out.variables = view.variables;
  out.hide_locals = view.hide_locals;
  out.hide_inits = view.hide_inits;
  out.hide_skips = view.hide_skips;
  return out;
}

trace::PrintOptions print_options(const TextOptions& options) {
  trace::PrintOptions out;
  out.steps = options.steps;
  out.sends = options.sends;
  out.receives = options.receives;
  out.globals = options.globals;
  out.locals = options.locals;
  out.changes = options.changes;
  out.plain_output = options.plain_output;
  out.source = options.source;
  out.as_spin = options.as_spin;
  out.all_values = options.all_values;
  out.colour = options.colour;
  if (options.width > 0 || options.table) out.width = options.width;
  out.view = view_of(options.view);
  return out;
}

std::vector<ProcessState> processes_of(const trace::Trace& trace, const std::vector<trace::ProcessStatus>& processes) {
  std::vector<ProcessState> out;
  for (const trace::ProcessStatus& p : processes) {
    ProcessState& state = out.emplace_back();
    state.process = p.at.process;
    state.pid = p.at.pid;
    state.location = location_of(*trace.program().sources, p.at.span);
    state.calls = calls_around(*trace.program().sources, p.at.span);
    state.next = p.at.waits_in;
    state.can_move = p.can_move;
    state.valid_end = p.at.valid_end;
    state.why_not = p.why_not;
    state.held = p.held;
    state.obstacles = p.obstacles;
  }
  return out;
}

}  // namespace api

namespace {

// The trace, which has a state after so many steps.
const trace::Trace& with_state(const Trace::Impl& impl, size_t after) {
  const size_t size = impl.trace->steps.size();
  if (after > size) throw Error(fmt::format("there is no state after {} steps in a trace of {}", after, size));
  return *impl.trace;
}

std::optional<bool> truth_of(trace::Truth value) {
  switch (value) {
    case trace::Truth::no: return false;
    case trace::Truth::yes: return true;
    case trace::Truth::undefined: return {};
  }
  __builtin_unreachable();
}

}  // namespace

size_t Trace::size() const { return impl_->trace->steps.size(); }

Step Trace::step(size_t index) const {
  return api::as_errors([&] {
    if (index >= size()) throw Error(fmt::format("there is no step {} in a trace of {}", index, size()));
    return api::step_of(*impl_->trace, impl_->trace->steps[index]);
  });
}

std::vector<Value> Trace::state(size_t after) const {
  return api::as_errors([&]() -> std::vector<Value> {
    const trace::Trace& t = with_state(*impl_, after);
    const trace::State& state = t.state(after);
    if (state.empty()) return {};
    return api::values_of(t.program(), t.shapes(), state.view());
  });
}

std::vector<ProcessState> Trace::processes(size_t after) const {
  return api::as_errors([&]() -> std::vector<ProcessState> {
    const trace::Trace& t = with_state(*impl_, after);
    if (t.initial.empty()) return {};
    return api::processes_of(t, trace::process_states(t, after));
  });
}

std::vector<Atom> Trace::atoms(size_t after) const {
  return api::as_errors([&] {
    std::vector<Atom> out;
    for (const trace::AtomValues& a : with_state(*impl_, after).atoms)
      out.push_back({a.text, truth_of(a.values.at(after))});
    return out;
  });
}

Evaluated Trace::value(const Expression& expression, size_t after, int32_t pid) const {
  return api::as_errors([&] { return api::value_of(expression, with_state(*impl_, after), after, pid); });
}

std::vector<Life> Trace::lives() const {
  return api::as_errors([&] {
    const trace::Trace& t = *impl_->trace;
    std::vector<Life> out;
    if (t.initial.empty()) return out;
    std::vector<std::pair<int32_t, size_t>> alive;  // by pid: the type, and the place in `out`
    for (size_t after = 0; after <= t.steps.size(); ++after) {
      const std::vector<ir::FrameRef>& now = trace::shape_of(t.shapes(), t.state(after).view()).processes;
      size_t same = 0;
      while (same < alive.size() && same < now.size() && alive[same].first == now[same].type) ++same;
      for (; alive.size() > same; alive.pop_back()) out[alive.back().second].died_after = after;
      for (; alive.size() < now.size(); alive.emplace_back(now[alive.size()].type, out.size() - 1)) {
        const ir::Process& process = nth(t.program().processes, now[alive.size()].type);
        out.push_back({std::string(trace::display_name(process)), narrow<int32_t>(alive.size()), after, {}});
      }
    }
    return out;
  });
}

std::vector<Value> Trace::variables() const {
  return api::as_errors([&] {
    const trace::Trace& t = *impl_->trace;
    std::vector<Value> out;
    if (t.initial.empty()) return out;
    // Which names there are depends on nothing but the shape.
    std::set<uint32_t> shapes;
    std::set<std::string> names;
    for (size_t after = 0; after <= t.steps.size(); ++after) {
      const StateView state = t.state(after).view();
      if (!shapes.insert(trace::shape_of(t.shapes(), state).id).second) continue;
      for (Value& v : api::values_of(t.program(), t.shapes(), state)) {
        if (!names.insert(v.name).second) continue;
        v.value.clear();
        out.push_back(std::move(v));
      }
    }
    return out;
  });
}

std::optional<size_t> Trace::cycle_start() const { return impl_->trace->cycle_start; }

const std::string& Trace::message() const { return impl_->trace->failure.message; }

std::string Trace::text(const TextOptions& options) const {
  return api::as_errors([&] {
    const trace::PrintOptions how = api::print_options(options);
    return options.table ? trace::print_table(*impl_->trace, how) : trace::print(*impl_->trace, how);
  });
}

std::string Trace::message_columns(const View& view) const {
  return api::as_errors([&] {
    trace::MscOptions how;
    how.view = api::view_of(view);
    return trace::msc_text(*impl_->trace, how) + trace::print_failure(*impl_->trace, {}, false);
  });
}

std::string Trace::message_picture(const View& view) const {
  return api::as_errors([&] {
    trace::MscOptions how;
    how.view = api::view_of(view);
    return trace::msc_svg(*impl_->trace, how);
  });
}

std::string Trace::spin_trail() const {
  return api::as_errors([&] { return trace::write_spin_trail(*impl_->trace); });
}

namespace {

// The same run with its choices, which a trail consists of: those that a search has not made are found out. A run that
// ends in the middle of a transition has none.
trace::Trace with_choices(const trace::Trace& given) {
  trace::Trace out = given;
  if (!trace::find_choices(out)) out.choices.clear();
  return out;
}

}  // namespace

std::string Trace::json(const std::string& model, const View& view) const {
  return api::as_errors([&] {
    const trace::Trace& t = *impl_->trace;
    const bool made_by_hand = t.choices.empty() && !t.steps.empty();
    return trace::write_trail(made_by_hand ? with_choices(t) : t, model, api::view_of(view));
  });
}

std::string Trace::itf(const std::string& model, const View& view) const {
  return api::as_errors([&] { return trace::write_itf(*impl_->trace, model, api::view_of(view)); });
}

}  // namespace gyre
