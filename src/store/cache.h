// The state cache (Holzmann 1985; Jard & Jéron 1991; Geldenhuys, section 3.3.1 and Figure 5.4): a table of fixed size
// that overwrites old states when it is full, but never one on the stack of the depth-first search. So every cycle is
// seen and the search ends, and it is complete; a state that was overwritten is explored again when it is met again.
//
// A new state goes to the first empty one of its first C slots (`collisions`); if there is none, it replaces one of
// these that is not on the stack, which one is the *strategy*'s choice; if all are on the stack, the first of the
// following slots, up to P (`probes`), that is not. If there is none either, the cache is full. Differently from the
// figure, all slots up to P are looked at before anything is replaced: a state that had to go far when its neighbours
// were on the stack must be found after these have left it.
//
// `size` counts insertions: a state that is explored again counts again. Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "base/ratio.h"
#include "base/state_view.h"
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

  explicit Cache(const CacheOptions& options)
      : options_(options), slots_(prime_from(options.states)), random_(position_key(options.seed)) {
    assert(options.collisions > 0 && options.probes > 0);
  }

  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[hash % slots_.size()]); }
  StateId find(StateView state, uint64_t hash) const {
    Probes at(*this, hash);
    for (uint64_t n = 0; n < limit(); ++n, at.next()) {
      const Slot& slot = slots_[at.index];
      if (slot.empty()) return kNoState;
      if (same(slot, state, hash)) {
        ++slot.visits;
        return at.index;
      }
    }
    return kNoState;
  }
  Insertion insert(StateView state, uint64_t hash) {
    uint64_t target = kNoState;
    candidates_.clear();
    Probes at(*this, hash);
    for (uint64_t n = 0; n < limit(); ++n, at.next()) {
      const Slot& slot = slots_[at.index];
      if (slot.empty()) {
        if (n < options_.collisions || (candidates_.empty() && target == kNoState)) {
          target = at.index;
          candidates_.clear();
        }
        break;
      }
      if (same(slot, state, hash)) {
        ++slot.visits;
        return {at.index, false, false};
      }
      if (slot.on_stack) continue;
      if (n < options_.collisions) {
        candidates_.push_back(at.index);
      } else if (target == kNoState) {
        target = at.index;
      }
    }
    if (!candidates_.empty()) target = choose();
    if (target == kNoState || !make_room(slots_[target], state, hash)) return {kNoState, false, true};
    put(slots_[target], state, hash);
    ++inserted_;
    return {target, true, false};
  }
  Insertion insert_absent(StateView state, uint64_t hash) { return insert(state, hash); }

  StateView get(StateId id) const {
    assert(id < slots_.size() && slots_[id].bytes != nullptr);
    const Slot& slot = slots_[id];
    return {reinterpret_cast<const uint8_t*>(slot.bytes.get()), slot.key, slot.total};
  }
  // The state is on the stack no longer.
  void leave(StateId id) {
    assert(id < slots_.size() && slots_[id].on_stack);
    Slot& slot = slots_[id];
    slot.on_stack = false;
    slot.subtree = inserted_ - slot.subtree;
  }
  Nothing& note(StateId) { return nothing_; }

  // What a state takes, with what the heap adds to its block.
  static uint64_t bytes_per_state(uint32_t total) { return sizeof(Slot) + block_bytes(total); }

  uint64_t size() const { return inserted_; }
  uint64_t replaced() const { return replaced_; }
  uint64_t bytes() const { return slots_.size() * sizeof(Slot) + state_bytes_; }
  double fill() const { return ratio(inserted_ - replaced_, slots_.size()); }
  void set_memory_limit(uint64_t bytes) { limit_bytes_ = bytes; }

 private:
  static constexpr uint32_t kForgotten = ~uint32_t{0};  // as a key

  struct Slot {
    bool empty() const { return bytes == nullptr && key != kForgotten; }

    std::unique_ptr<uint64_t[]> bytes;  // null: empty, or its state is forgotten
    uint64_t hash = 0;
    uint32_t key = 0;
    uint32_t total = 0;
    bool on_stack = false;
    mutable uint32_t visits = 0;  // by later arrivals
    uint64_t subtree = 0;         // states stored below it; while it is on the stack, all that were stored before it
  };
  // Double hashing: the number of slots is prime, so every slot comes once.
  struct Probes {
    Probes(const Cache& cache, uint64_t hash)
        : slots(cache.slots_.size()),
          index(hash % slots),
          step(slots < 3 ? 1 : 1 + mum(hash, 0xa0761d6478bd642fULL) % (slots - 2)) {}
    void next() { index = index + step < slots ? index + step : index + step - slots; }
    uint64_t slots, index, step;
  };

  static bool same(const Slot& slot, StateView state, uint64_t hash) {
    return slot.hash == hash && slot.key == state.key && std::memcmp(slot.bytes.get(), state.data, state.key) == 0;
  }
  static uint64_t prime_from(uint64_t n) {
    for (n = std::max<uint64_t>(n, 3) | 1;; n += 2) {
      bool prime = true;
      for (uint64_t d = 3; prime && d * d <= n; d += 2) prime = n % d != 0;
      if (prime) return n;
    }
  }
  uint64_t limit() const { return std::min<uint64_t>(options_.probes, slots_.size()); }
  uint64_t next_random() {
    random_ += 0x9e3779b97f4a7c15ULL;
    return mum(random_, 0xd6e8feb86659fd93ULL);
  }
  // One of the candidates, by the strategy; the first of those that are equally good.
  uint64_t choose() {
    assert(!candidates_.empty());
    const auto visits = [this](uint64_t a, uint64_t b) { return slots_[a].visits < slots_[b].visits; };
    switch (options_.replace) {
      case Replace::random: break;
      case Replace::most_visited: return *std::max_element(candidates_.begin(), candidates_.end(), visits);
      case Replace::least_visited: return *std::min_element(candidates_.begin(), candidates_.end(), visits);
      case Replace::smallest_subtree:
        return *std::min_element(candidates_.begin(), candidates_.end(),
                                 [this](uint64_t a, uint64_t b) { return slots_[a].subtree < slots_[b].subtree; });
      case Replace::largest_class: keep_largest_class(); break;
    }
    return candidates_[next_random() % candidates_.size()];
  }
  void keep_largest_class() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [this](uint64_t a, uint64_t b) { return slots_[a].visits < slots_[b].visits; });
    size_t best = 0;
    size_t most = 0;
    for (size_t begin = 0, end = 0; begin < candidates_.size(); begin = end) {
      while (end < candidates_.size() && slots_[candidates_[end]].visits == slots_[candidates_[begin]].visits) ++end;
      if (end - begin > most) {
        most = end - begin;
        best = begin;
      }
    }
    candidates_.erase(candidates_.begin(), std::next(candidates_.begin(), best));
    candidates_.resize(most);
  }

  // A block of the heap is larger than what was asked for.
  static uint64_t block_bytes(uint32_t total) { return block_words(total) * 8 + 16; }
  static uint64_t block_words(uint32_t total) { return std::max<uint64_t>((uint64_t{total} + 7) / 8, 1); }

  bool fits(const Slot& slot, StateView state) const {
    const uint64_t before = slot.bytes ? block_bytes(slot.total) : 0;
    return bytes() - before + block_bytes(state.total) <= limit_bytes_;
  }
  // States differ in size: when the memory is used up before the slots are, those off the stack that the state could
  // have replaced are forgotten until it fits. Their slots stay taken, or the states behind them would not be found.
  bool make_room(const Slot& target, StateView state, uint64_t hash) {
    Probes at(*this, hash);
    for (uint64_t n = 0; n < limit() && !fits(target, state); ++n, at.next()) {
      Slot& slot = slots_[at.index];
      if (slot.bytes == nullptr || slot.on_stack || &slot == &target) continue;
      state_bytes_ -= block_bytes(slot.total);
      slot.bytes.reset();
      slot.key = kForgotten;
      ++replaced_;
    }
    return fits(target, state);
  }
  void put(Slot& slot, StateView state, uint64_t hash) {
    assert(!slot.on_stack && state.key <= state.total && state.key != kForgotten);
    const uint64_t before = slot.bytes ? block_bytes(slot.total) : 0;
    replaced_ += slot.bytes != nullptr;
    if (before != block_bytes(state.total)) {
      slot.bytes = std::make_unique<uint64_t[]>(block_words(state.total));
      state_bytes_ += block_bytes(state.total) - before;
    }
    slot.bytes[block_words(state.total) - 1] = 0;  // the padding
    if (state.total != 0) std::memcpy(slot.bytes.get(), state.data, state.total);
    slot.hash = hash;
    slot.key = state.key;
    slot.total = state.total;
    slot.on_stack = true;
    slot.visits = 0;
    slot.subtree = inserted_;
  }

  const CacheOptions options_;
  std::vector<Slot> slots_;
  std::vector<uint64_t> candidates_;
  uint64_t random_;
  uint64_t inserted_ = 0;
  uint64_t replaced_ = 0;
  uint64_t state_bytes_ = 0;
  uint64_t limit_bytes_ = ~uint64_t{0};
  [[no_unique_address]] Nothing nothing_{};
};

static_assert(Store<Cache>);

}  // namespace gyre::store
