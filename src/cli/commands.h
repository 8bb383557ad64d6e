// The commands of the program. Each returns the exit status; errors of the user are thrown as Error.
#pragma once

#include <string>
#include <vector>

#include "plan/settings.h"

namespace gyre::cli {

int check(const plan::Settings& options);
int simulate(const plan::Settings& options);
int replay(const plan::Settings& options);
int graph(const plan::Settings& options);
int ltl(const plan::Settings& options);
int compile(const plan::Settings& options);
int spin(const std::vector<std::string>& arguments);

// Prints `text` to standard output, or to the file that --output names.
void put_out(const plan::Settings& options, const std::string& text);

}  // namespace gyre::cli
