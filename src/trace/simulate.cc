#include "trace/simulate.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::trace {

Simulator::Simulator(const vm::Machine& machine, const Options& options, Sink sink)
    : machine_(machine.another()), options_(options), sink_(std::move(sink)), trace_(start(machine)) {
  if (trace_.initial.empty())
    end_ = SimulationEnd::error;
  else
    look();
}

void Simulator::look() {
  const StateView state = trace_.final_state();
  machine_->moves(state, holder_, moves_);
  end_ = SimulationEnd::running;
  trace_.failure = {};
  if (moves_.empty()) {
    end_ = end_without_moves(trace_);
  } else if (step_count_ >= options_.max_steps) {
    end_ = SimulationEnd::max_steps;
  }
}

SimulationEnd end_without_moves(Trace& trace) {
  trace.failure = describe_end(trace);
  if (shape_of(trace.shapes(), trace.final_state()).processes.empty()) return SimulationEnd::finished;
  return trace.failure.kind == ErrorKind::none ? SimulationEnd::valid_end : SimulationEnd::deadlock;
}

std::string move_text(const Trace& trace, const vm::Move& move) {
  std::string out;
  for (const vm::StepRecord& r : move.steps) {
    const ir::Process& process = nth(trace.program().processes, r.process);
    const ir::Edge& edge = process.edges[r.edge];
    const Span& span = nth(trace.program().actions, edge.action).span;
    const std::string& statement = trace.text(r.process, r.edge).source;
    if (out.empty()) {
      out = fmt::format("{}  {}  {}", process_text(display_name(process), r.pid), line_text(trace.program(), span),
                        statement);
    } else {
      out += fmt::format("  -> {} {}", process_text(display_name(process), r.pid), statement);
    }
  }
  return out;
}

void Simulator::take(size_t move) {
  assert(end_ != SimulationEnd::error && move < moves_.size());
  const vm::Move taken = moves_.at(move);
  if (options_.keep_history) history_.push_back({trace_.steps.size(), holder_});
  const size_t first = trace_.steps.size();
  ErrorKind error = ErrorKind::none;
  size_t failing = 0;
  for (const vm::StepRecord& r : taken.steps) {
    append(trace_, r);
    ++step_count_;
    if (r.error != ErrorKind::none && error == ErrorKind::none) {
      error = r.error;
      failing = trace_.steps.size() - 1;
    }
  }
  holder_ = taken.holder;
  if (error != ErrorKind::none && (taken.dead_end || options_.stop_at_error)) {
    trace_.failure = describe_failure(trace_, trace_.steps[failing], error);
    end_ = SimulationEnd::error;
    moves_.clear();
  }
  if (sink_) {
    for (size_t i = first; i < trace_.steps.size(); ++i) sink_(trace_, trace_.steps[i]);
  }
  if (!options_.keep_history && first > 0) {
    trace_.steps.erase(trace_.steps.begin(), trace_.steps.begin() + narrow<std::ptrdiff_t>(first));
  }
  trace_.length = step_count_;
  if (end_ != SimulationEnd::error) look();
}

bool Simulator::back() {
  if (history_.empty()) return false;
  const Undo undo = history_.back();
  history_.pop_back();
  while (trace_.steps.size() > undo.steps) {
    drop_last(trace_);
    --step_count_;
  }
  holder_ = undo.holder;
  look();
  return true;
}

std::string end_text(SimulationEnd end, const Failure& failure, uint64_t steps) {
  switch (end) {
    case SimulationEnd::running: return "the run can go on";
    case SimulationEnd::finished: return fmt::format("all processes have ended after {} steps", steps);
    case SimulationEnd::valid_end:
      return fmt::format("a valid end after {} steps: nothing can move, every process is in an end state", steps);
    case SimulationEnd::deadlock:
      // A long list is no sentence: the state shows it line by line.
      return failure.is_list() ? failure.headline : failure.message;
    case SimulationEnd::error: return failure.message;
    case SimulationEnd::max_steps: return fmt::format("stopped after {} steps, as asked", steps);
    case SimulationEnd::stopped: return fmt::format("stopped after {} steps", steps);
  }
  return "";
}

size_t pick_move(const std::vector<vm::Move>& moves, uint64_t who, uint64_t what) {
  assert(!moves.empty());
  std::vector<int32_t> pids;
  for (const vm::Move& m : moves) {
    if (pids.empty() || pids.back() != m.steps.front().pid) pids.push_back(m.steps.front().pid);
  }
  // No std::uniform_int_distribution: it differs between libraries, and a seed must give the same run everywhere.
  const int32_t pid = pids[who % pids.size()];
  std::vector<size_t> mine;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].steps.front().pid == pid) mine.push_back(i);
  }
  return mine[what % mine.size()];
}

SimulationEnd Simulator::run_random(uint64_t seed) {
  std::mt19937_64 random(seed);
  while (end_ == SimulationEnd::running) {
    const uint64_t who = random(), what = random();
    take(pick_move(moves_, who, what));
  }
  return end_;
}

SimulationEnd Simulator::run_interactive(const Chooser& choose) {
  for (;;) {
    const Answer answer = choose(*this);
    if (answer.kind == Answer::Kind::stop) {
      if (end_ == SimulationEnd::running) end_ = SimulationEnd::stopped;
      return end_;
    }
    if (answer.kind == Answer::Kind::back)
      back();
    else if (end_ == SimulationEnd::running && answer.move < moves_.size())
      take(answer.move);
  }
}

bool Simulator::run_guided(const Trace& guide, size_t steps_wanted) {
  assert(trace_.steps.empty() && guide.program().processes.size() == trace_.program().processes.size());
  const size_t until = std::min(steps_wanted, guide.steps.size());
  size_t at = 0;
  while (at < until && end_ == SimulationEnd::running) {
    bool taken = false;
    for (size_t i = 0; i < moves_.size() && !taken; ++i) {
      const std::vector<vm::StepRecord>& steps = moves_[i].steps;
      bool same = true;
      const size_t count = std::min(steps.size(), guide.steps.size() - at);
      for (size_t k = 0; k < count; ++k) {
        const Step& g = guide.steps[at + k];
        const StateView state = g.state.view();
        same = same && g.pid == steps[k].pid && g.type == steps[k].process && g.edge == steps[k].edge &&
               state.key == steps[k].key && std::equal(state.data, state.data + state.key, steps[k].state.begin());
      }
      if (!same) continue;
      at += count;
      take(i);
      taken = true;
    }
    if (!taken) return false;
  }
  return at >= until;
}

}  // namespace gyre::trace
