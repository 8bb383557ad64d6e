// Whole states that wait to be expanded, the last one first, for searches whose store cannot give states back.
//
// Memory comes in blocks, so that growing copies nothing. A state never lies in two blocks.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "base/state_view.h"

namespace gyre::search {

class StateStack {
 public:
  struct Item {
    StateView state;
    uint64_t depth = 0;    // in steps, by the way on which it was reached
    uint32_t origin = 0;   // the node of the state whose successor it is (path_tree.h)
    uint32_t choice = 0;   // the number of the successor
    bool visited = false;  // it is not new, but a second look is wanted
  };

  bool empty() const { return blocks_in_use_ == 0; }

  // The state may lie in an item that was popped, if nothing was pushed since.
  void push(const Item& item) {
    assert(item.state.key <= item.state.total);
    const size_t state_words = (size_t{item.state.total} + 7) / 8;
    Block& block = room_for(state_words + kHeader);
    uint64_t* at = block.words.get() + block.used;
    std::memcpy(at, item.state.data, state_words * 8);
    const Header header{item.depth, item.visited, item.origin, item.choice, item.state.key, item.state.total};
    std::memcpy(at + state_words, &header, sizeof header);
    block.used += state_words + kHeader;
  }

  // Takes the top one away; its bytes stay until the next push.
  Item pop() {
    assert(!empty());
    Block& block = blocks_[blocks_in_use_ - 1];
    Header header;
    std::memcpy(&header, block.words.get() + block.used - kHeader, sizeof header);
    block.used -= (size_t{header.total} + 7) / 8 + kHeader;
    Item item;
    item.state = {reinterpret_cast<const uint8_t*>(block.words.get() + block.used), header.key, header.total};
    item.depth = header.depth;
    item.origin = header.origin;
    item.choice = header.choice;
    item.visited = header.visited != 0;
    if (block.used == 0) leave_block();
    return item;
  }

  uint64_t bytes() const { return bytes_; }

 private:
  struct Header {
    uint64_t depth : 63;
    uint64_t visited : 1;
    uint32_t origin, choice, key, total;
  };
  static constexpr size_t kHeader = sizeof(Header) / 8;  // words
  static_assert(sizeof(Header) % 8 == 0);
  static constexpr size_t kBlock = size_t{1} << 15;  // words, as a rule

  struct Block {
    std::unique_ptr<uint64_t[]> words;
    size_t size = 0;
    size_t used = 0;
  };

  Block& room_for(size_t words) {
    if (blocks_in_use_ > 0) [[likely]] {
      Block& top = blocks_[blocks_in_use_ - 1];
      if (top.used + words <= top.size) [[likely]]
        return top;
    }
    if (blocks_in_use_ == blocks_.size()) blocks_.emplace_back();
    Block& next = blocks_[blocks_in_use_];
    if (next.size < words) {
      bytes_ -= next.size * 8;
      next.size = 0;
      next.words = std::make_unique_for_overwrite<uint64_t[]>(std::max(words, kBlock));
      next.size = std::max(words, kBlock);
      bytes_ += next.size * 8;
    }
    ++blocks_in_use_;
    return next;
  }
  // The block stays, for it has the bytes of what was popped; the one behind it goes.
  void leave_block() {
    assert(blocks_in_use_ > 0);
    if (blocks_.size() > blocks_in_use_) {
      bytes_ -= blocks_.back().size * 8;
      blocks_.pop_back();
    }
    --blocks_in_use_;
  }

  std::vector<Block> blocks_;  // one more than those in use at most, and none of these is empty
  size_t blocks_in_use_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace gyre::search
