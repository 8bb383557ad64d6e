// Depth-first search that is complete up to its bound, and iterative shortening, which lowers the bound.
#include "search/bounded.h"

#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "run/depth_first.h"
#include "run/with_store.h"
#include "search/shortening.h"

namespace gyre::run {

namespace {

SafetyResult told(search::Shortening shortening) {
  SafetyResult result;
  result.outcome = std::move(shortening.outcome);
  constexpr size_t kShown = 8;  // more is no reading
  const std::vector<uint64_t>& lengths = shortening.lengths;
  if (lengths.size() > kShown)
    result.note = fmt::format("{} counterexamples were found on the way, of {} to {} steps", lengths.size(),
                              lengths.front(), lengths.back());
  else if (!lengths.empty())
    result.note = fmt::format("lengths of the counterexamples found on the way: {}", fmt::join(lengths, ", "));
  return result;
}

}  // namespace

SafetyResult run_shorten_stateless(const SafetyTask& t) {
  return told(search::stateless_shortening(t.model, t.task, t.progress));
}

SafetyResult run_bounded(const SafetyTask& t) {
  return with_store<search::StoredDepth>(t.store, 0, [&](auto& store) {
    SafetyResult result;
    if (t.algorithm == plan::Algorithm::bounded) {
      result.outcome = search::bounded_depth_first(t.model, store, t.task, t.progress);
    } else {
      result = told(search::iterative_shortening(t.model, store, t.task, t.progress));
    }
    show_states(t, store);
    return result;
  });
}

}  // namespace gyre::run
