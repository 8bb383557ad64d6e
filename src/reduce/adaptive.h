// Where partial order reduction has looked in vain.
//
// Whether something can be left out depends above all on where the processes stand. To find out takes microseconds, ten
// times as long as to follow everything, and there are models in which it hardly ever comes to anything. So once a
// search has looked at kLearning states (small models are reduced as far as can be) it does not look any more where it
// has looked kEnough times before, with the processes in the same control states, and never found anything: that may
// lose some of the reduction, and saves most of the time. And as long as it has not found anything anywhere it looks at
// one state in kRarely only.
//
// Not for use by several threads at once.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "base/bits.h"

namespace gyre::reduce {

class Adaptive {
 public:
  static constexpr uint64_t kLearning = 10'000;
  static constexpr uint32_t kEnough = 2;
  static constexpr uint64_t kRarely = 32;

  explicit Adaptive(uint64_t learning = kLearning) : learning_(learning) {}

  // `control` is a hash of the control states. Is it worthwhile to look?
  bool worthwhile(uint64_t control) {
    ++states_;
    if (looks_ < learning_) return true;
    if (!any_) return states_ % kRarely == 0;  // so there are places, below
    return ((place(control) ^ tag_of(control)) >> kCountBits) != 0 || count_of(place(control)) != kEnough;
  }
  // What looking has come to.
  void note(uint64_t control, bool found) {
    ++looks_;
    any_ |= found;
    if (places_.empty()) places_.resize(uint64_t{1} << kPlaceBits);
    uint32_t& at = place(control);
    // Whoever comes to a place takes it.
    if (((at ^ tag_of(control)) >> kCountBits) != 0) at = tag_of(control);
    if (found)
      at |= kFound;
    else if (count_of(at) < kEnough)
      ++at;
  }

 private:
  static constexpr unsigned kPlaceBits = 16, kCountBits = 2;
  static constexpr uint32_t kFound = (1u << kCountBits) - 1;  // for good
  static_assert(kEnough < kFound);

  static uint32_t tag_of(uint64_t control) { return low_half(control) & ~kFound; }
  static uint32_t count_of(uint32_t entry) { return entry & kFound; }
  uint32_t& place(uint64_t control) {
    assert(!places_.empty());
    return places_[control >> (64 - kPlaceBits)];
  }

  const uint64_t learning_;
  uint64_t states_ = 0, looks_ = 0;
  bool any_ = false;              // was anything found?
  std::vector<uint32_t> places_;  // none before the first look
};

}  // namespace gyre::reduce
