// Promela's transitions. One leads from a stored state to the next. Inside it lie the steps of an atomic sequence, of
// which every path is a transition of its own, and the two halves of a rendezvous. Where an atomic sequence blocks, the
// state is a stored one. Processes are tried from the youngest to the oldest, the edges of a state in their order.
#pragma once

#include <unordered_set>

#include "vm/stepper.h"

namespace gyre::vm {

class PromelaStepper : public Stepper {
 public:
  PromelaStepper(Interpreter& interpreter, SuccessorWriter& writer, Recorder& recorder)
      : Stepper(interpreter, writer, recorder) {}

  bool expand(const Base& base) override;
  bool expand_process(const Base& base, int32_t pid, uint32_t depth, bool timeout) override {
    begin();
    return move(base, pid, depth, timeout, 0);
  }
  void single_steps(const Base& base, int32_t holder) override;
  void finish(const Base& base, int32_t pid, int32_t then, uint32_t depth) override;
  bool listen(CommandListener*) override { return false; }

 private:
  // What an expansion that was cancelled has left behind is forgotten. clear() alone writes its buckets.
  void begin() {
    if (!path_states_.empty()) path_states_.clear();
  }
  bool move(Base base, int32_t pid, uint32_t depth, bool timeout, size_t level);
  bool follow(const Base& base, int32_t pid, const VmEdge& e, uint32_t depth, bool timeout, Work& to, size_t level);
  bool offer(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, uint32_t depth, bool timeout,
             size_t level);
  void take(Work& work, int32_t pid, const VmEdge& e, uint32_t depth, size_t level);
  void fail(const Base& base, Work& copy, int32_t pid, const VmEdge& e, model::ErrorKind error, uint32_t depth);
  uint64_t hash_of(const Work& work, int32_t pid) const;

  std::unordered_set<uint64_t> path_states_;  // inside the transition under way, from some depth on
};

}  // namespace gyre::vm
