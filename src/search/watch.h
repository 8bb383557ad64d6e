// The budgets of a search and its progress reports, looked at seldom enough to cost nothing.
//
// A search calls due() once per expanded state; when it answers true, it calls check(). The distance between checks
// follows the speed of the model, so that a check comes about every millisecond.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "search/search.h"

namespace gyre::search {

// What is left of a limit.
inline uint64_t rest_of(uint64_t limit, uint64_t used) {
  return limit == kUnlimited ? kUnlimited : limit - std::min(limit, used);
}

// The model gave up inside an expansion (model::Budget).
inline Ended why_cancelled(const Task& task) {
  const bool interrupted = task.interrupt != nullptr && task.interrupt->load(std::memory_order_relaxed);
  return interrupted ? Ended::interrupted : Ended::time;
}

class Watch {
 public:
  Watch(const Task& task, const Progress& progress) : task_(task), progress_(progress) {}

  bool due() { return --countdown_ == 0; }

  // False: the search has to end, and why is in `ended`. memory_used: tables and stacks. fill_counts() gives the
  // counts for a progress report.
  template <class FillCounts>
  bool check(uint64_t memory_used, Ended& ended, FillCounts&& fill_counts) {
    const Clock::time_point now = Clock::now();
    const auto since = now - last_check_;
    last_check_ = now;
    if (since < kShort) {
      interval_ = std::min<uint64_t>(interval_ * 2, kLongest);
    } else if (since > kLong) {
      interval_ = std::max<uint64_t>(interval_ / 8, 1);
    }
    countdown_ = interval_;
    peak_ = std::max(peak_, memory_used);

    if (task_.interrupt != nullptr && task_.interrupt->load(std::memory_order_relaxed)) {
      ended = Ended::interrupted;
      return false;
    }
    if (task_.time_limit > 0 && std::chrono::duration<double>(now - start_).count() >= task_.time_limit) {
      ended = Ended::time;
      return false;
    }
    if (memory_used > task_.memory_limit) {
      ended = Ended::memory;
      return false;
    }
    if (progress_ && now - last_report_ >= kReport) {
      last_report_ = now;
      progress_(fill_counts());
    }
    return true;
  }
  // The largest memory_used so far.
  uint64_t peak() const { return peak_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::microseconds kShort{500};
  static constexpr std::chrono::milliseconds kLong{4};
  static constexpr std::chrono::milliseconds kReport{100};
  static constexpr uint64_t kLongest = 16384;

  const Task& task_;
  const Progress& progress_;
  uint64_t countdown_ = 1;  // the first check is at once: a time limit of nothing is one
  uint64_t interval_ = 1;
  uint64_t peak_ = 0;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_check_ = start_;
  Clock::time_point last_report_ = start_;
};

}  // namespace gyre::search
