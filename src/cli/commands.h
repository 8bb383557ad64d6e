// The commands of the program. Each returns the exit status; errors of the user are thrown as Error.
#pragma once

#include <string>
#include <vector>

#include "plan/settings.h"

namespace gyre::cli {

int check(const plan::Settings& options);
int simulate(const plan::Settings& options);
// `plain_prints`: what the model prints begins at the line's beginning (spin -T).
int replay(const plan::Settings& options, bool plain_prints = false);
int graph(const plan::Settings& options);
int ltl(const plan::Settings& options);
int compile(const plan::Settings& options);
int spin(const std::vector<std::string>& arguments);

// Prints `text` to standard output, or to the file that --output names.
void put_out(const plan::Settings& options, const std::string& text);

}  // namespace gyre::cli
