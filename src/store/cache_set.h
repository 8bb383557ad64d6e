// The state cache as a set of visited states: a state counts as on the stack from its visit until it is left.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>

#include "store/cache.h"

namespace gyre::store {

class CacheSet {
 public:
  explicit CacheSet(const CacheOptions& options, std::unique_ptr<Codec> codec = nullptr)
      : cache_(options, std::move(codec)) {}

  void prefetch(uint64_t hash) const { cache_.prefetch(hash); }
  bool contains(StateView state, uint64_t hash) const { return cache_.find(state, hash) != kNoState; }
  Visit visit(StateView state, uint64_t hash) {
    const Insertion done = cache_.insert(state, hash);
    return done.full ? Visit::full : done.inserted ? Visit::first : Visit::again;
  }
  void leave(StateView state, uint64_t hash) {
    const StateId id = cache_.find(state, hash);
    assert(id != kNoState);  // it was on the stack
    cache_.leave(id);
  }

  uint64_t size() const { return cache_.size(); }
  uint64_t bytes() const { return cache_.bytes(); }
  double fill() const { return cache_.fill(); }
  void set_memory_limit(uint64_t bytes) { cache_.set_memory_limit(bytes); }
  uint64_t replaced() const { return cache_.replaced(); }

 private:
  Cache cache_;
};

static_assert(VisitedSet<CacheSet>);

}  // namespace gyre::store
