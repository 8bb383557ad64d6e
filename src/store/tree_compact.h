// The tree store with its roots in a Cleary table: about five bytes per state besides the shared nodes, instead of
// eight to ten. States cannot be read back by a number, so it is for depth-first search with a stack of states.
//
// A root is 54 bits, so there can be 134 million nodes; beyond that the store is full. Not for use by several threads.
#pragma once

#include <cstdint>

#include "store/cleary_table.h"
#include "store/tree.h"
#include "store/visited_stack.h"

namespace gyre::store {

class TreeCompact {
 public:
  void prefetch(uint64_t) const {}
  bool contains(StateView state, uint64_t) const {
    const TreeNodes::Root root = nodes_.find(state);
    return root.left != 0 && roots_.contains(MixedRoot::mix(root) >> kUnused);
  }
  Visit visit(StateView state, uint64_t) {
    const TreeNodes::Root root = nodes_.add(state, limit_ > roots_.bytes() ? limit_ - roots_.bytes() : 0);
    if (root.left == 0) return Visit::full;
    const uint64_t value = MixedRoot::mix(root);
    if ((value & ((uint64_t{1} << kUnused) - 1)) != 0) return Visit::full;
    switch (roots_.add(value >> kUnused, limit_ > nodes_.bytes() ? limit_ - nodes_.bytes() : 0)) {
      case ClearyTable::Added::no_memory: return Visit::full;
      case ClearyTable::Added::was_there: return Visit::again;
      case ClearyTable::Added::yes: break;
    }
    nodes_.focus(state);  // its successors come next
    return Visit::first;
  }
  void leave(StateView, uint64_t) {}

  uint64_t size() const { return roots_.count(); }
  uint64_t bytes() const { return nodes_.bytes() + roots_.bytes(); }
  double fill() const { return roots_.fill(); }
  void set_memory_limit(uint64_t bytes) { limit_ = bytes; }

 private:
  // Behind the 54 bits of a mixed root are those that numbers above 2^27 need.
  static constexpr unsigned kUnused = 64 - ClearyTable::kValueBits;

  TreeNodes nodes_{TreeOptions{}};
  ClearyTable roots_;
  uint64_t limit_ = ~uint64_t{0};
};

static_assert(VisitedSet<TreeCompact>);

}  // namespace gyre::store
