#include "store/shape_fields.h"

namespace gyre::store {

ShapeFields::ShapeFields(const StateShape& shape) : uncovered_((shape.key_bytes + 7) / 8, ~uint64_t{0}) {
  const auto cover = [&](uint64_t begin, uint64_t end) {
    for (uint64_t bit = begin; bit < end && bit < uncovered_.size() * 64; ++bit) {
      uncovered_[bit / 64] &= ~(uint64_t{1} << (bit % 64));
    }
  };
  cover(0, kNumberBits);
  cover(uint64_t{shape.key_bytes} * 8, uncovered_.size() * 64);  // behind the key is somebody else's
  for (ShapeField f : shape.fields) {
    if (f.bit_offset < kNumberBits || f.width == 0) continue;
    const uint64_t most = uint64_t{1} << f.width;
    if (f.cardinality == 0 || f.cardinality > most) f.cardinality = most;
    list_.push_back(f);
    cover(f.bit_offset, uint64_t{f.bit_offset} + f.width);
  }
}

std::vector<uint64_t> ShapeFields::ranges() const {
  std::vector<uint64_t> out;
  for (const ShapeField& f : list_) out.push_back(f.cardinality);
  return out;
}

bool ShapeFields::fit(const uint64_t* words) const {
  for (size_t w = 0; w < uncovered_.size(); ++w) {
    if ((words[w] & uncovered_[w]) != 0) return false;
  }
  for (size_t i = 0; i < list_.size(); ++i) {
    if (!in_range(words, i)) return false;
  }
  return true;
}

}  // namespace gyre::store
