// Arrivals under way: a store that is asked for many states at once can fetch memory for the later ones while it
// answers for the first (store/concept.h, Carries). Arrivals are carried one by one; when there are kSize of them, all
// are expected and prepared, and those that were not met lately are approached, and then settled.
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
class ArrivalBatch {
 public:
  struct Arrival {
    store::Probe probe;
    CarriedState state;
    [[no_unique_address]] Extra extra;
  };

  explicit ArrivalBatch(StoreT& store) : store_(store) {}

  bool empty() const { return count_ == 0; }

  // `near` is the carried state that `state` is a successor of. settle(arrival, words) asks the store for the answer
  // and does what is to be done about it; settle.known(number) is told how many are known without. False, here and
  // below: there is no memory.
  template <class Settle>
  [[gnu::always_inline]] bool carry(StateView near, StateView state, uint64_t hash, uint64_t depth, Extra extra,
                                    Settle&& settle) {
    Arrival& arrival = arrivals_[count_];
    arrival.state.depth = depth;
    arrival.state.key = state.key;
    arrival.state.total = state.total;
    arrival.extra = extra;
    if (!store_.carry(near, state, hash, arrival.probe, [&](uint32_t words) {
          if (words >= stride_) [[unlikely]]
            widen(words + 1);
          arrival.state.size = words;
          return words_.data() + count_ * stride_;
        })) {
      return false;
    }
    return ++count_ < kSize || settle_all(settle);
  }

  template <class Settle>
  bool settle_all(Settle&& settle) {
    const uint64_t count = std::exchange(count_, 0);
    const uint64_t stride = stride_;
    uint64_t* const words = words_.data();
    if (store_.expects()) {
      for (uint64_t i = 0; i < count; ++i) {
        if (!store_.expect(view_of(arrivals_[i].state, words + i * stride), arrivals_[i].probe)) return false;
      }
    }
    // Which ones are left is found without a branch: nobody could foresee it.
    uint32_t left[kSize];
    uint64_t rest = 0;
    for (uint64_t i = 0; i < count; ++i) {
      if (!store_.prepare(view_of(arrivals_[i].state, words + i * stride), arrivals_[i].probe)) return false;
      left[rest] = static_cast<uint32_t>(i);
      rest += store_.meets_lately(arrivals_[i].probe) ? 0 : 1;
    }
    settle.known(count - rest);
    for (uint64_t k = 0; k < rest; ++k) store_.approach(arrivals_[left[k]].probe);
    for (uint64_t k = 0; k < rest; ++k) {
      if (!settle(std::as_const(arrivals_[left[k]]), words + left[k] * stride)) return false;
    }
    return true;
  }

  static StateView view_of(const CarriedState& state, const uint64_t* words) {
    return {reinterpret_cast<const uint8_t*>(words), state.key, state.total};
  }

  uint64_t bytes() const { return words_.capacity() * sizeof(uint64_t); }

 private:
  // Enough for memory to answer while the others are asked for; few enough to stay in the first cache.
  static constexpr uint64_t kSize = 32;

  // As many words for each arrival as the largest so far needs, and one more.
  void widen(uint32_t stride) {
    RawVector<uint64_t> wider;
    wider.resize(kSize * stride);
    for (uint64_t i = 0; i < count_; ++i) {
      std::memcpy(wider.data() + i * stride, words_.data() + i * stride_, stride_ * sizeof(uint64_t));
    }
    words_ = std::move(wider);
    stride_ = stride;
  }

  StoreT& store_;
  std::array<Arrival, kSize> arrivals_;
  RawVector<uint64_t> words_;
  uint64_t stride_ = 0;
  uint64_t count_ = 0;
};

}  // namespace gyre::search
