// Reductions that change the program before anything is searched. They keep every error and every deadlock, and with
// a formula without X what that says; the numbers of edges, and so the steps of a path, stay those of the program they
// are made from.
//
//  - Merging: a statement that reads and writes nothing but its own process's local variables is executed together
//    with the one before it. (As a singleton it would be a stubborn set; here it is not even a state.) In ESML, where
//    processes share nothing, this is all but communication: the virtual coarsening of Geldenhuys, sections 4.1.2 and
//    5.4.1.
//  - Loosening: an atomic sequence that begins with such statements gives up control behind them (loosen.cc).
//  - Dead variables: a local variable whose value will not be read any more is 0, so that states that differ in nothing
//    else are one.
//  - Write-only variables: a global that is never read, or only to give it a new value, keeps its first one.
//
// For a formula (docs/design/reduction.md has the argument):
//  - nothing is merged that it could see, and no state where a label stands that it looks at: a run of one program is
//    one of the other but for stuttering, since what is merged can change places with all that others do meanwhile;
//  - no statement that may fail (Promela: its error would take the step before with it, and all that others could do
//    in between);
//  - for branching time no choice: it would be made before others can move;
//  - what it reads is not dead; and x = x + 1 is not dropped, with which a cycle would close that does not in the
//    program as it was written, where it is confirmed.
#pragma once

#include <memory>

#include "ir/program.h"
#include "reduce/visibility.h"

namespace gyre::reduce {

// What a program is to be merged for; by default for safety.
struct MergeFor {
  bool formula = false;
  bool branching = false;  // of branching time
  Observed observed = {};  // by the formula
};

// A program for which that would not be sound (Summary::why_not), or in which a formula finds nothing changed, is given
// back as it is. Formulas that it is not made for must not be asked of it.
std::shared_ptr<const ir::Program> merged(std::shared_ptr<const ir::Program> program, const MergeFor& purpose = {});

// Does the expression ask whether anybody can move?
bool mentions_timeout(const ir::Program& program, ir::ExprId id);

// Is a hidden variable read that was set in another transition? Then what a search finds depends on its order.
bool hidden_values_matter(const ir::Program& program);

// The program with its hidden variables as part of the state, if they carry values or a formula reads them: a cycle
// goes on with the values that it began with, not with those of the first arrival. Else the program itself.
std::shared_ptr<const ir::Program> revealed(std::shared_ptr<const ir::Program> program);

// The parts of it. True: something has changed.
bool loosen_sequences(ir::Program& program, const MergeFor& purpose);
bool merge_local_statements(ir::Program& program, const MergeFor& purpose);
bool reset_dead_variables(ir::Program& program, const MergeFor& purpose);
bool drop_write_only_variables(ir::Program& program, const MergeFor& purpose);

}  // namespace gyre::reduce
