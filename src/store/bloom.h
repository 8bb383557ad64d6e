// A filter in front of states that are somewhere else (Bloom 1970): what it does not know is surely new, what it knows
// may be there. All bits of a state lie in one cache line (Putze, Sanders, Singler 2007), so asking costs one miss.
//
// The hash is all that counts of a state. Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "base/hash.h"

namespace gyre::store {

class Bloom {
 public:
  // Without room it knows everything.
  explicit Bloom(uint64_t bytes = 0) : words_(bytes / kLine * kLineWords) {}

  void prefetch(uint64_t hash) const {
    if (!words_.empty()) __builtin_prefetch(&words_[line(hash)]);
  }
  bool may_contain(uint64_t hash) const {
    if (words_.empty()) return true;
    const uint64_t* const here = &words_[line(hash)];
    uint64_t bits = spread(hash);
    for (unsigned i = 0; i < kBits; ++i, bits >>= kSelect) {
      if ((here[bits >> 6 & (kLineWords - 1)] >> (bits & 63) & 1) == 0) return false;
    }
    return true;
  }
  void add(uint64_t hash) {
    if (words_.empty()) return;
    uint64_t* const here = &words_[line(hash)];
    uint64_t bits = spread(hash);
    for (unsigned i = 0; i < kBits; ++i, bits >>= kSelect)
      here[bits >> 6 & (kLineWords - 1)] |= uint64_t{1} << (bits & 63);
  }
  uint64_t bytes() const { return words_.size() * sizeof(uint64_t); }

 private:
  static constexpr uint64_t kLine = 64;
  static constexpr uint64_t kLineWords = kLine / sizeof(uint64_t);
  static constexpr unsigned kBits = 6;    // per state: right for 9 bits of room, and hardly worse for 5 or 16
  static constexpr unsigned kSelect = 9;  // bits that choose one of a line's 512

  size_t line(uint64_t hash) const { return product_high(hash, words_.size() / kLineWords) * kLineWords; }
  static uint64_t spread(uint64_t hash) { return mum(hash ^ 0x2545f4914f6cdd1dULL, 0x9e3779b97f4a7c15ULL); }

  std::vector<uint64_t> words_;
};

}  // namespace gyre::store
