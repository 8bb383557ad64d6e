// Things that have numbers under which the page asks for them. There are limits: the oldest go, and who asks for one
// that is gone is told so.
//
// Any number of threads may use one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "serve/json.h"

namespace gyre::serve {

template <class T>
class Numbered {
 public:
  // `what`: how a sentence calls one of them. At most so many are kept, and of such a weight in all; one always is.
  Numbered(std::string what, size_t most, uint64_t most_weight = UINT64_MAX)
      : what_(std::move(what)), most_(most), most_weight_(most_weight) {}

  int64_t put(std::shared_ptr<T> item, uint64_t weight = 1) {
    const std::scoped_lock lock(mutex_);
    items_.emplace(next_, Entry{std::move(item), weight});
    weight_ += weight;
    while (items_.size() > 1 && (items_.size() > most_ || weight_ > most_weight_)) {
      weight_ -= items_.begin()->second.weight;
      items_.erase(items_.begin());
    }
    return next_++;
  }

  // Throws Refusal: 410 if it is gone, 404 if there was none.
  std::shared_ptr<T> get(int64_t id) const {
    const std::scoped_lock lock(mutex_);
    const auto found = items_.find(id);
    if (found != items_.end()) return found->second.item;
    if (id >= 1 && id < next_)
      throw Refusal(410, fmt::format("{} {} is gone: only the last {} are kept", what_, id, most_));
    throw Refusal(404, fmt::format("there is no {} {}", what_, id));
  }

  // All that are there, oldest first.
  std::vector<std::pair<int64_t, std::shared_ptr<T>>> all() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::pair<int64_t, std::shared_ptr<T>>> out;
    for (const auto& [id, entry] : items_) out.emplace_back(id, entry.item);
    return out;
  }

 private:
  struct Entry {
    std::shared_ptr<T> item;
    uint64_t weight;
  };
  const std::string what_;
  const size_t most_;
  const uint64_t most_weight_;
  mutable std::mutex mutex_;
  std::map<int64_t, Entry> items_;
  int64_t next_ = 1;
  uint64_t weight_ = 0;
};

}  // namespace gyre::serve
