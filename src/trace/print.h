// A trace as text: one line per step in aligned columns, then the final state.
//
//      1  P(0)  m.pml:4    x = y + 1           x = 1
//      2  P(0)  m.pml:6  / c!x                 c!1, c = [1]
//      3  P(0)  m.pml:7  \ x = 2
//    ! 4  Q(1)  m.pml:12   assert(x == 1)
//
// Widths depend on the program only, so that a simulation can print step by step. `/ | \` show an atomic sequence:
// the process keeps control until the last of them. The failing step is marked with an exclamation mark.
#pragma once

#include <string>

#include "trace/trace.h"

namespace gyre::trace {

struct PrintOptions {
  bool steps = true;          // every step (spin -p); otherwise only those that `sends` and `receives` select
  bool sends = false;         // spin -s
  bool receives = false;      // spin -r
  bool globals = false;       // all global variables and channels at each step (spin -g)
  bool locals = false;        // all variables of the process that moved (spin -l)
  bool output = true;         // what printf prints
  bool plain_output = false;  // as it is, without anything before it (spin -T)
  bool final_state = true;
  bool colour = false;  // ANSI
};

// For printing while a run goes on: feed it the steps in order.
class StepPrinter {
 public:
  StepPrinter(const ir::Program& program, const ir::ShapeTable& shapes, const PrintOptions& options);

  // The lines for one step; empty if the options hide it. `failing`: mark it.
  std::string step(const Step& step, bool failing = false);
  // Forgets that an atomic sequence is open (after a step back).
  void reset() { open_ = -1; }

 private:
  bool shown(const Step& step) const;
  std::string values(const Step& step) const;
  char atomic_mark(const Step& step);

  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  PrintOptions options_;
  size_t name_width_ = 0;
  size_t place_width_ = 0;
  size_t statement_width_ = 0;
  int32_t open_ = -1;    // the process inside an atomic sequence
  std::string partner_;  // who made the step before
};

std::string print(const Trace& trace, const PrintOptions& options = {});

// "assertion violated: x == 1" and where, as the lines that close a counterexample; empty without a failure.
std::string print_failure(const Trace& trace, bool colour = false);

// Where each process stands and all values.
std::string print_state(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);

}  // namespace gyre::trace
