// Claims, formulas and cycles by labels: which search decides them, on which storage. Each function fills in the job,
// or gives the sentence with which the run is refused.
#pragma once

#include <functional>
#include <string>

#include "plan/job.h"

namespace gyre::plan {

struct Settings;

// Linear time. `loaded`: the program as it was written. `named`: the user named this property. `state_bits`: of a
// system state in a store.
std::string plan_claim(const Settings& settings, const ir::Program& loaded, bool named, uint64_t state_bits,
                       const std::function<bool()>& stop, Job& job);

// Branching time.
std::string plan_branching(const Settings& settings, const ir::Program& loaded, Job& job);

}  // namespace gyre::plan
