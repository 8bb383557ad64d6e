// Depth-first search on stores with numbered states.
#include "run/depth_first.h"

#include "run/with_store.h"

namespace gyre::run {

SafetyResult run_numbered_depth_first(const SafetyTask& t) {
  return with_store<store::Nothing>(t.store, 0, [&](auto& store) {
    SafetyResult result;
    result.outcome = search::depth_first(t.model, store, t.task, t.progress, dfs_options(t));
    show_states(t, store);
    return result;
  });
}

}  // namespace gyre::run
