// How a state is written down in a table that keeps it: smaller than it is, and so that it can be read again.
//
// A codec knows of states only their shapes (base/state_shape.h): the fields with their ranges, the components. The
// first word of a state names its shape. What a codec gives is
//
//   [prefix, if states have one] [which shape, and whether the rest is as it is] [body] [what is behind the shape]
//
// and then the hidden bytes, which are no part of the key here either. Codecs differ in the body. A state that
// does not fit its shape's description (a value out of its range, bits that belong to no field) is kept as it is, so
// that a codec loses nothing whatever the description says. The same state has the same code at all times.
//
// Not for use by several threads at once.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/state_shape.h"
#include "base/state_view.h"

namespace gyre::store {

// A number in groups of seven bits, the last one first; small numbers take one byte.
void put_varint(std::vector<uint8_t>& out, uint64_t value);
uint64_t get_varint(const uint8_t*& at);

class Codec {
 public:
  using Shapes = std::function<const StateShape&(uint32_t)>;
  static constexpr uint64_t kNoBudget = ~uint64_t{0};

  // A product's states have a word of their own, the claim's state, in front of the system's: `prefix` is its size, 4
  // or 0.
  Codec(Shapes shapes, uint32_t prefix) : shapes_(std::move(shapes)), prefix_(prefix) {
    assert(prefix == 0 || prefix == 4);
  }
  virtual ~Codec() = default;

  // Valid until the next call. find(): no data if some part of the state is new, and so the state is. add(): no data if
  // the codec's own tables would take more than `budget` bytes.
  StateView find(StateView state) { return encode(state, false, 0); }
  StateView add(StateView state, uint64_t budget) { return encode(state, true, budget); }
  StateView decode(StateView code);

  virtual uint64_t bytes() const = 0;  // of tables, and of what is known of shapes

 protected:
  enum class Coding { done, as_it_is, none };

  // The body of a state of this shape, appended to `out`. `system` is readable eight bytes beyond the shape's key.
  virtual Coding encode_body(uint32_t number, const StateShape& shape, const uint8_t* system, std::vector<uint8_t>& out,
                             bool add, uint64_t budget) = 0;
  // Writes the system's bytes from the fourth on (zero so far); `at` moves behind the body. `system` as above.
  virtual void decode_body(uint32_t number, const StateShape& shape, const uint8_t*& at, uint8_t* system) = 0;

 private:
  StateView encode(StateView state, bool add, uint64_t budget);
  uint64_t index_of(uint32_t number);

  Shapes shapes_;
  // Shapes have large numbers, but there are few: they are counted as they are met.
  std::vector<uint32_t> numbers_;
  std::unordered_map<uint32_t, uint64_t> indices_;
  uint64_t last_index_ = 0;
  const uint32_t prefix_;
  std::vector<uint8_t> code_;
  std::vector<uint64_t> system_;  // aligned, and padded
  std::vector<uint64_t> state_;
};

}  // namespace gyre::store
