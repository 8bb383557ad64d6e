// Which reductions a job uses, and why it does not use the others. Each function fills in the job, or gives the
// sentence with which the run is refused because a reduction was demanded that is not possible.
#pragma once

#include <memory>
#include <string>

#include "plan/job.h"

namespace gyre::plan {

struct Settings;

// Why a search for safety is not for reductions; empty: it is.
std::string why_all_interleavings(const Settings& settings, Algorithm algorithm);

// The program of the safety job: with local statements merged and variables that do not matter cleared, or as it is.
// `all` is what why_all_interleavings() said.
std::string plan_merging(const Settings& settings, const std::string& all,
                         const std::shared_ptr<const ir::Program>& program, Job& job);

std::string plan_safety_reduction(const Settings& settings, const std::string& all, Job& job);
// Behind the others: what the program is, and how it is searched, is known then.
std::string plan_symmetry(const Settings& settings, Job& job);
// Behind that: on representatives the cycles of a process are not those of its type, so in any order, where they are
// cut by types, there is no partial order reduction.
std::string plan_order_of_representatives(const Settings& settings, Job& job);
// Both reductions. `loaded`: the program as it was written, on which what is found is confirmed.
std::string plan_cycle_reduction(const Settings& settings, const ir::Program& loaded, Job& job);
std::string plan_branching_reduction(const Settings& settings, const ir::Program& loaded, Job& job);

}  // namespace gyre::plan
