#include "engine/lasso.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "engine/fairness_judge.h"

namespace gyre::engine {

bool holds_on_lasso(const std::vector<ir::LtlNode>& formula, const std::vector<std::vector<bool>>& letters,
                    size_t loop) {
  using Op = ir::LtlNode::Op;
  const size_t n = letters.size();
  auto next = [&](size_t i) { return i + 1 < n ? i + 1 : loop; };
  std::vector<std::vector<bool>> value(formula.size(), std::vector<bool>(n));
  // A fixpoint of `step` from `start`, over all positions: n rounds are enough.
  auto fixpoint = [&](std::vector<bool>& v, bool start, auto step) {
    v.assign(n, start);
    for (size_t round = 0; round <= n; ++round) {
      bool changed = false;
      for (size_t i = n; i-- > 0;) {
        const bool now = step(i, v[next(i)]);
        changed |= now != v[i];
        v[i] = now;
      }
      if (!changed) break;
    }
  };
  for (size_t k = 0; k < formula.size(); ++k) {
    const ir::LtlNode& f = formula[k];
    std::vector<bool>& v = value[k];
    const std::vector<bool> none(n);
    const std::vector<bool>& a = f.left >= 0 ? value[static_cast<size_t>(f.left)] : none;
    const std::vector<bool>& b = f.right >= 0 ? value[static_cast<size_t>(f.right)] : none;
    switch (f.op) {
      case Op::until: fixpoint(v, false, [&](size_t i, bool after) { return b[i] || (a[i] && after); }); continue;
      case Op::weak_until: fixpoint(v, true, [&](size_t i, bool after) { return b[i] || (a[i] && after); }); continue;
      case Op::release: fixpoint(v, true, [&](size_t i, bool after) { return b[i] && (a[i] || after); }); continue;
      case Op::strong_release:
        fixpoint(v, false, [&](size_t i, bool after) { return b[i] && (a[i] || after); });
        continue;
      case Op::always: fixpoint(v, true, [&](size_t i, bool after) { return a[i] && after; }); continue;
      case Op::eventually: fixpoint(v, false, [&](size_t i, bool after) { return a[i] || after; }); continue;
      default: break;
    }
    for (size_t i = 0; i < n; ++i) {
      switch (f.op) {
        case Op::atom: v[i] = letters[i][static_cast<size_t>(f.atom)]; break;
        case Op::constant: v[i] = f.value; break;
        case Op::negation: v[i] = !a[i]; break;
        case Op::conjunction: v[i] = a[i] && b[i]; break;
        case Op::disjunction: v[i] = a[i] || b[i]; break;
        case Op::implication: v[i] = !a[i] || b[i]; break;
        case Op::equivalence: v[i] = a[i] == b[i]; break;
        default: v[i] = a[next(i)]; break;  // next
      }
    }
  }
  return !formula.empty() && value.back()[0];
}

namespace {

// Notes for every process what it does in this step of the cycle.
void share(ClaimRun& run, vm::Machine& machine, const model::ProductBuffer& buffer, const model::Arc& arc,
           uint64_t steps_before) {
  while (run.shares.size() < buffer.processes) {
    CycleShare s;
    s.pid = static_cast<uint32_t>(run.shares.size());
    run.shares.push_back(std::move(s));
  }
  for (CycleShare& s : run.shares) {
    if (s.not_enabled_after < 0 && !buffer.enabled(s.pid)) s.not_enabled_after = static_cast<int64_t>(steps_before);
    if (buffer.moves(arc, s.pid)) s.moves.push_back(steps_before + 1);
    if (s.process.empty() && s.pid < buffer.processes) s.process = machine.process_name(s.pid);
  }
}

}  // namespace

ClaimRun follow_claim(vm::Machine& machine, Product& product, const search::FoundError& error, const FollowTask& task) {
  ClaimRun run;
  trace::Trace& trace = run.trace;
  trace = trace::start(machine);
  const std::vector<uint32_t>& choices = error.path.choices;
  const int64_t cycle = error.path.cycle_start;
  const size_t atom_count = machine.program().atoms.size();
  std::vector<std::vector<bool>> letters;
  model::ProductBuffer buffer;
  product.initial(buffer);
  Position at;
  at.take(buffer.system.view(0));
  at.claim = buffer.arcs[0].claim;
  bool accepting = buffer.arcs[0].accepting;
  Position begin;
  uint64_t marks = 0;
  FairnessJudge judge(task.fairness, task.unit);
  std::vector<vm::StepRecord> records;
  auto step = [&](uint32_t choice) {
    product.expand(at.view(), at.claim, buffer);
    machine.set_no_step();
    if (choice < buffer.arcs.size() && buffer.arcs[choice].successor != model::Arc::kStutter) {
      const uint32_t successor = buffer.arcs[choice].successor;
      machine.set_step(buffer.system, successor, buffer.system.view(successor));
    }
    std::vector<bool> letter(atom_count);
    for (uint32_t a = 0; a < atom_count; ++a) letter[a] = machine.letter({a}) != 0;
    machine.take_claim_error();  // an atom without a value that mattered has ended the run already
    letters.push_back(std::move(letter));
    return choice < buffer.arcs.size();
  };
  auto go = [&](const model::Arc& arc) {
    if (arc.successor != model::Arc::kStutter) at.take(buffer.system.view(arc.successor));
    at.claim = arc.claim;
    accepting = arc.accepting;
  };
  for (size_t i = 0; i < choices.size(); ++i) {
    if (static_cast<int64_t>(i) == cycle) {
      begin = at;
      trace.cycle_start = static_cast<int64_t>(trace.steps.size());
    }
    if (!step(choices[i])) {
      run.why_not = fmt::format("transition {}: there is no choice {}", i + 1, choices[i]);
      return run;
    }
    const model::Arc arc = buffer.arcs[choices[i]];
    if (arc.error != model::ErrorKind::none) {
      run.confirmed = arc.error == error.kind && i + 1 == choices.size();
      if (!run.confirmed) run.why_not = fmt::format("transition {} is a dead end", i + 1);
      trace.length = trace.steps.size();
      return run;
    }
    if (cycle >= 0 && static_cast<int64_t>(i) >= cycle) {
      marks |= arc.marks;
      judge.step(at, buffer, arc);
      share(run, machine, buffer, arc, trace.steps.size());
    }
    // The claim moves first: what completes it is the state before the last step, which is no part of the evidence then.
    const bool superfluous = error.kind == model::ErrorKind::claim_completed && i + 1 == choices.size() &&
                             !product.watches_steps();
    if (arc.successor != model::Arc::kStutter && !superfluous) {
      if (!machine.explain(at.view(), arc.successor, records)) {
        run.why_not = fmt::format("transition {}: the system has no choice {}", i + 1, arc.successor);
        return run;
      }
      for (const vm::StepRecord& r : records) trace::append(trace, r);
      trace.choices.push_back(arc.successor);
    }
    go(arc);
  }
  trace.length = trace.steps.size();
  int64_t loop = cycle;
  if (error.kind == model::ErrorKind::claim_completed) {
    // A finite run after which the formula is false whatever follows: any continuation will do to see that.
    if (!accepting) {
      run.why_not = "the run does not end in an accepting state of the claim";
      return run;
    }
    std::map<std::pair<std::string, uint32_t>, int64_t> seen;
    constexpr size_t kFarEnough = 100000;
    while (loop < 0 && letters.size() < choices.size() + kFarEnough) {
      const auto [where, fresh] = seen.try_emplace(
          {std::string(reinterpret_cast<const char*>(at.bytes.data()), at.key), at.claim}, letters.size());
      if (!fresh) {
        loop = where->second;
        break;
      }
      if (!step(0)) break;
      go(model::Arc(buffer.arcs[0]));
    }
    run.confirmed = true;
  } else {
    run.confirmed = cycle >= 0 && at.same(begin) && (marks & product.all_marks()) == product.all_marks();
    if (!run.confirmed) {
      run.why_not = at.same(begin) ? "the cycle is not accepting" : "the cycle does not close";
      return run;
    }
    if (!judge.fair()) {
      run.confirmed = false;
      run.why_not = "the cycle is not fair";
      return run;
    }
  }
  if (!task.formula.empty() && loop >= 0 && holds_on_lasso(task.formula, letters, static_cast<size_t>(loop))) {
    run.confirmed = false;
    run.why_not = "the formula holds on this run";
  }
  return run;
}

}  // namespace gyre::engine
