// How the state graph is made of strongly connected components: how many there are and of which sizes, and how deep the
// graph is that they form (--components).
//
// Components are found as in components.h (Gabow 2000): live states by their numbers, and the roots of the components
// in progress. A finished state keeps the height of its component in place of its number: how many components a path
// from there on can go through at most.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <new>
#include <vector>

#include "base/narrow.h"
#include "search/structure.h"
#include "search/walk.h"

namespace gyre::search {

struct StructureNote {
  uint32_t number = 0;  // 0: fresh; up to kMost: live; above: kMost + height
  static constexpr uint32_t kMost = uint32_t{1} << 31;
};

template <store::Store StoreT>
class StructureListener {
 public:
  explicit StructureListener(StoreT& store) : store_(store) {}

  bool seen(store::StateId id) const { return number(id) != 0; }
  bool enter(store::StateId id) {
    live_.push_back(id);
    if (live_.size() > StructureNote::kMost) throw std::bad_alloc();
    number(id) = narrow<uint32_t>(live_.size());
    roots_.push_back({number(id), 0, false});
    return true;
  }
  void expanded(store::StateId) {}
  void edge(store::StateId id) {
    const uint32_t n = number(id);
    if (n > StructureNote::kMost) {
      leads_to(n - StructureNote::kMost);
      return;
    }
    // Everything above the root of that state is one component.
    uint32_t below = 0;
    while (roots_.back().number > n) {
      below = std::max(below, roots_.back().below);
      roots_.pop_back();
    }
    roots_.back().below = std::max(roots_.back().below, below);
    roots_.back().cyclic = true;
  }
  bool leave(store::StateId id) {
    if (roots_.back().number != number(id)) return true;
    const Root root = roots_.back();
    roots_.pop_back();
    const size_t first = root.number - 1;
    const uint64_t states = live_.size() - first;
    const uint32_t height = root.below + 1;
    record(states, root, height);
    for (size_t i = first; i < live_.size(); ++i) number(live_[i]) = StructureNote::kMost + height;
    live_.resize(first);
    if (!roots_.empty()) leads_to(height);
    return true;
  }
  uint64_t bytes() const { return live_.capacity() * sizeof live_[0] + roots_.capacity() * sizeof roots_[0]; }
  const Structure& found() const { return found_; }

 private:
  struct Root {
    uint32_t number;
    uint32_t below;  // the largest height of components that its own leads to; 0: to none
    bool cyclic;
  };

  uint32_t& number(store::StateId id) const { return store_.note(id).number; }
  // An edge from the top of the path to a finished component.
  void leads_to(uint32_t height) {
    assert(!roots_.empty());
    roots_.back().below = std::max(roots_.back().below, height);
  }
  void record(uint64_t states, const Root& root, uint32_t height) {
    ++found_.components;
    found_.trivial += !root.cyclic;
    found_.largest = std::max(found_.largest, states);
    found_.height = std::max<uint64_t>(found_.height, height);
    if (root.below == 0) {
      ++found_.terminal;
      found_.terminal_states += states;
    }
    const auto power = static_cast<size_t>(std::bit_width(states)) - 1;
    if (found_.sizes.size() <= power) found_.sizes.resize(power + 1);
    ++found_.sizes[power];
  }

  StoreT& store_;
  std::vector<store::StateId> live_;
  std::vector<Root> roots_;
  Structure found_;
};

}  // namespace gyre::search
