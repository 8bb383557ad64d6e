// Checking a model: plan, run, judge, report, in this order, for each property.
#pragma once

#include <atomic>
#include <functional>

#include "api/load.h"
#include "plan/plan.h"
#include "report/report.h"
#include "run/run.h"

namespace gyre::api {

// Runs everything that the settings ask for. `loaded.program` must be there. Setting `stop` ends the run with what it
// knows; `progress` is called now and then by the thread that searches. Throws Error for what is refused,
// std::logic_error when a counterexample of ours does not stand up to its replay.
report::Report check(const plan::Settings& settings, const Loaded& loaded, double front_end_seconds,
                     std::atomic<bool>& stop, const run::Handle::Listener& progress);

}  // namespace gyre::api
