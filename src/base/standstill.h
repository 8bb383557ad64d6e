// Brings all threads that share something to a standstill, so that one of them may change what the others only read:
// a table that grows.
//
// A thread that uses the shared thing is *running*: between enter() and leave(). A running thread calls pause_point()
// now and then, when it has nothing of the shared thing in its hands; that is one load as long as nobody wants a
// standstill. Whoever wants one calls with(f): when all others have come to such a point (or have left, or want a
// standstill themselves) f runs, and then all go on. What a thread wrote before the standstill is seen in it, and what
// f writes is seen afterwards.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace gyre {

class Standstill {
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

  void pause_point() {
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
    explicit End(Standstill& owner) : owner_(owner) {}
    End(const End&) = delete;
    End& operator=(const End&) = delete;
    ~End() {
      owner_.longest_ = std::max(owner_.longest_, std::chrono::steady_clock::now() - start_);
      owner_.wanted_.store(false, std::memory_order_relaxed);
      owner_.ended_.notify_all();
    }

   private:
    Standstill& owner_;
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
