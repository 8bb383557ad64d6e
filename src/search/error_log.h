// What a search does with an error: counts it, keeps one path per violation, and says when it is enough.
//
// A violation is a (kind, place); there may be millions of occurrences, so a path is only made when it is wanted.
#pragma once

#include <cassert>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "model/model.h"
#include "search/search.h"

namespace gyre::search {

class ErrorLog {
 public:
  ErrorLog(const Task& task, Outcome& outcome) : task_(task), outcome_(outcome) {}

  // The outcome was another search's, which this one goes on with.
  void take_up() {
    for (size_t i = 0; i < outcome_.found.size(); ++i) {
      paths_ += outcome_.found[i].others.size() + (outcome_.found[i].has_path ? 1 : 0);
      known_.emplace(violation(outcome_.found[i].kind, outcome_.found[i].place), i);
    }
  }

  bool looks_for(model::ErrorKind kind) const { return task_.looks_for(kind); }

  // Records one occurrence of a kind that is looked for; make_path() gives its Path and is called for a violation's
  // first occurrence, with `shorter_wins` also for each that is shorter than the one kept, and for others as long as
  // paths are wanted (Task::max_paths). True: it is enough, the search has to end.
  template <class MakePath>
  bool record(model::ErrorKind kind, uint32_t place, uint64_t length, MakePath&& make_path, bool shorter_wins = false) {
    FoundError& found = count(kind, place, length);
    if (!found.has_path || (shorter_wins && length < found.length)) {
      Path path = make_path();
      if (!found.has_path)
        ++paths_;
      else if (paths_ < task_.max_paths)
        keep(found, std::move(found.path));
      found.length = length;
      found.path = std::move(path);
      found.has_path = true;
    } else if (paths_ < task_.max_paths) {
      keep(found, make_path());
    }
    return enough();
  }

  // The same for a search that keeps no paths.
  bool record_without_path(model::ErrorKind kind, uint32_t place, uint64_t length) {
    count(kind, place, length);
    return enough();
  }

 private:
  FoundError& count(model::ErrorKind kind, uint32_t place, uint64_t length) {
    assert(task_.looks_for(kind));
    ++outcome_.errors;
    const auto [at, fresh] = known_.try_emplace(violation(kind, place), outcome_.found.size());
    if (fresh) outcome_.found.push_back({kind, place, 0, length, {}, {}, false});
    FoundError& found = outcome_.found[at->second];
    ++found.count;
    return found;
  }

  void keep(FoundError& found, Path path) {
    found.others.push_back(std::move(path));
    ++paths_;
  }

  bool enough() {
    const bool enough = task_.max_errors != 0 && outcome_.errors >= task_.max_errors;
    const bool all_known =
        task_.max_violations != 0 && outcome_.found.size() >= task_.max_violations && paths_ >= task_.wanted_paths;
    if (!enough && !all_known) return false;
    outcome_.ended = Ended::error_limit;
    return true;
  }

  static uint64_t violation(model::ErrorKind kind, uint32_t place) {
    return (uint64_t{static_cast<uint8_t>(kind)} << 32) | place;
  }

  const Task& task_;
  Outcome& outcome_;
  std::unordered_map<uint64_t, size_t> known_;
  uint64_t paths_ = 0;  // that are kept
};

}  // namespace gyre::search
