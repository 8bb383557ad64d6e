// Short by default: what a person reads is made short before it is shown.
//
// A search that is free to go any way finds an error soon, and as a rule at the end of a long path. Once it is known
// that a property is violated, another search, in the order of lengths, has one second to find a shorter way; what was
// found before stays if it does not. The other way round, a search that was to find the shortest counterexample and has
// used up its budget leaves a part of it for one of any length: a verdict is worth more than a length.
#pragma once

#include <atomic>

#include "api/load.h"
#include "plan/job.h"
#include "plan/settings.h"
#include "report/report.h"
#include "run/run.h"

namespace gyre::api {

// The part of the time budget that a search for the shortest counterexample may use before any one will do.
inline constexpr double kShareOfShortest = 0.75;

struct Shortening {
  const plan::Settings& settings;
  const Loaded& loaded;
  std::atomic<bool>& stop;
  const run::Handle::Listener& progress;
  double seconds_left = 0;  // of the run's budget; infinite: it has none
};

// Looks for shorter counterexamples of a property that was found to be violated, and tells what became of that.
void shorten(const Shortening& how, const plan::Job& job, report::Property& property);

// After a search for the shortest counterexample that was cut short: one of any length, if there is one.
void find_any_length(const Shortening& how, const plan::Job& job, report::Property& property);

}  // namespace gyre::api
