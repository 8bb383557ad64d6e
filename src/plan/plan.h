// From what was asked and the program to what is done: a list of jobs, one for each property, or one refusal.
//
// One policy: what was asked for and cannot be done refuses the whole run before anything is searched (exit status 2);
// what a default cannot do for one property makes that property `not-checked`, with the reason. Pure: nothing is run,
// read or written.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "plan/job.h"
#include "plan/settings.h"

namespace gyre::plan {

struct Plan {
  std::string refusal;    // not empty: nothing is to be done, for this reason
  Settings settings;      // as resolved
  std::vector<Job> jobs;  // safety first
};

// `stop` is asked now and then while formulas are translated; where it says so the job is undecided.
Plan make(const Settings& settings, const std::shared_ptr<const ir::Program>& program,
          const std::function<bool()>& stop = {});

}  // namespace gyre::plan
