#include "judge/retrace.h"

#include <cassert>
#include <utility>

#include "base/narrow.h"
#include "judge/walk.h"

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

namespace {

// Follows two programs side by side.
class Retracer {
 public:
  Retracer(vm::Machine& merged, vm::Machine& written)
      : merged_(merged), written_(written), ahead_(merged), behind_(written) {}

  // One transition of the merged program more. False: the other one does not make its steps.
  bool follow(uint32_t choice) {
    ahead_.look();
    if (!ahead_.allows(choice)) return false;
    if (choice == kStutter) {
      choices_.push_back(choice);
      return true;
    }
    std::vector<vm::StepRecord> steps;
    if (!merged_.explain(ahead_.state().view(), choice, steps)) return false;
    for (size_t at = 0; at < steps.size();) {
      const std::optional<uint32_t> next = same_steps(steps, at);
      if (!next) return false;
      choices_.push_back(*next);
      behind_.take(*next);
    }
    ahead_.take(choice);
    return true;
  }
  bool follow(const std::vector<uint32_t>& choices, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
      if (!follow(choices[i])) return false;
    }
    return true;
  }
  // A lasso whose cycle begins with choice number `start`. Where the cycle begins now; none: it does not close.
  std::optional<size_t> follow_lasso(const std::vector<uint32_t>& choices, size_t start) {
    if (!follow(choices, 0, start)) return {};
    constexpr int kRounds = 4;  // two are enough
    for (int round = 0; round < kRounds; ++round) {
      const size_t first = choices_.size();
      const trace::State head = behind_.state();
      if (!follow(choices, start, choices.size())) return {};
      if (behind_.state().same_key(head)) return first;
    }
    return {};
  }
  std::vector<uint32_t> take() { return std::exchange(choices_, {}); }
  size_t count() const { return choices_.size(); }

 private:
  // The transition of the other program that makes the next of these steps.
  std::optional<uint32_t> same_steps(const std::vector<vm::StepRecord>& steps, size_t& at) {
    behind_.look();
    std::vector<vm::StepRecord> mine;
    for (uint32_t i = 0; i < behind_.expanded().list.size(); ++i) {
      const model::Successor& s = behind_.expanded().list[i];
      if (std::cmp_not_equal(s.mover, steps[at].pid) || !behind_.allows(i)) continue;
      if (!written_.explain(behind_.state().view(), i, mine) || mine.empty() || at + mine.size() > steps.size())
        continue;
      bool same = true;
      for (size_t k = 0; k < mine.size() && same; ++k) {
        const vm::StepRecord& theirs = steps[at + k];
        same = mine[k].pid == theirs.pid && mine[k].process == theirs.process && mine[k].edge == theirs.edge;
      }
      if (!same) continue;
      at += mine.size();
      return i;
    }
    return {};
  }

  vm::Machine& merged_;
  vm::Machine& written_;
  Walk ahead_, behind_;
  std::vector<uint32_t> choices_;  // of the program as it was written
};

}  // namespace

std::optional<FoundRun> retrace(vm::Machine& merged, const FoundRun& run, vm::Machine& written) {
  Retracer both(merged, written);
  FoundRun out = run;
  if (run.cycle_start >= 0) {
    const std::optional<size_t> start = both.follow_lasso(run.choices, narrow<size_t>(run.cycle_start));
    if (!start) return {};
    out.cycle_start = narrow<int64_t>(*start);
  } else if (!both.follow(run.choices, 0, run.choices.size())) {
    return {};
  }
  out.choices = both.take();
  return out;
}

std::optional<Evidence> retrace(vm::Machine& merged, const Evidence& evidence, vm::Machine& written) {
  Retracer both(merged, written);
  Evidence out = evidence;
  if (!both.follow(evidence.from, 0, evidence.from.size())) return {};
  out.from = both.take();
  const size_t count = evidence.choices.size();
  const size_t start = evidence.cycle_start < 0 ? count : narrow<size_t>(evidence.cycle_start);
  if (start < count && evidence.component == 0) {
    const std::optional<size_t> cycle = both.follow_lasso(evidence.choices, start);
    if (!cycle) return {};
    out.cycle_start = narrow<int64_t>(*cycle);
  } else if (count > 0) {
    if (!both.follow(evidence.choices, 0, count - 1)) return {};
    const size_t before = both.count();
    if (!both.follow(evidence.choices, count - 1, count)) return {};
    out.last = both.count() - before;
    if (evidence.cycle_start >= 0) out.cycle_start = narrow<int64_t>(both.count());
  }
  out.choices = both.take();
  out.children.clear();
  for (const Evidence& child : evidence.children) {
    std::optional<Evidence> told = retrace(merged, child, written);
    if (!told) return {};
    out.children.push_back(std::move(*told));
  }
  return out;
}

}  // namespace gyre::judge
