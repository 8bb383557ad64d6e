// Depth-first search that is complete up to its bound, and iterative shortening, which lowers the bound.
#include "search/bounded.h"

#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "run/depth_first.h"
#include "run/with_store.h"
#include "search/shortening.h"

namespace gyre::run {

SafetyResult run_bounded(const SafetyTask& t) {
  return with_store<search::StoredDepth>(t.store, 0, [&](auto& store) {
    SafetyResult result;
    if (t.algorithm == plan::Algorithm::bounded) {
      result.outcome = search::bounded_depth_first(t.model, store, t.task, t.progress);
    } else {
      search::Shortening s = search::iterative_shortening(t.model, store, t.task, t.progress);
      result.outcome = std::move(s.outcome);
      if (!s.lengths.empty())
        result.note = fmt::format("lengths of the counterexamples found on the way: {}", fmt::join(s.lengths, ", "));
    }
    show_states(t, store);
    return result;
  });
}

}  // namespace gyre::run
