#include "trace/trace.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <span>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::trace {

namespace {

constexpr size_t kLongDStep = 60;  // characters

// The text of an action as it stands in the model, or compiled.
const std::string& action_text(const ir::Action& action, bool written) {
  return written && !action.written.empty() ? action.written : action.source;
}

// "d_step { a; b; ... }": the statements in the order of control, as far as they are short and without a choice.
std::string d_step_text(const ir::Program& program, const ir::Process& process, const ir::Action& action,
                        bool written) {
  assert(action.kind == ir::ActionKind::d_step);
  std::string out = "d_step {";
  std::set<uint32_t> seen;
  uint32_t at = action.d_step_entry;
  const char* separator = " ";
  while (at != 0) {
    const std::vector<uint32_t>& edges = process.states[at].edges;
    if (edges.empty()) break;
    const ir::Edge& edge = process.edges[edges.front()];
    const std::string& text = action_text(nth(program.actions, edge.action), written);
    if (edges.size() > 1 || !seen.insert(at).second || out.size() + text.size() > kLongDStep) {
      return out + separator + "... }";
    }
    if (text != ".") {
      out += separator + text;
      separator = "; ";
    }
    at = edge.to;
  }
  return out + " }";
}

std::string edge_text(const ir::Program& program, const ir::Process& process, const ir::Edge& edge, bool written) {
  const ir::Action& action = nth(program.actions, edge.action);
  if (action.kind == ir::ActionKind::d_step) return d_step_text(program, process, action, written);
  return action.source == "." ? "(end of if/do)" : action_text(action, written);
}

MessageEvent make_event(const Trace& trace, StateView state, int32_t channel, std::vector<int32_t> message,
                        bool is_send) {
  MessageEvent e;
  e.channel = channel;
  e.channel_name = channel_name(trace.program(), trace.shapes(), state, channel);
  e.text = message_text(trace.program(), trace.shapes(), state, channel, message);
  e.message = std::move(message);
  e.is_send = is_send;
  return e;
}

// What a d_step did to the channels, from their contents before and after it: what is missing at the front was
// received, what is new at the back was sent.
void find_d_step_events(const Trace& trace, StateView before, StateView after, std::vector<MessageEvent>& out) {
  const ir::Program& p = trace.program();
  const int32_t count = std::min(channel_count(trace.shapes(), before), channel_count(trace.shapes(), after));
  for (int32_t id = 1; id <= count; ++id) {
    const auto old = channel_contents(p, trace.shapes(), before, id);
    const auto now = channel_contents(p, trace.shapes(), after, id);
    if (old == now) continue;
    size_t received = 0;
    while (received < old.size() && (old.size() - received > now.size() ||
                                     !std::equal(old.data() + received, old.data() + old.size(), now.data()))) {
      ++received;
    }
    for (size_t i = 0; i < received; ++i) out.push_back(make_event(trace, after, id, old[i], false));
    for (size_t i = old.size() - received; i < now.size(); ++i)
      out.push_back(make_event(trace, after, id, now[i], true));
  }
}

void find_events(const Trace& trace, const vm::StepRecord& record, const ir::Action& action, StateView before,
                 StateView after, std::vector<MessageEvent>& out) {
  if (action.kind == ir::ActionKind::d_step) {
    if (record.handshake && record.channel > 0) {
      out.push_back(make_event(trace, after, record.channel, record.message, false));
      out.back().rendezvous = true;
    }
    find_d_step_events(trace, before, after, out);
    return;
  }
  const bool is_send = action.kind == ir::ActionKind::send;
  if (record.channel <= 0 || (!is_send && action.kind != ir::ActionKind::receive)) return;
  MessageEvent e = make_event(trace, after, record.channel, record.message, is_send);
  const ir::FrameRef& frame = nth(shape_of(trace.shapes(), after).channels, record.channel - 1);
  e.rendezvous = nth(trace.program().channel_types, frame.type).capacity == 0;
  e.peek = action.peek;
  e.lost = is_send && !e.rendezvous &&
           channel_contents(trace.program(), trace.shapes(), before, record.channel).size() ==
               channel_contents(trace.program(), trace.shapes(), after, record.channel).size();
  out.push_back(std::move(e));
}

bool same_steps(const Trace& trace, size_t first, const std::vector<vm::StepRecord>& steps) {
  assert(first < trace.steps.size());
  const size_t count = std::min(steps.size(), trace.steps.size() - first);
  for (size_t i = 0; i < count; ++i) {
    const Step& mine = trace.steps[first + i];
    const vm::StepRecord& theirs = steps[i];
    const StateView state = mine.state.view();
    if (mine.pid != theirs.pid || mine.type != theirs.process || mine.edge != theirs.edge || state.key != theirs.key ||
        !std::equal(state.data, state.data + state.key, theirs.state.begin())) {
      return false;
    }
  }
  return count > 0;
}

}  // namespace

