#include "engine/given_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gyre::engine {

namespace {

std::string text_of(bool) { return "on"; }
std::string text_of(uint64_t value) { return std::to_string(value); }
std::string text_of(double value) { return fmt::format("{}", value); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(const std::vector<std::string>& values) { return fmt::format("{}", fmt::join(values, ", ")); }

}  // namespace

std::vector<std::pair<std::string, std::string>> given_options(const Options& options) {
  const Options initial;
  std::vector<std::pair<std::string, std::string>> out;
#define GYRE_OPTION(member, kind, first, name, argument, commands, help) \
  if (options.member != initial.member) out.emplace_back(#member, text_of(options.member));
#include "engine/options.def"
#undef GYRE_OPTION
  return out;
}

}  // namespace gyre::engine
