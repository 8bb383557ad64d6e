#include "api/options.h"

#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "base/error.h"
#include "plan/searches.h"
#include "plan/settings.h"
#include "plan/stores.h"

namespace gyre::api {

namespace {

template <class Enum>
std::vector<std::string> all_names() {
  std::vector<std::string> out;
  for (const auto& entry : names_of(Enum{})) out.emplace_back(entry.name);
  return out;
}

uint64_t parse_number(const std::string& name, const std::string& value) {
  uint64_t v = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), v);
  if (error != std::errc{} || end != value.data() + value.size() || value.empty())
    throw Error(fmt::format("--{}: '{}' is not a number", name, value));
  return v;
}

struct Unit {
  const char* name;
  double factor;
};

// A number and one of these units; nothing if it is anything else.
std::optional<double> with_unit(const std::string& value, std::span<const Unit> units) {
  size_t used = 0;
  double v = 0;
  try {
    v = std::stod(value, &used);
  } catch (const std::exception&) {
    return {};
  }
  for (const Unit& unit : units) {
    if (value.substr(used) == unit.name && v >= 0) return v * unit.factor;
  }
  return {};
}

// 4G, 500M, 64k, 1.5GB, 2Gi; a plain number is bytes.
double parse_size(const std::string& name, const std::string& value) {
  constexpr double k = 1024;
  constexpr Unit kUnits[] = {{"", 1},
                             {"k", k},
                             {"K", k},
                             {"Ki", k},
                             {"m", k * k},
                             {"M", k * k},
                             {"Mi", k * k},
                             {"g", k * k * k},
                             {"G", k * k * k},
                             {"Gi", k * k * k},
                             {"t", k * k * k * k},
                             {"T", k * k * k * k},
                             {"Ti", k * k * k * k}};
  std::string text = value;
  if (!text.empty() && (text.back() == 'B' || text.back() == 'b')) text.pop_back();
  if (const std::optional<double> bytes = with_unit(text, kUnits)) return *bytes;
  throw Error(fmt::format("--{}: '{}' is not a size such as 500M or 4G", name, value));
}

// 90s, 5m, 1.5h, 200ms; a plain number is seconds.
double parse_duration(const std::string& name, const std::string& value) {
  constexpr Unit kUnits[] = {{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"min", 60}, {"h", 3600}};
  if (const std::optional<double> seconds = with_unit(value, kUnits)) return *seconds;
  throw Error(fmt::format("--{}: '{}' is not a duration such as 90s, 5m or 1h", name, value));
}

template <class T>
void check_range(const std::string& name, const std::string& value, T parsed, T low, T high) {
  if (parsed >= low && parsed <= high) return;
  if (high >= static_cast<T>(1e12))
    throw Error(fmt::format("--{}: '{}' is too {}", name, value, parsed < low ? "small" : "large"));
  throw Error(fmt::format("--{} must be between {} and {}", name, low, high));
}

void set_number(std::optional<uint64_t>& to, const std::string& name, const std::string& value, uint64_t low,
                uint64_t high) {
  const uint64_t v = parse_number(name, value);
  check_range(name, value, v, low, high);
  to = v;
}
void set_number(uint64_t& to, const std::string& name, const std::string& value, uint64_t low, uint64_t high) {
  std::optional<uint64_t> v;
  set_number(v, name, value, low, high);
  to = *v;
}
void set_size(std::optional<uint64_t>& to, const std::string& name, const std::string& value, uint64_t low,
              uint64_t high) {
  const double v = parse_size(name, value);
  check_range(name, value, v, static_cast<double>(low), static_cast<double>(high));
  to = static_cast<uint64_t>(v);
}
void set_duration(std::optional<double>& to, const std::string& name, const std::string& value, double low,
                  double high) {
  const double v = parse_duration(name, value);
  check_range(name, value, v, low, high);
  to = v;
}

