// Following the choices of a run on the abstract machine, state by state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/fairness.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace gyre::judge {

class Walk {
 public:
  // Begins in the initial state; there must be one.
  explicit Walk(vm::Machine& machine);
  Walk(vm::Machine& machine, const trace::State& from) : machine_(machine), state_(from) {}

  // Expands the state at hand: then the machine answers questions about it.
  void look();
  // After look(): is there such a transition? kStutter: nothing can move. If not, why() says so.
  bool allows(uint32_t choice);
  // Goes on by a transition that is allowed.
  void take(uint32_t choice);

  const trace::State& state() const { return state_; }
  // After look():
  const model::SuccessorBuffer& expanded() const { return expanded_; }
  bool blocked() const { return blocked_; }
  CycleFairness::Processes processes() const;
  const std::string& why() const { return why_; }

 private:
  vm::Machine& machine_;
  trace::State state_;
  model::SuccessorBuffer expanded_;
  bool blocked_ = false;
  uint64_t taken_ = 0;
  std::string why_;
};

// Appends the steps of a transition from the trace's last state. False: there is no such choice.
bool append_transition(vm::Machine& machine, trace::Trace& trace, uint32_t choice);

}  // namespace gyre::judge
