// States that fit into registers, for trees (tree_nodes.h).
//
// Most states of small models have two to eight units. Such a state becomes two nodes, one of the units with even and
// one of those with odd numbers. Both are looked up, whatever has changed: two lookups without a branch that depends on
// the state are quicker than one with.
//
// Small is such a state with zeroes behind it, in two pieces; SmallValue is what a node holds, in one piece.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/narrow.h"
#include "store/node_array.h"

namespace gyre::store {

#if defined(__SSE2__)
struct Small {
  __m128i low, high;
};
using SmallValue = __m128i;
[[gnu::always_inline]] inline SmallValue value_at(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}
[[gnu::always_inline]] inline SmallValue masked(SmallValue value, SmallValue mask) {
  return _mm_and_si128(value, mask);
}
[[gnu::always_inline]] inline SmallValue joined(SmallValue a, SmallValue b) { return _mm_or_si128(a, b); }
[[gnu::always_inline]] inline NodeArray::Node node_of(SmallValue value) {
  return {std::bit_cast<uint64_t>(_mm_cvtsi128_si64(value)),
          std::bit_cast<uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(value, value)))};
}
[[gnu::always_inline]] inline bool same_node(const NodeArray::Node& node, SmallValue value) {
  const __m128i other = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&node));
  return _mm_movemask_epi8(_mm_cmpeq_epi32(other, value)) == 0xffff;
}
struct Halves {
  SmallValue even, odd;
};
[[gnu::always_inline]] inline Small small_of(const void* state) {
  const auto* from = static_cast<const __m128i*>(state);
  return {_mm_loadu_si128(from), _mm_loadu_si128(from + 1)};
}
[[gnu::always_inline]] inline Small masked(const Small& small, const Small& mask) {
  return {_mm_and_si128(small.low, mask.low), _mm_and_si128(small.high, mask.high)};
}
[[gnu::always_inline]] inline void write_small(const Small& small, void* to) {
  _mm_storeu_si128(static_cast<__m128i*>(to), small.low);
  _mm_storeu_si128(static_cast<__m128i*>(to) + 1, small.high);
}
[[gnu::always_inline]] inline Halves halves_of(const Small& small) {
  const __m128 low = _mm_castsi128_ps(small.low), high = _mm_castsi128_ps(small.high);
  return {_mm_castps_si128(_mm_shuffle_ps(low, high, 0x88)), _mm_castps_si128(_mm_shuffle_ps(low, high, 0xdd))};
}
#else
struct Small {
  uint64_t words[4];
};
using SmallValue = NodeArray::Node;
inline SmallValue value_at(const void* from) {
  SmallValue value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline SmallValue masked(SmallValue value, SmallValue mask) {
  return {value.first & mask.first, value.last & mask.last};
}
inline SmallValue joined(SmallValue a, SmallValue b) { return {a.first | b.first, a.last | b.last}; }
inline NodeArray::Node node_of(SmallValue value) { return value; }
inline bool same_node(const NodeArray::Node& node, SmallValue value) { return node == value; }
struct Halves {
  SmallValue even, odd;
};
inline Small small_of(const void* state) {
  Small small;
  std::memcpy(small.words, state, sizeof small.words);
  return small;
}
inline Small masked(Small small, const Small& mask) {
  for (unsigned i = 0; i < 4; ++i) small.words[i] &= mask.words[i];
  return small;
}
inline void write_small(const Small& small, void* to) { std::memcpy(to, small.words, sizeof small.words); }
inline Halves halves_of(const Small& small) {
  constexpr uint64_t kLow = 0xffffffff;
  const uint64_t(&words)[4] = small.words;
  return {{(words[0] & kLow) | (words[1] << 32), (words[2] & kLow) | (words[3] << 32)},
          {(words[0] >> 32) | (words[1] & ~kLow), (words[2] >> 32) | (words[3] & ~kLow)}};
}
#endif

// a && b without a branch.
[[gnu::always_inline]] inline bool both(bool a, bool b) { return (unsigned{a} & unsigned{b}) != 0; }

// Copies four units, and answers with a bit for each that differs from those of `near`.
inline unsigned differing_units(const uint8_t* from, const uint32_t* near, uint32_t* to) {
#if defined(__SSE2__)
  const __m128i now = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  const __m128i before = _mm_loadu_si128(reinterpret_cast<const __m128i*>(near));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), now);
  return narrow<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(now, before)))) ^ 15u;
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < 4; ++i) {
    uint32_t now;
    std::memcpy(&now, from + 4 * i, 4);
    bits |= unsigned{now != near[i]} << i;
    to[i] = now;
  }
  return bits;
#endif
}

}  // namespace gyre::store
