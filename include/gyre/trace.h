// An execution of a model: a counterexample, or what a Stepper has done.
//
// A Trace is immutable; copies share it, and any number of threads may read one. States are kept in the form in which
// they were searched, and described when they are asked for: a trace of a million steps is no million tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gyre/error.h>

namespace gyre {

// A variable, or the contents of a channel.
struct Value {
  std::string name;   // "x", "a[2].b", "P(3):y", "q"
  std::string value;  // "5", the name of an mtype, "[m1,2][m2,3]" or "empty" for a channel
  int32_t pid = -1;   // of the process whose variable it is; -1: it is global
  bool is_channel = false;
};

// What one process does: a statement, a whole d_step, one half of a rendezvous.
struct Step {
  std::string process;  // its name
  int32_t pid = 0;
  std::string statement;  // as a person writes it
  Location location;
  std::vector<Value> changes;         // what it changed, with the new values
  std::vector<std::string> messages;  // "q!1", "q?1": what passed through channels
  std::string output;                 // of printf
  bool handshake = false;             // the second half of a rendezvous; the step before is the first
  bool atomic = false;                // the process keeps control after it
  std::string error;                  // the kind of error that it met ("assertion", ...); empty: none
};

class Trace {
 public:
  // The number of steps.
  size_t size() const;
  // REQUIRES: index < size(); otherwise an Error is thrown. Steps count from 0 here.
  Step step(size_t index) const;
  // The values of all variables and channels after so many steps: state(0) is the initial state.
  // REQUIRES: after <= size(); otherwise an Error is thrown. If there is no initial state, because an initialiser met
  // an error, there are no values.
  std::vector<Value> state(size_t after) const;
  // An infinite execution: after so many steps the cycle begins, which ends with the last step.
  std::optional<size_t> cycle_start() const;
  // What is wrong, in a sentence; empty: nothing.
  const std::string& message() const;

  // As `gyre replay` shows it.
  std::string text() const;
  // The trail that `gyre replay` and `gyre simulate --guided` read; `model` is the name in it.
  std::string json(const std::string& model) const;

  struct Impl;
  explicit Trace(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace gyre
