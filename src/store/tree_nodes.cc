#include "store/tree_nodes.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/hash.h"

namespace gyre::store {

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
  c.words = std::max<uint32_t>((state.key + 7) / 8, 1);
  if (state.key % 8 != 0 || state.key == 0) c.last_mask = (uint64_t{1} << (8 * (state.key % 8))) - 1;
  c.parent.resize(c.words);
  if (c.words == 1) {
    c.parent[0] = kTop;
  } else {
    const uint32_t middle = (c.words + 1) / 2;
    c.root_left = build(c, 0, middle);
    c.root_right = build(c, middle, c.words);
    c.parent[c.root_left] = c.parent[c.root_right] = kTop;
  }
  c.focus.resize(c.words);
  c.focus_ids.resize(c.parent.size());
  c.work.resize(c.parent.size());
  c.dirty.resize((c.left.size() + 63) / 64);
  c.chain = by_total_[state.total];
  class_bytes_ += sizeof(Class) + c.words * 8 + c.parent.size() * 24;
  classes_.push_back(std::move(fresh));
  last_ = static_cast<uint32_t>(classes_.size() - 1);
  by_total_[state.total] = last_;
  return c;
}

// The tree over some leaves; answers its slot. Balanced: half of the words left, half right.
uint32_t TreeNodes::build(Class& c, uint32_t begin, uint32_t end) {
  if (end - begin == 1) return begin;
  const uint32_t middle = begin + (end - begin + 1) / 2;
  const uint32_t left = build(c, begin, middle);
  const uint32_t right = build(c, middle, end);
  const auto slot = static_cast<uint32_t>(c.parent.size());
  c.left.push_back(left);
  c.right.push_back(right);
  c.parent.push_back(kTop);
  c.parent[left] = c.parent[right] = slot;
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

// `ids`: room for the nodes of the state, per slot.
template <bool kAdd>
TreeNodes::Root TreeNodes::fold(StateView state, Class& c, uint32_t* ids, uint64_t budget) const {
  auto number = [&](uint64_t value, uint32_t slot) {
    const uint32_t tag = tag_of(c, slot);
    return kAdd ? add_node(value, tag, budget) : find_node(value, tag);
  };
  const bool afresh = c.focus_ids[0] == 0;
  const size_t slots = c.parent.size();
  if (ids != c.focus_ids.data()) std::memcpy(ids, c.focus_ids.data(), slots * sizeof *ids);
  for (uint32_t i = 0; i < c.words; ++i) {
    const uint64_t word = word_of(state, c, i);
    if (word == c.focus[i] && !afresh) continue;
    ids[i] = number(word, i);
    if (ids[i] == 0) {
      std::fill(c.dirty.begin(), c.dirty.end(), 0);
      return {};
    }
    if (c.parent[i] != kTop) c.dirty[(c.parent[i] - c.words) / 64] |= uint64_t{1} << ((c.parent[i] - c.words) % 64);
  }
  for (size_t w = 0; w < c.dirty.size(); ++w) {
    while (c.dirty[w] != 0) {
      const auto inner = static_cast<uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(c.dirty[w])));
      c.dirty[w] &= c.dirty[w] - 1;
      const uint32_t slot = c.words + inner;
      ids[slot] = number((uint64_t{ids[c.left[inner]]} << 32) | ids[c.right[inner]], slot);
      if (ids[slot] == 0) {
        std::fill(c.dirty.begin(), c.dirty.end(), 0);
        return {};
      }
      const uint32_t up = c.parent[slot];
      if (up != kTop) c.dirty[(up - c.words) / 64] |= uint64_t{1} << ((up - c.words) % 64);
    }
  }
  return {ids[c.root_left], c.root_right == kTop ? 0 : ids[c.root_right]};
}

template TreeNodes::Root TreeNodes::fold<true>(StateView, Class&, uint32_t*, uint64_t) const;
template TreeNodes::Root TreeNodes::fold<false>(StateView, Class&, uint32_t*, uint64_t) const;

void TreeNodes::focus(StateView state) const {
  Class& c = class_of(state);
  if (fold<false>(state, c, c.focus_ids.data(), 0).left == 0) {
    c.focus_ids[0] = 0;  // nothing was promised for a state that is not there
    return;
  }
  for (uint32_t i = 0; i < c.words; ++i) c.focus[i] = word_of(state, c, i);
}

StateView TreeNodes::unfold(Root root) const {
  last_ = unit_class_[root.left >> kUnitBits];
  Class& c = *classes_[last_];
  uint32_t* ids = c.focus_ids.data();
  ids[c.root_left] = root.left;
  if (c.root_right != kTop) ids[c.root_right] = root.right;
  for (size_t slot = c.parent.size(); slot-- > c.words;) {
    const uint64_t pair = node(ids[slot]);
    ids[c.left[slot - c.words]] = static_cast<uint32_t>(pair >> 32);
    ids[c.right[slot - c.words]] = static_cast<uint32_t>(pair);
  }
  for (uint32_t i = 0; i < c.words; ++i) c.focus[i] = node(ids[i]);
  return {reinterpret_cast<const uint8_t*>(c.focus.data()), c.key, c.total};
}

}  // namespace gyre::store
