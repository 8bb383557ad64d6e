// Bits: how many there are, halves of words, products of words, and bit fields of a byte string.
//
// Fields are at most 32 bits wide and may start at any bit; eight bytes from the field's first byte on must be
// accessible.
#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <cstring>

#include "base/narrow.h"

namespace gyre {

// <bit> counts in int; numbers of bits are added to, and shift, what is unsigned.
constexpr uint32_t bits_for(uint64_t max_value) { return narrow<uint32_t>(std::bit_width(max_value)); }
template <std::unsigned_integral T>
constexpr unsigned trailing_zeros(T value) {
  return narrow<unsigned>(std::countr_zero(value));
}
template <std::unsigned_integral T>
constexpr unsigned count_ones(T value) {
  return narrow<unsigned>(std::popcount(value));
}

constexpr uint32_t low_half(uint64_t word) { return narrow<uint32_t>(word & 0xffffffff); }
constexpr uint32_t high_half(uint64_t word) { return narrow<uint32_t>(word >> 32); }

using Word128 = unsigned __int128;
constexpr uint64_t low_word(Word128 value) { return static_cast<uint64_t>(value); }
// The upper word of the product a * b. A word becomes a number below `b` that grows with it.
constexpr uint64_t product_high(uint64_t a, uint64_t b) { return low_word((Word128{a} * b) >> 64); }

// Two bits per entry, four entries to a byte.
constexpr unsigned pair_shift(uint64_t entry) { return narrow<unsigned>(entry % 4 * 2); }
constexpr unsigned bit_pair(uint8_t byte, uint64_t entry) { return (byte >> pair_shift(entry)) & 3u; }
constexpr void set_bit_pair(uint8_t& byte, uint64_t entry, unsigned value) {
  assert(value <= 3);
  byte = narrow<uint8_t>((byte & ~(3u << pair_shift(entry))) | (value << pair_shift(entry)));
}

inline int32_t load_bits(const uint8_t* base, uint32_t bit, uint32_t width, bool is_signed) {
  assert(base != nullptr && width <= 32 && (width > 0 || !is_signed));
  uint64_t word;
  std::memcpy(&word, base + (bit >> 3), 8);
  word >>= bit & 7;
  if (is_signed) return narrow<int32_t>(std::bit_cast<int64_t>(word << (64 - width)) >> (64 - width));
  return std::bit_cast<int32_t>(low_half(word & ((uint64_t{1} << width) - 1)));
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
