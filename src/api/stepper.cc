// Executing by hand, on the simulator of trace/.
#include <fmt/format.h>

#include "api/library.h"
#include "trace/processes.h"
#include "trace/simulate.h"
#include "trace/spin_print.h"

namespace gyre {

namespace {

using trace::Simulator;

bool has_state(const Simulator& s) { return !s.trace().initial.empty(); }

std::vector<trace::ProcessStatus> status_of(const Simulator& s) {
  const trace::Enabled enabled{s.moves(), s.holder(), s.end() == trace::SimulationEnd::error};
  return trace::process_states(s.trace(), s.trace().final_state(), enabled);
}

}  // namespace

namespace api {

std::vector<Move> moves_of(const trace::Trace& t, const std::vector<vm::Move>& moves) {
  std::vector<Move> out;
  for (const vm::Move& m : moves) {
    trace::Trace from_here;
    from_here.machine = t.machine;
    from_here.texts = t.texts;
    from_here.initial = trace::State(t.final_state());
    for (const vm::StepRecord& r : m.steps) trace::append(from_here, r);
    Move move;
    for (const trace::Step& step : from_here.steps) move.steps.push_back(step_of(from_here, step));
    move.state = values_of(t.program(), t.shapes(), from_here.final_state());
    out.push_back(std::move(move));
  }
  return out;
}

End end_of(trace::SimulationEnd end) {
  switch (end) {
    case trace::SimulationEnd::running:
    case trace::SimulationEnd::stopped: return End::none;
    case trace::SimulationEnd::max_steps: return End::limit;
    case trace::SimulationEnd::finished: return End::finished;
    case trace::SimulationEnd::valid_end: return End::valid;
    case trace::SimulationEnd::deadlock: return End::deadlock;
    case trace::SimulationEnd::error: return End::error;
  }
  __builtin_unreachable();
}

}  // namespace api

struct Stepper::Impl {
  Impl(const Model& m, const StepperOptions& o)
      : model(m),
        options(o),
        machine(api::program_of(m.impl())),
        printer(machine.program(), *machine.image().shapes, api::print_options(o.text)),
        simulator(machine, how(o), [this](const trace::Trace& t, const trace::Step& step) { tell(t, step); }) {}

  static Simulator::Options how(const StepperOptions& options) {
    Simulator::Options out;
    out.keep_history = options.history;
    if (options.max_steps > 0) out.max_steps = options.max_steps;
    return out;
  }

  void tell(const trace::Trace& trace, const trace::Step& step) {
    if (!options.listener) return;
    options.listener(api::step_of(trace, step), printer.step(step, step.error != trace::ErrorKind::none));
  }

  const Model model;
  const StepperOptions options;
  vm::Machine machine;
  trace::StepPrinter printer;
  Simulator simulator;
};

Stepper::Stepper(const Model& model, const StepperOptions& options) {
  api::as_errors([&] { impl_ = std::make_unique<Impl>(model, options); });
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
    return api::processes_of(s.trace(), status_of(s));
  });
}

Evaluated Stepper::value(const Expression& expression, int32_t pid) const {
  return api::as_errors([&] {
    const trace::Trace& t = impl_->simulator.trace();
    return api::value_of(expression, t, t.steps.size(), pid);
  });
}

std::vector<Move> Stepper::moves() const {
  return api::as_errors([&] { return api::moves_of(impl_->simulator.trace(), impl_->simulator.moves()); });
}

void Stepper::take(size_t move) {
  api::as_errors([&] {
    const size_t count = impl_->simulator.moves().size();
    if (move >= count) throw Error(fmt::format("there is no move {}: there are {}", move, count));
    impl_->printer.reset();
    impl_->simulator.take(move);
  });
}

bool Stepper::back() {
  return api::as_errors([&] { return impl_->simulator.back(); });
}

void Stepper::run(uint64_t seed) {
  api::as_errors([&] { impl_->simulator.run_random(seed); });
}

bool Stepper::follow(const Trace& guide, size_t steps) {
  return api::as_errors([&] {
    if (this->steps() > 0) throw Error("an execution is followed from the initial state on");
    return impl_->simulator.run_guided(*guide.impl().trace, steps);
  });
}

size_t Stepper::move_count() const { return impl_->simulator.moves().size(); }

std::string Stepper::move_text(size_t move) const {
  return api::as_errors([&] {
    if (move >= move_count()) throw Error(fmt::format("there is no move {}: there are {}", move, move_count()));
    return impl_->simulator.move_text(move);
  });
}

std::string Stepper::state_text() const {
  return api::as_errors([&]() -> std::string {
    if (!has_state(impl_->simulator)) return "";
    const trace::Trace& t = impl_->simulator.trace();
    const trace::PrintOptions how = api::print_options(impl_->options.text);
    if (how.as_spin)
      return trace::SpinLines(t.program(), t.shapes(), how, false).end(t.final_state(), impl_->simulator.steps_taken());
    // After an error, what each would do next says more than that the execution has ended.
    const std::vector<trace::ProcessStatus> processes = impl_->simulator.end() == trace::SimulationEnd::error
                                                            ? trace::process_states_beyond(t, t.steps.size())
                                                            : status_of(impl_->simulator);
    return trace::print_state(t, t.final_state(), processes, how);
  });
}

uint64_t Stepper::steps() const { return impl_->simulator.steps_taken(); }

End Stepper::end() const { return api::end_of(impl_->simulator.end()); }

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
