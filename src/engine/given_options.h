// What was asked for otherwise than by default, for the report: with it a run can be repeated.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/options.h"

namespace gyre::engine {

// Names (as members of Options) and values.
std::vector<std::pair<std::string, std::string>> given_options(const Options& options);

}  // namespace gyre::engine
