// Which settings look for a shorter counterexample than the one that was found, and which for one of any length.
// Both are the question of one job asked in another way: what is checked stays, how it is searched is left open.
#pragma once

#include "plan/job.h"
#include "plan/settings.h"

namespace gyre::plan {

// Whether the settings leave it open how to search, so that nobody minds a shorter counterexample than the search has
// found. Who names a search, a bound or a number of searches wants to see what they find; who wants no trail, none.
bool length_is_free(const Settings& settings);

// Of one job: a counterexample of the smallest length, of at most `longest` steps, within the time in seconds.
Settings for_shortest(const Settings& settings, const Job& job, uint64_t longest, double seconds);

// Of one job: any counterexample, or none, within the time in seconds.
Settings for_any_length(const Settings& settings, const Job& job, double seconds);

}  // namespace gyre::plan
