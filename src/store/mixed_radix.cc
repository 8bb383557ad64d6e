#include "store/mixed_radix.h"

#include <bit>
#include <cassert>

namespace gyre::store {

MixedRadix::MixedRadix(const std::vector<uint64_t>& ranges, unsigned cell_bits) {
  using Wide = unsigned __int128;
  const Wide most = Wide{1} << cell_bits;
  Wide values = 1;  // of the cell that is being filled
  const auto close = [&] {
    const auto last = static_cast<uint64_t>(values - 1);
    widths_.push_back(static_cast<unsigned>(std::bit_width(last)));
    bits_ += widths_.back();
    values = 1;
  };
  for (const uint64_t range : ranges) {
    assert(range >= 1 && range <= (uint64_t{1} << 32));
    if (values * range > most) close();
    // Not 2^64: a range of 1 behind a full cell has no place to go, and needs none.
    const auto factor = static_cast<uint64_t>(values);
    digits_.push_back({static_cast<uint32_t>(widths_.size()), factor == 0 ? 1 : factor, range});
    values *= range;
  }
  if (!ranges.empty()) close();
}

}  // namespace gyre::store
