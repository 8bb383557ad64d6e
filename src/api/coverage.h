// What was executed and what was not, for the report.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"
#include "report/report.h"
#include "run/run.h"

namespace gyre::api {

// Statements none of whose edges was ever taken. executed[i] is how often edge i of the program was.
void add_unreached(const ir::Program& program, const std::vector<uint64_t>& executed, report::Report& report);

// Why the model is large: steps per statement, values per variable.
void add_profile(const ir::Program& program, const run::JobOutcome& outcome, report::Report& report);

}  // namespace gyre::api
