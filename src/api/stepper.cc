// Executing by hand, on the simulator of trace/.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "api/library.h"
#include "base/nth.h"
#include "trace/simulate.h"

namespace gyre {

namespace {

using trace::Simulator;

bool has_state(const Simulator& s) { return !s.trace().initial.empty(); }

// Why a statement cannot be executed, as far as it can be seen without executing it.
class Obstacles {
 public:
  Obstacles(const ir::Program& program, const ir::ShapeTable& shapes, StateView state)
      : program_(program), shapes_(shapes), state_(state), values_(trace::describe(program, shapes, state)) {}

  // A few words; empty: nothing is known. `owner` is the process as in the names of its variables: "P(0)".
  std::string why(const ir::Action& action, const std::string& owner) const {
    if (action.kind == ir::ActionKind::condition) return "it is false";
    const bool is_send = action.kind == ir::ActionKind::send;
    if (!is_send && action.kind != ir::ActionKind::receive) return "";
    const int32_t id = channel_of(action, owner);
    if (id == 0) return "";
    const std::string name = trace::channel_name(program_, shapes_, state_, id);
    const ir::FrameRef& frame = nth(trace::shape_of(shapes_, state_).channels, id - 1);
    if (nth(program_.channel_types, frame.type).capacity == 0)
      return is_send ? "no process is ready to receive it" : "no process is ready to send it";
    if (is_send) return name + " is full";
    if (trace::channel_contents(program_, shapes_, state_, id).empty()) return name + " is empty";
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
    for (const trace::NamedValue& value : values_) {
      if (value.name == name && !value.is_channel) {  // it holds another channel than the one declared with it
        name = value.value;
        break;
      }
    }
    for (int32_t id = 1; id <= trace::channel_count(shapes_, state_); ++id) {
      if (trace::channel_name(program_, shapes_, state_, id) == name) return id;
    }
    return 0;
  }

  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  StateView state_;
  std::vector<trace::NamedValue> values_;
};

// What a process that cannot move waits for.
class Reasons {
 public:
  Reasons(const Simulator& simulator, const std::vector<trace::Standing>& standings)
      : simulator_(simulator),
        program_(simulator.trace().program()),
        standings_(standings),
        obstacles_(program_, simulator.trace().shapes(), simulator.trace().final_state()) {}

  std::string why(const trace::Standing& s) const {
    if (simulator_.end() == trace::SimulationEnd::error) return "the execution has ended with an error";
    if (const std::string holder = in_control(); !holder.empty())
      return fmt::format("{} has control: it is inside an atomic sequence", holder);
    const trace::Standing& youngest = standings_.back();
    if (s.at_end && s.pid != youngest.pid) {
      return fmt::format("it is at its end, but processes end in the reverse order of their creation: it waits for {}",
                         trace::process_text(youngest.process, youngest.pid));
    }
    return "it waits in " + statements(s) + conditions(s);
  }

 private:
  // Who has exclusive control and uses it.
  std::string in_control() const {
    if (simulator_.holder() < 0 || simulator_.moves().empty()) return "";
    for (const vm::Move& m : simulator_.moves()) {
      if (m.steps.front().pid != simulator_.holder()) return "";
    }
    for (const trace::Standing& s : standings_) {
      if (s.pid == simulator_.holder()) return trace::process_text(s.process, s.pid);
    }
    return "";
  }

  std::string statements(const trace::Standing& s) const {
    const ir::Process& process = nth(program_.processes, s.type);
    // With these two a statement that could be executed has to wait all the same. (Guarded commands have other texts.)
    const bool told = process.provided == ir::kNone && !program_.uses_priority && !program_.guarded_commands;
    std::string out;
    for (size_t i = 0; i < s.waits_in.size(); ++i) {
      out += fmt::format("{}`{}`", i > 0 ? " or " : "", s.waits_in[i]);
      if (!told) continue;
      const std::string why = obstacles_.why(action(s, i), trace::process_text(s.process, s.pid));
      if (!why.empty()) out += fmt::format(" ({})", why);
    }
    return out;
  }

  std::string conditions(const trace::Standing& s) const {
    std::string out;
    if (nth(program_.processes, s.type).provided != ir::kNone) out += ", or for its provided clause to become true";
    if (program_.uses_priority) out += ", or for a process of higher priority";
    return out;
  }

