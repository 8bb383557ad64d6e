#include "search/shortest_lasso.h"

#include <chrono>

#include "product/product.h"
#include "run/cycles.h"
#include "run/with_store.h"

namespace gyre::run {

namespace {

using Clock = std::chrono::steady_clock;

// The search that does not care for lengths, in the time that is left.
search::Outcome run_any_length(const CycleTask& t, Clock::time_point begin) {
  search::Task task = t.task;
  if (task.time_limit > 0) {
    task.time_limit -= std::chrono::duration<double>(Clock::now() - begin).count();
    if (task.time_limit <= 0) {
      search::Outcome nothing;
      nothing.ended = search::Ended::time;
      return nothing;
    }
  }
  return run_components({t.product, task, t.progress, plan::Algorithm::components, t.store, t.when_full, t.plan,
                         t.fairness, t.unit})
      .outcome;
}

uint64_t length(const CycleTask& t, const search::FoundError& error) {
  return product::shortest_form(t.product, error.path.choices, error.path.cycle_start).steps;
}

}  // namespace

SearchResult run_shortest_lasso(const CycleTask& t) {
  const Clock::time_point begin = Clock::now();
  search::Outcome shortest = with_store<search::ComponentNote>(t.store, kClaimPrefix, [&](auto& store) {
    const search::LassoTask cycles{t.plan.cycle, t.fairness, t.unit, t.plan.finite};
    return search::ShortestLasso(t.product, store, t.task, cycles, t.progress).run();
  });
  // Without room for the product as a graph there may still be enough for its states.
  if (shortest.found.empty() && shortest.ended == search::Ended::memory) {
    search::Outcome any = run_any_length(t, begin);
    any.cut = any.cut || !any.found.empty();  // it need not be the shortest
    return SearchResult{std::move(any)};
  }
  // It gave up: what is found without care for the length is never shorter then.
  if (shortest.found.size() == 1 && shortest.cut && shortest.ended == search::Ended::complete) {
    const search::Outcome any = run_any_length(t, begin);
    if (any.found.size() == 1 && length(t, any.found[0]) < length(t, shortest.found[0])) shortest.found = any.found;
  }
  return SearchResult{std::move(shortest)};
}

}  // namespace gyre::run
