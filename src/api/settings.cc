#include <array>

#include <fmt/format.h>

#include "api/library.h"
#include "api/options.h"
#include "plan/settings.h"

namespace gyre {

struct Settings::Impl {
  plan::Settings settings;
};

namespace {

// What the program does with a report: the library hands it out and leaves that to others.
constexpr std::array kOfTheProgram = {"trail", "spin-trail", "json", "sarif", "junit", "jobs", "quiet", "progress"};

const Option& option(const std::string& name) {
  for (const Option& o : api::option_table()) {
    if (name == o.name) return o;
  }
  throw Error(fmt::format("unknown option --{}", name));
}

// An option that the library can obey.
void check_obeyed(const Option& o) {
  if (o.commands.find('c') == std::string::npos)
    throw Error(fmt::format("{}{} is no option of 'gyre check'", o.name.size() == 1 ? "-" : "--", o.name));
  for (const char* other : kOfTheProgram) {
    if (o.name == other) throw Error(fmt::format("--{} is for the program: the library writes nothing", o.name));
  }
}

}  // namespace

Settings::Settings() : impl_(std::make_unique<Impl>()) {}
Settings::~Settings() = default;
Settings::Settings(const Settings& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Settings& Settings::operator=(const Settings& other) {
  impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
// What was moved from is as new: there are no Settings without an Impl.
Settings::Settings(Settings&& other) noexcept : impl_(std::make_unique<Impl>()) { impl_.swap(other.impl_); }
Settings& Settings::operator=(Settings&& other) noexcept {
  impl_.swap(other.impl_);
  return *this;
}

Settings& Settings::set(const std::string& name, const std::string& value) {
  return api::as_errors([&]() -> Settings& {
    check_obeyed(option(name));
    return keep(name, value);
  });
}

Settings& Settings::keep(const std::string& name, const std::string& value) {
  return api::as_errors([&]() -> Settings& {
    const Option& o = option(name);
    if (!o.takes_value && !value.empty() && value != "on") throw Error(fmt::format("--{} takes no value", name));
    api::set_option(impl_->settings, name, value);
    return *this;
  });
}

std::string Settings::value(const std::string& name) const {
  const std::vector<std::string> all = values(name);
  return all.empty() ? "" : all.back();
}

std::vector<std::string> Settings::values(const std::string& name) const {
  return api::as_errors([&] { return api::option_values(impl_->settings, name); });
}

const std::vector<Option>& options() { return api::option_table(); }

std::string listing(const std::string& path, const std::string& what, const Settings& settings, bool improved) {
  return api::as_errors([&] {
    plan::Settings how = settings.impl().settings;
    how.model = path;
    how.improved = improved;
    api::set_option(how, "dump", what);
    return api::dump(how);
  });
}

namespace api {

std::shared_ptr<const plan::Settings> settings_named(const std::string& name, const Settings& settings) {
  auto out = std::make_shared<plan::Settings>(settings.impl().settings);
  out->model = name;
  return out;
}

std::shared_ptr<const plan::Settings> settings_for(const Model::Impl& model, const Settings& settings) {
  std::shared_ptr<const plan::Settings> out = settings_named(model.loaded.name, settings);
  if (const std::string name = model_difference(*model.settings, *out); !name.empty()) {
    throw Error(fmt::format("{}{} belongs to the model: it must be set as it was when the model was read",
                            name.size() == 1 ? "-" : "--", name));
  }
  return out;
}

}  // namespace api
}  // namespace gyre
