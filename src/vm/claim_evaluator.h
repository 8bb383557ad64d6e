// What claims, formulas and labels ask, on the interpreter, or natively where there is code for a condition.
#pragma once

#include <vector>

#include "model/observer.h"
#include "vm/interpreter.h"
#include "vm/native_host.h"
#include "vm/own_state.h"

namespace gyre::vm {

class ClaimEvaluator : public model::Observer {
 public:
  ClaimEvaluator(Interpreter& interpreter, NativeHost& native) : interpreter_(interpreter), native_(native) {}

  model::Letter letter(StateView state, const std::vector<uint32_t>& atoms, const model::ObservedStep* step) override;
  model::ErrorKind claim_moves(StateView state, int32_t claim, uint32_t at, bool blocked,
                               std::vector<ClaimMove>& out) override;
  bool any_accept(StateView state) override;
  bool any_progress(StateView state) override;
  void ended(StateView state, std::vector<uint32_t>& pids) override;
  uint32_t process_count(StateView state) const override;
  const std::string& process_name(StateView state, uint32_t pid) const override;

 private:
  Base own(StateView state);
  bool asks(model::NativeCondition native, uint32_t entry, const Base& base, bool timeout, model::ErrorKind& error);
  void set_movers(const Base& base, const model::ObservedStep& step);
  void claim_step(const Base& base, int32_t claim, uint32_t state, bool blocked, bool violated, int depth,
                  std::vector<ClaimMove>& out, model::ErrorKind& error);
  template <class Test>
  bool any_process(StateView state, Test test);

  Interpreter& interpreter_;
  NativeHost& native_;
  OwnState own_;
};

}  // namespace gyre::vm
