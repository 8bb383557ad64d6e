// Byte strings of one length, numbered from 0 in the order in which they come: the states of a component.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/hash.h"

namespace gyre::store {

class ComponentTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  explicit ComponentTable(uint32_t length) : length_(length), slots_(8, kNone) { assert(length > 0); }

  uint32_t length() const { return length_; }
  uint32_t find(const uint8_t* bytes) const { return slots_[place_of(bytes)]; }
  // kNone: that would take more than `budget` bytes more.
  uint32_t add(const uint8_t* bytes, uint64_t budget) {
    size_t place = place_of(bytes);
    if (slots_[place] != kNone) return slots_[place];
    if (count_ == kNone - 1) return kNone;
    const bool grow = (count_ + 1) * 4 > slots_.size() * 3;
    const bool extend = entries_.capacity() - entries_.size() < length_;
    const uint64_t needed =
        (grow ? slots_.size() * sizeof(uint32_t) * 2 : 0) + (extend ? entries_.size() / 2 + kMore * length_ : 0);
    if (needed > budget) return kNone;
    if (extend) entries_.reserve(entries_.size() + entries_.size() / 2 + kMore * length_);
    entries_.insert(entries_.end(), bytes, bytes + length_);
    if (grow) {
      slots_.assign(slots_.size() * 2, kNone);
      for (uint32_t i = 0; i < count_; ++i) slots_[place_of(entry(i))] = i;
      place = place_of(bytes);
    }
    slots_[place] = count_;
    return count_++;
  }
  const uint8_t* entry(uint32_t number) const {
    assert(uint64_t{number} * length_ + length_ <= entries_.size());
    return entries_.data() + uint64_t{number} * length_;
  }
  uint32_t count() const { return count_; }
  uint64_t bytes() const { return sizeof *this + slots_.capacity() * sizeof(uint32_t) + entries_.capacity(); }

 private:
  static constexpr uint64_t kMore = 16;  // entries at least, when there is no room

  // Where it is, or where it would go: linear probing.
  size_t place_of(const uint8_t* bytes) const {
    assert(count_ < slots_.size());  // it ends at an empty slot
    size_t place = hash(bytes) & (slots_.size() - 1);
    while (slots_[place] != kNone && std::memcmp(entry(slots_[place]), bytes, length_) != 0) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return place;
  }
  // The bytes lie anywhere, and what is behind them is not theirs.
  uint64_t hash(const uint8_t* bytes) const {
    uint64_t sum = 0;
    for (uint32_t at = 0; at < length_; at += 8) {
      uint64_t word = 0;
      std::memcpy(&word, bytes + at, length_ - at < 8 ? length_ - at : 8);
      sum += word_term(word, at / 8);
    }
    return finish_hash(sum, length_);
  }

  uint32_t length_;
  uint32_t count_ = 0;
  std::vector<uint32_t> slots_;
  std::vector<uint8_t> entries_;
};

}  // namespace gyre::store
