// Points of a tree of runs: a run that can be continued in several ways, all of which are kept.
//
// A Point is a state with the move that led to it and the point before, so that a fork copies nothing: 10,000 forks of
// a long run cost 10,000 moves. (Simulators that are copied would have a copy of the whole run each.)
//
// A Point is immutable but for what is found out when it is asked for, under a lock; any number of threads may use one.
// All points of a tree share a machine, which one of them uses at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "trace/processes.h"
#include "trace/simulate.h"
#include "trace/trace.h"

namespace gyre::trace {

class Point {
 public:
  // The one machine of a tree.
  struct Shared {
    std::mutex mutex;
    std::unique_ptr<vm::Machine> machine;
  };

  // The initial state.
  static std::shared_ptr<const Point> initial(const vm::Machine& machine);
  // After so many steps of a trace; in the middle of a rendezvous: at its end.
  static std::shared_ptr<const Point> in(std::shared_ptr<const Trace> trace, size_t after);
  // A state of which nobody tells how it is reached, in which nobody has exclusive control. It is one of the machine of
  // another point.
  static std::shared_ptr<const Point> at(const Point& other, StateView state);
  // What a move leads to. REQUIRES: move < from->moves().size()
  static std::shared_ptr<const Point> after(const std::shared_ptr<const Point>& from, size_t move);

  Point(const Point&) = delete;
  Point& operator=(const Point&) = delete;
  ~Point();

  // False: there is no initial state, and nothing can be asked but for the end.
  bool has_state() const { return !here_.initial.empty(); }
  StateView state() const { return here_.final_state(); }
  // The steps of the move that led here, as a trace from the state before.
  const Trace& here() const { return here_; }
  uint64_t steps() const { return steps_; }  // from the initial state, as far as is known

  // What can be done; nothing at an end.
  const std::vector<vm::Move>& moves() const;
  int32_t holder() const { return holder_; }
  SimulationEnd end() const;
  std::string end_text() const;
  std::vector<ProcessStatus> processes() const;

  // The last point of this run at which nobody has exclusive control: a state that a search would store. Null: there is
  // none that is known.
  static std::shared_ptr<const Point> outside_atomic(std::shared_ptr<const Point> point);

  // False: begins somewhere (at()).
  bool has_trace() const;
  Trace trace() const;

  // The machine, and the right to use it as long as the lock is held.
  Shared& shared() const { return *shared_; }

 private:
  Point() = default;
  void look() const;  // finds moves_ and end_

  std::shared_ptr<Shared> shared_;
  std::shared_ptr<const Point> before_;
  std::shared_ptr<const Trace> base_;  // this point is in this trace
  size_t base_after_ = 0;
  bool knows_way_ = true;
  uint64_t steps_ = 0;
  int32_t holder_ = -1;
  mutable Trace here_;  // its failure is found by look()
  mutable std::once_flag looked_;
  mutable std::vector<vm::Move> moves_;
  mutable SimulationEnd end_ = SimulationEnd::running;
};

}  // namespace gyre::trace
