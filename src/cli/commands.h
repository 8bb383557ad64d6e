// The commands of the program. Each returns the exit status; errors of the user are thrown as Error.
#pragma once

#include <string>
#include <vector>

#include "engine/options.h"

namespace gyre::cli {

int check(const engine::Options& options);
int simulate(const engine::Options& options);
int replay(const engine::Options& options);
int graph(const engine::Options& options);
int ltl(const engine::Options& options);
int compile(const engine::Options& options);
int spin(const std::vector<std::string>& arguments);

// Prints `text` to standard output, or to the file that --output names.
void put_out(const engine::Options& options, const std::string& text);

}  // namespace gyre::cli
