// What went wrong, in words.
#include <algorithm>
#include <cassert>
#include <set>

#include <fmt/format.h>

#include "base/nth.h"
#include "trace/index_error.h"
#include "trace/print.h"
#include "trace/processes.h"
#include "trace/trace.h"
#include "vm/c_calls.h"

namespace gyre::trace {

namespace {

constexpr size_t kListed = 6;  // processes or statements named in a message; the rest is counted

const ir::Action& action_of(const Trace& trace, const Step& step) {
  const ir::Program& p = trace.program();
  const ir::Edge& edge = nth(p.processes, step.type).edges[step.edge];
  return nth(p.actions, edge.action);
}

// What stands behind the word `assert`, without the parentheses around all of it; empty: the text does not begin so.
std::string_view behind_assert(std::string_view text) {
  constexpr std::string_view kWord = "assert";
  if (!text.starts_with(kWord)) return {};
  text.remove_prefix(kWord.size());
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (!text.starts_with('(')) return text;
  int depth = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return text;  // (a) && (b)
  }
  text.remove_prefix(1);
  text.remove_suffix(text.ends_with(')') ? 1 : 0);
  return text;
}

// The condition of an assertion, as it stands in the model if the model says so: a macro may be a whole assertion.
std::string_view asserted(const ir::Action& action) {
  const std::string_view written = behind_assert(action.written);
  return written.empty() ? behind_assert(action.source) : written;
}

// The statements of a kind inside a d_step: which of them failed is not recorded.
std::vector<const ir::Action*> inside(const Trace& trace, const Step& step, ir::ActionKind kind) {
  const ir::Program& p = trace.program();
  const ir::Process& process = nth(p.processes, step.type);
  std::vector<const ir::Action*> out;
  std::set<uint32_t> seen;
  std::vector<uint32_t> todo{action_of(trace, step).d_step_entry};
  while (!todo.empty()) {
    const uint32_t at = todo.back();
    todo.pop_back();
    if (at == 0 || !seen.insert(at).second) continue;
    for (const uint32_t e : process.states[at].edges) {
      const ir::Action& action = nth(p.actions, process.edges[e].action);
      if (action.kind == kind) out.push_back(&action);
      todo.push_back(process.edges[e].to);
    }
  }
  return out;
}

void describe_assertion(const Trace& trace, const Step& step, Failure& failure) {
  const ir::Action& action = action_of(trace, step);
  failure.message = fmt::format("assertion violated: {}", asserted(action));
  if (action.kind != ir::ActionKind::d_step) return;
  const std::vector<const ir::Action*> list = inside(trace, step, ir::ActionKind::assert_);
  if (list.size() == 1) {
    failure.message = fmt::format("assertion violated: {} (in a d_step)", asserted(*list[0]));
    failure.span = list[0]->span;
    return;
  }
  failure.message = "assertion violated in a d_step: one of";
  for (size_t i = 0; i < list.size() && i < kListed; ++i) {
    failure.message += fmt::format("{} `{}`", i > 0 ? "," : "", asserted(*list[i]));
  }
  if (list.size() > kListed) failure.message += ", ...";
}

std::string channel_misuse(const Trace& trace, const Step& step) {
  const ir::Action& action = action_of(trace, step);
  const bool is_send = action.kind == ir::ActionKind::send;
  if (is_send || action.kind == ir::ActionKind::receive) {
    const size_t given = is_send ? action.exprs.size() : action.receive.size();
    for (const MessageEvent& e : step.messages) {
      const ir::FrameRef& frame = nth(shape_of(trace.shapes(), step.state.view()).channels, e.channel - 1);
      const size_t fields = nth(trace.program().channel_types, frame.type).fields.size();
      if (fields != given) {
        return fmt::format("`{}` has {} message field{}, channel {} has {}", step.source, given, given == 1 ? "" : "s",
                           e.channel_name, fields);
      }
    }
  }
  return fmt::format("a channel is misused in `{}`", step.source);
}

// The messages of a step, where its statement does not say them.
std::string message_text(const Step& step) {
  std::string out;
  for (const MessageEvent& e : step.messages) {
    const std::string text = fmt::format("{}{}{}", e.channel_name, e.is_send ? "!" : "?", e.text);
    if (text != step.source) out += fmt::format(" ({})", text);
  }
  return out;
}

// The events that a trace assertion waits for in a state of its own.
std::string expected_events(const ir::Program& program, uint32_t at) {
  assert(program.trace != ir::kNone);
  const ir::Process& p = nth(program.processes, program.trace);
  std::string out;
  for (const uint32_t e : p.states[at].edges) {
    const ir::Action& a = nth(program.actions, p.edges[e].action);
    if (a.kind == ir::ActionKind::end) continue;
    out += fmt::format("{}`{}`", out.empty() ? "" : " or ", a.written.empty() ? a.source : a.written);
  }
  return out.empty() ? "no event any more" : out;
}

std::string trace_violation(const Trace& trace, const Step& step) {
  const ir::Program& program = trace.program();
  if (nth(program.processes, program.trace).kind == ir::ProcessKind::notrace)
    return fmt::format("`{}`{} completes what the notrace assertion forbids", step.source, message_text(step));
  // after an event that does not fit the trace stays where it is
  return fmt::format("`{}`{} is not what the trace assertion allows: it waits for {}", step.source, message_text(step),
                     expected_events(program, trace_position(program, step.state.view())));
}

// Why the C of a step did not come back in order: its snippets tell.
std::string embedded_c_text(const Trace& trace, const Step& step) {
  const ir::Program& program = trace.program();
  std::string why;
  const auto look = [&](const ir::Action& action) {
    ir::each_expr(program, action.expr, [&](const ir::Expr& e) {
      if (e.op != ir::Op::embedded_c) return;
      if (std::string failure = vm::c_failure(*program.embedded_c, e.value); !failure.empty()) why = std::move(failure);
    });
  };
  const ir::Action& action = action_of(trace, step);
  look(action);
  for (const ir::ActionKind kind : {ir::ActionKind::condition, ir::ActionKind::assign}) {
    if (action.kind != ir::ActionKind::d_step) break;
    for (const ir::Action* a : inside(trace, step, kind)) look(*a);
  }
  return fmt::format("{} in the C of `{}`", why.empty() ? "an error" : why, step.source);
}

std::string text_of(const Trace& trace, const Step& step, ErrorKind kind) {
  const uint32_t limit = trace.program().max_processes;
  const std::string_view s = step.source;
  switch (kind) {
    case ErrorKind::index: {
      const std::string which = index_text(trace, step);
      return fmt::format("array index out of range in `{}`{}{}", s, which.empty() ? "" : ": ", which);
    }
    case ErrorKind::division: return fmt::format("division by zero in `{}`", s);
    case ErrorKind::range: return fmt::format("value out of range in `{}`", s);
    case ErrorKind::uninitialised_channel:
      return fmt::format("no such channel in `{}`: it was never made, or is gone", s);
    case ErrorKind::channel_misuse: return channel_misuse(trace, step);
    case ErrorKind::d_step_block: return fmt::format("block in d_step: no statement is executable inside `{}`", s);
    case ErrorKind::d_step_loop: return fmt::format("infinite loop in `{}`", s);
    case ErrorKind::rendezvous_in_d_step: return fmt::format("rendezvous inside `{}`", s);
    case ErrorKind::atomic_loop: return fmt::format("infinite loop inside an atomic sequence, at `{}`", s);
    case ErrorKind::too_many_processes: return fmt::format("more than {} processes in `{}`", limit, s);
    case ErrorKind::too_many_channels: return fmt::format("more than {} channels in `{}`", limit, s);
    case ErrorKind::nondeterminism:
      if (!nth(trace.program().processes, step.type).deterministic)
        return fmt::format("more than one event of the trace assertion fits `{}`", s);
      return fmt::format("a choice in D_proctype {}: `{}` is not the only executable option", step.process, s);
    case ErrorKind::embedded_c: return embedded_c_text(trace, step);
    case ErrorKind::bad_priority: return fmt::format("priority out of range (1 .. 255) in `{}`", s);
    case ErrorKind::limit:
      return fmt::format(
          "a limit of this checker is reached in `{}`: a transition has too many steps, or a state too "
          "many bytes",
          s);
    case ErrorKind::trap: return "no guard of this IF is true";
    case ErrorKind::list: return fmt::format("list empty or full in `{}`", s);
    case ErrorKind::xr_xs: return fmt::format("xr/xs assertion violated by `{}`", s);
    case ErrorKind::trace: return trace_violation(trace, step);
    case ErrorKind::none:
    case ErrorKind::assertion:
    case ErrorKind::deadlock:
    case ErrorKind::formula:
    case ErrorKind::claim_completed:
    case ErrorKind::acceptance_cycle:
    case ErrorKind::non_progress_cycle: return fmt::format("{} in `{}`", model::error_name(kind), s);
  }
  __builtin_unreachable();
}

std::string waiting(const Standing& standing) {
  std::string out;
  for (size_t i = 0; i < standing.waits_in.size() && i < kListed; ++i) {
    out += fmt::format("{}`{}`", i > 0 ? " or " : "", standing.waits_in[i]);
  }
  if (standing.waits_in.size() > kListed) out += " or ...";
  return out;
}

// Who is blocked where in the final state, and why: a line for each.
std::vector<std::string> blocked_lines(const Trace& trace) {
  std::vector<ProcessStatus> blocked;
  size_t name_width = 0;
  size_t place_width = 0;
  for (ProcessStatus& p : process_states(trace, trace.final_state(), {})) {
    if (p.at.valid_end) continue;
    name_width = std::max(name_width, process_text(p.at.process, p.at.pid).size());
    place_width = std::max(place_width, line_text(trace.program(), p.at.span).size());
    blocked.push_back(std::move(p));
  }
  std::vector<std::string> out;
  for (const ProcessStatus& p : blocked) {
    out.push_back(fmt::format("{}  {}  {}", padded(process_text(p.at.process, p.at.pid), name_width),
                              padded(line_text(trace.program(), p.at.span), place_width), doing(p)));
  }
  return out;
}

}  // namespace

