// How a state is written down in a table that keeps it: smaller than it is, and so that it can be read again. Any codec
// goes with any table: the exact store's (coded.h) and the cache (cache.h).
//
// A codec loses nothing, and the same state has the same code at all times. Hidden bytes lie behind the code of the key
// and are no part of the key there either. What a codec has in tables of its own it never forgets.
//
// Not for use by several threads at once.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/narrow.h"
#include "base/state_shape.h"
#include "base/state_view.h"

namespace gyre::store {

// A number in groups of seven bits, the last one first; small numbers take one byte.
inline void put_varint(std::vector<uint8_t>& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(narrow<uint8_t>((value & 0x7f) | 0x80));
  out.push_back(narrow<uint8_t>(value));
}
inline uint64_t get_varint(const uint8_t*& at) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    assert(shift < 64);
    const uint8_t byte = *at++;
    value |= (uint64_t{byte} & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

class Codec {
 public:
  // What a codec knows of states: the shape that a state's first word names.
  using Shapes = std::function<const StateShape&(uint32_t)>;
  static constexpr uint64_t kNoBudget = ~uint64_t{0};

  virtual ~Codec() = default;

  // Valid until the next call. find(): no data if some part of the state is new, and so the state is. add(): no data if
  // the codec's own tables would take more than `budget` bytes.
  virtual StateView find(StateView state) = 0;
  virtual StateView add(StateView state, uint64_t budget) = 0;
  virtual StateView decode(StateView code) = 0;

  virtual uint64_t bytes() const = 0;  // of tables, and of what is known of shapes
};

}  // namespace gyre::store
