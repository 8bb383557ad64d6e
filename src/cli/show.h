// What simulate and replay have in common: showing a run.
#pragma once

#include <string>

#include "api/load.h"
#include "plan/settings.h"
#include "trace/print.h"

namespace gyre::cli {

// Loads the model or throws Error with its diagnostics; warnings go to standard error unless `quiet`.
api::Loaded load_or_throw(const plan::Settings& options);

trace::PrintOptions print_options(const plan::Settings& options);

// The whole run as the options ask for it: steps, columns or a picture.
std::string show(const trace::Trace& trace, const plan::Settings& options, bool plain_prints = false);

struct Followed {
  trace::Trace trace;
  std::string doubt;  // a sentence, if part of the trail seems to be missing: an error, behind what there is to show
};

// Reads a trail (JSON or SPIN's) and follows it; throws Error when it cannot be followed. Where it ends is said on
// standard error, if that is in the middle of a step.
Followed follow(vm::Machine& machine, const std::string& path);

}  // namespace gyre::cli
