#include "store/mixed_radix.h"

#include <cassert>

#include "base/bits.h"
#include "base/narrow.h"

namespace gyre::store {

MixedRadix::MixedRadix(const std::vector<uint64_t>& ranges, unsigned cell_bits) {
  assert(cell_bits > 0 && cell_bits <= 64);
  const Word128 most = Word128{1} << cell_bits;
  Word128 values = 1;  // of the cell that is being filled
  const auto close = [&] {
    widths_.push_back(bits_for(low_word(values - 1)));
    bits_ += widths_.back();
    values = 1;
  };
  for (const uint64_t range : ranges) {
    assert(range >= 1 && range <= (uint64_t{1} << 32));
    if (values * range > most) close();
    // Not 2^64: a range of 1 behind a full cell has no place to go, and needs none.
    const uint64_t factor = low_word(values);
    digits_.push_back({narrow<uint32_t>(widths_.size()), factor == 0 ? 1 : factor, range});
    values *= range;
  }
  if (!ranges.empty()) close();
}

}  // namespace gyre::store
