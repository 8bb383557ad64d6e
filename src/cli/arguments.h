// Reading the command line by the one table of options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gyre/settings.h>

namespace gyre::cli {

// A command line that was read.
struct Arguments {
  Settings settings;
  std::string model;                // the file; of `gyre ltl` the formula
  std::vector<std::string> others;  // further positional ones
  std::string appended;             // a file whose text is read behind that of the model (spin -N); empty: none

  bool has(const char* flag) const { return !settings.value(flag).empty(); }
  std::string text(const char* name) const { return settings.value(name); }
  uint64_t number(const char* name) const { return std::stoull(settings.value(name)); }
};

struct CommandInfo {
  const char* name;
  char letter;  // in the table of options; 0: it has a command line of its own
  const char* arguments;
  size_t most_arguments;  // besides the first
  const char* help;
  int (*run)(const Arguments& arguments);                 // null: as for the letter
  int (*own)(const std::vector<std::string>&) = nullptr;  // reads its command line itself
};
const std::vector<CommandInfo>& command_table();

// Throws Error for unknown options, missing values and wrong values.
Arguments parse(const CommandInfo& command, const std::vector<std::string>& arguments);

// Whether an option belongs to a command, and how it is written: -D, --json.
bool belongs(const Option& option, const CommandInfo& command);
std::string dashed(const Option& option);

}  // namespace gyre::cli
