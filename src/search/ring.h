// Arrivals under way: between the question to a store and its answer (store/concept.h, Carries) lie some others, and
// meanwhile memory is fetched. An arrival is carried, and kExpect, kPrepare and kDistance arrivals later expected,
// prepared and settled.
//
// What a search wants to know of an arrival when it is settled travels with it (Extra).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/raw_vector.h"
#include "base/state_view.h"
#include "search/waiting.h"
#include "store/concept.h"

namespace gyre::search {

template <store::Carries StoreT, class Extra = store::Nothing>
class ArrivalRing {
 public:
  struct Arrival {
    store::Probe probe;
    CarriedState state;
    [[no_unique_address]] Extra extra;
  };

  explicit ArrivalRing(StoreT& store) : store_(store) {}

  bool empty() const { return settled_ == carried_; }

  // `near` is the carried state that `state` is a successor of. settle(arrival, words) asks the store for the answer
  // and does what is to be done about it. False, here and below: there is no memory.
  template <class Settle>
  bool carry(StateView near, StateView state, uint64_t hash, uint64_t depth, Extra extra, Settle&& settle) {
    Arrival& arrival = ring_[carried_ % kDistance];
    arrival.state.depth = depth;
    arrival.state.key = state.key;
    arrival.state.total = state.total;
    arrival.extra = extra;
    if (!store_.carry(near, state, hash, arrival.probe,
                      [&](uint32_t words) { return room_for(carried_, words); })) {
      return false;
    }
    ++carried_;
    if (carried_ - expected_ > kExpect && !expect()) return false;
    if (carried_ - prepared_ > kPrepare && !prepare()) return false;
    return carried_ - settled_ < kDistance || settle_next(settle);
  }

  template <class Settle>
  bool settle_all(Settle&& settle) {
    while (expected_ < carried_) {
      if (!expect()) return false;
    }
    while (prepared_ < carried_) {
      if (!prepare()) return false;
    }
    while (settled_ < carried_) {
      if (!settle_next(settle)) return false;
    }
    return true;
  }

  static StateView view_of(const CarriedState& state, const uint64_t* words) {
    return {reinterpret_cast<const uint8_t*>(words), state.key, state.total};
  }

  uint64_t bytes() const { return words_.capacity() * sizeof(uint64_t); }

 private:
  // kDistance is a power of two.
  static constexpr unsigned kDistance = 32, kExpect = 8, kPrepare = 16;

  // As many words for each arrival as the largest so far needs, and one more.
  uint64_t* words_of(uint64_t arrival) { return words_.data() + arrival % kDistance * stride_; }
  uint64_t* room_for(uint64_t arrival, uint32_t words) {
    if (words >= stride_) [[unlikely]]
      widen(words + 1);
    ring_[arrival % kDistance].state.size = words;
    return words_of(arrival);
  }
  void widen(uint32_t stride) {
    RawVector<uint64_t> wider;
    wider.resize(uint64_t{kDistance} * stride);
    for (unsigned i = 0; i < kDistance && stride_ > 0; ++i) {
      std::memcpy(wider.data() + uint64_t{i} * stride, words_of(i), stride_ * sizeof(uint64_t));
    }
    words_ = std::move(wider);
    stride_ = stride;
  }

  // Each of these takes the next arrival one step further. (As calls they took an eighth of all instructions.)
  [[gnu::always_inline]] bool expect() {
    const uint64_t next = expected_++;
    Arrival& arrival = ring_[next % kDistance];
    return store_.expect(view_of(arrival.state, words_of(next)), arrival.probe);
  }
  [[gnu::always_inline]] bool prepare() {
    const uint64_t next = prepared_++;
    Arrival& arrival = ring_[next % kDistance];
    return store_.prepare(view_of(arrival.state, words_of(next)), arrival.probe);
  }
  template <class Settle>
  [[gnu::always_inline]] bool settle_next(Settle&& settle) {
    const uint64_t next = settled_++;
    return settle(std::as_const(ring_[next % kDistance]), words_of(next));
  }

  StoreT& store_;
  std::array<Arrival, kDistance> ring_;
  RawVector<uint64_t> words_;
  uint64_t stride_ = 0;
  uint64_t carried_ = 0, expected_ = 0, prepared_ = 0, settled_ = 0;  // arrivals so far
};

}  // namespace gyre::search
