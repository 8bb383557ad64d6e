// The queue of a breadth-first search by several threads: all states of one level, which they share out among
// themselves in blocks, and those of the next, which each of them collects. A level begins when all have ended the one
// before, so no state is reached by a way that is longer than need be.
#pragma once

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "base/stop_the_world.h"
#include "store/concept.h"

namespace gyre::search {

class Levels {
 public:
  struct Waiting {
    store::StateId id = store::kNoState;
    uint64_t depth = 0;  // in steps
  };
  using Block = std::vector<Waiting>;

  // The world is that of the shared store. Members are running except while they wait for each other.
  Levels(unsigned members, StopTheWorld& world) : members_(members), world_(world) { assert(members > 0); }

  // Some states of this level that nobody else has; null: there are no more.
  const Block* take() {
    const size_t next = taken_.fetch_add(1, std::memory_order_relaxed);
    return next < level_.size() ? &level_[next] : nullptr;
  }

  // What a member has found for the next level.
  class Found {
   public:
    void push(const Waiting& state) {
      if (blocks_.empty() || blocks_.back().size() == kBlock) {
        blocks_.emplace_back();
        blocks_.back().reserve(kBlock);
      }
      blocks_.back().push_back(state);
    }
    uint64_t bytes() const { return blocks_.size() * kBlock * sizeof(Waiting); }

   private:
    friend class Levels;
    // A block is some hundred microseconds of work.
    static constexpr size_t kBlock = 256;
    std::vector<Block> blocks_;
  };

  // When take() has given nothing: waits for the others, and all go on to the next level. False: there is none, or
  // stop() was called.
  bool next_level(Found& found) {
    world_.leave();
    bool more = false;
    {
      std::unique_lock lock(mutex_);
      for (Block& block : found.blocks_) next_.push_back(std::move(block));
      found.blocks_.clear();
      assert(waiting_ < members_);
      const uint64_t level = number_;
      if (++waiting_ == members_) {
        waiting_ = 0;
        ++number_;
        level_ = std::exchange(next_, {});
        taken_.store(0, std::memory_order_relaxed);
        wake_.notify_all();
      } else {
        wake_.wait(lock, [&] { return number_ != level || stop_.load(std::memory_order_relaxed); });
      }
      more = !level_.empty() && !stop_.load(std::memory_order_relaxed);
    }
    world_.enter();
    return more;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stop_.store(true, std::memory_order_relaxed);
    wake_.notify_all();
  }
  bool stopped() const { return stop_.load(std::memory_order_relaxed); }

  // The bytes of the level that is being explored; asked by a member that has not called next_level() since.
  uint64_t bytes() const { return level_.size() * Found::kBlock * sizeof(Waiting); }

 private:
  const unsigned members_;
  StopTheWorld& world_;
  std::vector<Block> level_;  // changes only while all members wait
  std::atomic<size_t> taken_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Block> next_;
  unsigned waiting_ = 0;
  uint64_t number_ = 0;
  std::atomic<bool> stop_{false};
};

}  // namespace gyre::search
