// The tails of hybrid storage: two bits for each (state, index), where the index is what the store's key leaves out, a
// claim's state, the demon's, a copy of the fairness construction. For tails that do not fit into the store's note.
//
// A page holds the tails of 256 states and is as wide as the largest index met there, so that the tail of a state may
// grow when processes are created.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bits.h"

namespace gyre::search {

class Tails {
 public:
  uint8_t get(uint64_t id, uint32_t index) const {
    const uint64_t number = id >> kPageBits;
    if (number >= pages_.size() || index >= pages_[number].width) return 0;
    const uint64_t at = (id & kPageMask) * pages_[number].width + index;
    return bit_pair(pages_[number].bits[at / 4], at);
  }
  void set(uint64_t id, uint32_t index, uint8_t value) {
    assert(value < 4);
    const uint64_t number = id >> kPageBits;
    if (number >= pages_.size()) pages_.resize(number + 1 + number / 4);
    Page& page = pages_[number];
    if (index >= page.width) widen(page, index);
    const uint64_t at = (id & kPageMask) * page.width + index;
    set_bit_pair(page.bits[at / 4], at, value);
  }
  uint64_t bytes() const { return bytes_ + pages_.capacity() * sizeof(Page); }

 private:
  static constexpr unsigned kPageBits = 8;
  static constexpr uint64_t kPageMask = (uint64_t{1} << kPageBits) - 1;
  struct Page {
    uint32_t width = 0;
    std::unique_ptr<uint8_t[]> bits;
  };

  static uint64_t size(uint32_t width) { return (uint64_t{width} << kPageBits) / 4; }
  void widen(Page& page, uint32_t index) {
    assert(index >= page.width);
    const uint32_t width = std::bit_ceil(index + 1);
    Page wide{width, std::make_unique<uint8_t[]>(size(width))};
    for (uint64_t entry = 0; entry <= kPageMask; ++entry) {
      for (uint32_t i = 0; i < page.width; ++i) {
        const uint64_t from = entry * page.width + i;
        const uint64_t to = entry * width + i;
        set_bit_pair(wide.bits[to / 4], to, bit_pair(page.bits[from / 4], from));
      }
    }
    bytes_ += size(width) - size(page.width);
    page = std::move(wide);
  }

  std::vector<Page> pages_;
  uint64_t bytes_ = 0;
};

}  // namespace gyre::search
