#include "store/tree_nodes.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>

#include "base/bits.h"
#include "base/hash.h"
#include "base/narrow.h"

namespace gyre::store {

namespace {

// Does unit i, of so many, belong to the left child of the root? Few take turns: globals lie in front and processes
// behind them, so that the half with the processes would tell nearly all of the state, and be there once for each
// (szymanski.3, 24 bytes: 13 bytes per state instead of 43). Of many, those of a word stay together: they change
// together (leader_ring, 100 bytes: 12 instead of 24; alternating_bit, 80 bytes: 20 instead of 30).
bool goes_left(uint32_t i, uint32_t units, TreeSplit split) {
  if (units <= TreeNodes::kFlatUnits) return i % 2 == 0;
  if (split == TreeSplit::turns) return i / 4 % 2 == 0;
  return i < ((units + 1) / 2 + 1) / 2 * 2;
}

}  // namespace

TreeNodes::TreeNodes(TreeOptions options)
    : options_(options),
      own_(std::make_unique<NodeArray>(options.huge_pages)),
      array_(own_.get()),
      recent_(sizeof(Recent) << kFewRecent, false) {
  if (recent_.data() == nullptr) throw std::bad_alloc();
  array_->user_has(0, recent_.size());
}

TreeNodes::TreeNodes(NodeArray& shared, StopTheWorld& world, TreeOptions options)
    : options_(options), array_(&shared), world_(&world), recent_(sizeof(Recent) << kFewRecent, false) {
  if (recent_.data() == nullptr) throw std::bad_alloc();
  array_->user_has(0, recent_.size());
}

std::vector<std::unique_ptr<TreeNodes::Class>> TreeNodes::make_classes() {
  std::vector<std::unique_ptr<Class>> classes;
  classes.push_back(std::make_unique<Class>());
  return classes;
}

TreeNodes::Class& TreeNodes::other_class(StateView state) const {
  if (by_total_.size() <= state.total) by_total_.resize(state.total + 1);
  for (uint32_t c = by_total_[state.total]; c != 0; c = classes_[c]->chain) {
    if (classes_[c]->key == state.key) {
      return *(last_class_ = classes_[c].get());
    }
  }
  const uint32_t number = array_->class_number(state.key, state.total);
  auto fresh = std::make_unique<Class>();
  Class& c = *fresh;
  c.key = state.key;
  c.total = state.total;
  c.words = std::max<uint32_t>((state.key + 7) / 8, 1);
  if (state.key % 8 != 0) c.last_mask = (uint64_t{1} << (8 * (state.key % 8))) - 1;
  // A unit of padding gets no place in the tree.
  const uint32_t used = std::max<uint32_t>((state.key + 3) / 4, 1);
  c.flat = used > 1 && used <= kFlatUnits;
  c.units = c.flat ? kFlatUnits : 2 * c.words;
  c.leaf_parent.resize(c.units, kTop);
  std::vector<uint32_t> left, right;
  for (uint32_t i = 0; i < used; ++i) (goes_left(i, used, options_.split) ? left : right).push_back(i);
  c.root_left = build_child_of_root(c, left);
  c.root_right = !right.empty() ? build_child_of_root(c, right) : kTop;
  const auto empty = narrow<uint32_t>(c.units + c.inner.size());
  if (c.root_right == kTop) c.root_right = empty;
  for (Inner& inner : c.inner) {
    for (uint32_t& child : inner.children) {
      if (child == kTop) child = empty;
    }
  }
  c.slots = (empty + 2) / 2 * 2;
  c.many = c.inner.size() > 64;
  c.inner[c.root_left - c.units].tag = number;
  if (c.flat) {
    c.left_tag = number;
    c.left_key = key_of_tag(number);
    for (uint32_t i = 0; i < c.words; ++i) c.masks[i] = i + 1 < c.words ? ~uint64_t{0} : c.last_mask;
  }
  if (c.inner.size() <= 64) {
    const auto path_of = [&](uint32_t leaf) {
      uint64_t path = 0;
      for (uint32_t at = c.leaf_parent[leaf]; at != kTop; at = c.inner[at].parent) path |= uint64_t{1} << at;
      return path;
    };
    c.paths.resize(size_t{16} * ((c.units + 3) / 4));
    for (uint32_t leaf = 0; leaf < c.units; ++leaf) {
      for (uint32_t set = 0; set < 16; ++set) {
        if (((set >> (leaf % 4)) & 1) != 0) c.paths[leaf / 4 * 16 + set] |= path_of(leaf);
      }
    }
    const auto leaf_or_none = [&](uint32_t child) { return child < c.units || child == empty; };
    for (uint32_t i = 0; i < c.inner.size(); ++i) {
      Inner& inner = c.inner[i];
      inner.slot = c.units + i;
      if (!std::all_of(inner.children, inner.children + kWidth, leaf_or_none)) continue;
      inner.above_leaves = true;
      for (unsigned k = 1; k < kWidth; ++k) {
        inner.above_leaves &= inner.children[k] == empty || inner.children[k] == inner.children[0] + k;
      }
      const auto leaf_bits = [&](unsigned child) {
        return inner.children[child] == empty ? 0 : uint64_t{0xffffffff} << (child % 2 * 32);
      };
      inner.mask = {leaf_bits(0) | leaf_bits(1), leaf_bits(2) | leaf_bits(3)};
    }
    if (!c.flat) {
      std::vector<unsigned> level(c.inner.size());
      for (uint32_t i = 0; i < c.inner.size(); ++i) {
        for (const uint32_t child : c.inner[i].children) {
          if (!leaf_or_none(child)) level[i] = std::max(level[i], level[child - c.units] + 1);
        }
        assert(level[i] < kMostLevels);
        c.levels[level[i]] |= uint64_t{1} << i;
        levels_ = std::max(levels_, level[i] + 1);
      }
      for (const uint64_t nodes : c.levels) widest_ = std::max(widest_, count_ones(nodes));
    }
  }
  c.focus.resize(c.slots + 2);  // compare() may copy a word too many
  c.work.resize(c.slots + 2);
  c.dirty.resize((c.inner.size() + 63) / 64);
  c.chain = by_total_[state.total];
  const uint64_t class_bytes = sizeof(Class) + c.slots * size_t{100};
  class_bytes_ += class_bytes;
  array_->user_has(0, class_bytes);
  if (classes_.size() <= number) classes_.resize(number + 1);
  classes_[number] = std::move(fresh);
  by_total_[state.total] = number;
  last_class_ = &c;
  return c;
}

TreeNodes::Class& TreeNodes::class_of_another(uint32_t number) const {
  const auto [key, total] = array_->class_size(number);
  return other_class({nullptr, key, total});
}

// The tree over some leaves; answers its slot. Its children are full trees as far as possible, then the rest, without a
// node of its own if there is room.
uint32_t TreeNodes::build(Class& c, std::span<const uint32_t> leaves) {
  if (leaves.size() == 1) return leaves[0];
  size_t full = 1;
  while (full * kWidth < leaves.size()) full *= kWidth;
  std::vector<uint32_t> children;
  for (; full <= leaves.size(); leaves = leaves.subspan(full)) children.push_back(build(c, leaves.first(full)));
  if (children.size() + leaves.size() <= kWidth) {
    children.insert(children.end(), leaves.begin(), leaves.end());
  } else {
    children.push_back(build(c, leaves));
  }
  return add_inner(c, children);
}

uint32_t TreeNodes::build_child_of_root(Class& c, std::span<const uint32_t> leaves) {
  const uint32_t slot = build(c, leaves);
  return slot < c.units ? add_inner(c, {&slot, 1}) : slot;
}

uint32_t TreeNodes::add_inner(Class& c, std::span<const uint32_t> children) {
  const auto number = narrow<uint32_t>(c.inner.size());
  Inner inner{{kTop, kTop, kTop, kTop}, kTop, 0, 0, false, {}};
  std::copy(children.begin(), children.end(), inner.children);
  c.inner.push_back(inner);
  for (const uint32_t child : children) {
    (child < c.units ? c.leaf_parent[child] : c.inner[child - c.units].parent) = number;
  }
  return c.units + number;
}

uint32_t TreeNodes::look_up(Node value, uint32_t tag, uint64_t place) const {
  const auto id = narrow<uint32_t>(array_->index().find(
      hash_of(place), [&](uint64_t at) { return array_->node(at) == value && array_->class_of(at) == tag; }));
  if (id != 0) recent(place) = {value, tag + 1, id};
  return id;
}

bool TreeNodes::add_sought(std::span<Sought> sought, uint64_t budget) const {
  for (Sought& s : sought) {
    s.value = value_of(*s.inner, s.slots);
    s.place = place_of(s.value, s.inner->tag);
    __builtin_prefetch(&recent(s.place));
  }
  absent_.reserve(sought.size() + 1);
  uint32_t* const absent = absent_.data();
  size_t count = 0;
  for (size_t i = 0; i < sought.size(); ++i) {
    const Sought& s = sought[i];
    const Recent& known = recent(s.place);
    s.slots[s.inner->slot] = known.id;
    absent[count] = narrow<uint32_t>(i);
    count += known.is(s.value, s.inner->tag) ? 0 : 1;
  }
  if (far_away()) {
    for (size_t k = 0; k < count; ++k) fetch_index(sought[absent[k]].place);
    for (size_t k = 0; k < count; ++k) fetch_node(sought[absent[k]].place);
  }
  for (size_t k = 0; k < count; ++k) {
    const Sought& s = sought[absent[k]];
    const uint32_t id = add_not_recent(s.value, s.inner->tag, s.place, budget);
    if (id == 0) [[unlikely]]
      return false;
    s.slots[s.inner->slot] = id;
  }
  return true;
}

uint32_t TreeNodes::add_not_recent(Node value, uint32_t tag, uint64_t place, uint64_t budget) const {
  if (world_ != nullptr) return add_shared(value, tag, place, budget);
  if (const uint32_t id = look_up(value, tag, place)) return id;
  const uint64_t hash = hash_of(place);
  Class& owner = *classes_[tag];
  if (owner.next == owner.end && !next_unit(owner, tag, budget)) return 0;
  SlotTable& index = array_->index();
  if (!index.make_room(owner.next, index_budget(budget))) return 0;
  const uint64_t id = owner.next++;
  array_->node(id) = value;
  index.add(hash, id);
  remember_more(budget);
  return narrow<uint32_t>(id);
}

TreeNodes::Root TreeNodes::add_flat(Node even, Node odd, uint32_t left_tag, uint64_t budget) const {
  const Root root{add_node(even, left_tag, budget), add_node(odd, 0, budget)};
  return root.left == 0 || root.right == 0 ? Root{} : root;
}

uint32_t TreeNodes::add_shared(Node value, uint32_t tag, uint64_t place, uint64_t budget) const {
  const uint64_t hash = hash_of(place);
  Class& owner = *classes_[tag];
  SlotTable& index = array_->index();
  const auto same = [&](uint64_t at) { return array_->node(at) == value && array_->class_of(at) == tag; };
  for (;;) {
    if (owner.next == owner.end && !next_unit(owner, tag, budget)) return 0;
    const auto fill = [&] { array_->node(owner.next) = value; };
    SlotTable::Shared done = index.insert_shared(hash, owner.next, same, fill);
    if (done.what == SlotTable::Shared::stop) {
      const bool mine =
          world_->with([&] { done = index.insert_stopped(hash, owner.next, index_budget(budget), same, fill); });
      if (!mine) continue;
    }
    if (done.what == SlotTable::Shared::stop) return 0;
    if (done.what == SlotTable::Shared::added) {
      ++owner.next;
      if (index.count_added(added_) && !tend_index(budget)) return 0;
      remember_more(budget);
    } else {
      recent(place) = {value, tag + 1, narrow<uint32_t>(done.id)};
    }
    return narrow<uint32_t>(done.id);
  }
}

bool TreeNodes::tend_index(uint64_t budget) const {
  bool room = true;
  world_->with([&] { room = array_->index().tend(array_->last_id(), index_budget(budget)); });
  return room;
}

// When there are as many nodes as there is room for, that is doubled; when it is more than the caches near the
// processor hold, only when there are eight times as many.
void TreeNodes::remember_more(uint64_t budget) const {
  const unsigned bits = 64 - recent_shift_;
  if (bits == kMostRecent || count() < uint64_t{1} << (bits < kManyRecent ? bits : bits + 3)) return;
  const size_t size = 2 * recent_.size();
  // Several threads may do so at the same time: half of the budget stays for the tables.
  if (bytes() + size > (world_ != nullptr ? budget / 2 : budget)) return;
  Pages larger(size, options_.huge_pages);
  if (larger.data() == nullptr) return;
  array_->user_has(recent_.size(), larger.size());
  recent_ = std::move(larger);
  --recent_shift_;
}

bool TreeNodes::next_unit(Class& c, uint32_t tag, uint64_t budget) const {
  const uint64_t others = array_->index().bytes() + array_->users_bytes();
  const uint64_t begin = array_->next_unit(tag, budget > others ? budget - others : 0);
  if (begin == 0) return false;
  c.next = begin;
  c.end = begin + NodeArray::kUnit;
  return true;
}

void TreeNodes::mark_path(Class& c, uint32_t inner) {
  for (; inner != kTop; inner = c.inner[inner].parent) {
    uint64_t& word = c.dirty[inner / 64];
    const uint64_t bit = uint64_t{1} << (inner % 64);
    if ((word & bit) != 0) return;
    word |= bit;
  }
}

// For any number of inner nodes. `near`: the slots of another state of the class, or null; it may be `to` itself.
template <bool kAdd>
TreeNodes::Root TreeNodes::fold_large(StateView state, Class& c, const uint32_t* near, uint32_t* to,
                                      uint64_t budget) const {
  if (near != nullptr) {
    for (uint32_t i = c.units; i < c.slots; i += 2) std::memmove(to + i, near + i, 8);
  } else {
    std::fill(to + c.units + c.inner.size(), to + c.slots, 0);
    for (uint32_t inner = 0; inner < c.inner.size(); ++inner) c.dirty[inner / 64] |= uint64_t{1} << (inner % 64);
  }
  for (uint32_t i = 0; i < c.words; ++i) {
    const uint64_t word = word_of(state, c, i);
    if (near != nullptr) {
      uint64_t before;
      std::memcpy(&before, near + 2 * i, 8);
      if (low_half(word) != low_half(before)) mark_path(c, c.leaf_parent[2 * i]);
      if (high_half(word) != high_half(before)) mark_path(c, c.leaf_parent[2 * i + 1]);
    }
    std::memcpy(to + 2 * i, &word, 8);
  }
  for (size_t w = 0; w < c.dirty.size(); ++w) {
    if (!resolve<kAdd>(c, narrow<uint32_t>(w * 64), std::exchange(c.dirty[w], 0), to, budget)) {
      std::fill(c.dirty.begin(), c.dirty.end(), 0);
      return {};
    }
  }
  return {to[c.root_left], to[c.root_right]};
}

template <bool kAdd>
TreeNodes::Root TreeNodes::fold(StateView state, Class& c, const uint32_t* near, uint32_t* to, uint64_t budget) const {
  if (c.many) [[unlikely]]
    return fold_large<kAdd>(state, c, near, to, budget);
  const uint64_t dirty = compare(state, c, near, to);
  if (!resolve<kAdd>(c, 0, dirty, to, budget)) return {};
  return {to[c.root_left], to[c.root_right]};
}

template TreeNodes::Root TreeNodes::fold_large<true>(StateView, Class&, const uint32_t*, uint32_t*, uint64_t) const;
template TreeNodes::Root TreeNodes::fold<true>(StateView, Class&, const uint32_t*, uint32_t*, uint64_t) const;
template TreeNodes::Root TreeNodes::fold<false>(StateView, Class&, const uint32_t*, uint32_t*, uint64_t) const;

void TreeNodes::focus(StateView state) const {
  Class& c = class_of(state);
  uint32_t* slots = c.focus.data();
  // Nothing is promised for a state that is not there.
  c.has_focus = fold<false>(state, c, c.has_focus ? slots : nullptr, slots, 0).left != 0;
}

StateView TreeNodes::unfold(Root root, const Class& c, uint32_t* to) const {
  to[c.root_left] = root.left;
  to[c.root_right] = root.right;
  for (size_t inner = c.inner.size(); inner-- > 0;) {
    const Node value = array_->node(to[c.units + inner]);
    const uint32_t* children = c.inner[inner].children;
    to[children[0]] = low_half(value.first);
    to[children[1]] = high_half(value.first);
    to[children[2]] = low_half(value.last);
    to[children[3]] = high_half(value.last);
  }
  // Padding.
  for (uint32_t slot = 0; slot < c.units; ++slot) {
    if (c.leaf_parent[slot] == kTop) to[slot] = 0;
  }
  std::fill(to + c.units + c.inner.size(), to + c.slots, 0);
  return {reinterpret_cast<const uint8_t*>(to), c.key, c.total};
}

}  // namespace gyre::store