std::string process_text(std::string_view process, int32_t pid) { return fmt::format("{}({})", process, pid); }

std::string short_name(const std::string& name, const std::string& owner) {
  const bool owned = !owner.empty() && name.size() > owner.size() && name.compare(0, owner.size(), owner) == 0 &&
                     name[owner.size()] == ':';
  return owned ? name.substr(owner.size() + 1) : name;
}

std::string line_text(const ir::Program& program, const Span& span) {
  if (!program.sources || span.file == 0 || span.file >= program.sources->file_count()) return "";
  const std::string name = program.sources->last_name(span.file);
  return span.known() ? fmt::format("{}:{}{}", name, span.line, program.sources->calls_text(span)) : name;
}

Failure describe_failure(const Trace& trace, const Step& step, ErrorKind kind) {
  assert(kind != ErrorKind::none);
  Failure failure;
  failure.kind = kind;
  failure.span = step.span;
  failure.process = step.process;
  failure.pid = step.pid;
  failure.place = place_of(trace.program(), step.type, step.edge);
  failure.step = step.number;
  if (kind == ErrorKind::assertion)
    describe_assertion(trace, step, failure);
  else
    failure.message = text_of(trace, step, kind);
  return failure;
}

Failure describe_place(const vm::Machine& machine, ErrorKind kind, uint32_t place) {
  Failure failure;
  failure.kind = kind;
  failure.place = place;
  const auto& places = machine.image().places;
  // A deadlock is no statement's.
  if (kind == ErrorKind::deadlock || place >= places.size()) {
    failure.message = kind == ErrorKind::deadlock ? "invalid end state" : model::error_name(kind);
    return failure;
  }
  const Trace trace = start(machine);
  const ir::Process& process = nth(trace.program().processes, places[place].process);
  const std::string_view name = display_name(process);
  Step step;
  step.pid = -1;
  step.type = places[place].process;
  step.edge = places[place].edge;
  step.process = name;
  step.statement = trace.text(step.type, step.edge).statement;
  step.source = trace.text(step.type, step.edge).source;
  step.span = action_of(trace, step).span;
  if (kind != ErrorKind::trace) return describe_failure(trace, step, kind);
  // What the assertion waits for is part of a state.
  failure.span = step.span;
  failure.process = name;
  failure.message = fmt::format("`{}` is not what the trace assertion allows", step.source);
  return failure;
}

