// Reading the command line by the one table of options.
#pragma once

#include <string>
#include <vector>

#include "api/options.h"
#include "plan/settings.h"

namespace gyre::cli {

using api::option_table;
using api::OptionInfo;

struct CommandInfo {
  const char* name;
  char letter;  // in the table of options; 0: it has a command line of its own
  const char* arguments;
  size_t most_arguments;  // besides the first
  const char* help;
  int (*run)(const plan::Settings& settings);  // null: as for the letter
};
const std::vector<CommandInfo>& command_table();

// Throws Error for unknown options, missing values and wrong values.
plan::Settings parse(const CommandInfo& command, const std::vector<std::string>& arguments);

// Whether an option belongs to a command, and how it is written: -D, --json.
bool belongs(const OptionInfo& option, const CommandInfo& command);
std::string dashed(const OptionInfo& option);

}  // namespace gyre::cli
