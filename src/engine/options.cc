#include "engine/options.h"

#include <charconv>

#include <fmt/format.h>

#include "base/error.h"

namespace gyre::engine {

const std::vector<OptionInfo>& option_table() {
  static const std::vector<OptionInfo> table = {
#define GYRE_OPTION(member, kind, initial, name, argument, commands, help) \
  {OptionInfo::Kind::kind, initial, name, argument, commands, help},
#include "engine/options.def"
#undef GYRE_OPTION
  };
  return table;
}

namespace {

uint64_t parse_number(const std::string& name, const std::string& value) {
  uint64_t v = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), v);
  if (error != std::errc{} || end != value.data() + value.size() || value.empty()) {
    throw Error(fmt::format("--{}: '{}' is not a number", name, value));
  }
  return v;
}

// 4G, 500M, 64k, 1.5G; a plain number is bytes.
uint64_t parse_size(const std::string& name, const std::string& value) {
  size_t used = 0;
  double v = 0;
  try {
    v = std::stod(value, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  std::string unit = value.substr(used);
  if (!unit.empty() && (unit.back() == 'B' || unit.back() == 'b') && unit.size() > 1) unit.pop_back();
  double factor = 0;
  if (unit.empty() || unit == "B" || unit == "b")
    factor = 1;
  else if (unit == "k" || unit == "K" || unit == "Ki")
    factor = 1024.0;
  else if (unit == "m" || unit == "M" || unit == "Mi")
    factor = 1024.0 * 1024;
  else if (unit == "g" || unit == "G" || unit == "Gi")
    factor = 1024.0 * 1024 * 1024;
  else if (unit == "t" || unit == "T" || unit == "Ti")
    factor = 1024.0 * 1024 * 1024 * 1024;
  if (used == 0 || factor == 0 || !(v >= 0) || v * factor > 1e18) {
    throw Error(fmt::format("--{}: '{}' is not a size such as 500M or 4G", name, value));
  }
  return static_cast<uint64_t>(v * factor);
}

// 90s, 5m, 1.5h, 200ms; a plain number is seconds.
double parse_duration(const std::string& name, const std::string& value) {
  size_t used = 0;
  double v = 0;
  try {
    v = std::stod(value, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = value.substr(used);
  double factor = 0;
  if (unit.empty() || unit == "s")
    factor = 1;
  else if (unit == "ms")
    factor = 0.001;
  else if (unit == "m" || unit == "min")
    factor = 60;
  else if (unit == "h")
    factor = 3600;
  if (used == 0 || factor == 0 || !(v >= 0) || v * factor > 1e12) {
    throw Error(fmt::format("--{}: '{}' is not a duration such as 90s, 5m or 1h", name, value));
  }
  return v * factor;
}

std::string parse_choice(const std::string& name, const std::string& possible, const std::string& value) {
  std::string rest = possible;
  while (!rest.empty()) {
    const size_t bar = rest.find('|');
    if (rest.substr(0, bar) == value) return value;
    rest = bar == std::string::npos ? "" : rest.substr(bar + 1);
  }
  throw Error(fmt::format("--{}: '{}' is not one of {}", name, value, possible));
}

void assign(bool& to, OptionInfo::Kind, const std::string&, const std::string&, const std::string&) { to = true; }
void assign(uint64_t& to, OptionInfo::Kind kind, const std::string& name, const std::string&,
            const std::string& value) {
  to = kind == OptionInfo::Kind::size ? parse_size(name, value) : parse_number(name, value);
}
void assign(double& to, OptionInfo::Kind, const std::string& name, const std::string&, const std::string& value) {
  to = parse_duration(name, value);
}
void assign(std::string& to, OptionInfo::Kind kind, const std::string& name, const std::string& possible,
            const std::string& value) {
  to = kind == OptionInfo::Kind::choice ? parse_choice(name, possible, value) : value;
}
void assign(std::vector<std::string>& to, OptionInfo::Kind, const std::string&, const std::string&,
            const std::string& value) {
  to.push_back(value);
}

}  // namespace

void set_option(Options& options, const std::string& wanted, const std::string& value) {
#define GYRE_OPTION(member, kind, initial, name, argument, commands, help) \
  if (wanted == name) {                                                    \
    assign(options.member, OptionInfo::Kind::kind, name, argument, value); \
    return;                                                                \
  }
#include "engine/options.def"
#undef GYRE_OPTION
  throw Error(fmt::format("unknown option --{}", wanted));
}

Options::Options() {
  for (const OptionInfo& o : option_table()) {
    if (o.kind != OptionInfo::Kind::flag && o.kind != OptionInfo::Kind::list && o.initial[0] != '\0') {
      set_option(*this, o.name, o.initial);
    }
  }
}

}  // namespace gyre::engine
