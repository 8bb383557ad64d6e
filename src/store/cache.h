// The state cache (Holzmann 1985; Jard & Jéron 1991; Geldenhuys, section 3.3.1 and Figure 5.4): a table of fixed size
// that overwrites old states when it is full, but never one that is *held*, as are those on the stack of a depth-first
// search. So every cycle is seen and the search ends, and it is complete; a state that was overwritten is explored
// again when it is met again.
//
// A new state goes to the first empty one of its first C slots (`collisions`); if there is none, it replaces one of
// these that is not held, which one is the *strategy*'s choice; if all are held, the first of the following slots, up
// to P (`probes`), that is not. If there is none either, the cache is full. Differently from the figure, all slots
// where the state may be are looked at before anything is replaced: one that had to go far when its neighbours were on
// the stack must be found after these have left it. `farthest_` tells how far anybody ever had to go.
//
// A slot is two bytes, with 15 bits of the hash, and a place for the state's code (cache_rows.h), which any codec makes
// (codec.h), or none: then it is the state as it is. How often a state was met, and how many were stored below it, is
// kept only for a strategy that asks.
//
// `size` counts insertions: a state that is explored again counts again. Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"
#include "base/ratio.h"
#include "base/state_view.h"
#include "store/cache_rows.h"
#include "store/codec.h"
#include "store/concept.h"

namespace gyre::store {

// Which of the states that may go is replaced (Holzmann's strategies, Geldenhuys, section 3.3.1).
enum class Replace {
  random,
  most_visited,  // met most often since it was stored
  least_visited,
  smallest_subtree,  // below which the fewest states were explored
  largest_class,     // a random one of the largest class of states that were met equally often
};

struct CacheOptions {
  uint64_t states = 1'000'000;
  unsigned collisions = 16;
  unsigned probes = 256;
  uint64_t seed = 1;
  Replace replace = Replace::random;
};

class Cache {
 public:
  using Note = Nothing;

  // Without a codec states are kept as they are.
  explicit Cache(const CacheOptions& options, std::unique_ptr<Codec> codec = nullptr)
      : options_(options),
        codec_(std::move(codec)),
        slots_(prime_from(options.states)),
        rows_(slots_.size()),
        random_(position_key(options.seed)) {
    assert(options.collisions > 0 && options.probes > 0);
    if (by_visits(options.replace)) visits_.resize(slots_.size());
    if (options.replace == Replace::smallest_subtree) subtrees_.resize(slots_.size());
  }

