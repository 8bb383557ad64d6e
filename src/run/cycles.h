// The searches for accepting cycles of a product, and for accepting nodes of it where those decide.
#pragma once

#include <vector>

#include "model/product.h"
#include "plan/job.h"
#include "run/store_spec.h"
#include "run/visited_sets.h"
#include "search/search.h"

namespace gyre::run {

struct CycleTask {
  model::Product& product;
  const search::Task& task;
  const search::Progress& progress;
  plan::Algorithm algorithm = plan::Algorithm::nested;
  StoreSpec store = {};
  plan::WhenFull when_full = plan::WhenFull::stop;
  plan::CyclePlan plan = {};
  logic::Fairness fairness = logic::Fairness::none;
  logic::FairnessUnit unit = logic::FairnessUnit::process;
  std::vector<model::Product*> others = {};  // the products of the other threads
};

SearchResult run_cycles(const CycleTask& task);

// The parts, by the table of search/searches.def.
#define GYRE_DECLARE_own(function) SearchResult run_##function(const CycleTask& task);
#define GYRE_DECLARE(id, name, sees, runs, ...) GYRE_DECLARE_##runs
GYRE_CYCLE_ALGORITHMS(GYRE_DECLARE)
#undef GYRE_DECLARE
#undef GYRE_DECLARE_own

// The number of the claim's state is in front of the system's state, where it is part of the key.
inline constexpr uint32_t kClaimPrefix = 4;

}  // namespace gyre::run