std::vector<Standing> standings(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  const StatementTexts texts = statement_texts(program);
  std::vector<Standing> out;
  for (const ProcessPlace& at : places(program, shapes, state)) {
    const ir::Process& process = nth(program.processes, at.process);
    const ir::ControlState& control = process.states[at.state];
    Standing s;
    s.pid = at.pid;
    s.type = at.process;
    s.process = display_name(process);
    s.span = control.span;
    s.valid_end = control.end;
    for (const uint32_t e : control.edges) {
      const ir::Action& action = nth(program.actions, process.edges[e].action);
      s.at_end = s.at_end || action.kind == ir::ActionKind::end;
      if (!s.span.known()) s.span = action.span;
      s.waits_in.push_back(nth(texts, at.process)[e].source);
    }
    out.push_back(std::move(s));
  }
  return out;
}

Failure describe_end(const Trace& trace) {
  Failure failure;
  std::string list;
  size_t blocked = 0;
  for (const Standing& s : standings(trace.program(), trace.shapes(), trace.final_state())) {
    if (s.valid_end) continue;
    if (blocked++ == 0) {
      failure.kind = ErrorKind::deadlock;
      failure.span = s.span;
      failure.process = s.process;
      failure.pid = s.pid;
    }
    if (blocked > kListed) continue;
    list += fmt::format("{}{} at {} waits in {}", blocked > 1 ? ", " : "", process_text(s.process, s.pid),
                        line_text(trace.program(), s.span), waiting(s));
  }
  if (blocked == 0) {
    const ir::Program& program = trace.program();
    if (program.trace == ir::kNone) return failure;
    const ir::Process& p = nth(program.processes, program.trace);
    const uint32_t at = trace_position(program, trace.final_state());
    if (p.states[at].end) return failure;
    failure.kind = ErrorKind::deadlock;
    failure.span = p.states[at].span.known() ? p.states[at].span : p.span;
    failure.message =
        fmt::format("invalid end state: the {} assertion is not completed, it waits for {}",
                    p.kind == ir::ProcessKind::notrace ? "notrace" : "trace", expected_events(program, at));
    return failure;
  }
  if (blocked > kListed) list += fmt::format(" and {} more", blocked - kListed);
  failure.headline = fmt::format("invalid end state: {} blocked",
                                 blocked == 1 ? "1 process is" : fmt::format("{} processes are", blocked));
  failure.message = failure.headline + ": " + list;
  failure.blocked = blocked_lines(trace);
  return failure;
}

}  // namespace gyre::trace
