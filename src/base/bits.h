// Reading and writing bit fields of a byte string. Fields are at most 32 bits wide and may start at any bit; eight
// bytes from the field's first byte on must be accessible.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace gyre {

inline uint32_t bits_for(uint64_t max_value) {
  uint32_t bits = 0;
  while (max_value != 0) {
    ++bits;
    max_value >>= 1;
  }
  return bits;
}

inline int32_t load_bits(const uint8_t* base, uint32_t bit, uint32_t width, bool is_signed) {
  assert(base != nullptr && width <= 32 && (width > 0 || !is_signed));
  uint64_t word;
  std::memcpy(&word, base + (bit >> 3), 8);
  word >>= bit & 7;
  if (is_signed) return static_cast<int32_t>(static_cast<int64_t>(word << (64 - width)) >> (64 - width));
  return static_cast<int32_t>(word & ((uint64_t{1} << width) - 1));
}

inline uint32_t load_unsigned(const uint8_t* base, uint32_t bit, uint32_t width) {
  return static_cast<uint32_t>(load_bits(base, bit, width, false));
}

// The lowest bits of a value, negative ones as two's complement.
template <std::integral Value>
inline void store_bits(uint8_t* base, uint32_t bit, uint32_t width, Value value) {
  assert(base != nullptr && width <= 32);
  uint8_t* at = base + (bit >> 3);
  uint64_t word;
  std::memcpy(&word, at, 8);
  const uint64_t mask = ((uint64_t{1} << width) - 1) << (bit & 7);
  word = (word & ~mask) | ((static_cast<uint64_t>(value) << (bit & 7)) & mask);
  std::memcpy(at, &word, 8);
}

}  // namespace gyre
