// How many steps an expansion may take, and the budgets of the run, at which it looks every few thousand steps: the
// paths through one atomic sequence can be more than anybody waits for.
#pragma once

#include <chrono>
#include <new>

#include "model/model.h"

namespace gyre::vm {

class StepBudget {
 public:
  // A transition with more steps than this, its branches taken together, is an error (ErrorKind::limit).
  void limit(uint64_t steps) { most_ = steps; }
  uint64_t limit() const { return most_; }
  void set(const model::Budget& budget) { budget_ = budget; }
  const model::Budget& get() const { return budget_; }

  // An expansion into `out` begins; `taken`: steps that it has made elsewhere.
  void begin(const model::SuccessorBuffer& out, uint64_t taken = 0) {
    out_ = &out;
    taken_ = taken;
  }
  uint64_t taken() const { return taken_; }
  bool exceeded() const { return taken_ > most_; }
  void count() {
    if ((++taken_ & (kPerCheck - 1)) != 0) return;
    if (budget_.interrupt && budget_.interrupt->load(std::memory_order_relaxed)) throw model::Cancelled();
    if (std::chrono::steady_clock::now() > budget_.deadline) throw model::Cancelled();
    if (out_->bytes.size() + out_->list.size() * sizeof(model::Successor) > budget_.bytes) throw std::bad_alloc();
  }

 private:
  static constexpr uint64_t kPerCheck = 4096;  // a power of two

  uint64_t taken_ = 0;
  uint64_t most_ = uint64_t{1} << 26;
  model::Budget budget_;
  const model::SuccessorBuffer* out_ = nullptr;
};

}  // namespace gyre::vm
