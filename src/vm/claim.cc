// What claims and formulas ask of the machine.
#include "base/bits.h"
#include "base/nth.h"
#include "vm/machine.h"

namespace gyre::vm {

// The truth of an expression that nobody's process evaluates: natively, if there is code for it. False with an error.
bool Machine::asks(model::NativeCondition native, uint32_t entry, const Base& base, bool timeout,
                   model::ErrorKind& error) {
  error = model::ErrorKind::none;
  if (native) {
    const int32_t value = ask_natively(native, base, timeout);
    if (value < 0) error = static_cast<model::ErrorKind>(-value);
    return value > 0;
  }
  Context c;
  c.s = const_cast<uint8_t*>(base.s);
  c.shape = base.shape;
  c.frame = c.s;
  c.pid = -1;
  c.timeout = timeout;
  const bool yes = eval(entry, c) != 0;
  error = c.error;
  return yes && error == model::ErrorKind::none;
}

uint64_t Machine::letter(const std::vector<uint32_t>& atoms) {
  const Base base = here_;
  const model::NativeCode* native = native_.load(std::memory_order_acquire);
  uint64_t out = 0;
  undefined_atoms_ = 0;
  for (size_t i = 0; i < atoms.size(); ++i) {
    model::ErrorKind error;
    const bool yes = asks(native ? native->atoms[atoms[i]] : nullptr, image_->code.atoms[atoms[i]], base, false, error);
    if (error != model::ErrorKind::none) {
      claim_error_ = error;
      undefined_atoms_ |= uint64_t{1} << i;
    } else if (yes) {
      out |= uint64_t{1} << i;
    }
  }
  return out;
}

void Machine::set_step(const model::SuccessorBuffer& expanded, uint32_t successor, StateView next) {
  const std::vector<ir::FrameRef>& before = here_.shape->processes;
  uint32_t id;
  std::memcpy(&id, next.data, 4);
  const std::vector<ir::FrameRef>& after = shapes_->get(id).processes;
  movers_.clear();
  // A process that was born in this very step is not there before it.
  auto add = [&](uint16_t pid) {
    const bool old = pid < before.size();
    if (old || pid < after.size()) movers_.push_back({pid, (old ? before : after)[pid].type});
  };
  const model::Successor& s = expanded.list[successor];
  if (s.mover != model::kNobody) add(s.mover);
  if (s.partner != model::kNobody) add(s.partner);
  for (const model::ExtraMover& e : expanded.extra_movers) {
    if (e.successor == successor) add(e.pid);
  }
}

void Machine::claim_moves(int32_t claim, uint32_t state, bool blocked, std::vector<ClaimMove>& out) {
  out.clear();
  claim_step(claim, state, blocked, false, 0, out);
}

// An atomic sequence of a claim is one move.
void Machine::claim_step(int32_t claim, uint32_t state, bool blocked, bool violated, int depth,
                         std::vector<ClaimMove>& out) {
  const Image::ProcessCode& p = nth(image_->processes, claim);
  const Base base = here_;
  const model::NativeCode* native = native_.load(std::memory_order_acquire);
  bool executed = false;
  for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::else_ && executed) continue;
    if (e.kind == ir::ActionKind::end) continue;  // complete already: reported when it got here
    bool bad = violated;
    if (e.kind == ir::ActionKind::condition || e.kind == ir::ActionKind::assert_) {
      model::ErrorKind error;
      const bool yes = asks(native ? native->claims[e.place] : nullptr, e.expr, base, blocked, error);
      if (error != model::ErrorKind::none) claim_error_ = error;
      if (e.kind == ir::ActionKind::condition && !yes) continue;
      if (e.kind == ir::ActionKind::assert_ && !yes) bad = true;
    }
    executed = true;
    if (e.atomic && depth < 100)
      claim_step(claim, e.to, blocked, bad, depth + 1, out);
    else
      out.push_back({e.to, bad});
  }
}

template <class Test>
bool Machine::any_process(StateView state, Test test) {
  uint32_t id;
  std::memcpy(&id, state.data, 4);
  const ir::Shape& shape = shapes_->get(id);
  // a copy, because bit access may touch bytes behind the end
  other_.assign(state.data, state.data + state.total);
  other_.resize(state.total + 16);
  for (const ir::FrameRef& f : shape.processes) {
    const Image::ProcessCode& p = nth(image_->processes, f.type);
    const auto at = static_cast<size_t>(load_bits(other_.data() + f.offset, p.pc_offset, p.pc_bits, false));
    if (test(program_->process(f.type).states[at])) return true;
  }
  if (program_->trace != ir::kNone) {
    return test(program_->process(program_->trace).states[trace_position(other_.data())]);
  }
  return false;
}

bool Machine::any_accept(StateView state) {
  return any_process(state, [](const ir::ControlState& s) { return s.accept; });
}

bool Machine::any_progress(StateView state) {
  return any_process(state, [](const ir::ControlState& s) { return s.progress; });
}

uint32_t Machine::process_count(StateView state) const {
  uint32_t id;
  std::memcpy(&id, state.data, 4);
  return static_cast<uint32_t>(shapes_->get(id).processes.size());
}

const std::string& Machine::process_name(uint32_t pid) const {
  return program_->process(here_.shape->processes[pid].type).name;
}

bool Machine::progress_here() {
  const Base base = here_;
  return any_progress({base.s, base.shape->key_bytes, base.shape->total_bytes});
}

}  // namespace gyre::vm
