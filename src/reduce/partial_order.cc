#include "reduce/partial_order.h"

#include <stdexcept>

#include "base/bits.h"
#include "base/hash.h"
#include "base/nth.h"

namespace gyre::reduce {

void PartialOrder::expand(StateView state, model::SuccessorBuffer& out) {
  model_.expand(state, out);
  if (out.list.size() >= 2) mark(stubborn_.choose(situations_.of(state), out), out);
}

bool PartialOrder::expand_adaptively(StateView state, model::SuccessorBuffer& out) {
  model_.expand(state, out);
  if (out.list.size() < 2) return true;
  const Situation at = situations_.of(state);
  uint64_t control = 0;
  for (const ir::FrameRef& frame : at.shape->processes) {
    const ir::Process& p = nth(summary_.program().processes, frame.type);
    const int32_t pc = load_bits(at.state + frame.offset, p.pc_offset, p.pc_bits, false);
    control = mum(control ^ position_key(static_cast<uint32_t>(pc)), 0x9e3779b97f4a7c15ULL);
  }
  if (!adaptive_.worthwhile(control)) return false;
  mark(stubborn_.choose(at, out), out);
  adaptive_.note(control, out.reduced);
  return true;
}

bool PartialOrder::next_stubborn_set(model::SuccessorBuffer& out) {
  const std::vector<bool>* other = stubborn_.next();
  if (other == nullptr) return false;
  mark(*other, out);
  return true;
}

void PartialOrder::mark(const std::vector<bool>& chosen, model::SuccessorBuffer& out) {
  for (model::Successor& s : out.list) {
    s.pruned = !chosen[s.mover];
    out.reduced |= s.pruned;
  }
}

std::unique_ptr<model::Model> PartialOrder::clone() const {
  throw std::logic_error("a reduced model is for one thread");
}

}  // namespace gyre::reduce
