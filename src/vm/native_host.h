// The machine's side of native code (model/native.h): what it is called with, and what it calls back.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <vector>

#include "model/native.h"
#include "vm/stepper.h"

namespace gyre::vm {

class NativeHost {
 public:
  NativeHost(Interpreter& interpreter, SuccessorWriter& writer, Stepper& stepper)
      : interpreter_(interpreter), writer_(writer), stepper_(stepper) {}

  // From now on states are expanded by this code, with the same results; null: by the machine itself. The code must
  // outlive its use. May be called by another thread while this one runs.
  void use(const model::NativeCode* code) { code_.store(code, std::memory_order_release); }
  const model::NativeCode* code() const { return code_.load(std::memory_order_acquire); }

  // Counting by the machine alone is exact: a small limit of steps, a test's, is not for native code.
  bool can_run() const { return interpreter_.budget.limit() >= 2 * kFewSteps; }

  // Puts the successors into the writer's buffer. False: nobody can move.
  bool expand(const Base& base, const model::NativeCode& code);
  // The value of a condition in a state, as native code gives it.
  int32_t ask(model::NativeCondition condition, const Base& base, const model::NativeCode& code, bool timeout) {
    return condition(&call_about(base, code), timeout ? 1 : 0);
  }

 private:
  static constexpr uint64_t kFewSteps = 4096;

  struct Door;
  void make_call();
  void set_shape(const ir::Shape& shape, const model::NativeCode& code);
  // The call, about a state.
  model::NativeCall& call_about(const Base& base, const model::NativeCode& code) {
    if (!call_) [[unlikely]]
      make_call();
    call_->state = base.s;
    if (call_->shape != base.shape || call_->code != &code) [[unlikely]]
      set_shape(*base.shape, code);
    return *call_;
  }
  void rethrow() { std::rethrow_exception(std::exchange(thrown_, nullptr)); }

  Interpreter& interpreter_;
  SuccessorWriter& writer_;
  Stepper& stepper_;
  std::atomic<const model::NativeCode*> code_{nullptr};
  std::unique_ptr<model::NativeCall> call_;
  std::vector<uint8_t> states_;  // native code's own, inside atomic sequences
  std::exception_ptr thrown_;    // by what native code called
  Work work_;
};

}  // namespace gyre::vm
