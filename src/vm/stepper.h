// The transitions of a state: what a language calls a step, in which order, and what is stored between steps.
//
// Promela's and ESML's are different (promela_stepper.h, guarded_stepper.h); both execute statements by the same
// interpreter and put successors into the same writer. make_stepper() is the one place that asks which language it is.
#pragma once

#include <memory>

#include "vm/interpreter.h"
#include "vm/recorder.h"
#include "vm/successor_writer.h"

namespace gyre::vm {

// Hears of what guarded commands do: for whoever counts them.
class CommandListener {
 public:
  virtual ~CommandListener() = default;
  // A process was looked at; `some`: one of its guards is true, `last`: the last one that was evaluated is.
  virtual void guards(bool some, bool last) = 0;
  // A command is about to be executed in `base`; `control`: processes whose location changes.
  virtual void command(const Base& base, int32_t pid, const VmEdge& e, uint32_t control) = 0;
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // All transitions, in the order of the language. False: nobody can move.
  virtual bool expand(const Base& base) = 0;
  // Those that one process begins, or goes on with: `depth` steps lie behind it, and if some do, it holds control.
  virtual bool expand_process(const Base& base, int32_t pid, uint32_t depth, bool timeout) = 0;
  // Single steps for a recorder; `holder` has exclusive control, -1: nobody.
  virtual void single_steps(const Base& base, int32_t holder) = 0;
  // The rest of a transition of merged commands: `pid`, then `then` (-1: nobody) executes what it stands on.
  virtual void finish(const Base& base, int32_t pid, int32_t then, uint32_t depth) = 0;
  // A listener that hears of commands from now on; null: none. False: there are no commands in this language.
  virtual bool listen(CommandListener* listener) = 0;

 protected:
  Stepper(Interpreter& interpreter, SuccessorWriter& writer, Recorder& recorder)
      : interpreter_(interpreter), writer_(writer), recorder_(recorder), program_(interpreter.program()) {}

  // Copies of states on a path: two for each level of recursion, used in turns.
  Work& work(size_t level, size_t parity) {
    const size_t at = level * 2 + parity;
    while (works_.size() <= at) works_.push_back(std::make_unique<Work>());
    return *works_[at];
  }

  Interpreter& interpreter_;
  SuccessorWriter& writer_;
  Recorder& recorder_;
  const ir::Program& program_;

 private:
  std::vector<std::unique_ptr<Work>> works_;
};

std::unique_ptr<Stepper> make_stepper(Interpreter& interpreter, SuccessorWriter& writer, Recorder& recorder);

}  // namespace gyre::vm
