#include "run/unfinished.h"

#include <mutex>
#include <utility>
#include <vector>

namespace gyre::run {

namespace {

class Unfinished {
 public:
  ~Unfinished() {
    for (std::thread& t : threads_) t.join();
  }
  void add(std::thread thread) {
    const std::lock_guard lock(mutex_);
    threads_.push_back(std::move(thread));
  }

 private:
  std::mutex mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace

// Made when LLVM is there already, so that it is gone before LLVM is.
void leave_unfinished(std::thread thread) {
  static Unfinished all;
  all.add(std::move(thread));
}

}  // namespace gyre::run
