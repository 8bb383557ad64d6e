// The hash of a state: a sum of one well-mixed term per 64-bit word, keyed by the word's position, with a
// finaliser. The sum form lets an engine update a hash by the words that changed instead of rehashing the vector.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>

#include "base/bits.h"

namespace gyre {

inline uint64_t mum(uint64_t a, uint64_t b) {
  const Word128 product = Word128{a} * b;
  return low_word(product ^ (product >> 64));
}

// The key of a position: odd multiples of the golden ratio, so that equal words at different places differ.
inline uint64_t position_key(uint64_t index) { return (index + 1) * 0x9e3779b97f4a7c15ULL; }

inline uint64_t word_term(uint64_t word, uint64_t index) {
  return mum(word ^ position_key(index), 0xd6e8feb86659fd93ULL + (index << 1));
}

inline uint64_t finish_hash(uint64_t sum, uint64_t length) {
  return mum(sum ^ 0xa0761d6478bd642fULL, length ^ 0xe7037ed1a0b428dbULL) ^ (sum >> 29);
}

// `data` must be readable up to the next multiple of eight bytes, with zeroes behind `length`.
inline uint64_t hash_words(const uint8_t* data, uint32_t length, uint64_t seed = 0) {
  assert(data != nullptr || length == 0);
  uint64_t sum = seed;
  uint32_t index = 0;
  for (uint32_t at = 0; at < length; at += 8, ++index) {
    uint64_t word;
    std::memcpy(&word, data + at, 8);
    sum += word_term(word, index);
  }
  return finish_hash(sum, length);
}

}  // namespace gyre
