#include <optional>
#include <string>

#include <fmt/format.h>

#include <gyre/stepper.h>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/interactive.h"
#include "cli/output.h"
#include "cli/show.h"

namespace gyre::cli {

namespace {

bool went_wrong(const Stepper& s) { return s.end() == End::deadlock || s.end() == End::error; }

// How a run has ended, as a sentence. Of an error or a deadlock the stepper says where, not after how many steps.
std::string end_text(const Stepper& s, bool interactive) {
  if (went_wrong(s)) return fmt::format("{} ({} step{})", s.end_text(), s.steps(), s.steps() == 1 ? "" : "s");
  return interactive && s.end() == End::none ? fmt::format("stopped after {} steps", s.steps()) : s.end_text();
}

}  // namespace

int simulate(const Arguments& arguments) {
  const Model model = load_or_throw(arguments);
  const bool prints_only = chosen<Only>(arguments) == Only::prints, quiet = arguments.has("quiet");
  const bool as_messages = chosen<Messages>(arguments) != Messages::none, to_file = arguments.has("output");
  const bool interactive = arguments.has("interactive");
  const bool whole = as_messages || to_file;
  const std::string guided = arguments.text("guided");
  StepperOptions options;
  options.history = whole || interactive || !guided.empty();
  options.max_steps = arguments.number("steps");
  options.text = text_options(arguments);
  if (!to_file) options.text.width = terminal_width();
  if (!whole && !quiet)
    options.listener = [&](const Step& step, const std::string& text) { put(prints_only ? step.output : text); };
  Stepper stepper(model, options);
  std::string doubt;
  std::optional<Trace> guide_trace;
  const uint64_t seed = arguments.has("seed") ? arguments.number("seed") : 1;
  if (!guided.empty()) {
    const Trail guide = follow(model, guided);
    if (!stepper.follow(guide.trace)) throw Error(guided + ": the trail cannot be followed to its end");
    if (!interactive) doubt = guide.doubt;
    guide_trace = guide.trace;
  }
  if (interactive)
    Interactive(model, stepper, guide_trace, seed).run();
  else if (guided.empty())
    stepper.run(seed);
  if (whole) put_out(arguments, show(stepper.trace(), arguments));
  if (!quiet && !(whole && !to_file && chosen<Messages>(arguments) == Messages::svg)) {
    if (!prints_only && !whole) put(stepper.state_text());
    put(end_text(stepper, interactive) + "\n");
  }
  if (!doubt.empty()) throw Error(doubt);
  return went_wrong(stepper) ? 1 : 0;
}

}  // namespace gyre::cli
