// What is asked for, by the names and values of the command line: `settings.set("store", "tree-compact")`.
//
// Names are those of `gyre check --help` without their dashes. A value is parsed and its range checked when it is set,
// so that Settings never hold what has no meaning. Whether settings go together is decided by Model::plan, where the
// model is known.
//
// Settings are a value: copies share nothing. Different threads may use different Settings.
#pragma once

#include <memory>
#include <string>

namespace gyre {

class Settings {
 public:
  Settings();
  ~Settings();
  Settings(const Settings& other);
  Settings& operator=(const Settings& other);
  Settings(Settings&& other) noexcept;
  Settings& operator=(Settings&& other) noexcept;

  // Sets one setting. Those that can be repeated on the command line (D, I, U, ltl, ctl, property, ignore) are added
  // to. The value of a flag is "" or "on".
  //
  // Throws Error, with the sentence of the command line, if there is no such setting, if the value is not a possible
  // one, and for what only the program does: the library writes no files and prints nothing.
  Settings& set(const std::string& name, const std::string& value = "");

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace gyre
