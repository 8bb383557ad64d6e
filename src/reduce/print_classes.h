// What many edges of an instance touch is the same: a large model has thousands of edges and dozens of footprints. So
// two instances are compared by classes of edges with equal footprints, and of these only such as have something in
// common, which keeps the tables of instances.cc nearly linear in the size of a process.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "reduce/prints.h"

namespace gyre::reduce {

class PrintClasses {
 public:
  // The class of the next one. What is equal is in the same class if its `mark` is equal too.
  uint32_t add(const Prints& prints, const std::vector<int32_t>& mark = {});

  size_t count() const { return members_.size(); }
  const std::vector<uint32_t>& of() const { return of_; }  // by number: the class
  // By class: who is in it, in the order of add(); there is at least one.
  const std::vector<uint32_t>& members(uint32_t c) const { return members_[c]; }
  // Calls f with the classes, each once, that may touch what these prints touch; others certainly do not.
  template <class F>
  void each_related(const Prints& prints, F&& f);

 private:
  struct Key {
    Prints prints;
    std::vector<int32_t> mark;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const;
  };

  std::unordered_map<Key, uint32_t, Hash> known_;
  std::vector<uint32_t> of_;
  std::vector<std::vector<uint32_t>> members_;
  std::unordered_map<ir::VarId, std::vector<uint32_t>> by_variable_;
  std::vector<uint32_t> others_;  // classes that touch more than variables
  std::vector<uint32_t> seen_;    // by class: the last call that gave it
  uint32_t calls_ = 0;
};

template <class F>
void PrintClasses::each_related(const Prints& prints, F&& f) {
  if (prints.everything || !prints.control.empty()) {
    for (uint32_t c = 0; c < count(); ++c) f(c);
    return;
  }
  seen_.resize(count());
  ++calls_;
  const auto give = [&](const std::vector<uint32_t>& classes) {
    for (const uint32_t c : classes) {
      if (seen_[c] == calls_) continue;
      seen_[c] = calls_;
      f(c);
    }
  };
  give(others_);
  for (const Prints::Variable& v : prints.variables) {
    if (const auto found = by_variable_.find(v.var); found != by_variable_.end()) give(found->second);
  }
}

}  // namespace gyre::reduce
