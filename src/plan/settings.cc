#include "plan/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gyre::plan {

namespace {

std::string text_of(uint64_t value) { return std::to_string(value); }
std::string text_of(const std::optional<uint64_t>& value) { return std::to_string(*value); }
std::string text_of(const std::optional<double>& value) { return fmt::format("{}", *value); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(const Output& value) { return value.none ? "none" : value.file; }
std::string text_of(const std::vector<std::string>& values) { return fmt::format("{}", fmt::join(values, ", ")); }

std::string text_of(const WarningSwitches& switches) { return text_of(switches.words()); }

std::string text_of(const std::vector<model::ErrorKind>& kinds) {
  std::string out, last;
  for (const model::ErrorKind kind : kinds) {
    const std::string name = model::error_name(kind);
    if (name != last) out += (out.empty() ? "" : ", ") + name;
    last = name;
  }
  return out;
}

std::string text_of(const std::vector<Hidden>& all) {
  std::string out;
  for (const Hidden h : all) out += std::string(out.empty() ? "" : ", ") + name_of(h);
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> given(const Settings& settings) {
  const Settings initial;
  std::vector<std::pair<std::string, std::string>> out;
#define GYRE_GIVEN(member, text) \
  if (settings.member != initial.member) out.emplace_back(#member, text);
#define GYRE_FLAG(member, name, commands, group, help) GYRE_GIVEN(member, "on")
#define GYRE_NUMBER(member, first, low, high, name, argument, commands, group, help) \
  GYRE_GIVEN(member, text_of(settings.member))
#define GYRE_OPTIONAL(member, type, low, high, name, argument, commands, group, help) \
  GYRE_GIVEN(member, text_of(settings.member))
#define GYRE_TEXT(member, type, name, argument, commands, group, help) GYRE_GIVEN(member, text_of(settings.member))
#define GYRE_CHOICE(member, Type, first, name, commands, group, help) GYRE_GIVEN(member, name_of(settings.member))
#include "plan/settings.def"
#undef GYRE_FLAG
#undef GYRE_NUMBER
#undef GYRE_OPTIONAL
#undef GYRE_TEXT
#undef GYRE_CHOICE
#undef GYRE_GIVEN
  return out;
}

}  // namespace gyre::plan
