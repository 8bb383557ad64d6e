// Compiles the C of a model, if that may run.
#pragma once

#include "base/error.h"
#include "ir/program.h"

namespace gyre::plan {
struct Settings;
}

namespace gyre::api {

// The program gets its compiled C, and the sizes of what C has in a state. Errors are told at their places: C that does
// not compile, and that it was not allowed to run.
void compile_c(const plan::Settings& options, ir::Program& program, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace gyre::api
