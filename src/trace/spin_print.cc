#include "trace/spin_print.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/nth.h"
#include "trace/spin_text.h"
#include "trace/state_text.h"

namespace gyre::trace {

namespace {

const ir::Edge& edge_of(const ir::Program& program, const Step& step) {
  return program.process(step.type).edges.at(step.edge);
}

// "a[2].b" and "P(1):a[2].b" are the variable "a[].b".
std::string variable_name(const std::string& shown) {
  const size_t colon = shown.find("):");
  const std::string name = colon == std::string::npos ? shown : shown.substr(colon + 2);
  std::string out;
  bool index = false;
  for (const char c : name) {
    if (c == ']') index = false;
    if (!index) out += c;
    if (c == '[') index = true;
  }
  return out;
}

// The variables that a step sets, whether they had that value before or not.
std::set<std::string> set_by(const ir::Program& program, const Step& step) {
  std::set<std::string> out;
  for (const NamedValue& v : step.changes) {
    if (!v.is_channel) out.insert(variable_name(v.name));
  }
  const ir::Action& a = program.action(edge_of(program, step));
  if (a.kind == ir::ActionKind::assign) out.insert(program.variable(a.place.var).name);
  if (a.kind != ir::ActionKind::receive) return out;
  for (const ir::ReceiveArg& arg : a.receive) {
    if (arg.kind == ir::ReceiveArg::Kind::bind) out.insert(program.variable(arg.place.var).name);
  }
  return out;
}

// Processes that a step starts: the newest ones, as there are more of them than before it.
const ir::Expr* started(const ir::Program& program, const Step& step) {
  const ir::Action& a = program.action(edge_of(program, step));
  const ir::Expr* out = nullptr;
  for (const ir::ExprId id : {a.expr}) {
    if (id == ir::kNone) continue;
    ir::each_expr(program, id, [&](const ir::Expr& e) {
      if (e.op == ir::Op::run) out = &e;
    });
  }
  return out;
}

// As SPIN names the channel of a message: by the variable of the statement, if it is no element of an array.
std::string channel_name(const ir::Program& program, const Step& step, const MessageEvent& message) {
  const ir::Action& a = program.action(edge_of(program, step));
  if (step.messages.size() == 1 && a.channel != ir::kNone) {
    const ir::Expr& e = program.expr(a.channel);
    if (e.op == ir::Op::load && e.place.indices.empty()) return program.variable(e.place.var).name;
  }
  return short_name(message.channel_name, process_text(step.process, step.pid));
}

constexpr const char* kValidEnd = " <valid end state>";

}  // namespace

std::string SpinLines::owner(const Step& step) const {
  const ir::Process& p = program_.process(step.type);
  return fmt::format("{:>3}:\tproc {:>2} ({}:{})", step.number, step.pid, p.name, p.priority);
}

std::string SpinLines::begin(StateView state) const {
  std::string out;
  if (!options_.steps || guided_) return out;
  for (const ProcessPlace& p : places(program_, shapes_, state))
    out += fmt::format("  0:\tproc  - (:root:) creates proc {:>2} ({})\n", p.pid, program_.process(p.process).name);
  return out;
}

std::string SpinLines::born(const Step& step) const {
  const ir::Expr* run = options_.steps ? started(program_, step) : nullptr;
  if (run == nullptr || step.state.empty()) return "";
  const size_t pid = places(program_, shapes_, step.state.view()).size() - 1;
  const std::string& name = program_.process(run->process).name;
  std::string out = fmt::format("Starting {} with pid {}\n", name, pid);
  if (!guided_) out += fmt::format("{} creates proc {:>2} ({})\n", owner(step), pid, name);
  return out;
}

// What a printf prints begins at the place of its process; so does each further one.
std::string SpinLines::printed(const Step& step) const {
  if (step.output.empty() || options_.plain_output) return step.output;
  constexpr int32_t kFirst = 6, kEach = 4;
  return std::string(static_cast<size_t>(kFirst + kEach * step.pid), ' ') + step.output;
}

std::string SpinLines::error(const Step& step) const {
  if (step.error == ErrorKind::none || step.error == ErrorKind::deadlock) return "";
  const SourceMap& sources = *program_.sources;
  const std::string where = fmt::format("spin: {}:{}, Error: ", sources.name(step.span.file), step.span.line);
  if (step.error != ErrorKind::assertion) return fmt::format("{}{}\n", where, model::error_name(step.error));
  const ir::Edge& edge = edge_of(program_, step);
  std::string out = where + "assertion violated\n";
  if (program_.action(edge).kind == ir::ActionKind::assert_)
    out += fmt::format("spin: text of failed assertion: {}\n", spin_statement(program_, edge));
  return out;
}

std::string SpinLines::messages(const Step& step) const {
  std::string out;
  for (const MessageEvent& m : step.messages) {
    if (!(m.is_send ? options_.sends : options_.receives)) continue;
    const std::string place =
        fmt::format("{} {}:{}", owner(step), program_.sources->name(step.span.file), step.span.line);
    const char* word = m.is_send ? (m.rendezvous ? "Sent" : "Send") : m.peek ? "Seen" : "Recv";
    out += fmt::format("{} {} {}\t{} queue {} ({})\n", place, word, m.text, m.is_send ? "->" : "<-", m.channel,
                       channel_name(program_, step, m));
  }
  return out;
}

// Of the globals (pid -1) or of a process. With a set only those in it; channels always, structures never.
std::string SpinLines::values(StateView state, int32_t pid, const std::set<std::string>* set) const {
  std::string prefix;
  std::vector<ir::VarId> list = program_.globals;
  if (pid >= 0) {
    const std::vector<ProcessPlace> all = places(program_, shapes_, state);
    if (std::cmp_greater_equal(pid, all.size())) return "";
    const ir::Process& p = program_.process(nth(all, pid).process);
    prefix = fmt::format("{}({}):", p.name, pid);
    list.assign(p.variables.rbegin(), p.variables.rend());
  }
  std::string out;
  for (const ir::VarId id : list) {
    const ir::Variable& v = program_.variable(id);
    if (v.internal || v.scope == ir::Scope::hidden) continue;
    const bool is_field = v.name.find('.') != std::string::npos;
    const bool shown = set == nullptr || (!is_field && set->contains(v.name));
    for (uint32_t i = 0; i < v.count; ++i) {
      if (v.type.base == ir::BaseType::chan) {
        const int32_t channel = element_value(program_, shapes_, state, v, i, pid);
        if (channel <= 0 || channel > channel_count(shapes_, state)) continue;
        const ir::FrameRef& frame = nth(shape_of(shapes_, state).channels, channel - 1);
        if (program_.channel_type(frame.type).capacity == 0) continue;
        const std::string text = element_text(program_, shapes_, state, v, i, pid);
        out +=
            fmt::format("\t\tqueue {} ({}{}): {}\n", channel, prefix, element_name(v, i), text == "empty" ? "" : text);
      } else if (shown) {
        out += fmt::format("\t\t{}{} = {}\n", prefix, element_name(v, i),
                           element_text(program_, shapes_, state, v, i, pid));
      }
    }
  }
  return out;
}

std::string SpinLines::step(const Step& step) const {
  const ir::Process& process = program_.process(step.type);
  const ir::Edge& edge = edge_of(program_, step);
  const ir::Action& action = program_.action(edge);
  if (action.kind == ir::ActionKind::end) {
    if (!options_.steps) return "";
    if (guided_) return fmt::format("{:>3}: proc {} terminates\n", step.number, step.pid);
    return fmt::format("{}{} terminates\n", owner(step), std::string(static_cast<size_t>(6 + 4 * step.pid), ' '));
  }
  std::string out = born(step) + printed(step) + error(step) + messages(step);
  if (!options_.steps) return out;
  const bool valid_end = process.states.at(edge.from).end;
  out +=
      fmt::format("{} {}:{} (state {}){}\t[{}]\n", owner(step), program_.sources->name(step.span.file), step.span.line,
                  spin_state(process, edge), valid_end ? kValidEnd : "", spin_statement(program_, edge));
  if (step.state.empty() || (!options_.globals && !options_.locals)) return out;
  const std::set<std::string> set = set_by(program_, step);
  const std::set<std::string>* only = options_.all_values ? nullptr : &set;
  if (options_.globals) out += values(step.state.view(), -1, only);
  if (options_.locals) out += values(step.state.view(), step.pid, only);
  return out;
}

std::string SpinLines::end(StateView state, uint64_t steps) const {
  const std::vector<ProcessPlace> all = places(program_, shapes_, state);
  std::string out = fmt::format("#processes: {}\n", all.size()) + values(state, -1, nullptr);
  for (size_t i = all.size(); i-- > 0;) {
    const ir::Process& p = program_.process(all[i].process);
    const ir::ControlState& at = p.states.at(all[i].state);
    out += fmt::format("{:>3}:\tproc {:>2} ({}:{}) {}:{} (state {}){}\n", steps, all[i].pid, p.name, p.priority,
                       program_.sources->name(at.span.file), at.span.line, all[i].state, at.end ? kValidEnd : "");
    if (options_.locals) out += values(state, all[i].pid, nullptr);
  }
  return out;
}

std::string spin_print(const Trace& trace, const PrintOptions& options) {
  const SpinLines lines(trace.program(), trace.shapes(), options, true);
  std::string out;
  size_t created = trace.initial.empty() ? 0 : places(trace.program(), trace.shapes(), trace.initial.view()).size();
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (trace.cycle_start == i) out += "  <<<<<START OF CYCLE>>>>>\n";
    created += started(trace.program(), trace.steps[i]) != nullptr ? 1 : 0;
    out += lines.step(trace.steps[i]);
  }
  if (trace.cycle_start == trace.steps.size()) out += "  <<<<<START OF CYCLE>>>>>\n";
  out += fmt::format("spin: trail ends after {} steps\n", trace.steps.size());
  const size_t last = leaves_no_state(trace) && !trace.steps.empty() ? trace.steps.size() - 1 : trace.steps.size();
  if (!trace.initial.empty()) out += lines.end(trace.state(last).view(), trace.steps.size());
  return out + fmt::format("{} process{} created\n", created, created == 1 ? "" : "es");
}

}  // namespace gyre::trace
