#include "judge/walk.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "trace/state_text.h"

namespace gyre::judge {

Walk::Walk(vm::Machine& machine) : machine_(machine) {
  machine.initial(expanded_);
  assert(!expanded_.list.empty() && !expanded_.list[0].dead_end);
  state_ = trace::State(expanded_.view(0));
}

void Walk::look() {
  machine_.expand(state_.view(), expanded_);
  blocked_ =
      std::all_of(expanded_.list.begin(), expanded_.list.end(), [](const model::Successor& s) { return s.dead_end; });
}

bool Walk::allows(uint32_t choice) {
  why_.clear();
  if (choice == kStutter) {
    if (!blocked_) why_ = fmt::format("transition {}: the run does not end there", taken_ + 1);
  } else if (choice >= expanded_.list.size()) {
    why_ = fmt::format("transition {}: there is no choice {}", taken_ + 1, choice);
  } else if (expanded_.list[choice].dead_end) {
    why_ = fmt::format("transition {} is a dead end", taken_ + 1);
  }
  return why_.empty();
}

void Walk::take(uint32_t choice) {
  assert(choice == kStutter ? blocked_ : choice < expanded_.list.size() && !expanded_.list[choice].dead_end);
  ++taken_;
  if (choice != kStutter) state_ = trace::State(expanded_.view(choice));
}

CycleFairness::Processes Walk::processes() const {
  const ir::Program& program = machine_.program();
  CycleFairness::Processes out;
  for (const trace::ProcessPlace& at : trace::places(program, *machine_.image().shapes, state_.view())) {
    ++out.living;
    const ir::Process& process = nth(program.processes, at.process);
    bool busy = false;
    for (const ir::Edge& e : process.edges)
      busy = busy || (e.from == at.state && nth(program.actions, e.action).kind != ir::ActionKind::end);
    if (!busy) out.ended.insert(narrow<uint32_t>(at.pid));
  }
  return out;
}

bool append_transition(vm::Machine& machine, trace::Trace& trace, uint32_t choice) {
  std::vector<vm::StepRecord> records;
  if (!machine.explain(trace.final_state(), choice, records) || records.empty()) return false;
  for (const vm::StepRecord& r : records) trace::append(trace, r);
  trace.choices.push_back(choice);
  return true;
}

}  // namespace gyre::judge
