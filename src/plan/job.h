// What a run does, decided before any state is seen: one Job for each property.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automata/automaton.h"
#include "ir/program.h"
#include "model/model.h"
#include "plan/choices.h"
#include "reduce/summary.h"
#include "reduce/symmetry.h"
#include "reduce/visibility.h"

namespace gyre::plan {

// The kinds of properties, and how each is decided: by a search for errors, for cycles of a product with a claim, or by
// the values of a formula of branching time. Whoever plans, runs and judges goes by that.
enum class Decided { by_errors, by_cycles, by_values };
// clang-format off
#define GYRE_PROPERTY_KINDS(X)              \
  X(safety, "safety", by_errors)            \
  X(acceptance, "acceptance", by_cycles)    \
  X(non_progress, "non-progress", by_cycles)\
  X(claim, "claim", by_cycles)              \
  X(hoa, "hoa", by_cycles)                  \
  X(ltl, "ltl", by_cycles)                  \
  X(ctl, "ctl", by_values)
// clang-format on
GYRE_NAMED_ENUM(PropertyKind, GYRE_PROPERTY_KINDS);
constexpr Decided how_decided(PropertyKind kind) {
  switch (kind) {
#define GYRE_CASE(id, name, how) \
  case PropertyKind::id: return Decided::how;
    GYRE_PROPERTY_KINDS(GYRE_CASE)
#undef GYRE_CASE
  }
  __builtin_unreachable();
}

// What runs, with the name that the report has for it. (Where the order is free the report says which it was.)
#define GYRE_ALGORITHMS(X) \
  GYRE_SAFETY_SEARCHES(X) GYRE_SAFETY_MODES(X) GYRE_CYCLE_ALGORITHMS(X) GYRE_OTHER_ALGORITHMS(X)
GYRE_NAMED_ENUM(Algorithm, GYRE_ALGORITHMS);

// What all jobs of a run have in common: budgets, bounds and what the report wants to know, as plain data, so that who
// runs jobs and draws verdicts knows nothing of settings.
struct Conduct {
  std::optional<uint64_t> memory;  // bytes
  std::optional<double> time;      // seconds
  uint64_t threads = 1;
  Engine engine = Engine::automatic;
  uint64_t depth = 0;   // 0: no bound
  uint64_t errors = 1;  // stop after so many; 0: never
  uint64_t trails = 1;  // so many counterexamples are kept, and one of each violation in any case
  std::vector<model::ErrorKind> ignore;
  WhenFull when_full = WhenFull::stop;
  std::string disk;  // the folder of --when-full disk
  uint64_t swarm = 0;  // how many searches it has
  bool profile = false;
  bool thesis = false;  // count as the thesis's implementation did
  Switch unreached = Switch::automatic;
  uint64_t max_processes = 0;
  // Formulas of branching time are evaluated in all states, and of those that satisfy one so many are shown.
  std::optional<uint64_t> satisfying;
  // Of stores:
  std::optional<uint64_t> bits, hash_functions;
  std::optional<uint64_t> cache_size, cache_collisions, cache_probes;
  Replacement cache_replace = Replacement::random;
  Codec codec = Codec::automatic;
  uint64_t seed = 1;
};

// Partial order reduction: whether, and if not why not.
struct ReductionPlan {
  bool on = false;
  bool adaptive = false;    // gives up where it saves nothing
  bool singletons = false;  // single processes alone, as branching time asks for
  std::string why_not;
  std::shared_ptr<const reduce::Summary> summary;
  reduce::Observed observed;
};

// Symmetry reduction: what was found, or why it is not used; neither if nobody asked for it.
struct SymmetryPlan {
  std::string why_not;
  std::shared_ptr<const reduce::Symmetry> found;
};

// What a run is held against: a formula, by the automaton of its negation; an automaton of bad runs; the process of a
// never claim; accept labels alone; progress labels alone.
enum class ClaimKind { formula, automaton, never, accept_labels, non_progress };

// A search for accepting cycles: what the claim and the options decide.
struct CyclePlan {
  ClaimKind claim = ClaimKind::accept_labels;
  // The reasons of the verdicts, with a place for which runs are fair.
  std::string holds = "there is no such {}cycle";
  std::string violated = "there is such a cycle";
  bool labels = false;  // accept labels of processes count as well as those of the claim
  bool stutter = true;  // finite executions count as infinite ones
  model::ErrorKind cycle = model::ErrorKind::acceptance_cycle;
  std::vector<logic::LtlNode> formula;                   // of a formula
  std::shared_ptr<const automata::Automaton> automaton;  // of its negation, or of bad runs
  std::vector<uint32_t> atoms;                           // its atom i is Program::atoms[atoms[i]]
  bool claim_in_tail = false;                            // hybrid storage of the claim's state
  bool demon_in_key = false;                             // classical storage of the magic search
  bool in_keys = false;  // a set of visited states: everything is part of the key, and nothing lies beside a state
  bool finite = false;   // an accepting state is a violation by itself (a terminal automaton)
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
  bool any_order_does = false;  // if the search cannot go on in its order, another one may
  ReductionPlan reduction;
  SymmetryPlan symmetry;
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
