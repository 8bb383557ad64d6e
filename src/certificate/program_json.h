// A program as JSON, with nothing of the layout of states: what certify/program.h reads.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "ir/program.h"
#include "plan/job.h"

namespace gyre::certificate {

// What a certificate cannot state; empty: there is nothing of that.
std::string not_stated(const ir::Program& program);

// REQUIRES: not_stated(program) is empty.
nlohmann::ordered_json program_json(const ir::Program& program);
// Of a job that is decided by cycles.
nlohmann::ordered_json claim_json(const plan::Job& job);
// The formula of such a job, whose atoms are numbered as those of its automaton; null: it has none.
nlohmann::ordered_json formula_json(const plan::Job& job);

}  // namespace gyre::certificate
