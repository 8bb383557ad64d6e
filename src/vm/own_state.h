// A copy of a state: bit access may touch bytes behind its end, which need not exist where it comes from.
#pragma once

#include <cstring>
#include <vector>

#include "base/state_view.h"
#include "vm/work.h"

namespace gyre::vm {

class OwnState {
 public:
  const uint8_t* copy(StateView state) {
    const size_t size = padded(state.total);
    if (size != size_) [[unlikely]]
      make_room(size);
    uint8_t* to = bytes_.data();
    // Few words as a rule: a call of memcpy takes longer. What is behind `total` is zero.
    size_t at = 0;
    for (; at + 16 <= size; at += 16) std::memcpy(to + at, state.data + at, 16);
    if (at < size) {
      // Sixteen bytes again: that is how they will be read.
      Words last = {};
      std::memcpy(&last, state.data + at, 8);
      std::memcpy(to + at, &last, 16);
    }
    return to;
  }

 private:
  using Words [[gnu::vector_size(16)]] = uint64_t;
  static constexpr uint32_t kReadAhead = 64;  // native code touches as much behind a state, when it copies one

  [[gnu::noinline]] void make_room(size_t size) {
    if (bytes_.size() < size + kReadAhead) bytes_.resize(size + kReadAhead);
    std::memset(bytes_.data() + size, 0, kSlack);
    size_ = size;
  }

  std::vector<uint8_t> bytes_;
  size_t size_ = 0;
};

}  // namespace gyre::vm
