// The options as texts: the table of plan/settings.def as data, and the way from a name and a value to a setting.
#pragma once

#include <string>
#include <vector>

#include <gyre/settings.h>

namespace gyre::plan {
struct Settings;
}

namespace gyre::api {

const std::vector<Option>& option_table();

// Sets an option by its name; throws Error with a clear message when the value is not a possible one.
void set_option(plan::Settings& settings, const std::string& name, const std::string& value);

// The values of an option as texts: none, one, or those of an option that can be repeated. Throws Error if there is no
// such option.
std::vector<std::string> option_values(const plan::Settings& settings, const std::string& name);

// The name of a setting that belongs to the model (it decides how its text is read) and is not the same in both; empty:
// there is none.
std::string model_difference(const plan::Settings& a, const plan::Settings& b);

}  // namespace gyre::api
