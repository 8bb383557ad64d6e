#include "engine/lasso.h"

#include <algorithm>

#include <fmt/format.h>

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

ClaimRun follow_claim(vm::Machine& machine, Product& product, const search::FoundError& error,
                      const std::vector<ir::LtlNode>& formula) {
  ClaimRun run;
  trace::Trace& trace = run.trace;
  trace = trace::start(machine);
  const std::vector<uint32_t>& choices = error.path.choices;
  const int64_t cycle = error.path.cycle_start;
  const size_t atom_count = machine.program().atoms.size();
  std::vector<std::vector<bool>> letters;
  model::SuccessorBuffer buffer;
  product.initial(buffer);
  std::vector<uint8_t> state(buffer.view(0).data, buffer.view(0).data + buffer.list[0].total);
  uint32_t key = buffer.list[0].key;
  std::vector<uint8_t> begin;
  bool accepting = false;
  std::vector<vm::StepRecord> records;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (static_cast<int64_t>(i) == cycle) {
      begin.assign(state.begin(), state.begin() + key);
      trace.cycle_start = static_cast<int64_t>(trace.steps.size());
    }
    const StateView here{state.data(), key, static_cast<uint32_t>(state.size())};
    product.expand(here, buffer);
    if (choices[i] >= buffer.list.size()) {
      run.why_not = fmt::format("transition {}: there is no choice {}", i + 1, choices[i]);
      return run;
    }
    const model::Successor& step = buffer.list[choices[i]];
    if (step.dead_end || step.mover == model::kNobody) {
      machine.set_no_step();
    } else {
      StateView after = buffer.view(choices[i]);
      machine.set_step(buffer, choices[i], {after.data + 8, after.key - 8, after.total - 8});
    }
    std::vector<bool> letter(atom_count);
    for (uint32_t a = 0; a < atom_count; ++a) letter[a] = machine.letter({a}) != 0;
    letters.push_back(std::move(letter));
    const uint32_t system = product.system_choices()[choices[i]];
    const model::Successor next = buffer.list[choices[i]];
    if (next.dead_end) {
      const bool met = !buffer.errors.empty() &&
                       std::any_of(buffer.errors.begin(), buffer.errors.end(),
                                   [&](const auto& e) { return e.kind == error.kind && e.successor == choices[i]; });
      if (!met || i + 1 != choices.size()) {
        run.why_not = fmt::format("transition {} is a dead end", i + 1);
        return run;
      }
      run.confirmed = true;
      break;
    }
    if (system != Product::kStutter) {
      std::vector<uint8_t> bytes(state.begin() + 8, state.end());
      bytes.resize(bytes.size() + 16);
      const StateView view{bytes.data(), key - 8, static_cast<uint32_t>(state.size()) - 8};
      if (!machine.explain(view, system, records)) {
        run.why_not = fmt::format("transition {}: the system has no choice {}", i + 1, system);
        return run;
      }
      for (const vm::StepRecord& r : records) trace::append(trace, r);
      trace.choices.push_back(system);
    }
    if (cycle >= 0 && static_cast<int64_t>(i) >= cycle) accepting |= next.accepting;
    const StateView view = buffer.view(choices[i]);
    state.assign(view.data, view.data + view.total);
    key = view.key;
  }
  trace.length = trace.steps.size();
  if (error.kind == model::ErrorKind::acceptance_cycle || error.kind == model::ErrorKind::non_progress_cycle) {
    run.confirmed =
        cycle >= 0 && key == begin.size() && std::equal(begin.begin(), begin.end(), state.begin()) && accepting;
    if (!run.confirmed) {
      run.why_not = accepting ? "the cycle does not close" : "the cycle is not accepting";
      return run;
    }
    if (!formula.empty() && holds_on_lasso(formula, letters, static_cast<size_t>(cycle))) {
      run.confirmed = false;
      run.why_not = "the formula holds on this run";
    }
  }
  return run;
}

}  // namespace gyre::engine
