// The options as texts: the table of plan/settings.def as data, and the way from a name and a value to a setting.
#pragma once

#include <string>
#include <vector>

namespace gyre::plan {
struct Settings;
}

namespace gyre::api {

struct OptionInfo {
  bool takes_value = true;
  const char* type;                 // flag, number, size, duration, text, list, errors, choice
  std::string low, high;            // the range of a number, a size in bytes, a duration in seconds
  std::string argument;             // what the help calls its value; of a choice a|b|c
  std::vector<std::string> values;  // of a choice
  std::string initial;              // the default, if it is worth a word
  const char* name;
  const char* commands;  // letters
  const char* group;
  const char* help;
};
const std::vector<OptionInfo>& option_table();

// Sets an option by its name; throws Error with a clear message when the value is not a possible one.
void set_option(plan::Settings& settings, const std::string& name, const std::string& value);

// The name of a setting that belongs to the model (it decides how its text is read) and is not the same in both; empty:
// there is none.
std::string model_difference(const plan::Settings& a, const plan::Settings& b);

}  // namespace gyre::api
