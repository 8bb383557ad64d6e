// The fields of a shape as digits: without the shape number, each with its range. What compaction and linear storage
// make numbers of.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "base/state_shape.h"

namespace gyre::store {

class ShapeFields {
 public:
  static constexpr uint32_t kNumberBits = 32;  // the shape number, in front

  explicit ShapeFields(const StateShape& shape);

  size_t size() const { return list_.size(); }
  const ShapeField& operator[](size_t i) const { return list_[i]; }
  size_t words() const { return uncovered_.size(); }  // of the key
  std::vector<uint64_t> ranges() const;

  // `words` is the state, readable eight bytes beyond its key.
  uint64_t value(const uint64_t* words, size_t i) const {
    const ShapeField& f = list_[i];
    return std::bit_cast<uint32_t>(load_bits(reinterpret_cast<const uint8_t*>(words), f.bit_offset, f.width, false));
  }
  bool in_range(const uint64_t* words, size_t i) const { return value(words, i) < list_[i].cardinality; }
  // The bits of a word of the key that belong to no field.
  uint64_t uncovered(size_t word) const { return uncovered_[word]; }
  // The description fits the state.
  bool fit(const uint64_t* words) const;

 private:
  std::vector<ShapeField> list_;
  std::vector<uint64_t> uncovered_;
};

}  // namespace gyre::store
