// Where a Stepper puts what it finds: the successors of one expansion with who moved, the errors met on the way, and,
// if somebody records, the steps that lead to them.
#pragma once

#include <vector>

#include "model/model.h"
#include "vm/recorder.h"
#include "vm/work.h"

namespace gyre::vm {

class SuccessorWriter {
 public:
  explicit SuccessorWriter(Recorder& recorder) : recorder_(recorder) {}

  // Successors go behind those in `out` from now on.
  void begin(model::SuccessorBuffer& out) {
    out_ = &out;
    receivers.clear();
  }
  model::SuccessorBuffer& out() { return *out_; }

  // The transition under way: who began it, the place of its first statement, the receivers of rendezvous in it.
  int32_t first_mover = 0;
  uint32_t first_statement = 0;
  std::vector<uint16_t> receivers;

  // `depth`: the steps on the path inside the transition.
  void emit(const Work& work, uint32_t depth);
  // An error that leaves no state behind.
  void dead_end(model::ErrorKind kind, uint32_t place, uint32_t depth);
  // An error on the way to a successor.
  void note_error(model::ErrorKind kind, uint32_t place, uint32_t depth);
  void set_movers(model::Successor& s);
  // A point inside a transition, where the same process goes on: SPIN counts these.
  void note_inner(uint32_t depth) {
    ++out_->atomic_steps;
    note_depth(depth);
  }
  void note_depth(uint32_t depth) {
    if (out_->inner_depth < depth) out_->inner_depth = depth;
  }

 private:
  Recorder& recorder_;
  model::SuccessorBuffer* out_ = nullptr;
};

}  // namespace gyre::vm
