// The strongly connected components of the state graph.
#include "search/component_walk.h"

#include "run/depth_first.h"
#include "run/with_store.h"

namespace gyre::run {

SafetyResult run_structure(const SafetyTask& t) {
  return with_store<search::StructureNote>(t.store, 0, [&](auto& store) {
    search::StructureListener listener(store);
    SafetyResult result;
    result.outcome = search::Walk(t.model, store, t.task, listener, t.progress).run();
    if (result.outcome.ended == search::Ended::complete) result.structure = listener.found();
    show_states(t, store);
    return result;
  });
}

}  // namespace gyre::run
