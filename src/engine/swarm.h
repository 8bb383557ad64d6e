// Swarm (Holzmann, Joshi & Groce, "Swarm verification techniques", 2011): several bitstate searches that differ in
// their hash functions and in the order of successors, one after the other, within one budget of time and memory. Each
// misses something else; the first that finds an error ends it. Nothing found is never `holds`.
#pragma once

#include <string>

#include "engine/options.h"
#include "engine/pairs.h"

namespace gyre::engine {

// One bitstate search; the seed chooses the hash functions.
PairResult run_bitstate(const PairTask& task, uint64_t seed);

// Why the options cannot be combined; nothing if they can. `search` as in pairs.def.
std::string why_not_swarm(const Options& options, const std::string& search);

// options.swarm searches.
PairResult run_swarm(const PairTask& task);

}  // namespace gyre::engine
