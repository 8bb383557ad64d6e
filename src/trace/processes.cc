#include "trace/processes.h"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>

#include "base/nth.h"
#include "trace/reading.h"

namespace gyre::trace {

namespace {

// Why a statement cannot be executed, as far as it can be seen without executing it.
class Obstacles {
 public:
  Obstacles(const ir::Program& program, const ir::ShapeTable& shapes, StateView state)
      : program_(program), shapes_(shapes), state_(state), values_(describe(program, shapes, state)) {}

  // A few words; empty: nothing is known. `owner` is the process as in the names of its variables: "P(0)"; `pid` its
  // number.
  std::string why(const ir::Action& action, const std::string& owner, int32_t pid) const {
    if (action.kind == ir::ActionKind::condition) {
      const std::string read = Reading(program_, shapes_, state_, pid).variables(action.expr);
      return read.empty() ? "it is false" : read;
    }
    if (action.kind == ir::ActionKind::else_) return "something else can be done";
    const bool is_send = action.kind == ir::ActionKind::send;
    if (!is_send && action.kind != ir::ActionKind::receive) return "";
    const int32_t id = channel_of(action, owner);
    if (id == 0) return "";
    const std::string name = channel_name(program_, shapes_, state_, id);
    const ir::FrameRef& frame = nth(shape_of(shapes_, state_).channels, id - 1);
    if (nth(program_.channel_types, frame.type).capacity == 0)
      return is_send ? "no process is ready to receive it" : "no process is ready to send it";
    if (is_send) return name + " is full";
    if (channel_contents(program_, shapes_, state_, id).empty()) return name + " is empty";
    return action.random ? fmt::format("no message of {} fits", name)
                         : fmt::format("the first message of {} does not fit", name);
  }

 private:
  // The number of the channel that a plain variable holds; 0: it is not known.
  int32_t channel_of(const ir::Action& action, const std::string& owner) const {
    if (action.channel == ir::kNone) return 0;
    const ir::Expr& e = nth(program_.exprs, action.channel);
    if (e.op != ir::Op::load || !e.place.indices.empty()) return 0;
    const ir::Variable& v = nth(program_.variables, e.place.var);
    std::string name = v.scope == ir::Scope::local ? fmt::format("{}:{}", owner, v.name) : v.name;
    for (const NamedValue& value : values_) {
      if (value.name == name && !value.is_channel) {  // it holds another channel than the one declared with it
        name = value.value;
        break;
      }
    }
    for (int32_t id = 1; id <= channel_count(shapes_, state_); ++id) {
      if (channel_name(program_, shapes_, state_, id) == name) return id;
    }
    return 0;
  }

  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  StateView state_;
  std::vector<NamedValue> values_;
};

// What a process that cannot move waits for.
class Reasons {
 public:
  Reasons(const Trace& trace, StateView state, const Enabled& enabled, const std::vector<Standing>& standings)
      : program_(trace.program()),
        enabled_(enabled),
        standings_(standings),
        places_(places(trace.program(), trace.shapes(), state)),
        obstacles_(trace.program(), trace.shapes(), state) {}

  // Whether those that cannot move could not, whatever they wait for.
  bool is_held() const { return !enabled_.ended && !in_control().empty(); }

  std::string why(const Standing& s) const {
    if (enabled_.ended) return "the execution has ended with an error";
    if (const std::string holder = in_control(); !holder.empty())
      return fmt::format("{} has control: it is inside an atomic sequence", holder);
    const Standing& youngest = standings_.back();
    if (s.at_end && s.pid != youngest.pid) {
      return fmt::format("it is at its end, but processes end in the reverse order of their creation: it waits for {}",
                         process_text(youngest.process, youngest.pid));
    }
    return "it waits in " + statements(s) + conditions(s);
  }

  // Why each statement where it stands cannot be executed, but for those that can.
  std::vector<std::string> obstacles(const Standing& s, const std::vector<std::string>& can_do) const {
    std::vector<std::string> out(s.waits_in.size());
    if (enabled_.ended || !in_control().empty()) return out;
    uint32_t escape = 0;  // the one that can be taken, before which nothing that it guards counts
    for (size_t i = 0; i < out.size(); ++i) {
      const ir::Edge& e = edge(s, i);
      if (std::find(can_do.begin(), can_do.end(), s.waits_in[i]) != can_do.end())
        escape = std::max(escape, e.escape);
      else
        out[i] = escape != 0 && e.escape != escape ? "the escape can be taken" : obstacle(s, i);
    }
    return out;
  }

 private:
  // Who has exclusive control and uses it.
  std::string in_control() const {
    if (enabled_.holder < 0 || enabled_.moves.empty()) return "";
    for (const vm::Move& m : enabled_.moves) {
      if (m.steps.front().pid != enabled_.holder) return "";
    }
    for (const Standing& s : standings_) {
      if (s.pid == enabled_.holder) return process_text(s.process, s.pid);
    }
    return "";
  }

  std::string statements(const Standing& s) const {
    std::string out;
    for (size_t i = 0; i < s.waits_in.size(); ++i) {
      out += fmt::format("{}`{}`", i > 0 ? " or " : "", s.waits_in[i]);
      const std::string why = obstacle(s, i);
      if (!why.empty()) out += fmt::format(" ({})", why);
    }
    return out;
  }

  std::string obstacle(const Standing& s, size_t i) const {
    // With these two a statement that could be executed has to wait all the same.
    const bool may_wait = nth(program_.processes, s.type).provided != ir::kNone || program_.uses_priority;
    return may_wait ? ""
                    : obstacles_.why(nth(program_.actions, edge(s, i).action), process_text(s.process, s.pid), s.pid);
  }

