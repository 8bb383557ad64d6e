// A stack in blocks whose top is at hand: a push or a pop touches one pointer, growing copies nothing, and of what it
// gives up it keeps one block.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

namespace gyre::search {

template <class T, uint64_t kBlock = 512>
class TopStack {
 public:
  bool empty() const { return used_ == 0; }
  uint64_t size() const { return used_ == 0 ? 0 : (used_ - 1) * kBlock + static_cast<uint64_t>(at_ - begin_); }
  T& top() {
    assert(!empty());
    return at_[-1];
  }
  const T& operator[](uint64_t index) const {
    assert(index < size());
    return blocks_[index / kBlock][index % kBlock];
  }

  void push(const T& value) {
    if (at_ == limit_) [[unlikely]]
      grow();
    *at_++ = value;
  }
  void pop() {
    assert(!empty());
    if (--at_ == begin_) [[unlikely]]
      shrink();
  }
  uint64_t bytes() const { return blocks_.size() * kBlockBytes; }
  uint64_t most_bytes() const { return most_ * kBlockBytes; }  // that it has ever had

 private:
  static constexpr uint64_t kBlockBytes = kBlock * sizeof(T) + sizeof(void*);

  void grow() {
    if (used_ == blocks_.size()) {
      blocks_.push_back(std::make_unique_for_overwrite<T[]>(kBlock));
      most_ = std::max<uint64_t>(most_, blocks_.size());
    }
    ++used_;
    at_ = begin_ = blocks_[used_ - 1].get();
    limit_ = begin_ + kBlock;
  }
  void shrink() {
    --used_;
    if (blocks_.size() > used_ + 1) blocks_.pop_back();
    begin_ = used_ == 0 ? nullptr : blocks_[used_ - 1].get();
    at_ = limit_ = used_ == 0 ? nullptr : begin_ + kBlock;
  }

  std::vector<std::unique_ptr<T[]>> blocks_;
  uint64_t used_ = 0;   // blocks; the last of them is not empty
  T* begin_ = nullptr;  // of that block
  T* at_ = nullptr;     // behind the top
  T* limit_ = nullptr;
  uint64_t most_ = 0;
};

}  // namespace gyre::search
