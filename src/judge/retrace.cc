#include "judge/retrace.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "base/narrow.h"
#include "base/nth.h"
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

// Steps that were put off until their process goes on.
template <typename S>
class PutOff {
 public:
  bool empty() const {
    return std::all_of(by_pid_.begin(), by_pid_.end(), [](const std::vector<S>& l) { return l.empty(); });
  }
  // Takes the steps from `from` up to `to` out of a list. Where the list goes on.
  size_t take(std::vector<S>& steps, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) of(steps[i].pid).push_back(std::move(steps[i]));
    steps.erase(nth_of(steps, from), nth_of(steps, to));
    return from;
  }
  // Puts in front of the step at `at` what its processes are to do before; if it is a rendezvous, whoever receives
  // comes first, since for him there is nothing to be done then but to wait.
  bool give_back(std::vector<S>& steps, size_t at) {
    const int32_t first = steps[at].pid;
    const bool meets = at + 1 < steps.size() && steps[at + 1].handshake;
    const int32_t second = meets ? steps[at + 1].pid : first;
    return insert(steps, at, first) | (second != first && insert(steps, at, second));
  }
  void append_all(std::vector<S>& steps) {
    for (std::vector<S>& l : by_pid_) {
      steps.insert(steps.end(), l.begin(), l.end());
      l.clear();
    }
  }

 private:
  static auto nth_of(std::vector<S>& steps, size_t n) { return std::next(steps.begin(), narrow<std::ptrdiff_t>(n)); }
  std::vector<S>& of(int32_t pid) {
    if (std::cmp_less_equal(by_pid_.size(), pid)) by_pid_.resize(narrow<size_t>(pid) + 1);
    return nth(by_pid_, pid);
  }
  bool insert(std::vector<S>& steps, size_t at, int32_t pid) {
    const std::vector<S> mine = std::exchange(of(pid), {});
    steps.insert(nth_of(steps, at), mine.begin(), mine.end());
    return !mine.empty();
  }

  std::vector<std::vector<S>> by_pid_;
};

}  // namespace

std::optional<std::vector<uint32_t>> retrace(const Trace& run, const vm::Machine& machine) {
  assert(run.program().processes.size() == machine.program().processes.size());
  Trace mine = trace::start(machine);
  const std::unique_ptr<vm::Machine> walker = machine.another();
  int32_t holder = -1;
  std::vector<vm::Move> moves;
  std::vector<Step> steps = run.steps;
  PutOff<Step> later;
  // The transition at hand: where it began, in the steps and in what has been made of them.
  size_t begin = 0, made = 0;
  for (size_t at = 0;;) {
    if (at >= steps.size()) {  // beyond, if it ends inside a rendezvous
      if (run.failure.kind != model::ErrorKind::deadlock || later.empty()) break;
      later.append_all(steps);
    }
    walker->moves(mine.final_state(), holder, moves);
    const bool goes_on = holder >= 0 && !moves.empty() && moves.front().steps.front().pid == holder;
    if (goes_on && steps[at].pid != holder) {
      at = later.take(steps, begin, at);
      mine.steps.resize(made);
      holder = -1;
      continue;
    }
    if (!goes_on) {
      begin = at;
      made = mine.steps.size();
      if (later.give_back(steps, at)) continue;
    }
    const vm::Move* taken = nullptr;
    for (const vm::Move& m : moves) {
      if (!same_move(m, steps, at)) continue;
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
      if (!finish()) return false;
      choices_.push_back(choice);
      return true;
    }
    std::vector<vm::StepRecord> steps;
    if (!merged_.explain(ahead_.state().view(), choice, steps)) return false;
    make(steps);
    ahead_.take(choice);
    return true;
  }
  // To be called where a run ends: what was put off is done now if nothing can move.
  bool finish() {
    if (later_.empty()) return true;
    ahead_.look();
    if (!ahead_.expanded().list.empty()) return true;
    std::vector<vm::StepRecord> steps;
    later_.append_all(steps);
    make(steps);
    return later_.empty();
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
  // What the other program cannot do yet is put off.
  void make(std::vector<vm::StepRecord>& steps) {
    for (size_t at = 0; at < steps.size();) {
      if (later_.give_back(steps, at)) continue;
      const std::optional<uint32_t> next = same_steps(steps, at);
      if (!next) {
        later_.take(steps, at, steps.size());
        return;
      }
      choices_.push_back(*next);
      behind_.take(*next);
    }
  }

  // The transition of the other program that makes the next of these steps.
  std::optional<uint32_t> same_steps(const std::vector<vm::StepRecord>& steps, size_t& at) {
    behind_.look();
    std::optional<uint32_t> found;
    written_.explain_each(behind_.state().view(), [&](uint32_t i, const std::vector<vm::StepRecord>& mine) {
      if (std::cmp_not_equal(behind_.expanded().list[i].mover, steps[at].pid) || !behind_.allows(i)) return true;
      if (mine.empty() || at + mine.size() > steps.size()) return true;
      for (size_t k = 0; k < mine.size(); ++k) {
        const vm::StepRecord& theirs = steps[at + k];
        if (mine[k].pid != theirs.pid || mine[k].process != theirs.process || mine[k].edge != theirs.edge) return true;
      }
      at += mine.size();
      found = i;
      return false;
    });
    return found;
  }

  vm::Machine& merged_;
  vm::Machine& written_;
  Walk ahead_, behind_;
  PutOff<vm::StepRecord> later_;
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
  } else if (!both.follow(run.choices, 0, run.choices.size()) || !both.finish()) {
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
