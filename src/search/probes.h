// How a search asks its store in batches: first a probe for each successor, then the questions. For a store that
// fetches by the state's hash the probe is that hash; another has to see the state first (store::ProbingStore).
#pragma once

#include <cstdint>

#include "store/concept.h"

namespace gyre::search {

// The next probes are for successors of this state.
template <store::Store StoreT>
void focus_on(const StoreT& store, StateView state) {
  if constexpr (store::FocusingStore<StoreT>) store.focus(state);
}

template <store::Store StoreT>
GYRE_PREFETCHES store::Probe probe_for(const StoreT& store, StateView state, uint64_t hash) {
  if constexpr (store::ProbingStore<StoreT>) {
    return store.probe(state, hash);
  } else {
    store.prefetch(hash);
    return {hash};
  }
}

// When the probes have been made: fetches what the questions will be compared with, where a store can tell.
template <store::Store StoreT>
GYRE_PREFETCHES void follow_up(const StoreT& store, uint64_t hash) {
  if constexpr (requires { store.prefetch_match(hash); }) store.prefetch_match(hash);
}

// What a store's find, insert and insert_absent take for a probe.
template <store::Store StoreT>
auto question(store::Probe probe) {
  if constexpr (store::ProbingStore<StoreT>) {
    return probe;
  } else {
    return probe.value;
  }
}

}  // namespace gyre::search
