// What threads that search together show of themselves, for budgets and for reports of progress: some milliseconds old.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <vector>

#include "search/search.h"

namespace gyre::search {

class SharedCounts {
 public:
  explicit SharedCounts(unsigned members) : shown_(members) {}
  size_t members() const { return shown_.size(); }

  // The bytes of all members' stacks, when those of this one are so many. What a member once had stays with the heap of
  // its thread.
  uint64_t stack_bytes(unsigned member, uint64_t own) {
    assert(member < shown_.size());
    std::atomic<uint64_t>& mine = shown_[member].stack_bytes;
    mine.store(std::max(own, mine.load(std::memory_order_relaxed)), std::memory_order_relaxed);
    uint64_t sum = 0;
    for (const Shown& other : shown_) sum += other.stack_bytes.load(std::memory_order_relaxed);
    return sum;
  }

  void show(unsigned member, const Counts& own) {
    assert(member < shown_.size());
    shown_[member].states.store(own.states, std::memory_order_relaxed);
    shown_[member].matched.store(own.matched, std::memory_order_relaxed);
    shown_[member].depth.store(own.depth, std::memory_order_relaxed);
  }
  // One member's counts with those of all others.
  Counts total(const Counts& own) const {
    Counts sum = own;
    sum.matched = 0;
    for (const Shown& member : shown_) {
      sum.matched += member.matched.load(std::memory_order_relaxed);
      sum.depth = std::max(sum.depth, member.depth.load(std::memory_order_relaxed));
    }
    return sum;
  }
  // The same where each member counts states of its own.
  Counts total_with_states(const Counts& own) const {
    Counts sum = total(own);
    sum.states = 0;
    for (const Shown& member : shown_) sum.states += member.states.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  struct alignas(64) Shown {
    std::atomic<uint64_t> stack_bytes{0}, states{0}, matched{0}, depth{0};
  };
  std::vector<Shown> shown_;
};

}  // namespace gyre::search
