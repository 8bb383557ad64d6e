#include "judge/retrace.h"

#include <cassert>

namespace gyre::judge {

using trace::Step;
using trace::Trace;

namespace {

// A run that ends with an error may end inside a rendezvous: then its last step is as much as there is to compare.
bool same_move(const vm::Move& move, const std::vector<Step>& steps, size_t at) {
  if (move.steps.empty()) return false;
  for (size_t i = 0; i < move.steps.size() && at + i < steps.size(); ++i) {
    const vm::StepRecord& mine = move.steps[i];
    const Step& theirs = steps[at + i];
    if (mine.pid != theirs.pid || mine.process != theirs.type || mine.edge != theirs.edge) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<uint32_t>> retrace(const Trace& run, const vm::Machine& machine) {
  assert(run.program().processes.size() == machine.program().processes.size());
  Trace mine = trace::start(machine);
  const std::unique_ptr<vm::Machine> walker = machine.another();
  int32_t holder = -1;
  std::vector<vm::Move> moves;
  for (size_t at = 0; at < run.steps.size();) {
    walker->moves(mine.final_state(), holder, moves);
    const vm::Move* taken = nullptr;
    for (const vm::Move& m : moves) {
      if (!same_move(m, run.steps, at)) continue;
      taken = &m;
      break;
    }
    if (taken == nullptr) return {};
    for (const vm::StepRecord& record : taken->steps) trace::append(mine, record);
    holder = taken->holder;
    at += taken->steps.size();
  }
  if (!trace::find_choices(mine)) return {};
  return std::move(mine.choices);
}

}  // namespace gyre::judge
