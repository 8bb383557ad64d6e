#include "reduce/partial_order.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "base/bits.h"
#include "base/hash.h"
#include "base/nth.h"

namespace gyre::reduce {

namespace {

// Takes successors out from number `first` on, if they are not of a process of the set, and the errors on the way to
// them. The answer: how many.
uint32_t take_out(const Bits& followed, size_t first, model::SuccessorBuffer& out) {
  size_t kept = first, error = 0, kept_errors = 0;
  for (size_t i = first; i < out.list.size(); ++i) {
    const bool keep = has(followed, out.list[i].mover);
    for (; error < out.errors.size() && out.errors[error].successor == i; ++error) {
      if (!keep) continue;
      out.errors[kept_errors] = out.errors[error];
      out.errors[kept_errors++].successor = narrow<uint32_t>(kept);
    }
    if (keep) out.list[kept++] = out.list[i];
  }
  assert(error == out.errors.size());
  const auto taken = narrow<uint32_t>(out.list.size() - kept);
  out.list.resize(kept);
  out.errors.resize(kept_errors);
  return taken;
}

size_t edges_of(const ir::Program& program) {
  size_t count = 0;
  for (const ir::Process& p : program.processes) count += p.edges.size();
  return count;
}

}  // namespace

PartialOrder::PartialOrder(model::Model& model, const ir::ShapeTable& shapes, const Summary& summary,
                           StubbornOptions options, uint64_t learning, bool limited)
    : model_(model),
      shapes_(shapes),
      situations_(shapes),
      summary_(summary),
      any_order_(options.observed.has_value()),
      stubborn_(summary, std::move(options)),
      adaptive_(learning),
      economy_(limited),
      used_(edges_of(summary.program())) {}

void PartialOrder::expand(StateView state, model::SuccessorBuffer& out) {
  model_.expand(state, out);
  if (out.list.size() >= 2) mark(stubborn_.choose(situations_.of(state), out), out);
}

void PartialOrder::expand_more(StateView state, model::SuccessorBuffer& out) {
  if (!any_order_) throw std::logic_error("these sets are for a search that has a stack");
  const size_t first = out.list.size();
  model_.expand_more(state, out);
  const size_t count = out.list.size() - first;
  // A third process that moves is not reckoned with.
  if (count < 2 || !out.extra_movers.empty() || !economy_.looks()) return;
  uint32_t shape;
  std::memcpy(&shape, state.data, sizeof shape);
  uint64_t work = 0;
  const Bits* followed = stubborn_.choose_any({state.data, &shapes_.get(shape), -1}, {out.list.data() + first, count},
                                              economy_.look(), work);
  if (followed != nullptr) out.taken_out = take_out(*followed, first, out);
  economy_.note(out.taken_out, work);
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
  const Bits* other = stubborn_.next(out);
  if (other == nullptr) return false;
  mark(*other, out);
  return true;
}

void PartialOrder::mark(const Bits& chosen, model::SuccessorBuffer& out) {
  for (model::Successor& s : out.list) {
    s.pruned = !has(chosen, s.mover);
    out.reduced |= s.pruned;
  }
  if (!out.reduced) return;
  for (const model::Successor& s : out.list) used_[s.statement] += s.pruned ? 0 : 1;
}

std::unique_ptr<model::Model> PartialOrder::clone() const {
  throw std::logic_error("a reduced model is for one thread");
}

}  // namespace gyre::reduce
