// Sets of visited states by the names of their stores, for depth-first searches that keep states on their stacks and
// nowhere else. Each kind of set is made in one file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/model.h"
#include "plan/choices.h"
#include "run/store_spec.h"
#include "search/search.h"
#include "store/visited_any.h"

namespace gyre::run {

struct SearchResult {
  search::Outcome outcome;
  bool lossy = false;     // the store may have taken a new state for an old one
  std::string note = {};  // what the report should add to the reason
};

struct SetTask {
  StoreSpec store;
  uint64_t memory_limit = search::kUnlimited;
  plan::WhenFull when_full = plan::WhenFull::stop;
  uint32_t prefix = 0;             // bytes that product states have in front of the system's
  uint32_t frame_bytes = 0;        // what the search's stacks take for each state of a cache
  model::SuccessorBuffer initial;  // the initial state of the system,
  std::optional<uint32_t> shape;   // and its shape, if there is one
};
// `initial` gives the initial state. (If it is cancelled, the search itself will be, too.)
SetTask set_task(const StoreSpec& store, uint64_t memory_limit,
                 const std::function<void(model::SuccessorBuffer&)>& initial);

using SetRun = std::function<search::Outcome(store::VisitedInterface&)>;

// Makes an empty set and calls run(set). Throws Error where there is no room for it within the budget.
SearchResult with_lossless_set(const SetTask& task, const SetRun& run);
SearchResult with_lossy_set(const SetTask& task, const SetRun& run);
SearchResult with_cache(const SetTask& task, const SetRun& run);
SearchResult with_set_when_full(const SetTask& task, const SetRun& run);
// Any of them: a store that goes over to another, or the one that is named.
SearchResult with_visited_set(const SetTask& task, const SetRun& run);

}  // namespace gyre::run
