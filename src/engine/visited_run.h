// Depth-first search with any set of visited states: the one instantiation that they share.
#pragma once

#include "engine/pairs.h"
#include "store/visited_any.h"

namespace gyre::engine {

PairResult run_visited(const PairTask& task, store::VisitedInterface& set);

}  // namespace gyre::engine
