// pan, SPIN's verifier, as gyre is it: behind `gyre spin -run`, and behind a pan.c that `gyre spin -a` has written.
#pragma once

#include <string>
#include <vector>

#include <gyre/check.h>

#include "cli/arguments.h"
#include "cli/pan_options.h"

namespace gyre::cli {

struct PanCall {
  Arguments arguments;               // the model, and what belongs to it
  std::vector<std::string> macros;   // with which it was compiled
  std::vector<std::string> options;  // with which it is run
  bool by_spin = false;              // spin -run: cycles are looked for unless something speaks against it
  std::string swarm;                 // so many random searches, or "default"; empty: none
  std::string fingerprint;           // of the model that it was made from; empty: of this one
};

// Does what pan does. The exit status is that of 'gyre check'; throws PanUsage.
int pan(const PanCall& call);

// What pan prints of its command line.
std::string pan_usage();

// Writes pan.c and its header, which call `gyre spin` with these arguments and what they are given.
void write_pan(const Model& model, const std::vector<std::string>& made_with);

// One check of those that make one search of pan.
struct PanStage {
  Report report;
  std::string claim;  // that takes part; empty: none
};

// What pan prints when it is through.
struct PanOutcome {
  const PanOptions& options;
  const Model& model;
  const std::vector<PanStage>& stages;
  uint64_t errors = 0;
  bool claims = false;  // a claim takes part, and there are no invalid end states
};
std::string pan_text(const PanOutcome& outcome);
// "assertion violated (x==0)"
std::string pan_message(const Model& model, const Violation& violation);

// -d and -D: the automata of the process types as a table, or for dot.
std::string pan_tables(const Model& model);
std::string pan_dot(const Model& model);

}  // namespace gyre::cli
