// The commands of the program. Each returns the exit status; errors of the user are thrown as Error.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"

namespace gyre::cli {

int check(const Arguments& arguments);
int test(const Arguments& arguments);
int simulate(const Arguments& arguments);
// `plain_prints`: what the model prints begins at the line's beginning (spin -T).
int replay(const Arguments& arguments, bool plain_prints = false);
int graph(const Arguments& arguments);
int ltl(const Arguments& arguments);
int compile(const Arguments& arguments);
int spin(const std::vector<std::string>& arguments);
// The same with SPIN's exit status, which does not tell whether there were errors.
int spin_by_name(const std::vector<std::string>& arguments);
int lsp(const std::vector<std::string>& arguments);
int explore(const Arguments& arguments);
int dap(const std::vector<std::string>& arguments);

// Prints `text` to standard output, or to the file that --output names.
void put_out(const Arguments& arguments, const std::string& text);

}  // namespace gyre::cli
