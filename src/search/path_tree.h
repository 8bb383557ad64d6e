// The ways to the states that are expanded or wait, for searches in no strict order: a tree whose nodes are expanded
// states, with the choice that led to each.
//
// A node is kept as long as something refers to it: the expansion itself, a successor that waits, a node below. So
// there are as many nodes as the waiting states have ancestors, 16 bytes each: in pseudo-depth-first order hardly more
// than the depth.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>

#include "base/narrow.h"
#include "search/frames.h"
#include "search/search.h"

namespace gyre::search {

class PathTree {
 public:
  using Node = uint32_t;
  static constexpr Node kNone = ~Node{0};

  // The successor number `choice` of `parent` (kNone: the initial state, which nobody chose). It takes over the
  // reference to the parent that the successor had, and has one reference itself.
  Node add(Node parent, uint32_t choice) {
    assert(parent == kNone || nodes_[parent].references > 0);
    Node node = free_;
    if (node != kNone) {
      free_ = nodes_[node].parent;
    } else {
      if (nodes_.size() == kNone) throw std::bad_alloc();
      node = narrow<Node>(nodes_.size());
      nodes_.push({});
    }
    nodes_[node] = {parent, choice, 1};
    return node;
  }
  void refer(Node node, uint64_t times) {
    assert(nodes_[node].references > 0);
    nodes_[node].references += times;
  }
  // One reference less.
  void release(Node node) {
    assert(node == kNone || nodes_[node].references > 0);
    while (node != kNone && --nodes_[node].references == 0) {
      const Node parent = nodes_[node].parent;
      nodes_[node].parent = free_;
      free_ = node;
      node = parent;
    }
  }

  Path path_to(Node node) const {
    assert(node != kNone);
    Path path;
    for (; nodes_[node].parent != kNone; node = nodes_[node].parent) path.choices.push_back(nodes_[node].choice);
    std::reverse(path.choices.begin(), path.choices.end());
    return path;
  }

  uint64_t bytes() const { return nodes_.bytes(); }

 private:
  struct Entry {
    Node parent;  // of a free one: the next free one
    uint32_t choice;
    uint64_t references;
  };
  static_assert(sizeof(Entry) == 16);

  BlockStack<Entry> nodes_;
  Node free_ = kNone;
};

}  // namespace gyre::search
