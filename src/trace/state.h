// A state that owns its bytes. Reading bit fields may touch up to seven bytes behind the last one (base/bits.h), so
// there is slack behind the state.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/state_view.h"

namespace gyre::trace {

class State {
 public:
  State() = default;
  explicit State(StateView view) : key_(view.key), total_(view.total) {
    assert(view.data != nullptr && key_ <= total_);
    bytes_.reserve(total_ + kSlack);
    bytes_.assign(view.data, view.data + view.total);
    bytes_.resize(total_ + kSlack);
  }
  StateView view() const { return {bytes_.data(), key_, total_}; }
  bool empty() const { return bytes_.empty(); }
  // Equal as a search sees it: hidden variables do not count.
  bool same_key(const State& other) const {
    assert(!empty() && !other.empty());
    return key_ == other.key_ && std::equal(bytes_.begin(), bytes_.begin() + key_, other.bytes_.begin());
  }

 private:
  static constexpr uint32_t kSlack = 16;
  std::vector<uint8_t> bytes_;
  uint32_t key_ = 0;
  uint32_t total_ = 0;
};

}  // namespace gyre::trace
