// --when-full: how a depth-first search goes on when its store has used up the memory budget.
#pragma once

#include <string>

#include "engine/options.h"
#include "engine/pairs.h"

namespace gyre::engine {

// Why the options cannot be combined; nothing if they can. `search` as in pairs.def, `store` as resolved.
std::string why_not_when_full(const Options& options, const std::string& search, const std::string& store);

// Depth-first, with options.when_full that is not `stop`.
PairResult run_when_full(const PairTask& task, const std::string& store);

}  // namespace gyre::engine
