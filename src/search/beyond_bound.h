// Did a bound in steps cut anything off? Asked after a search that is complete up to the bound.
//
// While such a search runs, it meets states beyond the bound which it may reach within the bound later. So the question
// is put at the end: is there a stored state with a successor that is not stored, or with an error beyond the bound?
// Only states near the bound are expanded, and for a real cut the first few give the answer. If nothing was cut
// off, the whole state space has been seen.
#pragma once

#include <cstdint>

#include "model/model.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

template <class S>
concept Enumerable = requires(const S& store) {
  store.for_each([](store::StateId) {});
};

// depth_of(id): the smallest depth of a stored state, at most `bound`. No transition is longer than `longest` steps.
// A store that cannot list its states gives the safe answer.
template <store::Store StoreT, class DepthOf>
bool anything_beyond(model::Model& model, StoreT& store, const Task& task, uint64_t bound, uint64_t longest,
                     DepthOf&& depth_of) {
  if constexpr (!Enumerable<StoreT>) {
    return true;
  } else {
    model::SuccessorBuffer out;
    bool found = false;
    uint64_t seen = 0;
    store.for_each([&](store::StateId id) {
      if (found) return;
      const uint64_t depth = depth_of(id);
      if (depth + longest <= bound) return;
      if (++seen % 1024 == 0 && task.interrupt != nullptr && task.interrupt->load(std::memory_order_relaxed))
        found = true;
      model.expand(store.get(id), out);
      for (const model::StepError& error : out.errors) {
        if (task.looks_for(error.kind) && depth + error.steps > bound) found = true;
      }
      for (size_t i = 0; i < out.list.size() && !found; ++i) {
        const model::Successor& successor = out.list[i];
        if (successor.dead_end || depth + successor.steps <= bound) continue;
        if (store.find(out.view(i), successor.hash) == store::kNoState) found = true;
      }
    });
    return found;
  }
}

}  // namespace gyre::search
