// The states on the stack of a depth-first search, by their hashes: is a successor among them? Two states with the same
// hash are taken for one, which errs on the safe side for the cycle proviso of partial order reduction.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace gyre::search {

class PathSet {
 public:
  uint64_t size() const { return path_.size(); }
  uint64_t bytes() const { return slots_.capacity() * 8 + path_.capacity() * 8; }

  void push(uint64_t hash) {
    hash |= 1;  // 0 is an empty slot
    path_.push_back(hash);
    if (path_.size() * 2 > slots_.size()) return rebuild();
    add(hash);
  }
  void pop() {
    assert(!path_.empty());
    // Deletion without tombstones: what follows moves up (Knuth, 6.4, algorithm R).
    uint64_t hole = place(path_.back());
    while (slots_[hole] != path_.back()) hole = next(hole);
    path_.pop_back();
    for (uint64_t i = next(hole); slots_[i] != 0; i = next(i)) {
      const uint64_t home = place(slots_[i]);
      if (((i - home) & mask()) < ((i - hole) & mask())) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole] = 0;
  }
  bool contains(uint64_t hash) const {
    if (slots_.empty()) return false;
    hash |= 1;
    for (uint64_t i = place(hash); slots_[i] != 0; i = next(i)) {
      if (slots_[i] == hash) return true;
    }
    return false;
  }

 private:
  uint64_t mask() const { return slots_.size() - 1; }
  uint64_t place(uint64_t hash) const { return (hash * 0x9e3779b97f4a7c15ULL >> 20) & mask(); }
  uint64_t next(uint64_t i) const { return (i + 1) & mask(); }
  void add(uint64_t hash) {
    assert(path_.size() < slots_.size());  // it ends at an empty slot
    uint64_t i = place(hash);
    while (slots_[i] != 0) i = next(i);
    slots_[i] = hash;
  }
  void rebuild() {
    slots_.assign(slots_.empty() ? 1024 : slots_.size() * 2, 0);
    for (const uint64_t hash : path_) add(hash);
  }

  std::vector<uint64_t> path_;
  std::vector<uint64_t> slots_;  // a power of two of them
};

}  // namespace gyre::search
