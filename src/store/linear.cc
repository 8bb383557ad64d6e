#include "store/linear.h"

#include <cassert>
#include <cmath>
#include <cstring>

#include "base/narrow.h"

namespace gyre::store {

double Linear::log2_range(const StateShape& shape) {
  const ShapeFields fields(shape);
  double sum = 0;
  for (size_t i = 0; i < fields.size(); ++i) sum += std::log2(fields[i].cardinality);
  return sum;
}

double Linear::critical_density() const { return range_ < 2 ? 1 : 1 / std::log2(range_); }

Linear::Space* Linear::space_of(StateView state) const {
  uint32_t number = 0;
  uint32_t prefix = 0;
  if (state.key < prefix_ + sizeof number) return nullptr;
  std::memcpy(&prefix, state.data, prefix_);
  std::memcpy(&number, state.data + prefix_, sizeof number);
  std::unique_ptr<Space>& space = spaces_[uint64_t{prefix} << 32 | number];
  if (!space) space = std::make_unique<Space>(shapes_(number));
  return space.get();
}

bool Linear::number_of(StateView state, const Space& space, uint64_t& number) const {
  if (state.key != prefix_ + space.key) return false;
  words_.assign(space.key / 8 + 2, 0);
  std::memcpy(words_.data(), state.data + prefix_, space.key);
  if (!space.fields.fit(words_.data())) return false;
  number = 0;
  if (space.radix.cells() > 1) return true;  // there is no array of that size, and never will be
  for (size_t i = 0; i < space.fields.size(); ++i) {
    space.radix.update(&number, i, space.fields.value(words_.data(), i));
  }
  return true;
}

bool Linear::open(Space& space) {
  assert(space.bits.data() == nullptr);
  if (space.radix.cells() > 1 || space.radix.bits() > 60) return false;
  uint64_t values = 1;
  for (const uint64_t range : space.fields.ranges()) values *= range;
  const uint64_t bytes = round_up(values / 8 + 1, kPage);
  if (bytes > limit_ || this->bytes() > limit_ - bytes) return false;
  space.bits = Pages(bytes, true);
  if (space.bits.data() == nullptr) return false;
  array_bytes_ += space.bits.size();
  range_ += values;
  return true;
}

bool Linear::contains(StateView state, uint64_t hash) const {
  const Space* space = space_of(state);
  uint64_t number = 0;
  if (space == nullptr || !number_of(state, *space, number)) return others_.find(state, hash) != kNoState;
  return space->bits.data() != nullptr && (space->bits.data()[number / 8] >> (number % 8) & 1) != 0;
}

Visit Linear::visit(StateView state, uint64_t hash) {
  Space* space = space_of(state);
  uint64_t number = 0;
  if (space == nullptr || !number_of(state, *space, number)) {
    others_.set_memory_limit(limit_ > array_bytes_ ? limit_ - array_bytes_ : 0);
    const Insertion done = others_.insert(state, hash);
    return done.full ? Visit::full : done.inserted ? Visit::first : Visit::again;
  }
  if (space->bits.data() == nullptr && !open(*space)) {
    met_large_shape_ = true;
    return Visit::full;
  }
  assert(number / 8 < space->bits.size());
  uint8_t& byte = space->bits.data()[number / 8];
  const auto bit = narrow<uint8_t>(1u << (number % 8));
  if ((byte & bit) != 0) return Visit::again;
  byte |= bit;
  ++count_;
  return Visit::first;
}

}  // namespace gyre::store
