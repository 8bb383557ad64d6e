#include "thesis/experiment.h"

#include "store/exact.h"
#include "thesis/counting.h"
#include "thesis/search.h"

namespace gyre::thesis {

Experiment run(vm::Machine& machine, const search::Task& task, const search::Progress& progress,
               const std::function<void(StateView)>& each_state) {
  store::Exact<Note> store;
  const CommandCounter counter(machine);
  Experiment out = Search(machine, store, task, progress, &counter.extra_loops()).run();
  out.counts.loops += counter.extra_loops();
  out.counts.updates = counter.updates();
  if (each_state) store.for_each([&](store::StateId id) { each_state(store.get(id)); });
  return out;
}

}  // namespace gyre::thesis
