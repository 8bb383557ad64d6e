// Bitstate hashing, or supertrace (Holzmann 1987, 1998): a bit array and k functions of a state; a state counts as
// visited if all its k bits are set. A few bits per state, no growth, and never a complete search: what is missed
// is estimated from the share of bits that were set when each state arrived.
//
// The k positions are h1 + i * h2 with two halves of one mixed 64-bit hash stretched to 128 bits (Dillinger & Manolios,
// "Bloom filters in probabilistic verification", 2004). The seed changes all of them.
#pragma once

#include <cstdint>

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
        per_bit_(1 / static_cast<double>(mask_ + 1)),
        memory_((mask_ + 1) / 8, true) {}

  bool has_memory() const { return memory_.data() != nullptr; }

  GYRE_PREFETCHES void prefetch(uint64_t hash) const {
    for_positions(hash, [&](uint64_t at) {
      __builtin_prefetch(words() + at / 64);
      return true;
    });
  }
  bool contains(StateView, uint64_t hash) const {
    return for_positions(hash, [&](uint64_t at) { return (words()[at / 64] >> (at % 64) & 1) != 0; });
  }
  Visit visit(StateView, uint64_t hash) {
    uint64_t fresh = 0;
    for_positions(hash, [&](uint64_t at) {
      uint64_t& word = words()[at / 64];
      const uint64_t bit = uint64_t{1} << (at % 64);
      fresh += (word & bit) == 0;
      word |= bit;
      return true;
    });
    if (fresh == 0) return Visit::again;
    const double wrong = miss_probability();  // before this one
    if (wrong < 1) missed_ += wrong / (1 - wrong);
    set_ += fresh;
    ++count_;
    return Visit::first;
  }
  void leave(StateView, uint64_t) {}

  uint64_t size() const { return count_; }
  uint64_t bytes() const { return memory_.size(); }
  double fill() const { return static_cast<double>(set_) * per_bit_; }
  void set_memory_limit(uint64_t) {}  // it does not grow

  // That a new state would be taken for an old one now.
  double miss_probability() const {
    double product = 1;
    for (unsigned i = 0; i < options_.functions; ++i) product *= fill();
    return product;
  }
  // The share of the states met that were not taken for others, as expected.
  double coverage() const {
    return count_ == 0 ? 1 : static_cast<double>(count_) / (static_cast<double>(count_) + missed_);
  }
  const BitstateOptions& options() const { return options_; }

 private:
  // f(position) for each function, as long as it answers true.
  template <class F>
  bool for_positions(uint64_t hash, F&& f) const {
    const uint64_t mixed = mum(hash ^ position_key(options_.seed), 0xd6e8feb86659fd93ULL);
    const uint64_t step = mum(mixed, 0xa0761d6478bd642fULL) | 1;
    uint64_t at = mixed;
    for (unsigned i = 0; i < options_.functions; ++i, at += step) {
      if (!f(at & mask_)) return false;
    }
    return true;
  }
  uint64_t* words() const { return reinterpret_cast<uint64_t*>(memory_.data()); }

  const BitstateOptions options_;
  const uint64_t mask_;
  const double per_bit_;  // a division less per state
  Pages memory_;
  uint64_t count_ = 0;
  uint64_t set_ = 0;
  double missed_ = 0;
};

static_assert(VisitedSet<Bitstate> && Store<VisitedStack<Bitstate>>);

}  // namespace gyre::store
