#include "run/visited_sets.h"

#include <cstring>

#include "plan/stores.h"

namespace gyre::run {

SetTask set_task(const StoreSpec& store, uint64_t memory_limit,
                 const std::function<void(model::SuccessorBuffer&)>& initial) {
  SetTask task;
  task.store = store;
  task.memory_limit = memory_limit;
  model::SuccessorBuffer& first = task.initial;
  try {
    initial(first);
  } catch (const model::Cancelled&) {
    first.clear();
    return task;
  }
  if (first.list.empty() || first.list[0].dead_end) return task;
  const StateView state = first.view(0);
  uint32_t shape = 0;
  if (state.key < sizeof shape) return task;
  std::memcpy(&shape, state.data, sizeof shape);
  task.shape = shape;
  return task;
}

SearchResult with_visited_set(const SetTask& t, const SetRun& run) {
  if (t.when_full != plan::WhenFull::stop) return with_set_when_full(t, run);
  const plan::StoreTraits traits = plan::traits(t.store.store);
  if (traits.lossy) return with_lossy_set(t, run);
  return traits.forgets ? with_cache(t, run) : with_lossless_set(t, run);
}

}  // namespace gyre::run
