// The values of the atoms of a formula in the states of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace gyre::trace {

struct Trace;

// An atom meets an error in a state in which it asks for what is not there.
enum class Truth : uint8_t { no, yes, undefined };

// An atom, and its value in each state of a run: values[i] is that after i steps. Of an atom about steps, moves(P), it
// is about the step that follows; between the steps of one transition it is that of the transition.
struct AtomValues {
  std::string text;
  std::vector<Truth> values;
};

// Whether some of these atoms (numbers in Program::atoms) are about steps.
bool watches_steps(const ir::Program& program, const std::vector<uint32_t>& atoms);

// Evaluates atoms in all states of the trace and keeps their values there, as Trace::atoms. The trace must have an
// initial state and, if some atom is about steps, its choices.
void evaluate_atoms(Trace& trace, const std::vector<uint32_t>& atoms);

// The atoms whose value after so many steps differs from that before, or, after none, all of them.
std::vector<const AtomValues*> changed_atoms(const Trace& trace, size_t after);

}  // namespace gyre::trace
