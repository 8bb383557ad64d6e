// Executing a model by hand: which steps there are, what each leads to, and why a process has none.
//
// A Stepper is used by one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gyre/model.h>
#include <gyre/trace.h>

namespace gyre {

// Something that can be done in a state. A rendezvous is one move of two steps.
struct Move {
  std::vector<Step> steps;   // at least one
  std::vector<Value> state;  // where it leads to: the values of all variables and channels
};

// How an execution has ended.
enum class End {
  none,      // it can go on
  finished,  // all processes have ended
  valid,     // nothing moves, and every process is in a valid end state
  deadlock,
  error,  // the last step met an error
  limit,  // as many steps were taken as StepperOptions allow
};

struct StepperOptions {
  // Otherwise only the last move is kept: there is no way back, and trace() is short.
  bool history = true;
  // An execution ends after so many steps; 0: there is no such end.
  uint64_t max_steps = 0;
  // Called with each step when it has happened, and with its text as `text` asks for it.
  std::function<void(const Step& step, const std::string& text)> listener;
  TextOptions text;
};

class Stepper {
 public:
  // Begins in the initial state.
  // REQUIRES: model.ok(); otherwise an Error is thrown.
  explicit Stepper(const Model& model, const StepperOptions& options = {});
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  // The state: values of all variables and channels, and where each process stands.
  std::vector<Value> state() const;
  std::vector<ProcessState> processes() const;
  // The value of an expression there; see Trace::value.
  Evaluated value(const Expression& expression, int32_t pid = -1) const;

  // What can be done, youngest process first; nothing at an end.
  std::vector<Move> moves() const;
  // Does it.
  // REQUIRES: move < moves().size(); otherwise an Error is thrown.
  void take(size_t move);
  // Undoes the last move; false: there is none.
  bool back();
  // Goes on at random until an end. The same seed makes the same run, everywhere.
  void run(uint64_t seed);
  // Does what another execution of the same model does. False: it cannot be done to its end.
  // With `steps` it does so many of the steps; a rendezvous that begins with one of them is done to its end.
  // REQUIRES: nothing was done before; otherwise an Error is thrown.
  bool follow(const Trace& guide, size_t steps = ~size_t{0});

  // How many moves there are, and one of them as a line for a menu: "P(0)  m.pml:12  c!1  -> Q(1) c?x".
  size_t move_count() const;
  // REQUIRES: move < move_count(); otherwise an Error is thrown.
  std::string move_text(size_t move) const;
  // The state as text: values, and where each process stands.
  std::string state_text() const;
  // How many steps were taken.
  uint64_t steps() const;

  End end() const;
  // At an end: a sentence. Of a deadlock it says how many are blocked, or who is; processes() tells why.
  std::string end_text() const;
  // What was done so far.
  Trace trace() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace gyre
