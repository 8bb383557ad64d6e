// What a run does, decided before any state is seen: one Job for each property.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "automata/automaton.h"
#include "ir/program.h"
#include "model/model.h"
#include "plan/choices.h"
#include "reduce/summary.h"
#include "reduce/visibility.h"

namespace gyre::plan {

#define GYRE_PROPERTY_KINDS(X) \
  X(safety, "safety")          \
  X(acceptance, "acceptance") X(non_progress, "non-progress") X(claim, "claim") X(ltl, "ltl") X(ctl, "ctl")
GYRE_NAMED_ENUM(PropertyKind, GYRE_PROPERTY_KINDS);

// What runs, with the name that the report has for it. (Where the order is free the report says which it was.)
#define GYRE_ALGORITHMS(X) \
  GYRE_SAFETY_SEARCHES(X) GYRE_SAFETY_MODES(X) GYRE_CYCLE_ALGORITHMS(X) GYRE_OTHER_ALGORITHMS(X)
GYRE_NAMED_ENUM(Algorithm, GYRE_ALGORITHMS);

// Partial order reduction: whether, and if not why not.
struct ReductionPlan {
  bool on = false;
  bool adaptive = false;    // gives up where it saves nothing
  bool singletons = false;  // single processes alone, as branching time asks for
  std::string why_not;
  std::shared_ptr<const reduce::Summary> summary;
  reduce::Observed observed;
};

// A search for accepting cycles: what the claim and the options decide.
struct CyclePlan {
  bool labels = false;  // accept labels of processes count as well as those of the claim
  bool stutter = true;  // finite executions count as infinite ones
  model::ErrorKind cycle = model::ErrorKind::acceptance_cycle;
  std::shared_ptr<const automata::Automaton> automaton;  // ltl: of the negation
  std::vector<uint32_t> atoms;                           // its atom i is Program::atoms[atoms[i]]
  bool claim_in_tail = false;                            // hybrid storage of the claim's state
  bool demon_in_key = false;                             // classical storage of the magic search
  bool finite = false;      // an accepting state is a violation by itself (a terminal automaton)
  bool short_stem = false;  // of fair lassos
};

struct Job {
  PropertyKind kind = PropertyKind::safety;
  std::string name;
  const ir::Property* property = nullptr;      // of the program as it was loaded
  std::shared_ptr<const ir::Program> program;  // the variant that is searched
  bool merged = false;                         // its statements are merged
  Algorithm algorithm = Algorithm::dfs;
  Store store = Store::automatic;  // automatic: none is needed
  Fairness fairness = Fairness::none;
  FairnessUnit unit = FairnessUnit::process;
  ReductionPlan reduction;
  CyclePlan cycles;
  std::string details;      // how it is done, where there was a choice, for the report
  std::string settled;      // it holds without a search: the reason
  std::string not_checked;  // what a default cannot do here
  std::string undecided;    // a budget came to its end while it was planned

  bool runs() const { return settled.empty() && not_checked.empty() && undecided.empty(); }
  // Whether a complete search that finds nothing means that the property holds.
  bool decides() const { return algorithm != Algorithm::reachability || cycles.finite; }
};

}  // namespace gyre::plan