void set_text(std::string& to, const std::string&, const std::string& value) { to = value; }
void set_text(plan::Output& to, const std::string&, const std::string& value) {
  to.none = value == "none";
  to.file = to.none ? "" : value;
}
void set_text(std::vector<std::string>& to, const std::string&, const std::string& value) { to.push_back(value); }
void set_text(std::vector<model::ErrorKind>& to, const std::string& option, const std::string& value) {
  const std::string wanted = value == "assert" ? "assertion" : value;
  bool known = false;
  for (const auto& [kind, name] : names_of(model::ErrorKind{})) {
    if (wanted != name || kind == model::ErrorKind::none) continue;
    if (model::is_limit(kind)) {
      throw Error(fmt::format("--{} {}: that is a limit of gyre and no error of the model{}", option, value,
                              kind == model::ErrorKind::limit ? "" : "; --max-processes sets it"));
    }
    if (model::needs_claim(kind)) {
      throw Error(
          fmt::format("--{} {}: that is what a claim or a formula is checked for; --safety or --property leaves it out",
                      option, value));
    }
    to.push_back(kind);
    known = true;
  }
  if (!known) throw Error(fmt::format("--{}: there is no kind of error '{}'", option, value));
}

void set_text(WarningSwitches& to, const std::string&, const std::string& value) { to.apply(value); }
// locals,skips
void set_text(std::vector<plan::Hidden>& to, const std::string& option, const std::string& value) {
  size_t at = 0;
  while (at <= value.size()) {
    const size_t end = std::min(value.find(',', at), value.size());
    const std::string word = value.substr(at, end - at);
    const std::optional<plan::Hidden> found = value_of<plan::Hidden>(word);
    if (!found) throw Error(fmt::format("--{}: '{}' is not one of {}", option, word, joined_names<plan::Hidden>()));
    to.push_back(*found);
    at = end + 1;
  }
}

template <class Enum>
void set_choice(Enum& to, const std::string& name, const std::string& value) {
  const std::optional<Enum> found = value_of<Enum>(value);
  if (!found) throw Error(fmt::format("--{}: '{}' is not one of {}", name, value, joined_names<Enum>()));
  to = *found;
}

// The values that a text of this type can have, if they are few.
std::vector<std::string> text_values(const std::vector<plan::Hidden>&) { return all_names<plan::Hidden>(); }
std::vector<std::string> text_values(const std::vector<model::ErrorKind>&) { return {}; }
std::vector<std::string> text_values(const std::vector<std::string>&) { return {}; }
std::vector<std::string> text_values(const std::string&) { return {}; }
std::vector<std::string> text_values(const plan::Output&) { return {}; }
std::vector<std::string> text_values(const WarningSwitches&) { return {}; }

}  // namespace

