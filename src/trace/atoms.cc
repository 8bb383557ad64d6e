#include "trace/atoms.h"

#include <algorithm>
#include <cassert>

#include "base/nth.h"
#include "trace/trace.h"

namespace gyre::trace {

namespace {

bool mentions_moves(const ir::Program& program, ir::ExprId id) {
  return ir::any_expr(program, id, [](const ir::Expr& e) { return e.op == ir::Op::moves; });
}

// The value of an atom in a state, before this step; null: nothing moves.
Truth value_of(vm::Machine& machine, StateView state, uint32_t atom, const model::ObservedStep* step) {
  const model::Letter letter = machine.observer().letter(state, {atom}, step);
  if (letter.undefined != 0) return Truth::undefined;
  return letter.value != 0 ? Truth::yes : Truth::no;
}

// The values of an atom about steps, transition by transition.
std::vector<Truth> step_values(vm::Machine& machine, const Trace& trace, uint32_t atom) {
  std::vector<Truth> out;
  std::vector<vm::StepRecord> steps;
  model::SuccessorBuffer expanded;
  for (const uint32_t choice : trace.choices) {
    const StateView state = trace.state(out.size()).view();
    if (!machine.explain(state, choice, steps) || steps.empty()) break;
    machine.expand(state, expanded);
    const model::ObservedStep step{expanded, choice};
    out.insert(out.end(), std::min(steps.size(), trace.steps.size() - out.size()),
               value_of(machine, state, atom, &step));
  }
  // Behind the last transition nothing moves any more, as far as this run is concerned.
  while (out.size() <= trace.steps.size())
    out.push_back(value_of(machine, trace.state(out.size()).view(), atom, nullptr));
  return out;
}

}  // namespace

bool watches_steps(const ir::Program& program, const std::vector<uint32_t>& atoms) {
  return std::any_of(atoms.begin(), atoms.end(), [&](uint32_t a) { return mentions_moves(program, program.atoms[a]); });
}

void evaluate_atoms(Trace& trace, const std::vector<uint32_t>& atoms) {
  assert(!trace.initial.empty());
  const std::unique_ptr<vm::Machine> machine = trace.machine->another();
  for (const uint32_t atom : atoms) {
    AtomValues& a = trace.atoms.emplace_back();
    a.text = trace.program().atom_texts[atom];
    if (watches_steps(trace.program(), {atom})) {
      a.values = step_values(*machine, trace, atom);
      continue;
    }
    for (size_t i = 0; i <= trace.steps.size(); ++i)
      a.values.push_back(value_of(*machine, trace.state(i).view(), atom, nullptr));
  }
}

std::vector<const AtomValues*> changed_atoms(const Trace& trace, size_t after) {
  assert(after <= trace.steps.size());
  std::vector<const AtomValues*> out;
  for (const AtomValues& a : trace.atoms) {
    if (after >= a.values.size()) continue;
    if (after == 0 || a.values[after] != a.values[after - 1]) out.push_back(&a);
  }
  return out;
}

}  // namespace gyre::trace
