// How the states of one size are folded into a tree (tree_nodes.h): the shape of the tree, and what is remembered of
// the states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "store/node_array.h"

namespace gyre::store {

// How the units of a state go to the two children of the root. What serves a model best depends on which of its parts
// change together: TreeSet::better_options().
enum class TreeSplit : uint8_t {
  middle,  // the first half to the left one
  turns,   // four by four in turns
};

struct TreeOptions {
  bool huge_pages = true;
  TreeSplit split = TreeSplit::middle;  // of states of more than kFlatUnits
  // Where the index of nodes takes no more than this it lies in the caches near the processor. Fetching it before it is
  // looked at saves 8 % at 64 million states, and 4 % where a few megabytes share their cache with roots and other
  // programs (nine tenths of the time of look_up() was waiting for its two lines).
  uint64_t near_bytes = uint64_t{1} << 20;
};

// A *slot* is a place for a number. Slots 0 to units - 1 are the leaves, those behind them inner nodes, children before
// parents, and then at least one that is always 0, the empty slot. The children of the root are inner nodes, with one
// child if need be.
struct TreeClass {
  static constexpr uint32_t kTop = ~uint32_t{0};
  static constexpr uint32_t kFlatUnits = 8;
  static constexpr unsigned kWidth = 4;
  static constexpr unsigned kMostLevels = 4;  // of 64 inner nodes

  using Node = NodeArray::Node;
  struct Inner {
    uint32_t children[kWidth];  // slots, from the left; for those that are not there, the empty slot
    uint32_t parent;            // inner node; kTop: the root
    uint32_t tag;               // the class to which the node belongs: only the left child of the root has one
    uint32_t slot;              // its own
    bool above_leaves;          // all children are leaves, in slots one behind the other
    Node mask;                  // if so: which bits behind the first one's place are theirs
  };

  // A tree of nodes above units and, above these, no more than the two children of the root, which have up to four
  // nodes and the units that are left over as their children. Masks are of 32-bit lanes.
  struct TwoLevels {
    static constexpr unsigned kMostNodes = 8;
    struct Lower {
      uint32_t from;  // where its units begin, in bytes
      uint32_t to;    // its place among the numbers of a state's lower nodes: those of the left side are 0 to 3
      Node mask;
    };
    struct Upper {
      uint32_t numbers;  // its children: the numbers from here on
      Node numbers_mask;
      uint32_t units;  // and the units from here on, in bytes
      Node units_mask;
      uint32_t tag;
    };
    Lower lower[kMostNodes] = {};
    unsigned lower_count = 0;
    Upper upper[2] = {};
  };

  TreeClass() = default;  // the class that is nobody's
  // `number` is that of the class, and the tag of the left child of the root.
  TreeClass(uint32_t state_key, uint32_t state_total, uint32_t number, TreeSplit split);

  // A node's hash depends on its tag.
  static uint64_t key_of_tag(uint32_t tag) { return position_key(tag + 1); }

  uint32_t key = ~uint32_t{0};
  uint32_t total = ~uint32_t{0};
  uint32_t chain = 0;                 // the next class with the same total
  uint32_t words = 0;                 // the key has so many, of two units each
  uint32_t units = 0;                 // even: the last ones may be padding
  bool flat = false;                  // two to kFlatUnits units (tree_small.h)
  uint64_t masks[4] = {};             // in a flat one: the bits of the first words that belong to the key
  uint32_t left_tag = 0;              // in a flat one: the tag of the left node,
  uint64_t left_key = 0;              // and the tag's key
  uint64_t last_mask = ~uint64_t{0};  // the bits of the last word that belong to the key
  uint32_t slots = 0;                 // even
  std::vector<uint32_t> leaf_parent;  // inner nodes; kTop: a unit of padding
  // For each four leaves, and each set of them, all inner nodes above as a bit set; not if there are more than 64.
  std::vector<uint64_t> paths;
  uint64_t levels[kMostLevels] = {};  // likewise: nodes above leaves only, nodes above these at the most, ...
  std::vector<Inner> inner;
  bool two_levels = false;  // it is not flat, and such a tree
  TwoLevels levels_of_two;
  uint32_t root_left = 0, root_right = 0;  // slots; the right one is the empty slot if the key is one unit
  // The ids that are being given out to nodes of this class.
  uint64_t next = 0, end = 0;
  bool has_focus = false;
  bool many = false;                  // more than 64 inner nodes
  std::vector<uint32_t> focus, work;  // per slot: the unit, or the node's number
  std::vector<uint64_t> dirty;        // bit set of inner nodes

 private:
  uint32_t build(std::span<const uint32_t> leaves);
  uint32_t build_child_of_root(std::span<const uint32_t> leaves);
  uint32_t add_inner(std::span<const uint32_t> children);
  void find_paths(uint32_t empty);
  void find_levels(uint32_t empty);
  void find_two_levels(uint32_t empty);
};

}  // namespace gyre::store
