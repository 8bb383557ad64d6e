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
  auto fresh = std::make_unique<Class>(state.key, state.total, number, options_.split);
  Class& c = *fresh;
  for (unsigned level = 0; level < TreeClass::kMostLevels && c.levels[level] != 0; ++level) {
    levels_ = std::max(levels_, level + 1);
    widest_ = std::max(widest_, count_ones(c.levels[level]));
  }
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
  assert(tag < classes_.size() && classes_[tag] != nullptr);
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
  assert(tag < classes_.size() && classes_[tag] != nullptr);
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
  assert(root.left != 0);
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
