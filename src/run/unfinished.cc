#include "run/unfinished.h"

#include <mutex>
#include <utility>
#include <vector>

namespace gyre::run {

namespace {

class Unfinished {
 public:
  ~Unfinished() {
    for (Left& left : left_) left.thread.join();
  }
  void add(std::thread thread, std::function<bool()> at_end) {
    const std::lock_guard lock(mutex_);
    std::erase_if(left_, [](Left& left) {
      if (!left.at_end()) return false;
      left.thread.join();
      return true;
    });
    left_.push_back({std::move(thread), std::move(at_end)});
  }
  size_t size() {
    const std::lock_guard lock(mutex_);
    return left_.size();
  }

 private:
  struct Left {
    std::thread thread;
    std::function<bool()> at_end;
  };
  std::mutex mutex_;
  std::vector<Left> left_;
};

// Made when LLVM is there already, so that it is gone before LLVM is.
Unfinished& all() {
  static Unfinished all;
  return all;
}

}  // namespace

void leave_unfinished(std::thread thread, std::function<bool()> at_end) {
  all().add(std::move(thread), std::move(at_end));
}

size_t unfinished() { return all().size(); }

}  // namespace gyre::run
