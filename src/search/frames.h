// The stack of a depth-first search: 16 bytes per state on the path, and no copying when it grows.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

// A state on the stack. `choice` is the successor whose turn it was last: while a state above it is explored, the one
// that leads there; so the choices of all frames are the path. `left` successors still wait for their turn.
struct Frame {
  static constexpr unsigned kChoiceBits = 19;
  static constexpr int kAll = 7;
  static constexpr uint64_t kMostChoices = uint64_t{1} << kChoiceBits;

  uint64_t id;
  uint64_t choice : kChoiceBits;
  uint64_t left : kChoiceBits;
  uint64_t choice_set : 3;                // which of the reduced sets of successors is followed; kAll: all of them
  uint64_t steps : 61 - 2 * kChoiceBits;  // of the transition that led here
};
static_assert(sizeof(Frame) == 16);

// A stack in blocks. It gives back at most all blocks but one when it shrinks.
template <class T>
class BlockStack {
 public:
  bool empty() const { return size_ == 0; }
  uint64_t size() const { return size_; }
  T& top() { return (*this)[size_ - 1]; }
  T& operator[](uint64_t index) { return blocks_[index / kBlock][index % kBlock]; }
  const T& operator[](uint64_t index) const { return blocks_[index / kBlock][index % kBlock]; }

  void push(const T& value) {
    if (size_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique<T[]>(kBlock));
    (*this)[size_++] = value;
  }
  void pop() {
    assert(size_ > 0);
    --size_;
    if (size_ + 2 * kBlock <= blocks_.size() * kBlock) blocks_.pop_back();
  }
  uint64_t bytes() const { return blocks_.size() * (kBlock * sizeof(T) + sizeof(void*)); }

 private:
  static constexpr uint64_t kBlock = 4096;
  std::vector<std::unique_ptr<T[]>> blocks_;
  uint64_t size_ = 0;
};

// The first `length` choices of a stack.
template <class FrameT>
Path path_of(const BlockStack<FrameT>& frames, uint64_t length) {
  Path path;
  path.choices.reserve(length);
  for (uint64_t i = 0; i < length; ++i) path.choices.push_back(static_cast<uint32_t>(frames[i].choice));
  return path;
}

}  // namespace gyre::search
