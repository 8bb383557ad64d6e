// What --threads can be combined with.
#pragma once

#include <string>

#include "engine/options.h"
#include "ir/program.h"

namespace gyre::engine {

inline bool parallel(const Options& options) { return options.threads > 1; }

// Why several threads cannot search for safety in this way; empty: they can, or are not asked for.
std::string why_not_threads(const Options& options, const ir::Program& program);

}  // namespace gyre::engine
