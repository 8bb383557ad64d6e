// The kinds of warnings: names that messages end with ("[truncation]") and that the option --warn switches.
// docs/warnings.md explains each.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "base/named_enum.h"

namespace gyre {

#define GYRE_WARNINGS(X)                                                                                       \
  X(assignment_guard, "assignment-guard", "an option begins with an assignment, where a comparison was meant") \
  X(constant_comparison, "constant-comparison", "a comparison has the same value whatever the variable is")    \
  X(truncation, "truncation", "a constant does not fit into the variable or field that gets it")               \
  X(never_read, "never-read", "a variable gets values that nobody reads, and is no part of the state")         \
  X(unused_variable, "unused-variable", "a variable is declared and not used (off by default)")                \
  X(never_started, "never-started", "no process of this type is ever started")                                 \
  X(unreachable, "unreachable", "control never comes to a statement, whatever the values are")                 \
  X(message_fields, "message-fields", "a message has another number of fields than its channel")               \
  X(message_type, "message-type", "a field of a message has another type than that of its channel")            \
  X(printf_arguments, "printf-arguments", "a printf has another number of arguments than its format asks for") \
  X(vacuous_formula, "vacuous-formula", "a property holds because nothing was really asked")                   \
  X(constant_index, "constant-index", "a constant index is outside of the array")                              \
  X(array_bound, "array-bound", "a variable stands in an array bound: its initial value counts")               \
  X(late_channel, "late-channel", "a channel is declared behind statements, but made when the process starts") \
  X(claim_effect, "claim-effect", "a never claim changes variables of the model")                              \
  X(pid_overwritten, "pid-overwritten", "a receive stores into _pid")                                          \
  X(long_arrow, "long-arrow", "--> is read as ->")                                                             \
  X(preprocessor, "preprocessor", "a directive or a macro is odd")
GYRE_NAMED_ENUM(Warning, GYRE_WARNINGS);

// Which warnings are given: all but unused_variable, of which many models have some, until something is switched.
class WarningSwitches {
 public:
  WarningSwitches() { off_.set(static_cast<size_t>(Warning::unused_variable)); }

  // NAME, no-NAME, all, none, error, no-error; what comes later counts. Throws Error for anything else.
  void apply(const std::string& word);

  bool on(Warning warning) const { return !off_.test(static_cast<size_t>(warning)); }
  bool errors() const { return errors_; }  // a warning is an error
  const std::vector<std::string>& words() const { return words_; }

  bool operator==(const WarningSwitches& other) const { return words_ == other.words_; }

 private:
  std::bitset<names_of(Warning{}).size()> off_;
  bool errors_ = false;
  std::vector<std::string> words_;
};

}  // namespace gyre
