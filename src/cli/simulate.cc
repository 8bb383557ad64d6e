#include <iostream>
#include <string>

#include <fmt/format.h>

#include <gyre/stepper.h>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/show.h"

namespace gyre::cli {

namespace {

// Lists what can be done, asks, and does it; false: the user wants no more.
bool ask(Stepper& s) {
  const size_t count = s.move_count();
  for (;;) {
    if (count == 0) put(s.end_text() + "\n");
    for (size_t i = 0; i < count; ++i) put(fmt::format("  {:>3}  {}\n", i + 1, s.move_text(i)));
    put(count == 0 ? "b back, q quit: " : fmt::format("choose 1-{}, b back, q quit: ", count));
    flush();
    std::string line;
    if (!std::getline(std::cin, line) || line == "q") return false;
    size_t choice = line.empty() && count == 1 ? 1 : 0;
    if (!line.empty() && line.size() < 8 && line.find_first_not_of("0123456789") == std::string::npos)
      choice = std::stoul(line);
    if (line == "b") {
      s.back();
      return true;
    }
    if (choice >= 1 && choice <= count) {
      s.take(choice - 1);
      return true;
    }
    put(fmt::format("'{}' is none of these\n", line));
  }
}

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
  if (!whole && !quiet)
    options.listener = [&](const Step& step, const std::string& text) { put(prints_only ? step.output : text); };
  Stepper stepper(model, options);
  std::string doubt;
  if (!guided.empty()) {
    const Trail guide = follow(model, guided);
    if (!stepper.follow(guide.trace)) throw Error(guided + ": the trail cannot be followed to its end");
    if (!interactive) doubt = guide.doubt;
  }
  if (interactive)
    while (ask(stepper)) {
    }
  else if (guided.empty())
    stepper.run(arguments.has("seed") ? arguments.number("seed") : 1);
  if (whole) put_out(arguments, show(stepper.trace(), arguments));
  if (!quiet && !(whole && !to_file && chosen<Messages>(arguments) == Messages::svg)) {
    if (!prints_only && !whole) put(stepper.state_text());
    put(end_text(stepper, interactive) + "\n");
  }
  if (!doubt.empty()) throw Error(doubt);
  return went_wrong(stepper) ? 1 : 0;
}

int replay(const Arguments& arguments, bool plain_prints) {
  if (arguments.others.empty()) throw Error("which trail? usage: gyre replay MODEL TRAIL [options]");
  const Model model = load_or_throw(arguments);
  const Trail run = follow(model, arguments.others[0]);
  put_out(arguments, show(run.trace, arguments, plain_prints));
  if (!run.doubt.empty()) {
    flush();
    throw Error(run.doubt);
  }
  return 0;
}

}  // namespace gyre::cli
