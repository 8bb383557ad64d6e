// What a search asks of a store when states are on their way for a while between the question and the answer.
//
// Such a search *carries* states: the bytes of each, and behind them whatever the store knows of it already and would have
// to find out again. A state that arrives is carried first: the store writes it out, as something that differs little from
// the state whose successor it is, and begins to fetch what it will need; some arrivals later it is expected, then
// prepared, then settled, and each of these may begin to fetch something for the next. What is carried is of use to the search too: it begins with the state, ready to be expanded.
//
// Carried states have no hidden bytes.
#pragma once

#include <concepts>
#include <cstdint>

#include "store/concept.h"

namespace gyre::store {

// Room for a carried state: asked for so many words, answers where they are.
struct RoomForCarried {
  uint64_t* operator()(uint32_t words) const;
};

template <class S>
concept CarryingStore =
    Store<S> && requires(S store, const S& constant, StateView state, uint64_t hash, StateId id, Probe probe,
                         RoomForCarried room) {
  // The first state is the carried one that the second is a successor of. False: there is no memory.
  { store.carry(state, state, hash, probe, room) } -> std::same_as<bool>;
  // After a while, twice. `state` is what was carried. False: there is no memory.
  { store.expect(state, probe) } -> std::same_as<bool>;
  { store.prepare(state, probe) } -> std::same_as<bool>;
  { store.settle(state, probe) } -> std::same_as<Insertion>;
  // A stored state, as if it were carried.
  { constant.recall(id, room) } -> std::same_as<StateView>;
};

}  // namespace gyre::store
