// Arrivals under way: a store that is asked for many states at once can fetch memory for the later ones while it
// answers for the first (store/concept.h, BatchedLookup). Arrivals are staged one by one; when there are kSize of them,
// all are probed, and those that were not met recently are prefetched, and then committed.
//
// What a search wants to know of an arrival when it is committed travels with it (Extra).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "base/narrow.h"
#include "base/raw_vector.h"
#include "base/state_view.h"
#include "search/waiting.h"
#include "store/concept.h"

namespace gyre::search {

template <store::BatchedLookup StoreT, class Extra = store::Nothing>
class ArrivalBatch {
 public:
  // Enough for memory to answer while the others are asked for; few enough to stay in the first cache.
  static constexpr uint64_t kSize = 64;

  struct Arrival {
    store::Probe probe;
    uint64_t* words = nullptr;  // of the staged state
    StagedState state;
    [[no_unique_address]] Extra extra;

    StateView view() const { return view_of(state, words); }
  };

  explicit ArrivalBatch(StoreT& store) : store_(store) {}
  ArrivalBatch(const ArrivalBatch&) = delete;
  ArrivalBatch& operator=(const ArrivalBatch&) = delete;

  bool empty() const { return next_ == arrivals_.data(); }

  // `near` is the staged state that `state` is a successor of. commit(arrival) asks the store for the answer and does
  // what is to be done about it; commit.known(number) is told how many are known without. False, here and below: there
  // is no memory.
  template <class Commit>
  [[gnu::always_inline]] bool stage(StateView near, StateView state, uint64_t hash, uint64_t depth, Extra extra,
                                    Commit&& commit) {
    assert(next_ < arrivals_.data() + kSize && state.key <= state.total);
    Arrival* const arrival = next_;
    arrival->state.depth = depth;
    arrival->state.key = state.key;
    arrival->state.total = state.total;
    arrival->extra = extra;
    if (!store_.stage(near, state, hash, arrival->probe, [&](uint32_t words) {
          if (words >= stride_) [[unlikely]]
            widen(words + 1);
          arrival->state.size = words;
          return arrival->words;
        })) {
      return false;
    }
    next_ = arrival + 1;
    return next_ != arrivals_.data() + kSize || commit_all(commit);
  }

  template <class Commit>
  bool commit_all(Commit&& commit) {
    Arrival* const end = std::exchange(next_, arrivals_.data());
    if (!store_.probe_batch(std::span(arrivals_.data(), end))) return false;
    // Which ones are left is found without a branch: nobody could foresee it.
    const Arrival* left[kSize];
    const Arrival** rest = left;
    for (Arrival* arrival = arrivals_.data(); arrival != end; ++arrival) {
      *rest = arrival;
      rest += store_.is_recent(arrival->probe) ? 0 : 1;
    }
    commit.known(narrow<uint64_t>((end - arrivals_.data()) - (rest - left)));
    if (store_.prefetches_entries()) {
      for (const Arrival** arrival = left; arrival != rest; ++arrival) store_.prefetch_entry((*arrival)->probe);
    }
    for (const Arrival** arrival = left; arrival != rest; ++arrival) {
      if (!commit(**arrival)) [[unlikely]]
        return false;
    }
    return true;
  }

  static StateView view_of(const StagedState& state, const uint64_t* words) {
    return {reinterpret_cast<const uint8_t*>(words), state.key, state.total};
  }

  uint64_t bytes() const { return words_.capacity() * sizeof(uint64_t); }

 private:
  // As many words for each arrival as the largest so far needs, and one more.
  [[gnu::noinline]] void widen(uint32_t stride) {
    RawVector<uint64_t> wider;
    wider.resize(kSize * stride);
    for (uint64_t i = 0; i < kSize; ++i) {
      uint64_t* const words = wider.data() + i * stride;
      if (stride_ != 0) std::memcpy(words, arrivals_[i].words, stride_ * sizeof(uint64_t));
      arrivals_[i].words = words;
    }
    words_ = std::move(wider);
    stride_ = stride;
  }

  StoreT& store_;
  std::array<Arrival, kSize> arrivals_;
  Arrival* next_ = arrivals_.data();
  RawVector<uint64_t> words_;
  uint64_t stride_ = 0;
};

}  // namespace gyre::search
