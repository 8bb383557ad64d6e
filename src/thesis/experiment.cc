#include "thesis/experiment.h"

#include "store/exact.h"
#include "thesis/counting.h"
#include "thesis/search.h"

namespace gyre::thesis {

Experiment run(vm::Machine& machine, const search::Task& task, const search::Progress& progress, const Goal& goal,
               const std::function<void(StateView)>& each_state) {
  store::Exact<Note> store;
  CommandCounter counter(machine);
  Experiment out = explore(machine, store, task, progress, goal, &counter);
  if (each_state) store.for_each([&](store::StateId id) { each_state(store.get(id)); });
  return out;
}

}  // namespace gyre::thesis
