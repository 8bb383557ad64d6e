// Breadth-first search by one thread.
#include "run/depth_first.h"
#include "run/with_store.h"
#include "search/bfs.h"

namespace gyre::run {

SafetyResult run_breadth_first(const SafetyTask& t) {
  return with_store<search::ParentLink>(t.store, 0, [&](auto& store) {
    SafetyResult result;
    result.outcome = search::breadth_first(t.model, store, t.task, t.progress);
    show_states(t, store);
    return result;
  });
}

}  // namespace gyre::run