const std::vector<Option>& option_table() {
  using namespace plan;
  static const std::vector<Option> table = {
#define GYRE_FLAG(member, name, commands, group, help) {name, commands, group, help, "flag", false, "", {}, "", "", ""},
#define GYRE_NUMBER(member, initial, low, high, name, argument, commands, group, help) \
  {name,                                                                               \
   commands,                                                                           \
   group,                                                                              \
   help,                                                                               \
   "number",                                                                           \
   true,                                                                               \
   argument,                                                                           \
   {},                                                                                 \
   fmt::to_string(low),                                                                \
   fmt::to_string(high),                                                               \
   (initial) == 0 ? "" : #initial},
#define GYRE_OPTIONAL(member, type, low, high, name, argument, commands, group, help) \
  {name, commands, group, help, #type, true, argument, {}, fmt::to_string(low), fmt::to_string(high), ""},
#define GYRE_TEXT(member, type, name, argument, commands, group, help) \
  {name, commands, group, help, #type, true, argument, text_values(kind::type{}), "", "", ""},
#define GYRE_CHOICE(member, Type, initial, name, commands, group, help) \
  {name,                                                                \
   commands,                                                            \
   group,                                                               \
   help,                                                                \
   "choice",                                                            \
   true,                                                                \
   joined_names<Type>(),                                                \
   all_names<Type>(),                                                   \
   "",                                                                  \
   "",                                                                  \
   name_of(Type::initial)},
#include "plan/settings.def"
#undef GYRE_FLAG
#undef GYRE_NUMBER
#undef GYRE_OPTIONAL
#undef GYRE_TEXT
#undef GYRE_CHOICE
  };
  return table;
}

void set_option(plan::Settings& settings, const std::string& wanted, const std::string& value) {
#define GYRE_SET(option, call) \
  if (wanted == option) {      \
    call;                      \
    return;                    \
  }
#define GYRE_FLAG(member, name, commands, group, help) GYRE_SET(name, settings.member = true)
#define GYRE_NUMBER(member, initial, low, high, name, argument, commands, group, help) \
  GYRE_SET(name, set_number(settings.member, name, value, low, high))
#define GYRE_OPTIONAL(member, type, low, high, name, argument, commands, group, help) \
  GYRE_SET(name, set_##type(settings.member, name, value, low, high))
#define GYRE_TEXT(member, type, name, argument, commands, group, help) \
  GYRE_SET(name, set_text(settings.member, name, value))
#define GYRE_CHOICE(member, Type, initial, name, commands, group, help) \
  GYRE_SET(name, set_choice(settings.member, name, value))
#include "plan/settings.def"
#undef GYRE_FLAG
#undef GYRE_NUMBER
#undef GYRE_OPTIONAL
#undef GYRE_TEXT
#undef GYRE_CHOICE
#undef GYRE_SET
  throw Error(fmt::format("unknown option --{}", wanted));
}

namespace {

std::vector<std::string> texts(bool flag) { return flag ? std::vector<std::string>{"on"} : std::vector<std::string>{}; }
std::vector<std::string> texts(uint64_t number) { return {std::to_string(number)}; }
std::vector<std::string> texts(const std::string& text) {
  return text.empty() ? std::vector<std::string>{} : std::vector<std::string>{text};
}
std::vector<std::string> texts(const plan::Output& output) { return texts(output.none ? "none" : output.file); }
std::vector<std::string> texts(const std::vector<std::string>& list) { return list; }
std::vector<std::string> texts(const std::vector<model::ErrorKind>& list) {
  std::vector<std::string> out;
  for (const model::ErrorKind kind : list) out.emplace_back(model::error_name(kind));
  return out;
}
std::vector<std::string> texts(const WarningSwitches& switches) { return switches.words(); }
std::vector<std::string> texts(const std::vector<plan::Hidden>& list) {
  std::vector<std::string> out;
  for (const plan::Hidden h : list) out.emplace_back(name_of(h));
  return out;
}
template <class Number>
std::vector<std::string> texts(const std::optional<Number>& number) {
  return number ? std::vector<std::string>{fmt::to_string(*number)} : std::vector<std::string>{};
}
template <class Enum>
requires std::is_enum_v<Enum> std::vector<std::string> texts(Enum choice) { return {name_of(choice)}; }

}  // namespace

std::vector<std::string> option_values(const plan::Settings& settings, const std::string& wanted) {
#define GYRE_GET(member, name) \
  if (wanted == name) return texts(settings.member);
#define GYRE_FLAG(member, name, commands, group, help) GYRE_GET(member, name)
#define GYRE_NUMBER(member, initial, low, high, name, argument, commands, group, help) GYRE_GET(member, name)
#define GYRE_OPTIONAL(member, type, low, high, name, argument, commands, group, help) GYRE_GET(member, name)
#define GYRE_TEXT(member, type, name, argument, commands, group, help) GYRE_GET(member, name)
#define GYRE_CHOICE(member, Type, initial, name, commands, group, help) GYRE_GET(member, name)
#include "plan/settings.def"
#undef GYRE_FLAG
#undef GYRE_NUMBER
#undef GYRE_OPTIONAL
#undef GYRE_TEXT
#undef GYRE_CHOICE
#undef GYRE_GET
  throw Error(fmt::format("unknown option --{}", wanted));
}

std::string model_difference(const plan::Settings& a, const plan::Settings& b) {
  const auto of_model = [](const std::string& name, const std::string& group) {
    return group == "the model" || name == "ltl" || name == "ctl" || name == "hoa";
  };
#define GYRE_COMPARE(member, name, group) \
  if (of_model(name, group) && a.member != b.member) return name;
#define GYRE_FLAG(member, name, commands, group, help) GYRE_COMPARE(member, name, group)
#define GYRE_NUMBER(member, initial, low, high, name, argument, commands, group, help) GYRE_COMPARE(member, name, group)
#define GYRE_OPTIONAL(member, type, low, high, name, argument, commands, group, help) GYRE_COMPARE(member, name, group)
#define GYRE_TEXT(member, type, name, argument, commands, group, help) GYRE_COMPARE(member, name, group)
#define GYRE_CHOICE(member, Type, initial, name, commands, group, help) GYRE_COMPARE(member, name, group)
#include "plan/settings.def"
#undef GYRE_FLAG
#undef GYRE_NUMBER
#undef GYRE_OPTIONAL
#undef GYRE_TEXT
#undef GYRE_CHOICE
#undef GYRE_COMPARE
  return "";
}

}  // namespace gyre::api
