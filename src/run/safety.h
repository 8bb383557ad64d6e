// The searches for safety: from a job to the code that does it. A search is a template over its store; each has its own
// file, where it meets the stores that it can have (plan/stores.h says which), so that nobody else sees the templates.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/state_view.h"
#include "model/model.h"
#include "plan/choices.h"
#include "plan/job.h"
#include "run/store_spec.h"
#include "search/search.h"

namespace gyre::run {

struct SafetyTask {
  model::Model& model;
  const search::Task& task;
  const search::Progress& progress;
  plan::Algorithm algorithm = plan::Algorithm::dfs;
  StoreSpec store = {};
  plan::WhenFull when_full = plan::WhenFull::stop;
  uint64_t swarm = 0;                              // how many searches it has
  bool reduced = false;                            // the model prunes successors (depth-first search only)
  bool adaptive = false;                           // and does not where that saves nothing
  std::function<void(StateView)> each_state = {};  // called at the end for every stored state, if set
  std::vector<model::Model*> others = {};          // the models of the other threads
  std::function<void(bool)> want_hashes = {};      // says whether the model has to hash its successors
};

struct SafetyResult {
  search::Outcome outcome;
  bool lossy = false;          // the store may have taken a new state for an old one
  std::string note;            // what the report should add to the reason
  std::string algorithm = {};  // what was done in the end, where the search is not a single one
  unsigned threads = 1;        // that did it
};

// Runs task.algorithm, which is none of the thesis's. Throws Error where a store cannot be made within the budget.
SafetyResult run_safety(const SafetyTask& task);

// The parts, one for each file.
SafetyResult run_depth_first(const SafetyTask& task);
SafetyResult run_any_order(const SafetyTask& task);
SafetyResult run_pseudo_depth_first(const SafetyTask& task);
SafetyResult run_breadth_first(const SafetyTask& task);
SafetyResult run_shortest(const SafetyTask& task);
SafetyResult run_bounded(const SafetyTask& task);  // and iterative shortening
SafetyResult run_lossy(const SafetyTask& task);
SafetyResult run_bitstate(const SafetyTask& task, uint64_t seed);
SafetyResult run_visited(const SafetyTask& task);
SafetyResult run_cache(const SafetyTask& task);
SafetyResult run_threads(const SafetyTask& task);
SafetyResult run_swarm(const SafetyTask& task);
SafetyResult run_when_full(const SafetyTask& task);

}  // namespace gyre::run
