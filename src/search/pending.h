// The successors that wait for their turn in a depth-first search, with their bytes: a stack of bounded size.
//
// When it is full it forgets the oldest ones (those at the bottom); a search that comes back to a frame which has lost
// some expands that state again. So a deep stack costs no more than its frames, and the states near the top, where
// the search spends nearly all its time, are expanded once.
//
// Memory is cut into a ring of segments. Forgetting drops a whole segment.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "base/narrow.h"
#include "base/state_view.h"
#include "model/model.h"

namespace gyre::search {

class PendingStack {
 public:
  struct Item {
    uint64_t hash = 0;
    uint32_t choice = 0;
    uint32_t steps = 0;
    bool dead_end = false;
    StateView state;                           // valid until the next push
    std::span<const model::StepError> errors;  // likewise
  };

  explicit PendingStack(uint64_t capacity) : segment_bytes_(std::max<uint64_t>(capacity / kSegments / 8 * 8, 64)) {}

  // `frame` is the index of the frame the item belongs to: not lower than those of the items below.
  void push(uint64_t frame, const Item& item) {
    assert(frame + 1 >= lost_below_);
    assert(item.state.key <= item.state.total);
    const size_t state_bytes = (item.state.total + 7) / 8 * 8;
    const size_t error_bytes = item.errors.size_bytes();
    const size_t bytes = sizeof(Header) + state_bytes + error_bytes;
    Segment& segment = room_for(bytes);
    uint8_t* at = segment.data.get() + segment.used;
    if (state_bytes != 0) std::memcpy(at, item.state.data, state_bytes);
    if (error_bytes != 0) std::memcpy(at + state_bytes, item.errors.data(), error_bytes);
    const Header header{item.hash,
                        item.choice,
                        item.steps,
                        item.state.key,
                        item.state.total,
                        (narrow<uint32_t>(item.errors.size()) << 1) | (item.dead_end ? 1u : 0u),
                        narrow<uint32_t>(bytes)};
    std::memcpy(at + state_bytes + error_bytes, &header, sizeof header);
    segment.used += bytes;
    segment.top_frame = frame;
  }

  bool empty() const { return segments_[last()].used == 0; }

  Item top() const {
    assert(!empty());
    const Segment& segment = segments_[last()];
    Header header;
    std::memcpy(&header, segment.data.get() + segment.used - sizeof header, sizeof header);
    const uint8_t* state = segment.data.get() + segment.used - header.bytes;
    Item item;
    item.hash = header.hash;
    item.choice = header.choice;
    item.steps = header.steps;
    item.dead_end = (header.errors & 1) != 0;
    item.state = {state, header.key, header.total};
    item.errors = {reinterpret_cast<const model::StepError*>(state + (header.total + 7) / 8 * 8), header.errors >> 1};
    return item;
  }

  void pop() {
    assert(!empty());
    Segment& segment = segments_[last()];
    uint32_t bytes;
    std::memcpy(&bytes, segment.data.get() + segment.used - sizeof bytes, sizeof bytes);
    segment.used -= bytes;
    if (segment.used == 0 && segment_count_ > 1) --segment_count_;
  }

  // Frames below this index have lost items. (Some of theirs may still be here; do not use them.)
  uint64_t lost_below() const { return lost_below_; }

  // Back at frame `index`, which has lost items: forgets what is left of them. It is to push all its items again.
  void restart(uint64_t index) {
    assert(index < lost_below_);
    segment_count_ = 1;
    segments_[first_].used = 0;
    lost_below_ = index;
  }

  uint64_t bytes() const { return bytes_; }

 private:
  static constexpr size_t kSegments = 64;

  struct Header {
    uint64_t hash;
    uint32_t choice;
    uint32_t steps;
    uint32_t key;
    uint32_t total;
    uint32_t errors;  // number, and the lowest bit: a dead end
    uint32_t bytes;   // of the whole item; the last word, for pop()
  };
  static_assert(sizeof(Header) == 32 && alignof(model::StepError) <= 8 && sizeof(model::StepError) % 8 == 0);

  struct Segment {
    std::unique_ptr<uint8_t[]> data;
    size_t size = 0;
    size_t used = 0;
    uint64_t top_frame = 0;
  };

  size_t last() const { return (first_ + segment_count_ - 1) % kSegments; }

  Segment& room_for(size_t bytes) {
    Segment& top = segments_[last()];
    if (top.used + bytes <= top.size) [[likely]]
      return top;
    if (top.used != 0) {
      if (segment_count_ == kSegments) {
        lost_below_ = std::max(lost_below_, segments_[first_].top_frame + 1);
        first_ = (first_ + 1) % kSegments;
        --segment_count_;
      }
      ++segment_count_;
    }
    Segment& fresh = segments_[last()];
    fresh.used = 0;
    if (fresh.size < bytes) {
      bytes_ -= fresh.size;
      fresh.size = std::max<size_t>(segment_bytes_, bytes);
      fresh.data = std::make_unique_for_overwrite<uint8_t[]>(fresh.size);
      bytes_ += fresh.size;
    }
    return fresh;
  }

  uint64_t segment_bytes_;
  std::array<Segment, kSegments> segments_;
  size_t first_ = 0;
  size_t segment_count_ = 1;
  uint64_t lost_below_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace gyre::search
