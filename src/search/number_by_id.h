// A number for each of many states, by their ids: pages that are made when they are first written.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

namespace gyre::search {

class NumberById {
 public:
  // The number of an id that was set.
  uint32_t get(uint64_t id) const {
    assert(id >> kPageBits < pages_.size() && pages_[id >> kPageBits]);
    return pages_[id >> kPageBits][id & kPageMask];
  }
  void set(uint64_t id, uint32_t number) {
    const uint64_t page = id >> kPageBits;
    if (page >= pages_.size()) pages_.resize(page + 1 + page / 4);
    if (!pages_[page]) {
      pages_[page] = std::make_unique<uint32_t[]>(kPageMask + 1);
      ++made_;
    }
    pages_[page][id & kPageMask] = number;
  }
  uint64_t bytes() const { return made_ * (kPageMask + 1) * sizeof(uint32_t) + pages_.capacity() * sizeof(pages_[0]); }

 private:
  static constexpr unsigned kPageBits = 8;
  static constexpr uint64_t kPageMask = (uint64_t{1} << kPageBits) - 1;
  std::vector<std::unique_ptr<uint32_t[]>> pages_;
  uint64_t made_ = 0;
};

}  // namespace gyre::search