  GYRE_PREFETCHES void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[hash % slots_.size()]); }
  StateId find(StateView state, uint64_t hash) const {
    const StateView code = codec_ ? codec_->find(state) : state;
    if (code.data == nullptr) return kNoState;
    const uint16_t mark = mark_of(hash);
    Probes at(*this, hash);
    for (uint64_t n = 0; n < reach(); ++n, at.next()) {
      const uint16_t slot = slots_[at.index];
      if (slot == kEmpty) return kNoState;
      if ((slot & kMark) == mark && rows_.has(at.index, code)) {
        met(at.index);
        return at.index;
      }
    }
    return kNoState;
  }
  // A new state is held.
  Insertion insert(StateView state, uint64_t hash) {
    const StateView code = codec_ ? codec_->add(state, left_for_codec()) : state;
    if (code.data == nullptr) return kFull;
    const uint16_t mark = mark_of(hash);
    uint64_t target = kNoState;
    candidates_.clear();
    Probes at(*this, hash);
    const uint64_t most = limit();
    for (uint64_t n = 0; n < most; ++n, at.next()) {
      if (n >= reach() && (target != kNoState || !candidates_.empty())) break;
      const uint16_t slot = slots_[at.index];
      if (slot == kEmpty) {
        if (n < options_.collisions || (candidates_.empty() && target == kNoState)) {
          target = at.index;
          candidates_.clear();
          go_far(n);
        }
        break;
      }
      if ((slot & kMark) == mark && rows_.has(at.index, code)) {
        met(at.index);
        return {at.index, false, false};
      }
      if ((slot & kHeld) != 0) continue;
      if (n < options_.collisions) {
        candidates_.push_back(at.index);
      } else if (target == kNoState && candidates_.empty()) {
        target = at.index;
        go_far(n);
      }
    }
    if (!candidates_.empty()) target = choose();
    if (target == kNoState) return kFull;
    const uint32_t size = CacheRows::size_of(code);
    if (!within_limit(rows_.more_for(target, size))) target = make_room(target, size, hash);
    if (target == kNoState) return kFull;
    put(target, code, mark);
    return {target, true, false};
  }
  Insertion insert_absent(StateView state, uint64_t hash) { return insert(state, hash); }

  StateView get(StateId id) const {
    assert(is_used(id));
    const StateView code = rows_.get(id);
    if (codec_) return codec_->decode(code);
    state_.resize(std::max<size_t>(state_.size(), (size_t{code.total} + 7) / 8));
    if (code.total > 0) {
      state_[(code.total - 1) / 8] = 0;  // the padding
      std::memcpy(state_.data(), code.data, code.total);
    }
    return {reinterpret_cast<const uint8_t*>(state_.data()), code.key, code.total};
  }
  // The state is on the stack no longer, and may go.
  void leave(StateId id) {
    assert(is_used(id) && (slots_[id] & kHeld) != 0);
    slots_[id] &= kMark;
    if (!subtrees_.empty()) subtrees_[id] = inserted_ - subtrees_[id];
  }
  // A state that may go is held again.
  void hold(StateId id) {
    assert(is_used(id) && (slots_[id] & kHeld) == 0);
    slots_[id] |= kHeld;
    if (!subtrees_.empty()) subtrees_[id] = inserted_ - subtrees_[id];
  }
  Nothing& note(StateId) { return nothing_; }

  // What a state takes whose code is so large.
  static uint64_t bytes_per_state(StateView code, Replace replace) {
    return sizeof(uint16_t) + CacheRows::bytes_for(CacheRows::size_of(code)) +
           (by_visits(replace) ? sizeof(uint32_t) : 0) + (replace == Replace::smallest_subtree ? sizeof(uint64_t) : 0);
  }

  uint64_t slots() const { return slots_.size(); }
  uint64_t size() const { return inserted_; }
  uint64_t replaced() const { return replaced_; }
  uint64_t bytes() const { return table_bytes() + (codec_ ? codec_->bytes() : 0); }
  double fill() const { return ratio(inserted_ - replaced_, slots_.size()); }
  void set_memory_limit(uint64_t bytes) { limit_bytes_ = bytes; }

 private:
  static constexpr Insertion kFull{kNoState, false, true};
  // A slot: whether it is held, and a mark.
  static constexpr uint16_t kHeld = 0x8000;
  static constexpr uint16_t kMark = 0x7fff;
  static constexpr uint16_t kEmpty = 0;      // a mark: there never was a state
  static constexpr uint16_t kForgotten = 1;  // a mark: there is none any more; others may lie behind it
  static constexpr uint16_t kFirstMark = 2;  // from here on: of the state's hash

  // Double hashing: the number of slots is prime, so every slot comes once.
  struct Probes {
    Probes(const Cache& cache, uint64_t hash)
        : slots(cache.slots_.size()),
          index(hash % slots),
          step(slots < 3 ? 1 : 1 + mum(hash, 0xa0761d6478bd642fULL) % (slots - 2)) {}
    void next() { index = index + step < slots ? index + step : index + step - slots; }
    uint64_t slots, index, step;
  };

  static bool by_visits(Replace replace) {
    return replace == Replace::most_visited || replace == Replace::least_visited || replace == Replace::largest_class;
  }
  static uint16_t mark_of(uint64_t hash) {
    return narrow<uint16_t>(kFirstMark + (hash >> 40) % (kMark - kFirstMark + 1));
  }
  static uint64_t prime_from(uint64_t n) {
    for (n = std::max<uint64_t>(n, 3) | 1;; n += 2) {
      bool prime = true;
      for (uint64_t d = 3; prime && d * d <= n; d += 2) prime = n % d != 0;
      if (prime) return n;
    }
  }
  bool is_used(uint64_t slot) const { return slot < slots_.size() && (slots_[slot] & kMark) >= kFirstMark; }
  void met(uint64_t slot) const {
    if (!visits_.empty()) ++visits_[slot];
  }
  uint64_t limit() const { return std::min<uint64_t>(options_.probes, slots_.size()); }
  // So many slots have to be looked at for a state that may be there.
  uint64_t reach() const { return std::min(limit(), std::max<uint64_t>(options_.collisions, farthest_ + 1)); }
  void go_far(uint64_t probe) { farthest_ = std::max(farthest_, probe); }
  uint64_t next_random() {
    random_ += 0x9e3779b97f4a7c15ULL;
    return mum(random_, 0xd6e8feb86659fd93ULL);
  }
  // One of the candidates, by the strategy; the first of those that are equally good.
  uint64_t choose() {
    assert(!candidates_.empty());
    const auto visits = [this](uint64_t a, uint64_t b) { return visits_[a] < visits_[b]; };
    switch (options_.replace) {
      case Replace::random: break;
      case Replace::most_visited: return *std::max_element(candidates_.begin(), candidates_.end(), visits);
      case Replace::least_visited: return *std::min_element(candidates_.begin(), candidates_.end(), visits);
      case Replace::smallest_subtree:
        return *std::min_element(candidates_.begin(), candidates_.end(),
                                 [this](uint64_t a, uint64_t b) { return subtrees_[a] < subtrees_[b]; });
      case Replace::largest_class: keep_largest_class(); break;
    }
    return candidates_[next_random() % candidates_.size()];
  }
  void keep_largest_class() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [this](uint64_t a, uint64_t b) { return visits_[a] < visits_[b]; });
    size_t best = 0;
    size_t most = 0;
    for (size_t begin = 0, end = 0; begin < candidates_.size(); begin = end) {
      while (end < candidates_.size() && visits_[candidates_[end]] == visits_[candidates_[begin]]) ++end;
      if (end - begin > most) {
        most = end - begin;
        best = begin;
      }
    }
    candidates_.erase(candidates_.begin(), std::next(candidates_.begin(), best));
    candidates_.resize(most);
  }

  uint64_t table_bytes() const {
    return slots_.size() * sizeof(slots_[0]) + rows_.bytes() + visits_.size() * sizeof(uint32_t) +
           subtrees_.size() * sizeof(uint64_t);
  }
  bool within_limit(uint64_t more) const { return bytes() + more <= limit_bytes_; }
  uint64_t left_for_codec() const { return limit_bytes_ - std::min(limit_bytes_, table_bytes()); }

  // The memory is used up before the slots are: the state goes to the first slot that has room for it. If none has,
  // rows in which nobody is held are given up, one after the other, until the row of its first choice can have what it
  // needs. Slots without a state stay taken, or the states behind them would not be found.
  uint64_t make_room(uint64_t first_choice, uint32_t size, uint64_t hash) {
    Probes at(*this, hash);
    for (uint64_t n = 0; n < limit(); ++n, at.next()) {
      uint16_t& slot = slots_[at.index];
      if ((slot & kHeld) != 0) continue;
      if (rows_.more_for(at.index, size) == 0) {
        go_far(n);
        return at.index;
      }
      if (slot == kEmpty) slot = kForgotten;
    }
    for (uint64_t n = 0; n < rows_.count() && !within_limit(rows_.more_for(first_choice, size)); ++n) {
      hand_ = hand_ + 1 < rows_.count() ? hand_ + 1 : 0;
      if (hand_ != CacheRows::row_of(first_choice)) give_up(hand_);
    }
    return within_limit(rows_.more_for(first_choice, size)) ? first_choice : kNoState;
  }
  void give_up(uint64_t row) {
    if (!rows_.is_made(row)) return;
    const uint64_t begin = row * CacheRows::kSlots;
    const uint64_t end = std::min<uint64_t>(begin + CacheRows::kSlots, slots_.size());
    for (uint64_t i = begin; i < end; ++i) {
      if ((slots_[i] & kHeld) != 0) return;
    }
    for (uint64_t i = begin; i < end; ++i) {
      if (!is_used(i)) continue;
      slots_[i] = kForgotten;
      ++replaced_;
    }
    rows_.drop(row);
  }
  void put(uint64_t slot, StateView code, uint16_t mark) {
    assert((slots_[slot] & kHeld) == 0);
    replaced_ += is_used(slot) ? 1 : 0;
    rows_.put(slot, code);
    slots_[slot] = mark | kHeld;
    if (!visits_.empty()) visits_[slot] = 0;
    if (!subtrees_.empty()) subtrees_[slot] = inserted_;
    ++inserted_;
  }

  const CacheOptions options_;
  const std::unique_ptr<Codec> codec_;  // asking it changes what it remembers, not what it answers
  std::vector<uint16_t> slots_;
  CacheRows rows_;
  mutable std::vector<uint32_t> visits_;  // by later arrivals
  std::vector<uint64_t> subtrees_;        // states stored below it; while it is held, all that were stored before it
  std::vector<uint64_t> candidates_;
  mutable std::vector<uint64_t> state_;  // the one that was read last
  uint64_t farthest_ = 0;
  uint64_t hand_ = 0;  // the row that was last asked to give up
  uint64_t random_;
  uint64_t inserted_ = 0;
  uint64_t replaced_ = 0;
  uint64_t limit_bytes_ = ~uint64_t{0};
  [[no_unique_address]] Nothing nothing_{};
};

static_assert(Store<Cache>);

}  // namespace gyre::store