StatementTexts statement_texts(const ir::Program& program) {
  StatementTexts out;
  for (const ir::Process& process : program.processes) {
    std::vector<StatementText>& texts = out.emplace_back();
    for (const ir::Edge& edge : process.edges)
      texts.push_back({edge_text(program, process, edge, false), edge_text(program, process, edge, true)});
  }
  return out;
}

uint32_t place_of(const ir::Program& program, int32_t type, uint32_t edge) {
  assert(edge < nth(program.processes, type).edges.size());
  size_t base = 0;
  for (const ir::Process& process : std::span(program.processes).first(narrow<size_t>(type)))
    base += process.edges.size();
  return narrow<uint32_t>(base) + edge;
}

Trace start(const vm::Machine& machine) {
  Trace trace;
  std::shared_ptr<vm::Machine> mine = machine.another();
  trace.texts = std::make_shared<const StatementTexts>(statement_texts(mine->program()));
  model::SuccessorBuffer buffer;
  mine->initial(buffer);
  trace.machine = std::move(mine);
  if (buffer.list.empty() || buffer.list.front().dead_end) {
    trace.failure.kind = buffer.errors.empty() ? ErrorKind::none : buffer.errors.front().kind;
    trace.failure.message = fmt::format("{} in the initial state", model::error_name(trace.failure.kind));
  } else {
    trace.initial = State(buffer.view(0));
  }
  return trace;
}

void append(Trace& trace, const vm::StepRecord& record) {
  assert(!trace.initial.empty() && record.key <= record.total && record.total <= record.state.size());
  const ir::Program& program = trace.program();
  const ir::Process& process = nth(program.processes, record.process);
  const ir::Edge& edge = process.edges[record.edge];
  const ir::Action& action = nth(program.actions, edge.action);
  Step step;
  step.number = trace.steps.empty() ? 1 : trace.steps.back().number + 1;
  step.pid = record.pid;
  step.type = record.process;
  step.edge = record.edge;
  step.process = display_name(process);
  const StatementText& text = trace.text(record.process, record.edge);
  step.statement = text.statement;
  step.source = text.source;
  step.span = action.span;
  step.spin_id = edge.id;
  step.atomic = edge.atomic;
  step.handshake = record.handshake;
  step.output = record.output;
  step.error = record.error;
  step.state = State(StateView{record.state.data(), record.key, record.total});
  const StateView before = trace.final_state();
  find_events(trace, record, action, before, step.state.view(), step.messages);
  step.changes = changes(program, trace.shapes(), before, step.state.view());
  trace.steps.push_back(std::move(step));
  trace.length = trace.steps.size();
}

void drop_last(Trace& trace) {
  assert(!trace.steps.empty());
  trace.steps.pop_back();
  trace.length = trace.steps.size();
}

bool find_choices(Trace& trace) {
  trace.choices.clear();
  const std::unique_ptr<vm::Machine> machine = trace.machine->another();
  size_t at = 0;
  while (at < trace.steps.size()) {
    const StateView state = at == 0 ? trace.initial.view() : trace.steps[at - 1].state.view();
    // A transition that goes on behind the last step of the trace is taken if no other ends there.
    std::optional<uint32_t> found, longer;
    size_t made = 0;
    machine->explain_each(state, [&](uint32_t choice, const std::vector<vm::StepRecord>& steps) {
      if (steps.empty() || !same_steps(trace, at, steps)) return true;
      if (at + steps.size() > trace.steps.size()) {
        if (!longer) longer = choice;
        return true;
      }
      found = choice;
      made = steps.size();
      return false;
    });
    if (!found && !longer) return false;
    trace.choices.push_back(found ? *found : *longer);
    if (!found) return true;
    at += made;
  }
  return true;
}

}  // namespace gyre::trace
