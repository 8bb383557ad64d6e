// Codecs that know the shapes of states (base/state_shape.h): the fields with their ranges, the components. The first
// word of a state names its shape. What such a codec gives is
//
//   [prefix, if states have one] [which shape, and whether the rest is as it is] [body] [what is behind the shape]
//
// and then the hidden bytes. Codecs differ in the body. A state that does not fit its shape's description (a value out
// of its range, bits that belong to no field) is kept as it is, so that nothing is lost whatever the description says.
#pragma once

#include <cassert>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/codec.h"

namespace gyre::store {

class ShapeCodec : public Codec {
 public:
  // A product's states have a word of their own, the claim's state, in front of the system's: `prefix` is its size, 4
  // or 0.
  ShapeCodec(Shapes shapes, uint32_t prefix) : shapes_(std::move(shapes)), prefix_(prefix) {
    assert(prefix == 0 || prefix == 4);
  }

  StateView find(StateView state) override { return encode(state, false, 0); }
  StateView add(StateView state, uint64_t budget) override { return encode(state, true, budget); }
  StateView decode(StateView code) override;

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
