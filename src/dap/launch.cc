#include "dap/launch.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

namespace gyre::dap {

namespace {

constexpr int64_t kMostSteps = 10'000'000;

// What is read here, and what clients add for themselves.
constexpr std::array<std::string_view, 7> kKnown = {"program",     "trail", "property", "settings",
                                                    "stopOnEntry", "seed",  "maxSteps"};
constexpr std::array<std::string_view, 10> kOfClients = {"name",
                                                         "type",
                                                         "request",
                                                         "noDebug",
                                                         "preLaunchTask",
                                                         "postDebugTask",
                                                         "presentation",
                                                         "debugServer",
                                                         "internalConsoleOptions",
                                                         "suppressMultipleSessionWarning"};

// What means nothing is told: it may be a mistake.
std::string unknown_in(const Json& arguments) {
  std::string out;
  for (const auto& [name, value] : arguments.items()) {
    const auto is = [&](std::string_view known) { return known == name; };
    if (name.starts_with("__") || std::ranges::any_of(kKnown, is) || std::ranges::any_of(kOfClients, is)) continue;
    out += fmt::format(
        "`{}` means nothing in a launch and is not used; options of `gyre check` belong into `settings`\n", name);
  }
  return out;
}

std::string contents_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  if (in) out << in.rdbuf();
  if (!in || out.str().empty()) throw Error(fmt::format("cannot read the trail '{}', or it is empty", path));
  return out.str();
}

std::string value_text(const std::string& name, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_number_integer() || value.is_number_float()) return value.dump();
  throw Error(fmt::format("settings: the value of `{}` must be a text, a number, true, false or a list of them", name));
}

}  // namespace

void Launch::set(const std::string& name, const Json& value) {
  if (value.is_array()) {
    for (const Json& each : value) settings_.set(name, value_text(name, each));
  } else if (value.is_boolean() && !value.get<bool>() && settings_.value(name).empty()) {
    // A flag that is not set is not set.
  } else {
    settings_.set(name, value_text(name, value));
  }
}

Launch::Launch(const Json& arguments) {
  if (!arguments.is_object()) throw Error("a launch needs arguments: at least `program`, the file of the model");
  note_ = unknown_in(arguments);
  if (flag_or(arguments, "noDebug", false)) {
    throw Error("there is nothing to run without debugging: `gyre simulate` runs a model");
  }
  const std::string program = text_or(arguments, "program", "");
  if (program.empty()) throw Error("`program` is missing: the file of the model");
  const std::string trail = text_or(arguments, "trail", "");
  property_ = text_or(arguments, "property", "");
  if (!trail.empty() && !property_.empty())
    throw Error("`trail` and `property` cannot go together: one is walked along");
  stop_on_entry = flag_or(arguments, "stopOnEntry", true);
  const int64_t steps = number_or(arguments, "maxSteps", static_cast<int64_t>(max_steps));
  if (steps < 1 || steps > kMostSteps) throw Error(fmt::format("`maxSteps` must be between 1 and {}", kMostSteps));
  max_steps = static_cast<uint64_t>(steps);
  seed = static_cast<uint64_t>(number_or(arguments, "seed", 1));
  if (const Json* settings = member(arguments, "settings")) {
    if (!settings->is_object()) throw Error("`settings` must be an object: {\"D\": [\"N=3\"]}");
    for (const auto& [name, value] : settings->items()) set(name, value);
  }
  if (!property_.empty() && property_ != "*") settings_.set("property", property_);
  model_ = Model::from_file(program, settings_);
  if (model_->ok() && !trail.empty()) read_trail(trail);
}

void Launch::read_trail(const std::string& path) {
  Trail trail = follow_trail(*model_, contents_of(path), path);
  note_ += fmt::format("{}: {} steps. {}", path, trail.trace.size(), trail.trace.message());
  for (const std::string& more : {trail.note, trail.doubt}) {
    if (!more.empty()) note_ += "\n" + more;
  }
  guide_ = std::move(trail.trace);
}

void Launch::start_check() {
  run_ = std::make_unique<Run>(*model_, settings_);
  run_->start();
}

void Launch::finish_check() {
  const std::unique_ptr<Run> run = std::move(run_);
  const Report report = run->wait();
  std::string told;
  for (const Property& p : report.properties) {
    told += fmt::format("{}{}: {}{}", told.empty() ? "" : "; ", p.name, verdict_name(p.verdict),
                        p.reason.empty() ? "" : fmt::format(" ({})", p.reason));
    if (p.verdict != Verdict::violated) continue;
    for (const Violation& v : p.violations) {
      if (!v.trace) continue;
      note_ += fmt::format("{}: violated, {} steps. {}", p.name, v.trace->size(), v.message);
      guide_ = v.trace;
      return;
    }
  }
  throw Error(fmt::format("there is no counterexample to walk along: {}", told.empty() ? "nothing was checked" : told));
}

}  // namespace gyre::dap
