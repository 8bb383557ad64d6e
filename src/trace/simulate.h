// Simulation: one run of a model, step by step. Random, chosen by somebody, or guided by a trace.
//
// The run so far is a Trace, so that everything that shows traces shows simulations. A rendezvous is one move of two
// steps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace gyre::trace {

enum class SimulationEnd {
  running,
  finished,   // all processes have ended
  valid_end,  // nothing moves and every process is in a valid end state
  deadlock,
  error,  // a step met an error: see failure()
  max_steps,
  stopped,  // whoever chooses wanted no more
};

// How a run ends in whose last state nothing can move; says in the trace what is wrong there.
SimulationEnd end_without_moves(Trace& trace);
// A move from the last state of a trace as one line for a menu: "P(0)  m.pml:12  c!1  -> Q(1) c?x".
std::string move_text(const Trace& trace, const vm::Move& move);
// One of the moves, for two random numbers: first who, then what, so that a process with many options does not crowd
// out the others. REQUIRES: there are some.
size_t pick_move(const std::vector<vm::Move>& moves, uint64_t who, uint64_t what);
// One sentence: how a run ended after so many steps.
std::string end_text(SimulationEnd end, const Failure& failure, uint64_t steps);

class Simulator {
 public:
  struct Options {
    uint64_t max_steps = ~uint64_t{0};
    bool keep_history = true;   // otherwise trace().steps holds the last move only and there is no way back
    bool stop_at_error = true;  // otherwise go on behind a violated assertion
  };
  // Called with each step when it has happened.
  using Sink = std::function<void(const Trace& trace, const Step& step)>;

  explicit Simulator(const vm::Machine& machine) : Simulator(machine, Options{}, nullptr) {}
  Simulator(const vm::Machine& machine, const Options& options, Sink sink);

  // What can be done now, youngest process first; empty at the end.
  const std::vector<vm::Move>& moves() const { return moves_; }
  // The process that has exclusive control, inside an atomic sequence; -1: none.
  int32_t holder() const { return holder_; }
  std::string move_text(size_t move) const { return trace::move_text(trace_, moves_.at(move)); }

  void take(size_t move);
  // Undoes the last move; false: there is none (or no history).
  bool back();

  SimulationEnd end() const { return end_; }
  const Trace& trace() const { return trace_; }
  uint64_t steps_taken() const { return step_count_; }
  // With deadlock and error: what went wrong.
  const Failure& failure() const { return trace_.failure; }
  std::string end_text() const { return trace::end_text(end_, trace_.failure, step_count_); }

  // Runs to the end.
  SimulationEnd run_random(uint64_t seed);
  // Asks what to do; called also when nothing can move, to allow a step back.
  struct Answer {
    enum class Kind { take, back, stop } kind = Kind::stop;
    size_t move = 0;
  };
  using Chooser = std::function<Answer(const Simulator&)>;
  SimulationEnd run_interactive(const Chooser& choose);
  // Does the steps of another run of the same model. False: a step cannot be done;
  // trace() shows how far it went. It ends after so many steps; a rendezvous is not torn apart.
  bool run_guided(const Trace& guide, size_t steps = ~size_t{0});

 private:
  void look();  // finds moves_ and end_
  struct Undo {
    size_t steps;  // of the trace before the move
    int32_t holder;
  };

  std::unique_ptr<vm::Machine> machine_;
  Options options_;
  Sink sink_;
  Trace trace_;
  std::vector<vm::Move> moves_;
  std::vector<Undo> history_;
  int32_t holder_ = -1;
  uint64_t step_count_ = 0;
  SimulationEnd end_ = SimulationEnd::running;
};

}  // namespace gyre::trace
