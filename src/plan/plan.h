// From what was asked and the program to what is done: a list of jobs, one for each property, or one refusal.
//
// One policy: what was asked for and cannot be done refuses the whole run before anything is searched (exit status 2);
// what a default cannot do for one property makes that property `not-checked`, with the reason. Pure: nothing is run,
// read or written.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plan/job.h"

namespace gyre::plan {

struct Settings;

struct Plan {
  std::string refusal;  // not empty: nothing is to be done, for this reason
  Conduct conduct;
  std::vector<Job> jobs;                                   // safety first
  std::vector<std::pair<std::string, std::string>> given;  // what was asked for, as given() has it
};

// `stop` is asked now and then while formulas are translated; where it says so, or the run's time is over, the job is
// undecided.
Plan make(const Settings& settings, const std::shared_ptr<const ir::Program>& program,
          const std::function<bool()>& stop = {});

}  // namespace gyre::plan