  std::string conditions(const Standing& s) const {
    std::string out;
    if (nth(program_.processes, s.type).provided != ir::kNone) out += ", or for its provided clause to become true";
    if (program_.uses_priority) out += ", or for a process of higher priority";
    return out;
  }

  // The i-th statement that a process waits in.
  const ir::Edge& edge(const Standing& s, size_t i) const {
    const ProcessPlace& at = nth(places_, s.pid);
    assert(at.pid == s.pid && at.process == s.type);
    const ir::Process& process = nth(program_.processes, s.type);
    const std::vector<uint32_t>& edges = process.states[at.state].edges;
    assert(i < edges.size());
    return process.edges[edges[i]];
  }

  const ir::Program& program_;
  const Enabled& enabled_;
  const std::vector<Standing>& standings_;
  std::vector<ProcessPlace> places_;
  Obstacles obstacles_;
};

bool same_step(const Step& step, const vm::StepRecord& record) {
  return step.pid == record.pid && step.type == record.process && step.edge == record.edge;
}

// Finds the move that makes the steps of a trace from this one on; null: there is none.
const vm::Move* find_move(const Trace& trace, size_t at, const std::vector<vm::Move>& moves) {
  for (const vm::Move& m : moves) {
    bool same = !m.steps.empty() && at + m.steps.size() <= trace.steps.size();
    for (size_t i = 0; same && i < m.steps.size(); ++i) same = same_step(trace.steps[at + i], m.steps[i]);
    if (!same) continue;
    const StateView there = trace.steps[at + m.steps.size() - 1].state.view();
    const vm::StepRecord& last = m.steps.back();
    if (there.key == last.key && std::equal(there.data, there.data + there.key, last.state.begin())) return &m;
  }
  return nullptr;
}

}  // namespace

// Nobody has exclusive control after a step that is not inside an atomic sequence. (In a rendezvous control may pass
// from the one to the other.)
bool leaves_control(const Trace& trace, size_t step) {
  return !trace.steps[step].atomic && !trace.steps[step].handshake &&
         (step + 1 == trace.steps.size() || !trace.steps[step + 1].handshake);
}

// Who has exclusive control there is found from where nobody has it on.
Enabled enabled_after(const Trace& trace, size_t after) {
  const std::unique_ptr<vm::Machine> machine = trace.machine->another();
  size_t at = after;
  while (at > 0 && !leaves_control(trace, at - 1)) --at;
  Enabled out;
  for (;;) {
    machine->moves(trace.state(at).view(), out.holder, out.moves);
    if (at == after) return out;
    const vm::Move* taken = find_move(trace, at, out.moves);
    if (taken == nullptr) break;
    out.holder = taken->holder;
    at += taken->steps.size();
    if (at > after) break;  // the state asked for is in the middle of a rendezvous
  }
  out.holder = -1;
  machine->moves(trace.state(after).view(), out.holder, out.moves);
  return out;
}

namespace {

// In the middle of a rendezvous there is nothing but its second half.
std::vector<ProcessStatus> in_rendezvous(const Trace& trace, size_t after) {
  std::vector<ProcessStatus> out;
  const Step& next = trace.steps[after];
  for (const Standing& s : standings(trace.program(), trace.shapes(), trace.state(after).view())) {
    out.push_back({s, s.pid == next.pid, "", s.pid != next.pid, {}, {}});
    if (s.pid == next.pid)
      out.back().can_do.emplace_back(next.source);
    else
      out.back().why_not = fmt::format("{} completes a rendezvous", process_text(next.process, next.pid));
  }
  return out;
}

}  // namespace

std::vector<ProcessStatus> process_states(const Trace& trace, StateView state, const Enabled& enabled) {
  const std::vector<Standing> all = standings(trace.program(), trace.shapes(), state);
  const Reasons reasons(trace, state, enabled, all);
  std::map<int32_t, std::vector<std::string>> movers;  // what each can do
  for (const vm::Move& m : enabled.moves) {
    for (const vm::StepRecord& r : m.steps) {
      std::vector<std::string>& can_do = movers[r.pid];
      const std::string& text = trace.text(r.process, r.edge).source;
      if (std::find(can_do.begin(), can_do.end(), text) == can_do.end()) can_do.push_back(text);
    }
  }
  std::vector<ProcessStatus> out;
  for (const Standing& s : all) {
    const bool can_move = !enabled.ended && movers.contains(s.pid);
    out.push_back({s, can_move, can_move ? "" : reasons.why(s), !can_move && reasons.is_held(), {}, {}});
    if (can_move) out.back().can_do = std::move(movers[s.pid]);
    out.back().obstacles = reasons.obstacles(s, out.back().can_do);
  }
  return out;
}

std::vector<ProcessStatus> process_states_beyond(const Trace& trace, size_t after) {
  assert(!trace.initial.empty() && after <= trace.steps.size());
  if (after < trace.steps.size() && trace.steps[after].handshake) return in_rendezvous(trace, after);
  return process_states(trace, trace.state(after).view(), enabled_after(trace, after));
}

std::vector<ProcessStatus> process_states(const Trace& trace, size_t after) {
  assert(!trace.initial.empty() && after <= trace.steps.size());
  const bool failed = after > 0 && after == trace.steps.size() && trace.failure.step == trace.steps.back().number;
  if (!failed) return process_states_beyond(trace, after);
  Enabled ended;
  ended.ended = true;
  return process_states(trace, trace.state(after).view(), ended);
}

}  // namespace gyre::trace
