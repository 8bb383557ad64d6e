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

// A call of an inline around a statement.
struct InlinedBy {
  std::string name;  // of the inline
  Location location;
};

// What one process does: a statement, a whole d_step, one half of a rendezvous.
struct Step {
  std::string process;  // its name
  int32_t pid = 0;
  std::string statement;  // compiled, as a person would write it: "x = x + 1"
  std::string source;     // as it stands in the model: "x++"; where it does not, the same as `statement`
  Location location;
  std::vector<InlinedBy> calls;       // the calls of inlines around it, from the innermost to the outermost
  std::vector<Value> changes;         // what it changed, with the new values
  std::vector<std::string> messages;  // "q!1", "q?1": what passed through channels
  std::string output;                 // of printf
  bool handshake = false;             // the second half of a rendezvous; the step before is the first
  bool atomic = false;                // the process keeps control after it
  std::string error;                  // the kind of error that it met ("assertion", ...); empty: none
};

// How a process fares in a state.
struct ProcessState {
  std::string process;  // its name
  int32_t pid = 0;
  Location location;              // where it stands
  std::vector<InlinedBy> calls;   // the calls of inlines around that place, from the innermost to the outermost
  std::vector<std::string> next;  // the statements there, as they stand in the model
  bool can_move = false;          // alone or, in a rendezvous, as the partner of another process
  bool valid_end = false;         // where it stands it may stay for ever
  std::string why_not;            // it cannot move: a sentence
  bool held = false;              // it cannot move, for it is not its turn: another process has exclusive control
  // Of each of `next`: why it cannot be executed, in a few words; empty: it can, or that is not known.
  std::vector<std::string> obstacles;
};

class Expression;  // evaluate.h

// The value of an Expression.
struct Evaluated {
  int32_t number = 0;
  std::string text;  // as its type shows it: the name of a mtype, the messages of a channel
};

// An atom of a formula: a condition without temporal operators.
struct Atom {
  std::string text;
  std::optional<bool> value;  // none: it has no value in this state
};

// Which part of an execution is shown. Nothing is left out of it by default.
struct View {
  uint64_t from = 1;                   // the first step; steps count from 1 here, as in the text
  uint64_t to = UINT64_MAX;            // the last one
  std::vector<std::string> processes;  // only their steps and variables: "P", "2" or "P(2)"
  std::vector<std::string> variables;  // only these: "x", "a[2]", "a" with all of its elements, "P:y", "P(2):y"
  bool hide_locals = false;            // variables of processes
  bool hide_inits = false;             // steps that give a local variable its first value
  bool hide_skips = false;             // steps that do nothing: skip, goto, the end of an if or do
};

// What the text of an execution shows.
struct TextOptions {
  bool steps = true;          // every step; otherwise only those that `sends` and `receives` select
  bool sends = false;         // steps that send a message
  bool receives = false;      // steps that receive one
  bool globals = false;       // all global variables and channels at each step
  bool locals = false;        // all variables of the process that moved
  bool changes = true;        // what a step has changed, behind it
  bool plain_output = false;  // what printf prints as it is, without anything before it
  bool source = false;        // under a step the line of the model
  bool table = false;         // a column for each variable; of the above only the width and the view count then
  bool colour = false;        // ANSI escape sequences
  // In the form of SPIN's simulator, line by line; of the above steps, sends, receives, globals, locals and
  // plain_output count (-p -s -r -g -l -T).
  bool as_spin = false;
  bool all_values = false;  // as_spin: all values, not only those that a step has set (-w)
  size_t width = 0;         // columns; 0: 110 for the text, and as many as it takes for the table
  View view;                // not for the steps of a Stepper
};

// How long a process lives in an execution.
struct Life {
  std::string process;  // its name
  int32_t pid = 0;
  size_t born_after = 0;             // so many steps; 0: it is there from the beginning on
  std::optional<size_t> died_after;  // none: it is there at the end
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
  // Who can move in that state, and who cannot and why. Found out when it is asked for.
  // REQUIRES: after <= size(); otherwise an Error is thrown. Without an initial state there are no processes.
  std::vector<ProcessState> processes(size_t after) const;
  // The values that the atoms of the formula have in that state, if the trace is about a formula. An atom about steps,
  // moves(P), is about the step that follows.
  // REQUIRES: after <= size(); otherwise an Error is thrown.
  std::vector<Atom> atoms(size_t after) const;
  // The value of an expression in that state. `pid`: the process whose local variables are meant by their names alone;
  // -1: nobody's. Throws Error if it has no value there: no such process, a variable of another one, an index that is
  // out of range, a division by zero.
  // REQUIRES: after <= size(); otherwise an Error is thrown.
  Evaluated value(const Expression& expression, size_t after, int32_t pid = -1) const;
  // The processes in the order of their birth. A pid may be one of several, one after the other.
  std::vector<Life> lives() const;
  // The names of all that has a value in some state (state()), without values.
  std::vector<Value> variables() const;
  // An infinite execution: after so many steps the cycle begins, which ends with the last step.
  std::optional<size_t> cycle_start() const;
  // What is wrong, in a sentence; empty: nothing.
  const std::string& message() const;

  // As `gyre replay` shows it. For a process or a variable that the execution does not have, and for steps behind its
  // end, these throw an Error.
  std::string text(const TextOptions& options = {}) const;
  // The messages, in a column for each process (as spin -c), and what is wrong. Of the view steps and processes count.
  std::string message_columns(const View& view = {}) const;
  // The messages as a picture (SVG): life lines, and an arrow from each send to its receive.
  std::string message_picture(const View& view = {}) const;
  // The trail that `gyre replay` and `gyre simulate --guided` read; `model` is the name in it. A part of an execution,
  // and one that ends inside an atomic sequence, is for reading only, and cannot be followed.
  std::string json(const std::string& model, const View& view = {}) const;
  // The Informal Trace Format of Apalache and Quint. Throws Error for a view that leaves out states on the way.
  std::string itf(const std::string& model, const View& view = {}) const;
  // The trail in SPIN's format, which `spin -t -k FILE` replays.
  std::string spin_trail() const;

  // Whether the two are copies of one another.
  friend bool operator==(const Trace& a, const Trace& b) { return a.impl_ == b.impl_; }

  struct Impl;
  explicit Trace(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace gyre
