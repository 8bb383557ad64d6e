// Work sharing among threads that search together in pseudo-depth-first order, and the detection of their end.
//
// Work is shared on demand: a member without any waiting states sleeps, which is a request, and a busy one that sees a
// request before an expansion offers up to half of its own states, those at the bottom of its stack, below which most
// is left to find as a rule. Only ids travel; states are read back from the store. When all members sleep and nothing
// is offered, everything is visited.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "base/stop_the_world.h"
#include "search/search.h"
#include "search/shared_counts.h"
#include "search/waiting.h"

namespace gyre::search {

class WorkSharing {
 public:
  // The world is that of the shared store. Members are running except while they sleep.
  WorkSharing(unsigned members, StopTheWorld& world) : world_(world), counts_(members) {}

  // Ends the search of all members, at their next expansion.
  void stop() {
    const std::lock_guard lock(mutex_);
    stop_.store(true, std::memory_order_relaxed);
    wake_.notify_all();
  }

  // The side of one member, for PseudoDepthFirst.
  class Member {
   public:
    Member(WorkSharing& sharing, unsigned number) : sharing_(&sharing), number_(number) {}
    bool find_work(WaitingStack& waiting) { return sharing_->find_work(waiting); }
    bool go_on(WaitingStack& waiting) {
      sharing_->world_.safepoint();
      if (sharing_->wanted_.load(std::memory_order_relaxed) > 0) [[unlikely]]
        sharing_->give(waiting);
      return !sharing_->stop_.load(std::memory_order_relaxed);
    }
    uint64_t stack_bytes(uint64_t own) { return sharing_->counts_.stack_bytes(number_, own); }
    void show(const Counts& own) { sharing_->counts_.show(number_, own); }
    const Counts& total(const Counts& own) { return total_ = sharing_->counts_.total(own); }

   private:
    WorkSharing* sharing_;
    unsigned number_;
    Counts total_;
  };

 private:
  static constexpr uint64_t kLargestOffer = uint64_t{1} << 14;  // states

  bool find_work(WaitingStack& waiting) {
    world_.leave();
    std::vector<WaitingStack::IdOnly> offer;
    {
      std::unique_lock lock(mutex_);
      ++idle_;
      assert(idle_ <= counts_.members());
      count_wanted();
      over_ = over_ || (idle_ == counts_.members() && offers_.empty());
      if (over_) wake_.notify_all();
      wake_.wait(lock, [this] { return !offers_.empty() || over_ || stop_.load(std::memory_order_relaxed); });
      --idle_;
      if (!offers_.empty()) {
        offer = std::move(offers_.back());
        offers_.pop_back();
      }
      count_wanted();
    }
    world_.enter();
    for (const WaitingStack::IdOnly& state : offer) waiting.push_id(state);
    return !offer.empty();
  }

  void give(WaitingStack& waiting) {
    std::vector<WaitingStack::IdOnly> offer = waiting.give(kLargestOffer);
    if (offer.empty()) return;
    const std::lock_guard lock(mutex_);
    offers_.push_back(std::move(offer));
    count_wanted();
    wake_.notify_one();
  }

  void count_wanted() {
    wanted_.store(idle_ - narrow<unsigned>(std::min<size_t>(idle_, offers_.size())), std::memory_order_relaxed);
  }

  StopTheWorld& world_;
  SharedCounts counts_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::vector<WaitingStack::IdOnly>> offers_;
  unsigned idle_ = 0;
  bool over_ = false;
  std::atomic<unsigned> wanted_{0};  // how many requests are not answered yet
  std::atomic<bool> stop_{false};
};

}  // namespace gyre::search
