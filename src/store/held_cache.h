// A cache whose states are held by a count: for a search that keeps the ids of states on several stacks and in lists. A
// state that somebody holds is never replaced; when nobody does it may be, and then all that was known of it is
// forgotten too, the two bits for each of so many *results* that lie beside a state. A state that is held 65,535 times
// at once stays for good.
//
// insert() holds what it answers, new or not, once more. Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/narrow.h"
#include "store/cache.h"

namespace gyre::store {

class HeldCache {
 public:
  using Note = Nothing;

  HeldCache(const CacheOptions& options, std::unique_ptr<Codec> codec, uint32_t results)
      : cache_(options, std::move(codec)),
        width_((results + 3) / 4),
        holders_(cache_.slots()),
        results_(cache_.slots() * width_) {}

  GYRE_PREFETCHES void prefetch(uint64_t hash) const { cache_.prefetch(hash); }
  StateId find(StateView state, uint64_t hash) const { return cache_.find(state, hash); }
  Insertion insert(StateView state, uint64_t hash) {
    const Insertion done = cache_.insert(state, hash);
    if (done.full) return done;
    if (done.inserted) {
      holders_[done.id] = 1;
      std::fill_n(results_.begin() + offset(done.id), width_, uint8_t{0});
    } else {
      hold(done.id);
    }
    return done;
  }
  Insertion insert_absent(StateView state, uint64_t hash) { return insert(state, hash); }
  StateView get(StateId id) const { return cache_.get(id); }
  Nothing& note(StateId id) { return cache_.note(id); }

  void hold(StateId id) {
    uint16_t& holders = holders_[id];
    if (holders == 0) cache_.hold(id);
    if (holders != kForGood) ++holders;
  }
  void release(StateId id) {
    uint16_t& holders = holders_[id];
    assert(holders > 0);
    if (holders == kForGood) return;
    if (--holders == 0) cache_.leave(id);
  }

  // What is known of a state that is held.
  uint8_t result(StateId id, uint32_t which) const {
    assert(holders_[id] > 0 && which < width_ * 4);
    return narrow<uint8_t>(bit_pair(results_[id * width_ + which / 4], which));
  }
  void set_result(StateId id, uint32_t which, uint8_t value) {
    assert(holders_[id] > 0 && which < width_ * 4);
    set_bit_pair(results_[id * width_ + which / 4], which, value);
  }
  // Of all states.
  void forget_result(uint32_t which) {
    for (uint64_t id = 0; id < holders_.size(); ++id) set_bit_pair(results_[id * width_ + which / 4], which, 0);
  }

  // Besides what the cache takes for a state.
  static uint64_t more_bytes_per_state(uint32_t results) { return sizeof(uint16_t) + (results + 3) / 4; }

  uint64_t size() const { return cache_.size(); }
  uint64_t replaced() const { return cache_.replaced(); }
  uint64_t bytes() const { return cache_.bytes() + own_bytes(); }
  double fill() const { return cache_.fill(); }
  void set_memory_limit(uint64_t bytes) { cache_.set_memory_limit(bytes - std::min(bytes, own_bytes())); }

 private:
  static constexpr uint16_t kForGood = 0xffff;
  int64_t offset(StateId id) const { return narrow<int64_t>(id * width_); }
  uint64_t own_bytes() const { return holders_.size() * sizeof(uint16_t) + results_.size(); }

  Cache cache_;
  const uint32_t width_;  // bytes of results of a state
  std::vector<uint16_t> holders_;
  std::vector<uint8_t> results_;
};

static_assert(HoldingStore<HeldCache>);

}  // namespace gyre::store
