// Reductions that change the program before anything is searched. They keep every error and every deadlock, but not what
// formulas see, which are left out; the numbers of edges, and so the steps of a path, stay those of the program they are
// made from.
//
//  - Merging: a statement that reads and writes nothing but its own process's local variables is executed together
//    with the one before it. (As a singleton it would be a stubborn set; here it is not even a state.) In ESML, where
//    processes share nothing, this is all but communication: the virtual coarsening of Geldenhuys, sections 4.1.2 and
//    5.4.1.
//  - Dead variables: a local variable whose value will not be read any more is 0, so that states that differ in nothing
//    else are one.
//  - Write-only variables: a global that is never read, or only to give it a new value, keeps its first one.
#pragma once

#include <memory>

#include "ir/program.h"

namespace gyre::reduce {

// A program for which that would not be sound (Summary::why_not) is given back as it is.
std::shared_ptr<const ir::Program> merged(std::shared_ptr<const ir::Program> program);

// Is a hidden variable read that was set in another transition? Then what a search finds depends on its order.
bool hidden_values_matter(const ir::Program& program);

// The program with its hidden variables as part of the state, if they carry values or a formula reads them: a cycle
// goes on with the values that it began with, not with those of the first arrival. Else the program itself.
std::shared_ptr<const ir::Program> revealed(std::shared_ptr<const ir::Program> program);

// The parts of it.
void merge_local_statements(ir::Program& program);
void reset_dead_variables(ir::Program& program);
void drop_write_only_variables(ir::Program& program);

}  // namespace gyre::reduce
