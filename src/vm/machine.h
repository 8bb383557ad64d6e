// The abstract machine: runs an ir::Program directly, starts at once, and is the reference for every other engine.
//
// It is put together of parts that each do one thing: an Interpreter executes statements, a Stepper says what a
// transition is in the model's language, a SuccessorWriter collects what is reached, a Recorder writes down the steps
// that a person is shown, a NativeHost expands by native code when there is some, and a ClaimEvaluator answers what
// claims and formulas ask about a state.
//
// One Machine per thread; clones share the immutable Image.
#pragma once

#include <memory>
#include <vector>

#include "model/model.h"
#include "vm/claim_evaluator.h"
#include "vm/interpreter.h"
#include "vm/native_host.h"
#include "vm/own_state.h"
#include "vm/recorder.h"
#include "vm/stepper.h"

namespace gyre::vm {

class Machine : public model::Model {
 public:
  explicit Machine(std::shared_ptr<const ir::Program> program);
  explicit Machine(std::shared_ptr<const Image> image);

  void initial(model::SuccessorBuffer& out) override;
  void expand(StateView state, model::SuccessorBuffer& out) override;
  void expand_more(StateView state, model::SuccessorBuffer& out) override;
  std::unique_ptr<model::Model> clone() const override { return another(); }
  // The same, for another thread, with the same settings; it begins to count (executed()) anew.
  std::unique_ptr<Machine> another() const;
  const StateShape& shape(uint32_t n) const override { return image_->shapes->description(n); }
  const ir::Shape& frames(uint32_t n) const { return image_->shapes->get(n); }

  // See NativeHost::use().
  void use_native(const model::NativeCode* code) { native_.use(code); }

  // Some stores have no use for the hashes of successors; without, they have any value, always the same one.
  void want_hashes(bool wanted) { hashes_ = wanted; }

  // The steps of one transition (always by the machine itself). False: there is no such choice.
  bool explain(StateView state, uint32_t choice, std::vector<StepRecord>& steps);
  // Those of all transitions, by their numbers, until `visit` has seen enough. It must not ask this machine.
  void explain_each(StateView state, const Recorder::Visit& visit);
  // Single steps, for simulation. `holder` is the process that has exclusive control, or -1.
  void moves(StateView state, int32_t holder, std::vector<Move>& out);

  // See StepBudget.
  void limit_steps(uint64_t steps) { interpreter_.budget.limit(steps); }
  void set_budget(const model::Budget& budget) { interpreter_.budget.set(budget); }

  // Questions about any state.
  model::Observer& observer() { return evaluator_; }

  // A listener to guarded commands; while there is one, the machine expands by itself. Null: none any more. False: the
  // language has no such commands.
  bool listen(CommandListener* listener) {
    listening_ = listener != nullptr;
    return stepper_->listen(listener);
  }
  // The values of expressions, for a listener.
  Interpreter& interpreter() { return interpreter_; }

  // How often each edge was executed, by its number in Image::places.
  const std::vector<uint64_t>& executed() const { return interpreter_.executed; }
  // Adds what another thread's machine has executed.
  void add_executed(const Machine& other);

  const Image& image() const { return *image_; }
  const ir::Program& program() const { return *image_->program; }

 private:
  void add_successors(const Base& base, model::SuccessorBuffer& out);
  void hash_successors(const Base& base, model::SuccessorBuffer& out, size_t first);
  void see_deadlock(const Base& base, model::SuccessorBuffer& out);

  std::shared_ptr<const Image> image_;
  Interpreter interpreter_;
  Recorder recorder_;
  SuccessorWriter writer_;
  std::unique_ptr<Stepper> stepper_;
  NativeHost native_;
  ClaimEvaluator evaluator_;
  OwnState own_;  // the state that is being expanded
  bool hashes_ = true;
  bool listening_ = false;
};

}  // namespace gyre::vm
