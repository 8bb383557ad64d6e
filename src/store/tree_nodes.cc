#include "store/tree_nodes.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/hash.h"

namespace gyre::store {

namespace {

// How many of some units go left. Pairs stay together where there are many: what changes together often lies in one
// 64-bit word (leader_ring, 100 bytes: 12 bytes per state instead of 24). Where there are few, balance is worth more
// (bakery, 20 bytes: 10 instead of 16).
uint32_t half(uint32_t units) {
  const uint32_t middle = (units + 1) / 2;
  return units < 6 ? middle : (middle + 1) / 2 * 2;
}

}  // namespace

std::vector<std::unique_ptr<TreeNodes::Class>> TreeNodes::make_classes() {
  std::vector<std::unique_ptr<Class>> classes;
  classes.push_back(std::make_unique<Class>());
  return classes;
}

TreeNodes::Class& TreeNodes::other_class(StateView state) const {
  if (by_total_.size() <= state.total) by_total_.resize(state.total + 1);
  for (uint32_t c = by_total_[state.total]; c != 0; c = classes_[c]->chain) {
    if (classes_[c]->key == state.key) {
      last_ = c;
      return *classes_[c];
    }
  }
  auto fresh = std::make_unique<Class>();
  Class& c = *fresh;
  c.key = state.key;
  c.total = state.total;
  c.units = std::max<uint32_t>((state.key + 7) / 8, 1) * 2;
  if (state.key % 8 != 0) c.last_mask = (uint64_t{1} << (8 * (state.key % 8))) - 1;
  c.parent.resize(c.units, kTop);
  // A unit of padding gets no place in the tree.
  const uint32_t used = std::max<uint32_t>((state.key + 3) / 4, 1);
  const uint32_t middle = half(used);
  c.root_left = build(c, 0, middle);
  if (c.root_left < c.units) c.root_left = add_inner(c, c.root_left, kNone);
  if (middle < used) {
    c.root_right = build(c, middle, used);
    if (c.root_right < c.units) c.root_right = add_inner(c, c.root_right, kNone);
  }
  c.focus.resize(c.parent.size());
  c.work.resize(c.parent.size());
  c.dirty.resize((c.left.size() + 63) / 64);
  c.chain = by_total_[state.total];
  class_bytes_ += sizeof(Class) + c.parent.size() * 20;
  classes_.push_back(std::move(fresh));
  last_ = static_cast<uint32_t>(classes_.size() - 1);
  by_total_[state.total] = last_;
  return c;
}

// The tree over some leaves; answers its slot. Balanced: half of the units left, half right.
uint32_t TreeNodes::build(Class& c, uint32_t begin, uint32_t end) {
  if (end - begin == 1) return begin;
  const uint32_t middle = begin + half(end - begin);
  const uint32_t left = build(c, begin, middle);
  return add_inner(c, left, build(c, middle, end));
}

uint32_t TreeNodes::add_inner(Class& c, uint32_t left, uint32_t right) {
  const auto slot = static_cast<uint32_t>(c.parent.size());
  c.left.push_back(left);
  c.right.push_back(right);
  c.parent.push_back(kTop);
  c.parent[left] = slot;
  if (right != kNone) c.parent[right] = slot;
  return slot;
}

uint32_t TreeNodes::look_up(uint64_t value, uint32_t tag, uint64_t hash, Recent& recent) const {
  const auto id = static_cast<uint32_t>(
      index_.find(hash, [&](uint64_t at) { return node(at) == value && unit_class_[at >> kUnitBits] == tag; }));
  if (id != 0) recent = {value, tag, id};
  return id;
}

uint32_t TreeNodes::add_node(uint64_t value, uint32_t tag, uint64_t budget) const {
  if (const uint32_t id = find_node(value, tag)) return id;
  Class& owner = *classes_[tag];
  if (owner.next == owner.end && !next_unit(owner, tag, budget)) return 0;
  const uint64_t rest = bytes() - index_.bytes();
  if (!index_.make_room(owner.next, budget > rest ? budget - rest : 0)) return 0;
  const uint64_t id = owner.next++;
  reinterpret_cast<uint64_t*>(memory_.data())[id] = value;
  index_.add(hash_of(value, tag), id);
  return static_cast<uint32_t>(id);
}

bool TreeNodes::next_unit(Class& c, uint32_t tag, uint64_t budget) const {
  const uint64_t begin = unit_class_.size() << kUnitBits;
  const uint64_t end = begin + kUnit;
  if (end > uint64_t{1} << kIdBits) return false;
  if (end * 8 > memory_.committed()) {
    // A thirty-second more at a time: few calls of the system, little unused.
    const uint64_t wanted = memory_.rounded(std::max<uint64_t>(end * 8 + end / 4, kPage));
    const uint64_t now = memory_.committed();
    if (bytes() - now + wanted > budget || !memory_.commit(wanted)) return false;
  }
  unit_class_.push_back(tag);
  c.next = begin;
  c.end = end;
  return true;
}

// `ids`: room for the units and nodes of the state, per slot.
template <bool kAdd>
TreeNodes::Root TreeNodes::fold(StateView state, Class& c, uint32_t* ids, uint64_t budget) const {
  if (c.has_focus) {
    if (ids != c.focus.data()) std::memcpy(ids, c.focus.data(), c.focus.size() * sizeof *ids);
    for (uint32_t i = 0; i < c.units / 2; ++i) {
      const uint64_t word = word_of(state, c, i);
      uint64_t before;
      std::memcpy(&before, c.focus.data() + 2 * i, 8);
      if (word == before) continue;
      std::memcpy(ids + 2 * i, &word, 8);
      if (static_cast<uint32_t>(word) != static_cast<uint32_t>(before)) mark(c, c.parent[2 * i]);
      if (word >> 32 != before >> 32) mark(c, c.parent[2 * i + 1]);
    }
  } else {
    for (uint32_t i = 0; i < c.units / 2; ++i) {
      const uint64_t word = word_of(state, c, i);
      std::memcpy(ids + 2 * i, &word, 8);
    }
    for (uint32_t inner = 0; inner < c.left.size(); ++inner) mark(c, c.units + inner);
  }
  for (size_t w = 0; w < c.dirty.size(); ++w) {
    while (c.dirty[w] != 0) {
      const auto inner = static_cast<uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(c.dirty[w])));
      c.dirty[w] &= c.dirty[w] - 1;
      const uint32_t slot = c.units + inner;
      const uint32_t right = c.right[inner] == kNone ? 0 : ids[c.right[inner]];
      const uint64_t value = (uint64_t{ids[c.left[inner]]} << 32) | right;
      ids[slot] = kAdd ? add_node(value, tag_of(c, slot), budget) : find_node(value, tag_of(c, slot));
      if (ids[slot] == 0) {
        std::fill(c.dirty.begin(), c.dirty.end(), 0);
        return {};
      }
      mark(c, c.parent[slot]);
    }
  }
  return {ids[c.root_left], c.root_right == kNone ? 0 : ids[c.root_right]};
}

template TreeNodes::Root TreeNodes::fold<true>(StateView, Class&, uint32_t*, uint64_t) const;
template TreeNodes::Root TreeNodes::fold<false>(StateView, Class&, uint32_t*, uint64_t) const;

void TreeNodes::focus(StateView state) const {
  Class& c = class_of(state);
  // Nothing is promised for a state that is not there.
  c.has_focus = fold<false>(state, c, c.focus.data(), 0).left != 0;
}

StateView TreeNodes::unfold(Root root) const {
  last_ = unit_class_[root.left >> kUnitBits];
  Class& c = *classes_[last_];
  uint32_t* ids = c.focus.data();
  ids[c.root_left] = root.left;
  if (c.root_right != kNone) ids[c.root_right] = root.right;
  for (size_t inner = c.left.size(); inner-- > 0;) {
    const uint64_t pair = node(ids[c.units + inner]);
    ids[c.left[inner]] = static_cast<uint32_t>(pair >> 32);
    if (c.right[inner] != kNone) ids[c.right[inner]] = static_cast<uint32_t>(pair);
  }
  c.has_focus = true;
  return {reinterpret_cast<const uint8_t*>(ids), c.key, c.total};
}

}  // namespace gyre::store
