// What the user asked for, made from the table in options.def.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gyre::engine {

namespace option_kind {
using flag = bool;
using number = uint64_t;
using text = std::string;
using list = std::vector<std::string>;
using choice = std::string;
using size = uint64_t;
using duration = double;
}  // namespace option_kind

struct Options {
  std::string model;                   // the file; of `gyre ltl` the formula
  std::vector<std::string> arguments;  // further positional ones
#define GYRE_OPTION(member, kind, initial, name, argument, commands, help) option_kind::kind member{};
#include "engine/options.def"
#undef GYRE_OPTION
  Options();  // the defaults of the table
};

struct OptionInfo {
  enum class Kind { flag, number, text, list, choice, size, duration } kind;
  const char* initial;
  const char* name;
  const char* argument;
  const char* commands;
  const char* help;
};
const std::vector<OptionInfo>& option_table();

// Sets an option by its name; throws Error with a clear message when the value is not a possible one.
void set_option(Options& options, const std::string& name, const std::string& value);

}  // namespace gyre::engine
