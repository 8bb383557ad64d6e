// Stop-the-world synchronisation: one thread changes what the others only read (a table that grows) while they wait.
//
// A thread that uses the shared data is *running*: between enter() and leave(). A running thread calls safepoint() now
// and then, when it holds no reference into the shared data; that costs one load as long as nobody wants to stop the
// world. A thread that does calls with(f): when all others are at a safepoint (or have left, or want to stop the world
// themselves) f runs, and then all go on. What a thread wrote before the stop is visible to f, and what f writes is
// visible afterwards.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace gyre {

class StopTheWorld {
 public:
  void enter() {
    std::unique_lock lock(mutex_);
    wait_for_end(lock);
    ++running_;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    assert(running_ > 0);
    --running_;
    arrived_.notify_all();
  }

  void safepoint() {
    if (wanted_.load(std::memory_order_relaxed)) [[unlikely]]
      pause();
  }

  // By a running thread. False: another one was first; f was not called, and what it should have done may be done.
  template <class F>
  bool with(F&& f) {
    std::unique_lock lock(mutex_);
    assert(running_ > 0);
    if (wanted_.load(std::memory_order_relaxed)) {
      wait_paused(lock);
      return false;
    }
    wanted_.store(true, std::memory_order_relaxed);
    arrived_.wait(lock, [this] { return running_ == 1; });
    assert(running_ == 1);
    const End end(*this);  // also if f throws
    f();
    return true;
  }

  // How long the longest one took, in seconds. When nobody is running.
  double longest() const { return std::chrono::duration<double>(longest_).count(); }

 private:
  // The mutex is held.
  class End {
   public:
    explicit End(StopTheWorld& owner) : owner_(owner) {}
    End(const End&) = delete;
    End& operator=(const End&) = delete;
    ~End() {
      owner_.longest_ = std::max(owner_.longest_, std::chrono::steady_clock::now() - start_);
      owner_.wanted_.store(false, std::memory_order_relaxed);
      owner_.ended_.notify_all();
    }

   private:
    StopTheWorld& owner_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  };

  void pause() {
    std::unique_lock lock(mutex_);
    if (wanted_.load(std::memory_order_relaxed)) wait_paused(lock);
  }
  void wait_paused(std::unique_lock<std::mutex>& lock) {
    assert(running_ > 0);
    --running_;
    arrived_.notify_all();
    wait_for_end(lock);
    ++running_;
  }
  void wait_for_end(std::unique_lock<std::mutex>& lock) {
    ended_.wait(lock, [this] { return !wanted_.load(std::memory_order_relaxed); });
  }

  std::atomic<bool> wanted_{false};  // written with the mutex
  std::mutex mutex_;
  std::condition_variable arrived_, ended_;
  unsigned running_ = 0;
  std::chrono::steady_clock::duration longest_{};
};

}  // namespace gyre
