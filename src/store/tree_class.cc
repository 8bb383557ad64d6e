#include "store/tree_class.h"

#include <algorithm>
#include <cassert>

#include "base/narrow.h"

namespace gyre::store {

namespace {

// Does unit i, of so many, belong to the left child of the root? Few take turns: globals lie in front and processes
// behind them, so that the half with the processes would tell nearly all of the state, and be there once for each
// (szymanski.3, 24 bytes: 13 bytes per state instead of 43). Of many, those of a word stay together: they change
// together (leader_ring, 100 bytes: 12 instead of 24; alternating_bit, 80 bytes: 20 instead of 30).
bool goes_left(uint32_t i, uint32_t units, TreeSplit split) {
  if (units <= TreeClass::kFlatUnits) return i % 2 == 0;
  if (split == TreeSplit::turns) return i / 4 % 2 == 0;
  return i < ((units + 1) / 2 + 1) / 2 * 2;
}

}  // namespace

TreeClass::TreeClass(uint32_t state_key, uint32_t state_total, uint32_t number, TreeSplit split)
    : key(state_key), total(state_total), words(std::max<uint32_t>((key + 7) / 8, 1)) {
  assert(key <= total);
  if (key % 8 != 0) last_mask = (uint64_t{1} << (8 * (key % 8))) - 1;
  // A unit of padding gets no place in the tree.
  const uint32_t used = std::max<uint32_t>((key + 3) / 4, 1);
  flat = used > 1 && used <= kFlatUnits;
  units = flat ? kFlatUnits : 2 * words;
  leaf_parent.resize(units, kTop);
  std::vector<uint32_t> left, right;
  for (uint32_t i = 0; i < used; ++i) (goes_left(i, used, split) ? left : right).push_back(i);
  root_left = build_child_of_root(left);
  root_right = !right.empty() ? build_child_of_root(right) : kTop;
  const auto empty = narrow<uint32_t>(units + inner.size());
  if (root_right == kTop) root_right = empty;
  for (Inner& node : inner) {
    for (uint32_t& child : node.children) {
      if (child == kTop) child = empty;
    }
  }
  slots = (empty + 2) / 2 * 2;
  many = inner.size() > 64;
  inner[root_left - units].tag = number;
  if (flat) {
    left_tag = number;
    left_key = key_of_tag(number);
    for (uint32_t i = 0; i < words; ++i) masks[i] = i + 1 < words ? ~uint64_t{0} : last_mask;
  }
  if (!many) find_paths(empty);
  if (!many && !flat) find_levels(empty);
  if (!many && !flat && levels[2] == 0 && root_right != empty) find_two_levels(empty);
  focus.resize(slots + 2);  // TreeNodes::compare() may copy a word too many
  work.resize(slots + 2);
  dirty.resize((inner.size() + 63) / 64);
}

// The tree over some leaves; answers its slot. Its children are full trees as far as possible, then the rest, without a
// node of its own if there is room.
uint32_t TreeClass::build(std::span<const uint32_t> leaves) {
  assert(!leaves.empty());
  if (leaves.size() == 1) return leaves[0];
  size_t full = 1;
  while (full * kWidth < leaves.size()) full *= kWidth;
  std::vector<uint32_t> children;
  for (; full <= leaves.size(); leaves = leaves.subspan(full)) children.push_back(build(leaves.first(full)));
  if (children.size() + leaves.size() <= kWidth) {
    children.insert(children.end(), leaves.begin(), leaves.end());
  } else {
    children.push_back(build(leaves));
  }
  return add_inner(children);
}

uint32_t TreeClass::build_child_of_root(std::span<const uint32_t> leaves) {
  const uint32_t slot = build(leaves);
  return slot < units ? add_inner({&slot, 1}) : slot;
}

uint32_t TreeClass::add_inner(std::span<const uint32_t> children) {
  const auto number = narrow<uint32_t>(inner.size());
  assert(!children.empty() && children.size() <= kWidth);
  Inner& fresh = inner.emplace_back(Inner{{kTop, kTop, kTop, kTop}, kTop, 0, 0, false, {}});
  std::copy(children.begin(), children.end(), fresh.children);
  for (const uint32_t child : children) {
    (child < units ? leaf_parent[child] : inner[child - units].parent) = number;
  }
  return units + number;
}

void TreeClass::find_paths(uint32_t empty) {
  const auto path_of = [&](uint32_t leaf) {
    uint64_t path = 0;
    for (uint32_t at = leaf_parent[leaf]; at != kTop; at = inner[at].parent) path |= uint64_t{1} << at;
    return path;
  };
  paths.resize(size_t{16} * ((units + 3) / 4));
  for (uint32_t leaf = 0; leaf < units; ++leaf) {
    for (uint32_t set = 0; set < 16; ++set) {
      if (((set >> (leaf % 4)) & 1) != 0) paths[leaf / 4 * 16 + set] |= path_of(leaf);
    }
  }
  for (uint32_t i = 0; i < inner.size(); ++i) {
    Inner& node = inner[i];
    node.slot = units + i;
    if (!std::all_of(node.children, node.children + kWidth,
                     [&](uint32_t child) { return child < units || child == empty; })) {
      continue;
    }
    node.above_leaves = true;
    for (unsigned k = 1; k < kWidth; ++k) {
      node.above_leaves &= node.children[k] == empty || node.children[k] == node.children[0] + k;
    }
    const auto leaf_bits = [&](unsigned child) {
      return node.children[child] == empty ? 0 : uint64_t{0xffffffff} << (child % 2 * 32);
    };
    node.mask = {leaf_bits(0) | leaf_bits(1), leaf_bits(2) | leaf_bits(3)};
  }
}

void TreeClass::find_levels(uint32_t empty) {
  std::vector<unsigned> level(inner.size());
  for (uint32_t i = 0; i < inner.size(); ++i) {
    for (const uint32_t child : inner[i].children) {
      if (child >= units && child != empty) level[i] = std::max(level[i], level[child - units] + 1);
    }
    assert(level[i] < kMostLevels);
    levels[level[i]] |= uint64_t{1} << i;
  }
}

// Which children a node has, and in which order, is build()'s: nodes first, then units one behind the other.
void TreeClass::find_two_levels(uint32_t empty) {
  TwoLevels& two = levels_of_two;
  const auto lanes = [](unsigned begin, unsigned end) {
    const auto lane = [&](unsigned i) { return i >= begin && i < end ? uint64_t{0xffffffff} << (i % 2 * 32) : 0; };
    return Node{lane(0) | lane(1), lane(2) | lane(3)};
  };
  const uint32_t roots[] = {root_left, root_right};
  for (unsigned side = 0; side < 2; ++side) {
    const Inner& root = inner[roots[side] - units];
    unsigned nodes = 0, children = 0;
    for (; children < kWidth && root.children[children] != empty; ++children) {
      const uint32_t child = root.children[children];
      if (child < units) {
        if (children > nodes && child != root.children[children - 1] + 1) return;
        continue;
      }
      const Inner& lower = inner[child - units];
      if (nodes != children || !lower.above_leaves || two.lower_count == TwoLevels::kMostNodes) return;
      two.lower[two.lower_count++] = {4 * lower.children[0], kWidth * side + nodes, lower.mask};
      ++nodes;
    }
    // The units are read so that the first one comes to lie behind the numbers.
    const uint32_t first_unit = children > nodes ? root.children[nodes] : nodes;
    if (first_unit < nodes) return;
    two.upper[side] = {kWidth * side, lanes(0, nodes), 4 * (first_unit - nodes), lanes(nodes, children), root.tag};
  }
  two_levels = true;
}

}  // namespace gyre::store
