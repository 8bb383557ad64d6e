// Linear storage (Godefroid & Holzmann 1993, section 4.1): one bit for each possible state. A state's bit is its number
// in mixed radix (mixed_radix.h), so the array has as many bits as the product of all ranges, |U|. That takes less
// memory than a list of n states of log2 |U| bits each if n / |U|, the density, is above d_crit = 1 / log2 |U|; with
// most models it is far below, and |U| is beyond any memory.
//
// Each shape has an array of its own, made when its first state comes; if states have a prefix (see codec.h), each
// prefix has one for each shape. States that their shape's description does not
// fit (see codec.h) are kept whole, beside. Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/state_view.h"
#include "store/codec.h"
#include "store/exact.h"
#include "store/mixed_radix.h"
#include "store/pages.h"
#include "store/shape_fields.h"
#include "store/visited_stack.h"

namespace gyre::store {

class Linear {
 public:
  // `prefix`: bytes in front of the system's state, 4 or 0.
  explicit Linear(Codec::Shapes shapes, uint32_t prefix = 0) : shapes_(std::move(shapes)), prefix_(prefix) {
    assert(prefix == 0 || prefix == sizeof(uint32_t));
  }

  // log2 of the number of possible states of a shape.
  static double log2_range(const StateShape& shape);

  void prefetch(uint64_t) const {}
  bool contains(StateView state, uint64_t hash) const;
  Visit visit(StateView state, uint64_t hash);
  void leave(StateView, uint64_t) {}

  uint64_t size() const { return count_ + others_.size(); }
  uint64_t bytes() const { return array_bytes_ + (others_.size() == 0 ? 0 : others_.bytes()); }
  double fill() const { return range_ == 0 ? 0 : count_ / range_; }  // the density
  void set_memory_limit(uint64_t bytes) { limit_ = std::min<uint64_t>(bytes, physical_memory()); }

  double range() const { return range_; }  // |U|, of the shapes met
  double critical_density() const;
  bool met_large_shape() const { return met_large_shape_; }  // one whose array had no room

 private:
  struct Space {
    explicit Space(const StateShape& shape) : fields(shape), radix(fields.ranges()), key(shape.key_bytes) {}
    ShapeFields fields;
    MixedRadix radix;
    uint32_t key;
    Pages bits;  // none: its first state did not come yet
  };
  Space* space_of(StateView state) const;
  // Gives the number of a state among the states of its shape; false: it has none.
  bool number_of(StateView state, const Space& space, uint64_t& number) const;
  bool open(Space& space);

  Codec::Shapes shapes_;
  const uint32_t prefix_;
  mutable std::unordered_map<uint64_t, std::unique_ptr<Space>> spaces_;  // by prefix and number of the shape
  mutable std::vector<uint64_t> words_;
  Exact<> others_;
  uint64_t count_ = 0;
  uint64_t array_bytes_ = 0;
  double range_ = 0;
  bool met_large_shape_ = false;
  uint64_t limit_ = physical_memory();  // an array is there in full, be it used or not
};

static_assert(VisitedSet<Linear>);

}  // namespace gyre::store