  const ir::Action& action(const trace::Standing& s, size_t i) const {
    const ir::Process& process = nth(program_.processes, s.type);
    const trace::Trace& t = simulator_.trace();
    for (const trace::ProcessPlace& at : trace::places(program_, t.shapes(), t.final_state())) {
      if (at.pid != s.pid) continue;
      const ir::Edge& edge = process.edges[process.states[at.state].edges.at(i)];
      return nth(program_.actions, edge.action);
    }
    throw std::logic_error("a process stands nowhere");
  }

  const Simulator& simulator_;
  const ir::Program& program_;
  const std::vector<trace::Standing>& standings_;
  Obstacles obstacles_;
};

}  // namespace

struct Stepper::Impl {
  explicit Impl(const Model& m)
      : model(m), machine(api::program_of(m.impl())), simulator(machine, Simulator::Options{}, nullptr) {}

  const Model model;
  vm::Machine machine;
  Simulator simulator;
};

Stepper::Stepper(const Model& model) {
  api::as_errors([&] { impl_ = std::make_unique<Impl>(model); });
}
Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

std::vector<Value> Stepper::state() const {
  return api::as_errors([&]() -> std::vector<Value> {
    if (!has_state(impl_->simulator)) return {};
    const trace::Trace& t = impl_->simulator.trace();
    return api::values_of(t.program(), t.shapes(), t.final_state());
  });
}

std::vector<ProcessState> Stepper::processes() const {
  return api::as_errors([&]() -> std::vector<ProcessState> {
    const Simulator& s = impl_->simulator;
    if (!has_state(s)) return {};
    const trace::Trace& t = s.trace();
    const std::vector<trace::Standing> standings = trace::standings(t.program(), t.shapes(), t.final_state());
    const Reasons reasons(s, standings);
    std::set<int32_t> movers;
    for (const vm::Move& m : s.moves()) {
      for (const vm::StepRecord& r : m.steps) movers.insert(r.pid);
    }
    std::vector<ProcessState> out;
    for (const trace::Standing& at : standings) {
      ProcessState p;
      p.process = at.process;
      p.pid = at.pid;
      p.location = api::location_of(*t.program().sources, at.span);
      p.next = at.waits_in;
      p.can_move = movers.contains(at.pid);
      p.valid_end = at.valid_end;
      if (!p.can_move) p.why_not = reasons.why(at);
      out.push_back(std::move(p));
    }
    return out;
  });
}

std::vector<Move> Stepper::moves() const {
  return api::as_errors([&] {
    const trace::Trace& t = impl_->simulator.trace();
    std::vector<Move> out;
    for (const vm::Move& m : impl_->simulator.moves()) {
      trace::Trace from_here;
      from_here.machine = t.machine;
      from_here.texts = t.texts;
      from_here.initial = trace::State(t.final_state());
      for (const vm::StepRecord& r : m.steps) trace::append(from_here, r);
      Move move;
      for (const trace::Step& step : from_here.steps) move.steps.push_back(api::step_of(from_here, step));
      move.state = api::values_of(t.program(), t.shapes(), from_here.final_state());
      out.push_back(std::move(move));
    }
    return out;
  });
}

void Stepper::take(size_t move) {
  api::as_errors([&] {
    const size_t count = impl_->simulator.moves().size();
    if (move >= count) throw Error(fmt::format("there is no move {}: there are {}", move, count));
    impl_->simulator.take(move);
  });
}

bool Stepper::back() {
  return api::as_errors([&] { return impl_->simulator.back(); });
}

End Stepper::end() const {
  switch (impl_->simulator.end()) {
    case trace::SimulationEnd::running:
    case trace::SimulationEnd::max_steps:
    case trace::SimulationEnd::stopped: return End::none;
    case trace::SimulationEnd::finished: return End::finished;
    case trace::SimulationEnd::valid_end: return End::valid;
    case trace::SimulationEnd::deadlock: return End::deadlock;
    case trace::SimulationEnd::error: return End::error;
  }
  __builtin_unreachable();
}

std::string Stepper::end_text() const {
  return api::as_errors([&] { return impl_->simulator.end_text(); });
}

Trace Stepper::trace() const {
  return api::as_errors([&] {
    auto copy = std::make_shared<const trace::Trace>(impl_->simulator.trace());
    return Trace(std::make_shared<const Trace::Impl>(Trace::Impl{std::move(copy)}));
  });
}

}  // namespace gyre
