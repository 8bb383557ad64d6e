// Reading the command line by the one table of options.
#pragma once

#include <string>
#include <vector>

#include "engine/options.h"

namespace gyre::cli {

struct CommandInfo {
  const char* name;
  char letter;  // in the option table
  const char* arguments;
  const char* help;
};
const std::vector<CommandInfo>& command_table();

// Throws Error for unknown options, missing values and wrong values.
engine::Options parse(const CommandInfo& command, const std::vector<std::string>& arguments);

std::string usage();
std::string help(const CommandInfo& command);
// "man", "bash", "zsh", "fish": made from the tables.
std::string generate(const std::string& what);

}  // namespace gyre::cli
