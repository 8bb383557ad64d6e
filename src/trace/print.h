// A trace as text: one line per step in aligned columns, then the final state.
//
//      1  P(0)  m.pml:4    x = y + 1           x = 1
//      2  P(0)  m.pml:6  / c!x                 c!1, c = [1]
//      3  P(0)  m.pml:7  \ x = 2
//    ! 4  Q(1)  m.pml:12   assert(x == 1)
//
// Widths depend on the program only, so that a simulation can print step by step. `/ | \` show an atomic sequence:
// the process keeps control until the last of them. The failing step is marked with an exclamation mark. What does not
// fit into a line goes on in the next ones.
#pragma once

#include <string>
#include <vector>

#include "trace/lines.h"
#include "trace/processes.h"
#include "trace/trace.h"
#include "trace/view.h"

namespace gyre::trace {

struct PrintOptions {
  bool steps = true;          // every step (spin -p); otherwise only those that `sends` and `receives` select
  bool sends = false;         // spin -s
  bool receives = false;      // spin -r
  bool globals = false;       // all global variables and channels at each step (spin -g)
  bool locals = false;        // all variables of the process that moved (spin -l)
  bool changes = true;        // what a step has changed, behind it
  bool output = true;         // what printf prints
  bool plain_output = false;  // as it is, without anything before it (spin -T)
  bool final_state = true;
  bool as_spin = false;     // as SPIN's simulator prints it (spin_print.h)
  bool all_values = false;  // as_spin: at each step all values (spin -w)
  bool source = false;      // under a step the line of the model that it stands in
  bool colour = false;      // ANSI
  size_t width = kLine;     // columns
  View view;                // for a whole trace
};

// ANSI; empty when colours are off.
struct Colours {
  explicit Colours(bool on)
      : failing(on ? "\x1b[1;31m" : ""),
        values(on ? "\x1b[36m" : ""),
        changed(on ? "\x1b[1;36m" : ""),
        output(on ? "\x1b[32m" : ""),
        dim(on ? "\x1b[2m" : ""),
        off(on ? "\x1b[0m" : "") {}
  const char* failing;
  const char* values;
  const char* changed;
  const char* output;
  const char* dim;
  const char* off;
};

// For printing while a run goes on: feed it the steps in order.
class StepPrinter {
 public:
  StepPrinter(const ir::Program& program, const ir::ShapeTable& shapes, const PrintOptions& options);

  // The lines for one step; empty if the options hide it. `failing`: mark it. With a selection only its values are
  // shown.
  std::string step(const Step& step, bool failing = false, const Selection* selection = nullptr);
  // Takes note of a step that is not shown.
  void pass(const Step& step);
  // Forgets that an atomic sequence is open (after a step back).
  void reset() { open_ = -1; }

 private:
  bool shown(const Step& step) const;
  std::vector<std::string> values(const Step& step, const Selection* selection) const;
  char atomic_mark(const Step& step);
  std::string step_lines(const Step& step, char mark, bool failing, const std::vector<std::string>& changed) const;
  std::string source_lines(const Span& span);

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

// "assertion violated: x == 1" and where, as the lines that close a counterexample; empty without a failure. Who is
// blocked in a deadlock is listed unless the state is shown behind it.
std::string print_failure(const Trace& trace, const PrintOptions& options = {}, bool listed = true);

// Where each of these processes stands, whether it can move or what it waits for, and all values of the state they are
// in. With a selection only its values and processes are shown.
std::string print_state(const Trace& trace, StateView state, const std::vector<ProcessStatus>& processes,
                        const PrintOptions& options = {}, const Selection* selection = nullptr);

// "waits in `c?x` (c is empty)", "next: `x = 1`", "at its end"
std::string doing(const ProcessStatus& process);

// "q is true, p is false": what has changed of the formula's atoms after so many steps.
std::vector<std::string> atom_texts(const Trace& trace, size_t after);

// An error in the middle of the last step: what is behind it is neither the old state nor a new one.
bool leaves_no_state(const Trace& trace);

}  // namespace gyre::trace
