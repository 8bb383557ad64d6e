// Threads that search together in pseudo-depth-first order: who has nothing to do gets something, and all end together.
//
// Work is shared when it is wanted: a member without any waiting states sleeps and counts as hungry, and a busy one
// that sees this before an expansion gives away up to half of its own, those at the bottom of its stack, below which
// most is left to find as a rule. Only ids travel; states are read back from the store. When all are hungry and no gift
// is on its way, everything is visited.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "base/standstill.h"
#include "search/board.h"
#include "search/search.h"
#include "search/waiting.h"

namespace gyre::search {

class Team {
 public:
  // The standstill is that of the shared store. Members are running except while they sleep.
  Team(unsigned members, Standstill& standstill) : standstill_(standstill), board_(members) {}

  // Ends the search of all members, at their next expansion.
  void stop() {
    const std::lock_guard lock(mutex_);
    stop_.store(true, std::memory_order_relaxed);
    wake_.notify_all();
  }

  // The side of one member, for PseudoDepthFirst.
  class Member {
   public:
    Member(Team& team, unsigned number) : team_(&team), number_(number) {}
    bool find_work(WaitingStack& waiting) { return team_->find_work(waiting); }
    bool go_on(WaitingStack& waiting) {
      team_->standstill_.pause_point();
      if (team_->hungry_.load(std::memory_order_relaxed) > 0) [[unlikely]]
        team_->give(waiting);
      return !team_->stop_.load(std::memory_order_relaxed);
    }
    uint64_t stack_bytes(uint64_t own) { return team_->board_.stack_bytes(number_, own); }
    void show(const Counts& own) { team_->board_.show(number_, own); }
    const Counts& total(const Counts& own) { return total_ = team_->board_.total(own); }

   private:
    Team* team_;
    unsigned number_;
    Counts total_;
  };

 private:
  static constexpr uint64_t kLargestGift = uint64_t{1} << 14;  // states

  bool find_work(WaitingStack& waiting) {
    standstill_.leave();
    std::vector<WaitingStack::IdOnly> gift;
    {
      std::unique_lock lock(mutex_);
      ++idle_;
      count_hungry();
      over_ = over_ || (idle_ == board_.members() && gifts_.empty());
      if (over_) wake_.notify_all();
      wake_.wait(lock, [this] { return !gifts_.empty() || over_ || stop_.load(std::memory_order_relaxed); });
      --idle_;
      if (!gifts_.empty()) {
        gift = std::move(gifts_.back());
        gifts_.pop_back();
      }
      count_hungry();
    }
    standstill_.enter();
    for (const WaitingStack::IdOnly& state : gift) waiting.push_id(state);
    return !gift.empty();
  }

  void give(WaitingStack& waiting) {
    std::vector<WaitingStack::IdOnly> gift = waiting.give(kLargestGift);
    if (gift.empty()) return;
    const std::lock_guard lock(mutex_);
    gifts_.push_back(std::move(gift));
    count_hungry();
    wake_.notify_one();
  }

  void count_hungry() {
    hungry_.store(idle_ - std::min<unsigned>(idle_, static_cast<unsigned>(gifts_.size())), std::memory_order_relaxed);
  }

  Standstill& standstill_;
  Board board_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::vector<WaitingStack::IdOnly>> gifts_;
  unsigned idle_ = 0;
  bool over_ = false;
  std::atomic<unsigned> hungry_{0};  // how many gifts are wanted
  std::atomic<bool> stop_{false};
};

}  // namespace gyre::search
