// The searches for safety: from a job to the code that does it. A search is a template over its store; each has its own
// file, where it meets the stores that it can have (plan/stores.h says which), so that nobody else sees the templates.
// Which searches there are, and the function of each, is in the table of search/searches.def.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/state_view.h"
#include "model/model.h"
#include "plan/choices.h"
#include "plan/job.h"
#include "run/store_spec.h"
#include "run/visited_sets.h"
#include "search/search.h"
#include "search/structure.h"

namespace gyre::run {

// The models of a reduced search that leaves depth-first order, in which the cycle proviso is a matter of the stack.
class Reordered {
 public:
  virtual ~Reordered() = default;
  // Without reduction.
  virtual model::Model& whole() = 0;
  // Reduced so that no cycle puts anything off whatever the order; one for each thread. Cycles are cut where the search
  // so far has seldom left something out, so the first call decides.
  virtual const std::vector<model::Model*>& any_order() = 0;
};

struct SafetyTask {
  model::Model& model;
  const search::Task& task;
  const search::Progress& progress;
  plan::Algorithm algorithm = plan::Algorithm::dfs;
  StoreSpec store = {};
  plan::WhenFull when_full = plan::WhenFull::stop;
  std::string disk = {};                           // the folder of WhenFull::disk
  uint64_t swarm = 0;                              // how many searches it has
  bool reduced = false;                            // the model prunes successors,
  bool adaptive = false;                           // and does not where that saves nothing
  Reordered* reordered = nullptr;                  // reduced: what a search in any order needs
  std::function<void(StateView)> each_state = {};  // called at the end for every stored state, if set
  std::vector<model::Model*> others = {};          // the models of the other threads
  std::function<void(bool)> want_hashes = {};      // says whether the model has to hash its successors
};

struct SafetyResult : SearchResult {
  SafetyResult() = default;
  explicit SafetyResult(SearchResult result) : SearchResult(std::move(result)) {}

  unsigned threads = 1;  // that did it
  // What was done in the end, where the search is not a single one.
  std::optional<plan::Algorithm> algorithm = {};
  std::optional<search::Structure> structure = {};  // --components, if the search was complete
};

// Runs task.algorithm, which is none of the thesis's. Throws Error where a store cannot be made within the budget.
SafetyResult run_safety(const SafetyTask& task);

// The parts, one for each search of the table.
#define GYRE_DECLARE_own(function) SafetyResult run_##function(const SafetyTask& task);
#define GYRE_DECLARE_on_numbers(function, Note) SafetyResult run_##function(const SafetyTask& task);
#define GYRE_DECLARE(id, name, sees, runs, ...) GYRE_DECLARE_##runs
GYRE_SAFETY_SEARCHES(GYRE_DECLARE)
GYRE_SAFETY_MODES(GYRE_DECLARE)
SafetyResult run_threads(const SafetyTask& task);  // what there is of them for several threads
#undef GYRE_DECLARE
#undef GYRE_DECLARE_own
#undef GYRE_DECLARE_on_numbers

// Searches by kinds of stores.
SafetyResult run_numbered_depth_first(const SafetyTask& task);
SafetyResult run_visited(const SafetyTask& task);
SafetyResult run_forgetful(const SafetyTask& task);
SafetyResult run_lossy(const SafetyTask& task);

}  // namespace gyre::run
