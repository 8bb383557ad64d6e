// Warnings about a program that can be run, but is hardly what somebody wanted: for all languages, from the program
// alone. What only the syntax shows (an assignment where a comparison was meant) front ends find themselves.
//
// A finding must be true: what is said to be unreachable or constant is so in every run. Text that stands for several
// pieces of the program, as that of an inline, is spoken of if the same is true of all of them. Each kind is linear in
// the size of the program (up to sorting), as the front ends are.
#pragma once

#include "base/error.h"
#include "base/warning.h"
#include "ir/program.h"

namespace gyre::lint {

// Adds warnings. REQUIRES: a program that a front end has finished without errors.
void lint(const ir::Program& program, Diagnostics& diagnostics);

// The kinds, each in a file of its own.
void unread_variables(const ir::Program& program, Diagnostics& diagnostics);
void never_started(const ir::Program& program, Diagnostics& diagnostics);
void unreachable(const ir::Program& program, Diagnostics& diagnostics);
void constant_comparisons(const ir::Program& program, Diagnostics& diagnostics);
void truncations(const ir::Program& program, Diagnostics& diagnostics);
void message_types(const ir::Program& program, Diagnostics& diagnostics);
void printf_arguments(const ir::Program& program, Diagnostics& diagnostics);

}  // namespace gyre::lint
