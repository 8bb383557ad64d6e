// Executing a model by hand: which steps there are, what each leads to, and why a process has none.
//
// A Stepper is used by one thread at a time.
#pragma once

#include <cstddef>
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

// How a process fares in a state.
struct ProcessState {
  std::string process;  // its name
  int32_t pid = 0;
  Location location;              // where it stands
  std::vector<std::string> next;  // the statements there
  bool can_move = false;          // alone or, in a rendezvous, as the partner of another process
  bool valid_end = false;         // where it stands it may stay for ever
  std::string why_not;            // cannot move: a sentence
};

// How an execution has ended.
enum class End {
  none,      // it can go on
  finished,  // all processes have ended
  valid,     // nothing moves, and every process is in a valid end state
  deadlock,
  error,  // the last step met an error
};

class Stepper {
 public:
  // Begins in the initial state.
  // REQUIRES: model.ok(); otherwise an Error is thrown.
  explicit Stepper(const Model& model);
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  // The state: values of all variables and channels, and where each process stands.
  std::vector<Value> state() const;
  std::vector<ProcessState> processes() const;

  // What can be done, youngest process first; nothing at an end.
  std::vector<Move> moves() const;
  // Does it.
  // REQUIRES: move < moves().size(); otherwise an Error is thrown.
  void take(size_t move);
  // Undoes the last move; false: there is none.
  bool back();

  End end() const;
  // At an end: a sentence. Of a deadlock it says who waits, and where.
  std::string end_text() const;
  // What was done so far.
  Trace trace() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace gyre
