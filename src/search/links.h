// Predecessor links: how a search without a stack remembers its paths (Holzmann, chapter 8).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>

#include "base/bits.h"
#include "base/narrow.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

// The state from which a state was reached, and by which of its successors. Eight bytes that need no alignment to
// eight, because they lie with the entries of a store.
class ParentLink {
 public:
  static constexpr uint64_t kMostChoices = uint64_t{1} << (64 - store::kLinkBits);

  ParentLink() { set(store::kIdLimit, 0); }
  ParentLink(store::StateId parent, uint32_t choice) { set(parent, choice); }

  bool is_root() const { return parent() == store::kIdLimit; }
  store::StateId parent() const { return word() & store::kIdLimit; }
  uint32_t choice() const { return narrow<uint32_t>(word() >> store::kLinkBits); }
  // All of it as a number, and back.
  uint64_t word() const { return (uint64_t{high_} << 32) | low_; }
  static ParentLink of_word(uint64_t word) {
    return {word & store::kIdLimit, narrow<uint32_t>(word >> store::kLinkBits)};
  }

 private:
  void set(store::StateId parent, uint32_t choice) {
    assert(parent <= store::kIdLimit && choice < kMostChoices);
    const uint64_t word = (uint64_t{choice} << store::kLinkBits) | parent;
    low_ = low_half(word);
    high_ = high_half(word);
  }
  uint32_t low_;
  uint32_t high_;
};
static_assert(sizeof(ParentLink) == 8 && alignof(ParentLink) == 4);

// The path to a state; link_of(id) gives its ParentLink.
template <class LinkOf>
Path path_to(store::StateId id, LinkOf&& link_of) {
  Path path;
  for (ParentLink link = link_of(id); !link.is_root(); link = link_of(link.parent())) {
    path.choices.push_back(link.choice());
  }
  std::reverse(path.choices.begin(), path.choices.end());
  return path;
}

// A first-in first-out queue in blocks; it keeps no more memory than it needs, but for one block.
template <class T>
class BlockQueue {
 public:
  bool empty() const { return size_ == 0; }
  uint64_t size() const { return size_; }

  void push(const T& value) {
    if (first_ + size_ == blocks_.size() * kBlock) {
      blocks_.push_back(spare_ ? std::move(spare_) : std::make_unique_for_overwrite<T[]>(kBlock));
    }
    at(size_++) = value;
  }
  const T& front() const { return peek(0); }
  const T& peek(uint64_t n) const {  // the nth from the front
    assert(n < size_);
    return at(n);
  }
  void pop() {
    assert(size_ > 0);
    --size_;
    if (++first_ == kBlock) {
      first_ = 0;
      spare_ = std::move(blocks_.front());
      blocks_.pop_front();
    }
  }
  uint64_t bytes() const { return (blocks_.size() + (spare_ ? 1 : 0)) * kBlock * sizeof(T); }

 private:
  static constexpr uint64_t kBlock = 1024;
  T& at(uint64_t n) { return blocks_[(first_ + n) / kBlock][(first_ + n) % kBlock]; }
  const T& at(uint64_t n) const { return blocks_[(first_ + n) / kBlock][(first_ + n) % kBlock]; }

  std::deque<std::unique_ptr<T[]>> blocks_;
  std::unique_ptr<T[]> spare_;
  uint64_t first_ = 0;  // always in the first block
  uint64_t size_ = 0;
};

}  // namespace gyre::search
