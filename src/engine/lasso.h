// Checking what a claim's search found, by code that shares nothing with the search: the path is followed again through
// a product of its own, the cycle must close and bear acceptance, and a formula is evaluated directly on the lasso.
#pragma once

#include <string>
#include <vector>

#include "engine/product.h"
#include "search/search.h"
#include "trace/trace.h"

namespace gyre::engine {

struct ClaimRun {
  bool confirmed = false;
  std::string why_not;
  trace::Trace trace;
};

// `formula`: the property's nodes, which must be false on the lasso; empty for a claim.
ClaimRun follow_claim(vm::Machine& machine, Product& product, const search::FoundError& error,
                      const std::vector<ir::LtlNode>& formula);

// The value of a formula on a lasso word: position i is followed by i + 1, the last one by `loop`. letters[i] has bit k
// set when atom k of Program::atoms holds there.
bool holds_on_lasso(const std::vector<ir::LtlNode>& formula, const std::vector<std::vector<bool>>& letters,
                    size_t loop);

}  // namespace gyre::engine
