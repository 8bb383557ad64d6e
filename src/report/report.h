// The outcome of a run, as data, with the traces of what was found: the text and JSON reports are made from it, and
// whoever wants files writes them and puts their names in.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/span.h"

namespace gyre::trace {
struct Trace;
}

namespace gyre::report {

enum class Verdict { holds, violated, inconclusive, not_checked };
const char* verdict_name(Verdict verdict);

// The calls of inlines around a statement, from the innermost to the outermost.
struct Calls {
  struct Call {
    std::string name;  // of the inline
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;
  };
  std::vector<Call> list;
  std::string text;  // in short, as SourceMap::calls_text
};

struct Place {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  Calls calls;
  std::string process;
  int32_t pid = -1;
};

// How a process fares on the cycle of a fair lasso.
struct CycleShare {
  std::string process;
  uint32_t pid = 0;
  std::vector<uint64_t> moves;     // steps of the counterexample, from 1 on
  int64_t not_enabled_after = -1;  // a step after which it cannot move; -1: it always can
};

// A further counterexample of the same violation.
struct Counterexample {
  std::shared_ptr<const trace::Trace> trace;
  std::string trail, spin_trail;
  uint64_t length = 0;
};

struct Violation {
  std::string error;  // kind
  uint64_t count = 0;
  std::string message;
  Place location;
  bool has_path = false;                      // otherwise it was met, but nothing is known about the way to it
  std::shared_ptr<const trace::Trace> trace;  // as it was confirmed
  std::string trail;                          // names of the files that it was written to; empty: to none
  std::string spin_trail;
  uint64_t length = 0;
  std::optional<size_t> cycle_start;
  std::vector<CycleShare> cycle_shares;  // with fairness
  std::vector<Counterexample> others;
};

// Why a formula of branching time has its value in a state.
struct Evidence {
  std::string formula;  // the subformula
  bool value = false;
  std::string kind;                           // "fact", "path", "lasso", "universal" (about all paths), "fair"
  std::string text;                           // a sentence
  uint64_t after = 0;                         // steps from the initial state to where it begins
  std::shared_ptr<const trace::Trace> trace;  // from the initial state on; null: there is nothing to show
  std::string trail;                          // names of the files that it was written to; empty: to none
  std::string spin_trail;
  uint64_t length = 0;
  std::optional<size_t> cycle_start;
  std::vector<Evidence> children;  // about what is at its end
};

// A formula of branching time in all reachable states (--satisfying).
struct Satisfying {
  std::string why_unknown;  // not empty: the rest is not known
  uint64_t states = 0;      // reachable
  struct Count {
    std::string formula;
    uint64_t states = 0;  // in which it is true
  };
  std::vector<Count> counts;  // of each subformula; the last one is the whole
  struct State {
    std::vector<std::string> processes;  // "P@2": where each stands
    std::vector<std::pair<std::string, std::string>> variables;
  };
  std::vector<State> first;  // of those that satisfy the whole, in breadth-first order
};

// What the thesis's implementation counted (--thesis; its appendix B), and the true components.
struct Thesis {
  uint64_t unique = 0, revisits = 0, loops = 0, transitions = 0, depth = 0, update_value = 0;
  uint64_t scc_depth = 0, scc_number = 0, scc_largest = 0;
  uint64_t bits = 0;  // of a compacted state; 0: not known
  uint64_t exact_scc_depth = 0, exact_scc_number = 0, exact_scc_largest = 0;
  std::vector<uint64_t> visits;  // how many states were visited once, twice, ...
};

// The strongly connected components of the state graph.
struct Structure {
  uint64_t components = 0;
  uint64_t trivial = 0;  // without a cycle
  uint64_t largest = 0;  // states
  uint64_t terminal = 0, terminal_states = 0;
  uint64_t depth = 0;           // components on a path, at most
  std::vector<uint64_t> sizes;  // how many have 1, 2 to 3, 4 to 7, ... states
};

// Which reductions there were, and what they saved.
struct Reductions {
  bool partial_order = false;
  std::string why_not;              // no partial order reduction: the reason
  uint64_t partially_expanded = 0;  // expansions that did not follow all steps,
  uint64_t pruned = 0;              // and the steps of theirs that were not followed
  bool merging = false;
  uint64_t joined = 0;           // edges that are taken together with the next one,
  uint64_t edges = 0;            // of so many
  std::string symmetry;          // what can change places; empty: nothing does
  std::string symmetry_why_not;  // it was asked for: the reason
};

struct SearchInfo {
  std::string algorithm;
  std::string store;
  bool complete = false;
  bool lossy = false;
  uint64_t states = 0, matched = 0, transitions = 0, atomic_steps = 0, depth = 0, vector_bytes = 0, threads = 1;
  uint64_t compacted_bits = 0;  // of the initial state as a mixed-radix number
  uint64_t revisited = 0;
  uint64_t stored = 0;       // entries of the store, where product states share them
  uint64_t store_bytes = 0;  // of searches for cycles
  uint64_t stack_bytes = 0;
  std::optional<Thesis> thesis;
  std::optional<Structure> structure;  // --components, after a complete search
  Reductions reductions;
};

struct Property {
  std::string name;
  std::string kind;
  std::string formula;
  Verdict verdict = Verdict::not_checked;
  std::string reason;
  std::string details;  // how it was done, where there was a choice
  uint64_t errors = 0;
  std::vector<Violation> violations;
  std::vector<Violation> limits;   // of the checker, which were met: no errors, but not all was seen
  std::vector<Evidence> evidence;  // of a formula of branching time: one piece, or none
  std::optional<Satisfying> satisfying;
  bool searched = false;
  bool vacuous = false;  // it holds because nothing was really asked
  std::string vacuity;   // why, if it does
  std::string certificate;  // its file; empty: there is none
  uint64_t certified_states = 0;
  bool confirmed = false;  // the certificate was checked
  double seconds = 0;    // of its search
  SearchInfo search;
};

struct Unreached {
  std::string process;
  std::string file;
  uint32_t line = 0;
  std::string text;
  Calls calls;
  std::string as_spin;
  uint32_t spin_state = 0;  // SPIN's number of the statement within its process type
  uint32_t column = 0;
};

// Why the model is large (--profile).
struct Profile {
  struct Steps {
    std::string process, statement, file;
    uint32_t line = 0;
    uint64_t count = 0;
    Calls calls;
  };
  struct Values {
    std::string variable;
    uint64_t distinct = 0;
    bool at_least = false;                               // counting stopped there
    std::vector<std::pair<std::string, uint64_t>> most;  // values, and in how many states: those that are in most
  };
  std::vector<Steps> steps;
  std::vector<Values> values;
};

struct Report {
  std::string version;
  std::string model;
  std::string language;
  std::vector<std::pair<std::string, std::string>> options;  // as resolved
  std::string engine;                                        // a sentence, if it was not the abstract machine alone
  std::vector<Property> properties;
  double time_front_end = 0, time_compile = 0, time_search = 0, time_total = 0;
  double time_native = 0;  // processor time for compiling to native code
  uint64_t peak_rss = 0, store_bytes = 0, stack_bytes = 0;
  uint64_t peak_bytes = 0;  // of store and stack at the same time
  double bytes_per_state = 0, bytes_per_frame = 0;
  bool has_unreached = false;
  std::vector<Unreached> unreached;
  bool has_profile = false;
  Profile profile;
  std::vector<std::string> warnings;  // about the run; not in the text, they go to standard error
  Diagnostics diagnostics;            // about the model; likewise
  std::shared_ptr<const SourceMap> sources;

  int exit_status() const;  // 0, 1 or 3
};

// For a person: verdicts, violations and where to look. `verbose`: how each search went, too.
std::string to_text(const Report& report, bool verbose);
std::string to_json(const Report& report);

}  // namespace gyre::report
