#include "vm/claim_evaluator.h"

#include <algorithm>
#include <cassert>

#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::vm {

using model::ErrorKind;

Base ClaimEvaluator::own(StateView state) { return interpreter_.base_at(own_.copy(state)); }

// The truth of an expression that nobody's process evaluates: natively, if there is code for it. False with an error.
bool ClaimEvaluator::asks(model::NativeCondition native, uint32_t entry, const Base& base, bool timeout,
                          ErrorKind& error) {
  error = ErrorKind::none;
  if (native) {
    const int32_t value = native_.ask(native, base, *native_.code(), timeout);
    if (value < 0) error = static_cast<ErrorKind>(-value);
    return value > 0;
  }
  Context c = Interpreter::nobodys_context(base, timeout);
  const bool yes = interpreter_.eval(entry, c) != 0;
  error = c.error;
  return yes && error == ErrorKind::none;
}

model::Letter ClaimEvaluator::letter(StateView state, const std::vector<uint32_t>& atoms,
                                     const model::ObservedStep* step) {
  assert(atoms.size() <= 64);
  const Base base = own(state);
  interpreter_.movers.clear();
  if (step != nullptr) set_movers(base, *step);
  const model::NativeCode* native = native_.code();
  model::Letter out;
  for (size_t i = 0; i < atoms.size(); ++i) {
    ErrorKind error;
    const uint64_t bit = uint64_t{1} << i;
    const bool yes =
        asks(native ? native->atoms[atoms[i]] : nullptr, interpreter_.image().code.atoms[atoms[i]], base, false, error);
    if (error != ErrorKind::none) {
      out.error = error;
      out.undefined |= bit;
    } else if (yes) {
      out.value |= bit;
    }
  }
  return out;
}

void ClaimEvaluator::set_movers(const Base& base, const model::ObservedStep& step) {
  assert(step.successor < step.expanded.list.size());
  const model::Successor& s = step.expanded.list[step.successor];
  const std::vector<ir::FrameRef>& before = base.shape->processes;
  const std::vector<ir::FrameRef>& after =
      s.dead_end ? before : interpreter_.shape_of(step.expanded.view(step.successor).data).processes;
  // A process that was born in this very step is not there before it.
  auto add = [&](uint16_t pid) {
    const bool old = pid < before.size();
    if (old || pid < after.size()) interpreter_.movers.push_back({pid, (old ? before : after)[pid].type});
  };
  if (s.mover != model::kNobody) add(s.mover);
  if (s.partner != model::kNobody) add(s.partner);
  for (const model::ExtraMover& e : step.expanded.extra_movers) {
    if (e.successor == step.successor) add(e.pid);
  }
}

ErrorKind ClaimEvaluator::claim_moves(StateView state, int32_t claim, uint32_t at, bool blocked,
                                      std::vector<ClaimMove>& out) {
  out.clear();
  ErrorKind error = ErrorKind::none;
  interpreter_.movers.clear();
  claim_step(own(state), claim, at, blocked, false, 0, out, error);
  return error;
}

// An atomic sequence of a claim is one move.
void ClaimEvaluator::claim_step(const Base& base, int32_t claim, uint32_t state, bool blocked, bool violated, int depth,
                                std::vector<ClaimMove>& out, ErrorKind& error) {
  constexpr int kMaxDepth = 100;
  const Image::ProcessCode& p = nth(interpreter_.image().processes, claim);
  assert(state + 1 < p.first.size());
  const model::NativeCode* native = native_.code();
  bool executed = false;
  for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::else_ && executed) continue;
    if (e.kind == ir::ActionKind::end) continue;  // complete already: reported when it got here
    bool bad = violated;
    if (e.kind == ir::ActionKind::condition || e.kind == ir::ActionKind::assert_) {
      ErrorKind met;
      const bool yes = asks(native ? native->claims[e.place] : nullptr, e.expr, base, blocked, met);
      if (met != ErrorKind::none) error = met;
      if (e.kind == ir::ActionKind::condition && !yes) continue;
      if (e.kind == ir::ActionKind::assert_ && !yes) bad = true;
    }
    executed = true;
    if (e.atomic && depth < kMaxDepth)
      claim_step(base, claim, e.to, blocked, bad, depth + 1, out, error);
    else
      out.push_back({e.to, bad});
  }
}

template <class Test>
bool ClaimEvaluator::any_process(StateView state, Test test) {
  const Base base = own(state);
  const ir::Program& program = interpreter_.program();
  for (int32_t pid = 0; pid < base.shape->process_count(); ++pid) {
    const ir::Process& process = program.process(nth(base.shape->processes, pid).type);
    if (test(process.states[interpreter_.control_state(base, pid)])) return true;
  }
  return program.trace != ir::kNone && test(program.process(program.trace).states[interpreter_.trace_position(base.s)]);
}

bool ClaimEvaluator::any_accept(StateView state) {
  return any_process(state, [](const ir::ControlState& s) { return s.accept; });
}

bool ClaimEvaluator::any_progress(StateView state) {
  return any_process(state, [](const ir::ControlState& s) { return s.progress; });
}

void ClaimEvaluator::ended(StateView state, std::vector<uint32_t>& pids) {
  const Base base = own(state);
  const ir::Program& program = interpreter_.program();
  pids.clear();
  for (int32_t pid = 0; pid < base.shape->process_count(); ++pid) {
    const ir::Process& process = program.process(nth(base.shape->processes, pid).type);
    const std::vector<uint32_t>& edges = process.states[interpreter_.control_state(base, pid)].edges;
    const auto is_death = [&](uint32_t e) {
      return nth(program.actions, process.edges[e].action).kind == ir::ActionKind::end;
    };
    if (std::all_of(edges.begin(), edges.end(), is_death)) pids.push_back(narrow<uint32_t>(pid));
  }
}

uint32_t ClaimEvaluator::process_count(StateView state) const {
  return narrow<uint32_t>(interpreter_.shape_of(state.data).processes.size());
}

const std::string& ClaimEvaluator::process_name(StateView state, uint32_t pid) const {
  return interpreter_.program().process(nth(interpreter_.shape_of(state.data).processes, pid).type).name;
}

}  // namespace gyre::vm
