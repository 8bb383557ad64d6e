// Memory in words that is given back in the opposite order, as a stack is. It comes in blocks, so that growing copies
// nothing and what is there never moves; a piece never lies in two blocks.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gyre::search {

class WordBlocks {
 public:
  bool empty() const { return in_use_ == 0; }

  // So many words, at least one, with whatever lies there.
  uint64_t* push(size_t words) {
    assert(words > 0);
    Block& block = room_for(words);
    uint64_t* at = block.words.get() + block.used;
    block.used += words;
    return at;
  }
  // The end of the piece that was pushed last.
  uint64_t* end() {
    assert(!empty());
    Block& block = blocks_[in_use_ - 1];
    return block.words.get() + block.used;
  }
  // Takes the piece away that was pushed last, of so many words; it stays as it is until the next push.
  const uint64_t* pop(size_t words) {
    assert(!empty() && words <= blocks_[in_use_ - 1].used);
    Block& block = blocks_[in_use_ - 1];
    block.used -= words;
    const uint64_t* at = block.words.get() + block.used;
    if (block.used == 0) leave_block();
    return at;
  }

  uint64_t bytes() const { return bytes_; }

 private:
  static constexpr size_t kBlock = size_t{1} << 15;  // words, as a rule

  struct Block {
    std::unique_ptr<uint64_t[]> words;
    size_t size = 0;
    size_t used = 0;
  };

  Block& room_for(size_t words) {
    if (in_use_ > 0) [[likely]] {
      Block& top = blocks_[in_use_ - 1];
      if (top.used + words <= top.size) [[likely]]
        return top;
    }
    if (in_use_ == blocks_.size()) blocks_.emplace_back();
    Block& next = blocks_[in_use_];
    if (next.size < words) {
      bytes_ -= next.size * 8;
      next.size = 0;
      next.words = std::make_unique_for_overwrite<uint64_t[]>(std::max(words, kBlock));
      next.size = std::max(words, kBlock);
      bytes_ += next.size * 8;
    }
    ++in_use_;
    return next;
  }
  // The block stays, for it has what was popped; the one behind it goes.
  void leave_block() {
    assert(in_use_ > 0);
    if (blocks_.size() > in_use_) {
      bytes_ -= blocks_.back().size * 8;
      blocks_.pop_back();
    }
    --in_use_;
  }

  std::vector<Block> blocks_;  // one more than those in use at most, and none of these is empty
  size_t in_use_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace gyre::search
