// Running a job of a plan: the one way from what was decided to what was found. The outcome is plain data; verdicts are
// drawn from it elsewhere.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "plan/job.h"
#include "product/product.h"
#include "run/ctl.h"
#include "run/session.h"
#include "search/search.h"
#include "search/structure.h"
#include "thesis/experiment.h"

namespace gyre::run {

// How many different values a variable takes.
struct ValueCount {
  std::string variable;
  uint64_t distinct = 0;
  bool at_least = false;  // counting stopped there
  int32_t id = -1;        // of the variable; -1: it is none, but the places of a process
  // The values that it has in most states (elements of an array count each), and in how many.
  std::vector<std::pair<int32_t, uint64_t>> most;
};

struct JobOutcome {
  search::Outcome outcome;
  plan::Algorithm algorithm = plan::Algorithm::dfs;  // that came to the answer
  std::string store;
  std::string note;             // for the reason
  uint64_t compacted_bits = 0;  // of the initial state as a mixed-radix number
  unsigned threads = 1;
  bool lossy = false;
  bool complete = false;  // everything that was asked for was explored
  double seconds = 0;
  uint64_t partially_expanded = 0, pruned = 0;  // by partial order reduction
  // Safety:
  std::vector<uint64_t> executed;        // how often each edge was executed
  std::vector<ValueCount> values;        // the profile
  std::optional<thesis::Counts> thesis;  // of formulas AF(p), too
  std::optional<search::Structure> structure;
  // Cycles:
  std::vector<std::vector<uint32_t>> runs;       // of outcome.found: the system's choices, Arc::kStutter at its end
  std::optional<std::vector<uint64_t>> letters;  // that a formula's claim was asked about, if that tells anything
  bool any_fair_run = true;                      // impartiality: some run is
  // Cycles and branching time: the first limit of the checker that was met, kind none if there was none.
  model::StepError limit;
  // Branching time:
  std::optional<CtlResult> ctl;
};

// What a job is doing now.
struct JobProgress {
  std::string property;
  double seconds = 0;  // since it began
  search::Counts counts;
};

class Handle {
 public:
  using Listener = std::function<void(const JobProgress&)>;

  // `listener` is called now and then by the thread that does the work. Both references must outlive this.
  Handle(Session& session, const plan::Job& job, Listener listener = {});
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  // Does the work in a thread of its own. Without it wait() does it, in the thread that waits.
  void start();
  // From any thread:
  JobProgress progress() const;
  void stop() { session_.stop() = true; }  // the whole run
  // Once. Throws what the work threw.
  JobOutcome wait();

 private:
  JobOutcome work();

  Session& session_;
  const plan::Job& job_;
  Listener listener_;
  mutable std::mutex mutex_;
  JobProgress progress_;  // with the mutex
  std::thread thread_;
  std::optional<JobOutcome> outcome_;
  std::exception_ptr error_;
};

// The claim that a job's runs are held against.
std::unique_ptr<product::Claim> make_claim(const plan::Job& job);

}  // namespace gyre::run
