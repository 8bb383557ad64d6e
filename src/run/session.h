// What the jobs of one run share: a machine with its native code for each program variant, and the budget of the whole
// run. Time and memory are not given to each job anew: what one has used up is gone.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "plan/plan.h"
#include "run/native_engine.h"
#include "search/search.h"
#include "vm/machine.h"

namespace gyre::run {

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  // `stop` ends the run in order; it must outlive this.
  Session(std::shared_ptr<const ir::Program> program, const plan::Conduct& how, std::atomic<bool>& stop);

  // Makes the machines that a plan needs and compiles what must be compiled before the first search. Throws Error if
  // native code is demanded and there is none.
  void prepare(const plan::Plan& plan);

  vm::Machine& machine(const std::shared_ptr<const ir::Program>& program) { return *variant(program).machine; }
  // For the program as it was loaded: counterexamples are shown on it.
  vm::Machine& machine() { return machine(program_); }
  NativeEngine& native(const std::shared_ptr<const ir::Program>& program) { return *variant(program).native; }

  const plan::Conduct& how() const { return how_; }
  const ir::Program& program() const { return *program_; }
  std::atomic<bool>& stop() { return stop_; }
  // Whether the run should end: it was stopped, or its time is over.
  bool over() const;
  // The task of a job that begins now: what is left of the budgets.
  search::Task task() const;
  double native_seconds() const;

 private:
  struct Variant {
    std::shared_ptr<const ir::Program> program;
    std::unique_ptr<vm::Machine> machine;
    std::unique_ptr<NativeEngine> native;
  };
  Variant& variant(const std::shared_ptr<const ir::Program>& program);

  std::shared_ptr<const ir::Program> program_;
  plan::Conduct how_;
  std::atomic<bool>& stop_;
  const Clock::time_point start_ = Clock::now();
  plan::Engine engine_;
  std::map<const ir::Program*, Variant> variants_;
};

}  // namespace gyre::run
