// The stack of a depth-first search: 13 bytes per state on the path, and no copying when it grows.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/narrow.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

// A state on the stack. `choice` is the successor whose turn it was last: while a state above it is explored, the one
// that leads there; so the choices of all frames are the path. `left` successors still wait for their turn.
struct [[gnu::packed]] Frame {
  static constexpr unsigned kChoiceBits = 19;
  static constexpr int kAll = 7;
  static constexpr uint64_t kMostChoices = uint64_t{1} << kChoiceBits;

  uint64_t id : store::kIdBits;
  uint64_t choice_set : 3;  // which of the reduced sets of successors is followed; kAll: all of them
  uint64_t choice : kChoiceBits;
  uint64_t left : kChoiceBits;
  uint64_t steps : 3;  // of the transition that led here; FrameStack::kMany: so many that they lie beside the frames
};
static_assert(sizeof(Frame) == 13);

// A stack in blocks. It gives back at most all blocks but one when it shrinks.
template <class T>
class BlockStack {
 public:
  bool empty() const { return size_ == 0; }
  uint64_t size() const { return size_; }
  T& top() { return (*this)[size_ - 1]; }
  T& operator[](uint64_t index) {
    assert(index < size_);
    return blocks_[index / kBlock][index % kBlock];
  }
  const T& operator[](uint64_t index) const {
    assert(index < size_);
    return blocks_[index / kBlock][index % kBlock];
  }

  void push(const T& value) {
    if (size_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique<T[]>(kBlock));
    ++size_;
    top() = value;
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

// Frames, and beside them the lengths of the few transitions that have many steps.
class FrameStack {
 public:
  static constexpr uint32_t kMany = 7;

  bool empty() const { return frames_.empty(); }
  uint64_t size() const { return frames_.size(); }
  Frame& top() { return frames_.top(); }
  const Frame& operator[](uint64_t index) const { return frames_[index]; }

  void push(store::StateId id, uint32_t steps) {
    assert(id < (store::StateId{1} << store::kIdBits));
    Frame frame;
    frame.id = id & ((store::StateId{1} << store::kIdBits) - 1);
    frame.choice_set = 0;
    frame.choice = 0;
    frame.left = 0;
    frame.steps = steps < kMany ? steps : kMany;
    frames_.push(frame);
    if (steps >= kMany) [[unlikely]]
      many_.push(steps);
  }

  // The answer: the steps of the transition that led to it.
  uint32_t pop() {
    assert(!empty());
    uint32_t steps = frames_.top().steps;
    if (steps == kMany) [[unlikely]] {
      steps = many_.top();
      many_.pop();
    }
    frames_.pop();
    return steps;
  }

  // From the bottom to the top: see(frame, steps of the transition that led to it) answers whether to go on.
  template <class See>
  void climb(See&& see) const {
    uint64_t many = 0;
    for (uint64_t i = 0; i < frames_.size(); ++i) {
      const Frame& frame = frames_[i];
      if (!see(frame, frame.steps == kMany ? many_[many++] : narrow<uint32_t>(frame.steps))) return;
    }
  }

  uint64_t bytes() const { return frames_.bytes() + many_.bytes(); }

 private:
  BlockStack<Frame> frames_;
  BlockStack<uint32_t> many_;
};

// The first `length` choices of a stack.
template <class Stack>
Path path_of(const Stack& frames, uint64_t length) {
  assert(length <= frames.size());
  Path path;
  path.choices.reserve(length);
  for (uint64_t i = 0; i < length; ++i) path.choices.push_back(narrow<uint32_t>(frames[i].choice));
  return path;
}

}  // namespace gyre::search
