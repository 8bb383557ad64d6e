// Which part of a run is shown: some of its steps, some of its variables.
//
// A View is what a person asks for, by names and numbers. A Selection is a View that was understood for one trace: it
// answers step by step and value by value, in the same way for every format.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace gyre::trace {

struct View {
  uint64_t from = 1;                   // the first step
  uint64_t to = UINT64_MAX;            // the last one
  std::vector<std::string> processes;  // names ("P") or numbers ("2") or both ("P(2)"); none: all
  std::vector<std::string> variables;  // "x", "a[2]", "a" for all of its elements, "P:y", "P(2):y"; none: all
  bool hide_locals = false;            // variables of processes
  bool hide_inits = false;             // steps that give a local variable its first value
  bool hide_skips = false;             // steps that do nothing: skip, true, goto, the end of an if or do

  bool all_steps() const { return from <= 1 && to == UINT64_MAX && processes.empty() && !hide_inits && !hide_skips; }
  bool whole() const { return all_steps() && variables.empty() && !hide_locals; }
};

class Selection {
 public:
  // Throws Error for a process or a variable that the run does not have, and for steps behind its end. The trace and
  // the view must outlive it.
  Selection(const Trace& trace, const View& view);

  const View& view() const { return view_; }
  bool in_range(const Step& step) const { return step.number >= view_.from && step.number <= view_.to; }
  // The failing step is shown if it is in the range, whoever makes it.
  bool shows(const Step& step) const;
  bool shows(const NamedValue& value) const;
  bool shows_process(int32_t pid, int32_t type) const;
  // Those of the values that are shown.
  std::vector<NamedValue> of(const std::vector<NamedValue>& values) const;
  // How many of the steps are not shown.
  size_t hidden_steps() const;

 private:
  void check_range() const;
  void check_processes() const;
  void check_variables() const;

  const Trace& trace_;
  const View& view_;
};

// Whether the step is the declaration of a local variable, which sets it.
bool is_initialisation(const ir::Program& program, const Step& step);
// Whether the step does nothing but to go on.
bool is_skip(const ir::Program& program, const Step& step);
// Whether a person who writes `wanted` means the variable of this name: "a" is "a[2].b" as well, "y" any "P(1):y".
bool means(const std::string& wanted, const std::string& name);

}  // namespace gyre::trace
