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
#include <vector>

#include <gyre/error.h>

namespace gyre {

class Settings {
 public:
  Settings();
  ~Settings();
  Settings(const Settings& other);
  Settings& operator=(const Settings& other);
  Settings(Settings&& other) noexcept;
  Settings& operator=(Settings&& other) noexcept;

  // Sets one setting. Those that can be repeated on the command line (D, I, U, warn, ltl, ctl, property, ignore) are
  // added to. The value of a flag is "" or "on".
  //
  // Throws Error, with the sentence of the command line, if there is no such setting, if the value is not a possible
  // one, and for what only the program does: the library writes no files and prints nothing.
  Settings& set(const std::string& name, const std::string& value = "");

  // The same for every setting of the table below, also for those that only a program can obey. The library does
  // nothing about them but to keep them, for value() and for the report.
  Settings& keep(const std::string& name, const std::string& value = "");

  // The value of a setting as a text: what was set, or the default; of a flag "on" or "", of what has no value "", of a
  // setting that can be repeated the last one. Throws Error if there is no such setting.
  std::string value(const std::string& name) const;
  // All values of a setting that can be repeated.
  std::vector<std::string> values(const std::string& name) const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

// A setting, for those who read command lines or draw forms.
struct Option {
  std::string name;                 // without dashes
  std::string commands;             // letters of the commands of `gyre` that have it: "c" is check
  std::string group;                // the heading in --help
  std::string help;                 // a sentence
  std::string type;                 // flag, number, size, duration, text, list, errors, warnings, choice
  bool takes_value = true;          // a flag takes none
  std::string argument;             // what the help calls its value; of a choice a|b|c
  std::vector<std::string> values;  // of a choice
  std::string low, high;            // the range of a number, a size in bytes, a duration in seconds
  std::string initial;              // the default, if it is worth a word
};

// All of them, in the order of --help.
const std::vector<Option>& options();

}  // namespace gyre
