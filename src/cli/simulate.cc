#include <iostream>
#include <string>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/show.h"
#include "trace/simulate.h"

namespace gyre::cli {

namespace {

// Lists what can be done and asks.
trace::Simulator::Answer ask(const trace::Simulator& s) {
  using Answer = trace::Simulator::Answer;
  for (;;) {
    if (s.moves().empty()) put(s.end_text() + "\n");
    for (size_t i = 0; i < s.moves().size(); ++i) put(fmt::format("  {:>3}  {}\n", i + 1, s.move_text(i)));
    put(s.moves().empty() ? "b back, q quit: " : fmt::format("choose 1-{}, b back, q quit: ", s.moves().size()));
    flush();
    std::string line;
    if (!std::getline(std::cin, line) || line == "q") return {Answer::Kind::stop, 0};
    if (line == "b") return {Answer::Kind::back, 0};
    if (line.empty() && s.moves().size() == 1) return {Answer::Kind::take, 0};
    size_t choice = 0;
    if (!line.empty() && line.size() < 8 && line.find_first_not_of("0123456789") == std::string::npos)
      choice = std::stoul(line);
    if (choice >= 1 && choice <= s.moves().size()) return {Answer::Kind::take, choice - 1};
    put(fmt::format("'{}' is none of these\n", line));
  }
}

}  // namespace

int simulate(const plan::Settings& options) {
  const api::Loaded loaded = load_or_throw(options);
  auto machine = std::make_unique<vm::Machine>(loaded.program);
  const bool whole = options.messages != plan::Messages::none || !options.output.empty();
  trace::StepPrinter printer(*loaded.program, *machine->image().shapes, print_options(options));
  trace::Simulator::Options run;
  const uint64_t limit = options.steps;
  if (limit > 0) run.max_steps = limit;
  run.keep_history = whole || options.interactive || !options.guided.empty();
  trace::Simulator simulator(*machine, run, [&](const trace::Trace&, const trace::Step& step) {
    if (whole || options.quiet) return;
    if (options.only == plan::Steps::prints)
      put(step.output);
    else
      put(printer.step(step, step.error != model::ErrorKind::none));
  });
  std::string doubt;
  if (!options.guided.empty()) {
    const Followed guide = follow(*machine, options.guided);
    if (!simulator.run_guided(guide.trace)) throw Error(options.guided + ": the trail cannot be followed to its end");
    if (!options.interactive) doubt = guide.doubt;
  }
  if (options.interactive) {
    simulator.run_interactive([&](const trace::Simulator& s) {
      printer.reset();
      return ask(s);
    });
  } else if (options.guided.empty()) {
    simulator.run_random(options.seed.value_or(1));
  }
  if (whole) put_out(options, show(simulator.trace(), options));
  const trace::SimulationEnd end = simulator.end();
  if (!options.quiet && !(whole && options.output.empty() && options.messages == plan::Messages::svg)) {
    if (options.only != plan::Steps::prints && !whole) {
      put(trace::print_state(*loaded.program, *machine->image().shapes, simulator.trace().final_state()));
    }
    put(simulator.end_text());
    // of an error or a deadlock it says where, not after how many steps
    if (end == trace::SimulationEnd::deadlock || end == trace::SimulationEnd::error)
      put(fmt::format(" ({} step{})", simulator.steps_taken(), simulator.steps_taken() == 1 ? "" : "s"));
    put("\n");
  }
  if (!doubt.empty()) throw Error(doubt);
  return end == trace::SimulationEnd::deadlock || end == trace::SimulationEnd::error ? 1 : 0;
}

int replay(const plan::Settings& options, bool plain_prints) {
  if (options.arguments.empty()) throw Error("which trail? usage: gyre replay MODEL TRAIL [options]");
  const api::Loaded loaded = load_or_throw(options);
  vm::Machine machine(loaded.program);
  const Followed run = follow(machine, options.arguments[0]);
  put_out(options, show(run.trace, options, plain_prints));
  if (!run.doubt.empty()) {
    flush();
    throw Error(run.doubt);
  }
  return 0;
}

}  // namespace gyre::cli
