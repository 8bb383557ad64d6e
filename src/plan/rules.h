// The one list of what does not go with what. A rule says why a combination of settings makes no sense, is not sound or
// is not there; it is asked before anything runs, and the first one that answers refuses the run. Searches and stores
// have their own table (stores.h).
#pragma once

#include <string>

#include "plan/job.h"

namespace gyre::plan {

struct Settings;

// What the rules may look at.
struct Question {
  const Settings& settings;
  const ir::Program& program;
  bool safety = false;        // assertions, deadlocks and run-time errors are looked for
  std::string linear;         // the name of the first claim, formula or kind of cycle that is checked; empty: none
  std::string branching;      // that of the first formula of branching time
  Algorithm safety_search{};  // what would look for them
  Store safety_store{};
};

// "; --safety ... leaves 'p' out": what a user can do who did not ask for this property. Empty where it was given on
// the command line.
std::string leave_out(const ir::Program& program, const std::string& property);

// The sentence of the first rule that answers; empty: none does.
std::string refusal(const Question& question);

}  // namespace gyre::plan
