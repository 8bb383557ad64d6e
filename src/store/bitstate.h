// Bitstate hashing, or supertrace (Holzmann 1987, 1998): a bit array and k functions of a state; a state counts as
// visited if all its k bits are set. A few bits per state, no growth, and never a complete search: what is missed
// is estimated from the share of bits that were set when each state arrived.
//
// The k positions are h1 + i * h2 with two halves of one mixed 64-bit hash stretched to 128 bits (Dillinger & Manolios,
// "Bloom filters in probabilistic verification", 2004). The seed changes all of them.
#pragma once

#include <cassert>
#include <cstdint>
#include <new>

#include "base/hash.h"
#include "base/state_view.h"
#include "store/pages.h"
#include "store/visited_stack.h"

namespace gyre::store {

struct BitstateOptions {
  unsigned bits = 28;  // the array has 2^bits bits
  unsigned functions = 3;
  uint64_t seed = 1;
};

class Bitstate {
 public:
  explicit Bitstate(const BitstateOptions& options)
      : options_(options),
        mask_((uint64_t{1} << options.bits) - 1),
        per_bit_(1.0 / (mask_ + 1)),
        memory_((mask_ + 1) / 8, true),
        random_(position_key(options.seed)) {
    assert(options.bits < 64 && options.functions > 0);
    if (memory_.data() == nullptr) throw std::bad_alloc();
  }

  // (g++ 12 deletes this prefetch if it is in a lambda, or in a function that is not inlined early.)
  GYRE_PREFETCHES void prefetch(uint64_t hash) const {
    Positions positions = positions_of(hash);
    for (unsigned i = 0; i < options_.functions; ++i) __builtin_prefetch(words() + (positions.next() & mask_) / 64, 1);
  }
  bool contains(StateView, uint64_t hash) const {
    Positions positions = positions_of(hash);
    for (unsigned i = 0; i < options_.functions; ++i) {
      const uint64_t at = positions.next() & mask_;
      if ((words()[at / 64] >> (at % 64) & 1) == 0) return false;
    }
    return true;
  }
  Visit visit(StateView, uint64_t hash) {
    Positions positions = positions_of(hash);
    uint64_t fresh = 0;
    for (unsigned i = 0; i < options_.functions; ++i) {
      const uint64_t at = positions.next() & mask_;
      uint64_t& word = words()[at / 64];
      const uint64_t bit = uint64_t{1} << (at % 64);
      fresh += (word & bit) == 0;
      word |= bit;
    }
    if (fresh == 0) return Visit::again;
    set_ += fresh;
    if (++count_ % kEstimate == 0) estimate();
    return Visit::first;
  }
  // About a state that was called visited: is it worth a second look? A share of them is, the larger the more new
  // states are taken for old ones now; in an array with room for all hardly any. What lies behind a missed state is
  // missed with it if nothing else leads there, and when the array is crowded, four looks find one state more.
  bool doubts() {
    random_ = random_ * 0x5851f42d4c957f2dULL + 0x14057b7ef767814fULL;
    return random_ < doubt_;
  }
  void leave(StateView, uint64_t) {}

  uint64_t size() const { return count_; }
  uint64_t bytes() const { return memory_.size(); }
  double fill() const { return set_ * per_bit_; }
  void set_memory_limit(uint64_t) {}  // it does not grow

  // The probability that a new state would be taken for an old one now.
  double miss_probability() const {
    double product = 1;
    for (unsigned i = 0; i < options_.functions; ++i) product *= fill();
    return product;
  }
  // The share of the states met that were not taken for others, as expected.
  double coverage() const {
    const double missed = missed_ + (count_ % kEstimate) * missed_per_state();
    return count_ == 0 ? 1 : count_ / (count_ + missed);
  }
  const BitstateOptions& options() const { return options_; }

 private:
  static constexpr uint64_t kEstimate = 64;  // the estimate is renewed once per so many states
  static constexpr double kDoubt = 1.0 / 8;  // of the probability that a new state would be missed

  // How many states are missed for each that is stored, as expected.
  double missed_per_state() const {
    const double wrong = miss_probability();
    return wrong < 1 ? wrong / (1 - wrong) : 0;
  }
  void estimate() {
    missed_ += kEstimate * missed_per_state();
    doubt_ = static_cast<uint64_t>(kDoubt * miss_probability() * 0x1p64);
  }

  // The next one is next(), modulo the size of the array.
  struct Positions {
    uint64_t at, step;
    [[gnu::always_inline]] uint64_t next() {
      const uint64_t position = at;
      at += step;
      return position;
    }
  };
  [[gnu::always_inline]] Positions positions_of(uint64_t hash) const {
    const uint64_t mixed = mum(hash ^ position_key(options_.seed), 0xd6e8feb86659fd93ULL);
    return {mixed, mum(mixed, 0xa0761d6478bd642fULL) | 1};
  }
  uint64_t* words() const { return reinterpret_cast<uint64_t*>(memory_.data()); }

  const BitstateOptions options_;
  const uint64_t mask_;
  const double per_bit_;  // a division less per state
  Pages memory_;
  uint64_t count_ = 0;
  uint64_t set_ = 0;
  double missed_ = 0;
  uint64_t random_;
  uint64_t doubt_ = 0;  // of 2^64
};

static_assert(VisitedSet<Bitstate> && Store<VisitedStack<Bitstate>>);

}  // namespace gyre::store
