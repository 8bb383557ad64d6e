// What the user asked for, typed: made from the table in settings.def. Texts are parsed, and ranges checked, by whoever
// reads them (api/options.h); here every value is one that has a meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/warning.h"
#include "model/model.h"
#include "plan/choices.h"

namespace gyre::plan {

// A file to write to: none, or the one of this name (empty: that which gyre would take).
struct Output {
  bool none = false;
  std::string file;
  bool operator==(const Output&) const = default;
};

// The kinds of options of settings.def as types.
namespace kind {
using flag = bool;
using number = uint64_t;
using optional_number = std::optional<uint64_t>;
using optional_size = std::optional<uint64_t>;    // bytes
using optional_duration = std::optional<double>;  // seconds
using text = std::string;
using output = Output;
using list = std::vector<std::string>;
using errors = std::vector<model::ErrorKind>;
using warnings = WarningSwitches;
using hides = std::vector<Hidden>;
}  // namespace kind

struct Settings {
  std::string model;                   // the file; of `gyre ltl` the formula
  std::vector<std::string> arguments;  // further positional ones
#define GYRE_FLAG(member, name, commands, group, help) kind::flag member = false;
#define GYRE_NUMBER(member, initial, low, high, name, argument, commands, group, help) kind::number member = initial;
#define GYRE_OPTIONAL(member, type, low, high, name, argument, commands, group, help) kind::optional_##type member;
#define GYRE_TEXT(member, type, name, argument, commands, group, help) kind::type member;
#define GYRE_CHOICE(member, Type, initial, name, commands, group, help) Type member = Type::initial;
#include "plan/settings.def"
#undef GYRE_FLAG
#undef GYRE_NUMBER
#undef GYRE_OPTIONAL
#undef GYRE_TEXT
#undef GYRE_CHOICE
};

// Names (as members of Settings) and values of what is not as by default: with it a run can be repeated.
std::vector<std::pair<std::string, std::string>> given(const Settings& settings);

}  // namespace gyre::plan
