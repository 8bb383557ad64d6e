// Checking a model: verdicts and counterexamples as data.
//
//   gyre::Report report = gyre::check(model, settings);
//
// or, in the background, with progress and a way to end it:
//
//   gyre::Run run(model, settings);
//   run.start();
//   ... run.progress(), run.stop() ...
//   gyre::Report report = run.wait();
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gyre/error.h>
#include <gyre/model.h>
#include <gyre/settings.h>
#include <gyre/trace.h>

namespace gyre {

// `holds` is said after a complete, lossless search only.
enum class Verdict { holds, violated, inconclusive, not_checked };
// "holds", "violated", "inconclusive", "not-checked"
const char* verdict_name(Verdict verdict);

// A further counterexample of a violation: the same error in the same place, but another state.
struct Counterexample {
  Trace trace;
  std::string trail, spin_trail;  // as in Violation
};

struct Violation {
  std::string error;           // its kind: "assertion", "deadlock", "acceptance-cycle", ...
  uint64_t count = 0;          // how often it was met
  std::string message;         // "assertion violated: x == 1"
  Location location;           // of the statement that is to blame, if there is one
  std::string process;         // and its process; empty: none
  int32_t pid = -1;            // -1: none
  uint64_t length = 0;         // of the trace, in steps
  std::optional<Trace> trace;  // replayed before it is told; none: it was met, but the way to it is not known
  // Names of the files that a program has written it to, for the text and the JSON of the report; empty: to none.
  std::string trail, spin_trail;
  std::vector<Counterexample> others;  // with the setting errors other than 1: as many as the setting trails allows
};

// Why a formula of branching time has its value in a state.
struct Evidence {
  std::string formula;  // the subformula
  bool value = false;
  std::string kind;               // "fact", "path", "lasso", "universal" (about all paths), "fair"
  std::string text;               // a sentence
  uint64_t after = 0;             // steps from the initial state to where it begins
  std::optional<Trace> trace;     // from the initial state on
  std::string trail, spin_trail;  // as in Violation
  std::vector<Evidence> children;
};

// In which of all reachable states a formula of branching time is true (the setting satisfying).
struct Satisfying {
  std::string why_unknown;  // not empty: the rest is not known
  uint64_t states = 0;      // reachable
  struct Count {
    std::string formula;
    uint64_t states = 0;  // in which it is true
  };
  std::vector<Count> counts;  // of each subformula; the last one is the whole
  struct State {
    std::vector<std::string> processes;  // "P: 7 x = 1": where each stands, as in a graph
    std::vector<std::pair<std::string, std::string>> variables;
  };
  std::vector<State> first;  // of those that satisfy the whole, in breadth-first order
};

struct Property {
  std::string name;
  std::string kind;     // as in Job
  std::string formula;  // empty: there is none
  Verdict verdict = Verdict::not_checked;
  std::string reason;    // of a verdict that needs one
  bool vacuous = false;  // it holds because nothing was really asked
  // The file that a program has written a certificate to, and of how many states it is; empty: to none. Whether it was
  // checked, and established the verdict.
  std::string certificate;
  uint64_t certified_states = 0;
  bool confirmed = false;
  uint64_t errors = 0;   // violating steps or states that were met
  std::vector<Violation> violations;
  std::vector<Violation> limits;   // of gyre, which were met: no errors, but not all was seen
  std::vector<Evidence> evidence;  // of a formula of branching time
  std::optional<Satisfying> satisfying;
  // How it was searched:
  bool searched = false;  // false: there was no search
  std::string search, store;
  bool complete = false;
  uint64_t states = 0, matched = 0, transitions = 0, atomic_steps = 0, depth = 0;
  uint64_t vector_bytes = 0;  // of the largest state
  double seconds = 0;
};

// What was executed, and how often; what the variables were (the setting profile).
struct Coverage {
  struct Statement {
    std::string process, text;
    Location location;
    uint64_t count = 0;  // 0: it was never executed
  };
  struct Variable {
    std::string name;
    uint64_t distinct = 0;                                 // values
    bool at_least = false;                                 // counting stopped there
    std::vector<std::pair<std::string, uint64_t>> values;  // that it has in most states, and in how many
  };
  std::vector<Statement> statements;  // most often executed first; never executed ones only after a complete search
  std::vector<Variable> variables;    // those that take most values first
};

// A statement that was never executed.
struct Unreached {
  std::string process;
  std::string text;     // compiled, as a person would write it
  std::string as_spin;  // as SPIN would
  Location location;
  uint32_t state = 0;  // SPIN's number of the statement within its process type
};

struct Report {
  std::vector<Property> properties;
  std::vector<std::string> warnings;
  std::optional<Coverage> coverage;
  std::optional<std::vector<Unreached>>
      unreached;  // by process type; none: it was not found out (the setting unreached)
  uint64_t store_bytes = 0, stack_bytes = 0, peak_rss = 0;  // of states, of stacks, of the whole process
  int exit_status = 0;  // of the program: 0 all hold, 1 some property is violated, 3 something is not known

  // The report that the program prints, and the one that it writes with --json. They have the warnings and the names of
  // files that are here; the rest is as the check has found it. `verbose`: how each search went, too.
  std::string text(bool verbose = false) const;
  std::string json() const;

  struct Impl;
  std::shared_ptr<const Impl> impl;  // null: nothing was checked, and there is no text
};

// The report of `gyre check --json` if nothing is checked: the model cannot be read, the settings are refused.
std::string refusal_json(const std::string& model, const Settings& settings, const std::string& why);

// What a search is doing.
struct Progress {
  std::string property;  // empty: none has begun
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t depth = 0;
  uint64_t memory = 0;    // bytes of states and stack
  double table_fill = 0;  // the part of the store's table that is in use, 0 .. 1
  double seconds = 0;     // since the search of this property began
};

// One check. A Run is used by one thread, but for progress(), stop() and done().
class Run {
 public:
  // Called now and then by the thread that searches, several times in a second; it must be quick and must not throw.
  using Listener = std::function<void(const Progress&)>;

  // REQUIRES: model.ok(). What belongs to the model is set as it was when the model was read. Otherwise wait() throws
  // an Error.
  Run(const Model& model, const Settings& settings, Listener listener = {});
  // Ends what still runs, and waits until it has ended.
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // Does the work in a thread of its own. Without it wait() does it, in the thread that waits.
  // REQUIRES: neither start() nor wait() was called before.
  void start();
  // The report. Throws Error, with the sentence of the refusal, if the settings are refused.
  // REQUIRES: wait() was not called before.
  Report wait();

  // From any thread, at any time:

  // Ends the run in order: what is not decided by then is inconclusive.
  void stop();
  Progress progress() const;
  // Whether wait() would return at once.
  bool done() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

// Run(model, settings, listener).wait()
Report check(const Model& model, const Settings& settings, Run::Listener listener = {});

}  // namespace gyre
