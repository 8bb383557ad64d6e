// Checking what a claim's search found, by code that shares nothing with the search: the path is followed again through
// a product of its own, the cycle must close and bear acceptance, and a formula is evaluated directly on the lasso.
#pragma once

#include <string>
#include <vector>

#include "engine/product.h"
#include "search/fairness.h"
#include "search/search.h"
#include "trace/trace.h"

namespace gyre::engine {

// How a process fares on the cycle of a lasso.
struct CycleShare {
  uint32_t pid = 0;
  std::string process;
  std::vector<uint64_t> moves;     // the steps of the trace in which it moves, from 1 on
  int64_t not_enabled_after = -1;  // it cannot move after this step; -1: it always can
};

struct ClaimRun {
  bool confirmed = false;
  std::string why_not;
  trace::Trace trace;
  std::vector<CycleShare> shares;  // of the processes that live on the cycle
};

struct FollowTask {
  std::vector<ir::LtlNode> formula;  // the property's nodes, which must be false on the run; empty for a claim
  search::Fairness fairness = search::Fairness::none;
  search::FairnessUnit unit = search::FairnessUnit::process;
};
ClaimRun follow_claim(vm::Machine& machine, Product& product, const search::FoundError& error, const FollowTask& task);

// The value of a formula on a lasso word: position i is followed by i + 1, the last one by `loop`. letters[i] has bit k
// set when atom k of Program::atoms holds there.
bool holds_on_lasso(const std::vector<ir::LtlNode>& formula, const std::vector<std::vector<bool>>& letters,
                    size_t loop);

}  // namespace gyre::engine
