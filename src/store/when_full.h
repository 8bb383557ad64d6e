// What can be done when a lossless store has used up its memory, other than to stop.
//
// ThenHashCompact: the states become 64-bit hashes, and the memory of the store is free for more of these. From then on
// a new state may be taken for an old one. The store leaves room for the hashes of its states.
//
// ThenCache: the store stays as it is, all its states remain known; new ones go into a cache in the quarter of the
// memory that was left for it. The search stays complete, but states that the cache forgot are explored again.
//
// Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "base/hash.h"
#include "store/cache.h"
#include "store/hash_compact.h"
#include "store/listed_set.h"

namespace gyre::store {

class ThenHashCompact {
 public:
  explicit ThenHashCompact(std::unique_ptr<ListedSet> first) : first_(std::move(first)) {}

  void prefetch(uint64_t hash) const {
    if (first_) first_->prefetch(hash);
  }
  bool contains(StateView state, uint64_t hash) const {
    return first_ ? first_->contains(state, hash) : hashes_.contains(state, hash_of(state));
  }
  Visit visit(StateView state, uint64_t hash) {
    if (first_) {
      const Visit visit = first_->visit(state, hash);
      if (visit != Visit::full) return visit;
      convert();
    }
    return hashes_.visit(state, hash_of(state));
  }
  void leave(StateView, uint64_t) {}

  uint64_t size() const { return first_ ? first_->size() : hashes_.size(); }
  uint64_t bytes() const { return first_ ? first_->bytes() : hashes_.bytes(); }
  double fill() const { return first_ ? first_->fill() : hashes_.fill(); }
  void set_memory_limit(uint64_t bytes) {
    limit_ = bytes;
    hashes_.set_memory_limit(bytes);
    if (first_) first_->set_memory_limit(bytes - std::min(bytes, kPerHash * first_->size() + kHugePage));
  }

  bool converted() const { return first_ == nullptr; }
  uint64_t converted_at() const { return converted_at_; }  // states
  const HashCompact& hashes() const { return hashes_; }

 private:
  static constexpr uint64_t kPerHash = 12;  // bytes at most, when the table has just grown

  // The hash that comes with the state will not do: states that are read back must have the same one.
  static uint64_t hash_of(StateView state) { return hash_words(state.data, state.key / 8 * 8, tail_of(state)); }
  // The key's bytes behind its last whole word, and its size: there may be hidden bytes behind.
  static uint64_t tail_of(StateView state) {
    uint64_t tail = 0;
    std::memcpy(&tail, state.data + state.key / 8 * 8, state.key % 8);
    return word_term(tail | uint64_t{state.key} << 56, state.key / 8);
  }
  void convert() {
    assert(first_ != nullptr);
    converted_at_ = first_->size();
    hashes_.set_memory_limit(~uint64_t{0});
    first_->for_each([this](StateView state) { hashes_.visit(state, hash_of(state)); });
    hashes_.set_memory_limit(limit_);
    first_.reset();
  }

  std::unique_ptr<ListedSet> first_;  // null: converted
  HashCompact hashes_;
  uint64_t converted_at_ = 0;
  uint64_t limit_ = ~uint64_t{0};
};

class ThenCache {
 public:
  // `options.states` is overwritten by what there is memory for. `codec`: of the cache; null: states are kept as they
  // are.
  ThenCache(std::unique_ptr<ListedSet> first, const CacheOptions& options, std::unique_ptr<Codec> codec = nullptr)
      : first_(std::move(first)), options_(options), codec_(std::move(codec)) {}

  void prefetch(uint64_t hash) const {
    first_->prefetch(hash);
    if (cache_) cache_->prefetch(hash);
  }
  bool contains(StateView state, uint64_t hash) const {
    return first_->contains(state, hash) || (cache_ && cache_->find(state, hash) != kNoState);
  }
  Visit visit(StateView state, uint64_t hash) {
    if (!cache_) {
      const Visit visit = first_->visit(state, hash);
      if (visit != Visit::full) return visit;
      open(state);
    } else if (first_->contains(state, hash)) {
      return Visit::again;
    }
    const Insertion done = cache_->insert(state, hash);
    return done.full ? Visit::full : done.inserted ? Visit::first : Visit::again;
  }
  void leave(StateView state, uint64_t hash) {
    if (!cache_) return;
    if (const StateId id = cache_->find(state, hash); id != kNoState) cache_->leave(id);
  }

  uint64_t size() const { return first_->size() + (cache_ ? cache_->size() : 0); }
  uint64_t bytes() const { return first_->bytes() + (cache_ ? cache_->bytes() : 0); }
  double fill() const { return cache_ ? cache_->fill() : first_->fill(); }
  void set_memory_limit(uint64_t bytes) {
    limit_ = bytes;
    first_->set_memory_limit(bytes - bytes / 4);
    if (cache_) cache_->set_memory_limit(bytes - std::min(bytes, first_->bytes()));
  }

  bool opened() const { return cache_ != nullptr; }
  uint64_t opened_at() const { return first_->size(); }
  uint64_t cache_states() const { return options_.states; }
  uint64_t replaced() const { return cache_ ? cache_->replaced() : 0; }

 private:
  void open(StateView state) {
    assert(cache_ == nullptr);
    const uint64_t left = limit_ - std::min(limit_, first_->bytes());
    const StateView code = codec_ ? codec_->add(state, Codec::kNoBudget) : state;
    options_.states = std::max<uint64_t>(left / Cache::bytes_per_state(code, options_.replace) * 7 / 8, 16);
    cache_ = std::make_unique<Cache>(options_, std::move(codec_));
    cache_->set_memory_limit(left);
  }

  std::unique_ptr<ListedSet> first_;
  CacheOptions options_;
  std::unique_ptr<Codec> codec_;  // until there is a cache, which has it then
  std::unique_ptr<Cache> cache_;
  uint64_t limit_ = ~uint64_t{0};
};

static_assert(VisitedSet<ThenHashCompact> && VisitedSet<ThenCache>);

}  // namespace gyre::store
