// The inner nodes of the tree store: a state is folded into two numbers, its *root*.
//
// Leaves are the 32-bit units of the key. Each four of them get a number, then each four numbers (or numbers and
// units that are left over), up to the last two: these are the root, which the store keeps by value (Laarman, van de
// Pol & Weber, "Parallel recursive state compression for free", 2011, with pairs). Equal parts of states share their
// nodes, so a state costs little more than its root. Numbers are positions in one array that only grows and never
// moves: a root, once made, stays right for ever. Four instead of two: a node of a range of units is there once for
// each content of the range, however it is built, so leaving out levels takes no more nodes, and halves the lookups.
//
// Vectors of different length are different *classes*; the left child of the root belongs to its state's class (ids
// come in units of one class), so a root tells how it must be unfolded (van der Berg, "Recursive variable-length state
// compression for multi-core software model checking", 2021).
//
// A state with all its nodes is an *unfolded* one: a number per slot, its units and then its inner nodes. Of a state
// that differs little from an unfolded one, only what differs is looked up, a path or two. A search that keeps
// unfolded states itself uses begin_add(); for the others a class remembers one, its *focus*.
//
// Threads: one object each. Those that share an array share its nodes, so their roots are the same; they can use
// begin_add() and what belongs to it, add() and unfold_to(), no more.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "base/bits.h"
#include "base/hash.h"
#include "base/narrow.h"
#include "base/raw_vector.h"
#include "base/state_view.h"
#include "base/stop_the_world.h"
#include "store/concept.h"
#include "store/node_array.h"
#include "store/pages.h"
#include "store/tree_class.h"
#include "store/tree_small.h"

namespace gyre::store {

class TreeNodes {
 public:
  static constexpr unsigned kIdBits = NodeArray::kIdBits;
  static constexpr uint32_t kFlatUnits = TreeClass::kFlatUnits;

  struct Root {
    uint32_t left = 0;  // 0: no root
    uint32_t right = 0;
    bool operator==(const Root&) const = default;
  };

  TreeNodes(const TreeNodes&) = delete;
  TreeNodes& operator=(const TreeNodes&) = delete;
  ~TreeNodes() { array_->user_has(class_bytes_ + recent_.size(), 0); }

  explicit TreeNodes(TreeOptions options);  // with an array of its own
  // The array is shared. Its index grows with the world stopped, which add() and the like may ask for: the threads must
  // be running, and come to safepoints.
  TreeNodes(NodeArray& shared, StopTheWorld& world, TreeOptions options);

  // The root of a state; none if it has a node that is not there.
  Root find(StateView state) const {
    Class& c = class_of(state);
    return fold<false>(state, c, c.has_focus ? c.focus.data() : nullptr, c.work.data(), 0);
  }
  // Makes what is missing; none when that would need more than `budget` bytes in all.
  Root add(StateView state, uint64_t budget) {
    Class& c = class_of(state);
    return fold<true>(state, c, c.has_focus ? c.focus.data() : nullptr, c.work.data(), budget);
  }
  // The same as add() for many states at once. This is the first part: unfolds the state, of which 32 bytes can be read
  // however small it is, into what make_room(64-bit words) gives, and another word behind that; it begins with the key,
  // padded with zeroes. `near` is another state in unfolded form, and a word behind it can be read. `left` is what
  // is left to do, a bit set of inner nodes or, for small states, where to begin. False: that would need more than
  // `budget` bytes.
  template <class MakeRoom>
  [[gnu::always_inline]] bool begin_add(StateView near, StateView state, uint64_t& left, uint64_t budget,
                                        MakeRoom&& make_room) {
    assert(state.key <= state.total);
    Class& c = class_of(state);
    if (c.flat) [[likely]] {
      left = begin_flat(c, state.data, make_room(kFlatUnits / 2));
      return true;
    }
    const bool alike = near.key == c.key && near.total == c.total;
    const auto* slots = alike ? reinterpret_cast<const uint32_t*>(near.data) : nullptr;
    auto* to = reinterpret_cast<uint32_t*>(make_room(c.slots / 2));
    if (c.many) [[unlikely]] {
      left = 0;
      return fold_large<true>(state, c, slots, to, budget).left != 0;
    }
    left = compare(state, c, slots, to);
    return true;
  }
  // The second part: an Arrival has a view() of what was unfolded, and as probe.value what is left to do;
  // take(arrival, root) is called for each. Nodes are looked up level by level, those of all arrivals together.
  template <class Arrival, class Take>
  [[gnu::always_inline]] bool end_adding(std::span<Arrival> arrivals, uint64_t budget, Take&& take) const {
    const Class* const only = only_class_of(arrivals);
    for (unsigned level = 0; level < levels_; ++level) {
      if (!add_sought(seek(arrivals, only, level), budget)) return false;
    }
    for (Arrival& arrival : arrivals) {
      const StateView unfolded = arrival.view();
      const Class& c = only != nullptr ? *only : class_of(unfolded);
      const auto* slots = reinterpret_cast<const uint32_t*>(unfolded.data);
      const Root root = c.flat ? end_flat(c, unfolded.data, arrival.probe.value, budget)
                               : Root{slots[c.root_left], slots[c.root_right]};
      if (root.left == 0) [[unlikely]]
        return false;
      take(arrival, root);
    }
    return true;
  }
  // The same in two parts for states that are all of one class, flat or of two levels, without unfolding them, because
  // all their nodes are looked up. An Arrival is a state at `offset` of `bytes`, and has a `hash`, which is
  // where to begin. False: they are not.
  template <class Arrival>
  bool begin_adding_small(std::span<Arrival> arrivals, const uint8_t* bytes) const {
    if (arrivals.empty() || arrivals.front().key == 0) return false;
    const Class& c = class_of({bytes, arrivals.front().key, arrivals.front().total});
    if (!c.flat) return c.two_levels && all_of(c, arrivals);
    const Flat flat(c);
    const uint64_t left_key = c.left_key;
    const auto* const recents = reinterpret_cast<const Recent*>(recent_.data());
    const unsigned shift = recent_shift_;
    uint32_t others = 0;
    for (Arrival& arrival : arrivals) {
      others |= (arrival.key ^ c.key) | (arrival.total ^ c.total);
      const Halves halves = flat.halves_of(bytes + arrival.offset);
      const uint64_t left = place_with(node_of(halves.even), left_key);
      const uint64_t right = place_with(node_of(halves.odd), TreeClass::key_of_tag(0));
      __builtin_prefetch(recents + (left >> shift));
      __builtin_prefetch(recents + (right >> shift));
      arrival.hash = (left >> 32) | (right & ~uint64_t{0xffffffff});
    }
    return others == 0;
  }
  // The second part, for some of the arrivals; take(arrival, root) is called for each. False: there is no memory.
  template <class Arrival, class Take>
  [[gnu::always_inline]] bool end_adding_small(std::span<Arrival> arrivals, const uint8_t* bytes, uint64_t budget,
                                               Take&& take) const {
    const Class& c = *last_class_;
    if (!c.flat) return end_adding_two_levels(c, arrivals, bytes, budget, take);
    const Flat flat(c);
    const uint32_t left_tag = c.left_tag;
    const auto* recents = reinterpret_cast<const Recent*>(recent_.data());
    unsigned shift = recent_shift_;
    const bool far = far_away();
    absent_.reserve(arrivals.size());
    uint32_t* const absent = absent_.data();
    size_t count = 0;
    for (size_t i = 0; i < arrivals.size(); ++i) {
      Arrival& arrival = arrivals[i];
      const Halves halves = flat.halves_of(bytes + arrival.offset);
      const Recent& left = recents[(arrival.hash << 32) >> shift];
      const Recent& right = recents[arrival.hash >> shift];
      Root root{left.id, right.id};
      if (!both(left.is(halves.even, left_tag), right.is(halves.odd, 0))) [[unlikely]] {
        if (far) {
          fetch_index(place_with(node_of(halves.even), c.left_key));
          fetch_index(place_with(node_of(halves.odd), TreeClass::key_of_tag(0)));
          absent[count++] = narrow<uint32_t>(i);
          continue;
        }
        root = add_flat(node_of(halves.even), node_of(halves.odd), left_tag, budget);
        if (root.left == 0) return false;
        recents = reinterpret_cast<const Recent*>(recent_.data());
        shift = recent_shift_;
      }
      take(arrival, root);
    }
    for (size_t k = 0; k < count; ++k) {
      const Halves halves = flat.halves_of(bytes + arrivals[absent[k]].offset);
      fetch_node(place_with(node_of(halves.even), c.left_key));
      fetch_node(place_with(node_of(halves.odd), TreeClass::key_of_tag(0)));
    }
    for (size_t k = 0; k < count; ++k) {
      Arrival& arrival = arrivals[absent[k]];
      const Halves halves = flat.halves_of(bytes + arrival.offset);
      const Root root = add_flat(node_of(halves.even), node_of(halves.odd), left_tag, budget);
      if (root.left == 0) return false;
      take(arrival, root);
    }
    return true;
  }
  // The state of a root, unfolded into what make_room() gives, as in begin_add().
  template <class MakeRoom>
  StateView unfold_to(Root root, MakeRoom&& make_room) const {
    Class& c = class_of(root);
    return unfold(root, c, reinterpret_cast<uint32_t*>(make_room(c.slots / 2)));
  }
  // A hint: states that differ little from this one, which was added, will be asked for.
  void focus(StateView state) const;

  // The key of the state behind a root, in words, valid until the next unfold; it becomes the focus. `total` is the
  // size of the state that was added.
  StateView unfold(Root root) const {
    Class& c = class_of(root);
    c.has_focus = true;
    return unfold(root, c, c.focus.data());
  }

  const TreeOptions& options() const { return options_; }
  // Does TreeOptions::split matter to any state?
  bool has_large_states() const {
    return std::any_of(classes_.begin() + 1, classes_.end(), [](const auto& c) { return c && !c->flat; });
  }
  uint64_t count() const { return array_->index().count(); }
  uint64_t bytes() const { return array_->index().bytes() + array_->bytes_besides_index() + array_->users_bytes(); }
  // A thread that shares: when it has ended, count() is exact.
  void settle_counts() { array_->index().settle_count(added_); }

 private:
  static constexpr uint32_t kTop = TreeClass::kTop;
  using Node = NodeArray::Node;
  using Class = TreeClass;
  using Inner = TreeClass::Inner;

  Class& class_of(Root root) const {
    assert(root.left != 0);
    const uint32_t number = array_->class_of(root.left);
    if (number >= classes_.size() || !classes_[number]) [[unlikely]]
      return class_of_another(number);
    return *(last_class_ = classes_[number].get());
  }
  Class& class_of(StateView state) const {
    if (((last_class_->total ^ state.total) | (last_class_->key ^ state.key)) == 0) [[likely]]
      return *last_class_;
    return other_class(state);
  }
  Class& other_class(StateView state) const;
  Class& class_of_another(uint32_t number) const;  // thread
  static void mark_path(Class& c, uint32_t inner);

  // Word i of the key, which is units 2 * i and 2 * i + 1.
  static uint64_t word_of(StateView state, const Class& c, uint32_t i) {
    if (c.key == 0) [[unlikely]]
      return 0;
    uint64_t word;
    std::memcpy(&word, state.data + uint64_t{8} * i, 8);
    return i + 1 == c.words ? word & c.last_mask : word;
  }
  // A node that was found not long ago: a line to read instead of three.
  struct alignas(32) Recent {
    Node value;
    uint32_t tag;  // and 1 more: 0 is nobody's
    uint32_t id;

    [[gnu::always_inline]] bool is(const Node& wanted, uint32_t of_class) const {
      return ((value.first ^ wanted.first) | (value.last ^ wanted.last) | (tag ^ (of_class + 1))) == 0;
    }
#if defined(__SSE2__)
    [[gnu::always_inline]] bool is(SmallValue wanted, uint32_t of_class) const {
      return both(same_node(value, wanted), tag == of_class + 1);
    }
#endif
  };

  // Where a node may be found if it was met recently: the leading bits count. Its hash, made of that, is mixed once
  // more.
  static uint64_t place_with(Node node, uint64_t key_of_tag) {
    return mum(node.first ^ 0x9e3779b97f4a7c15ULL, node.last ^ key_of_tag);
  }
  static uint64_t place_of(Node node, uint32_t tag) { return place_with(node, TreeClass::key_of_tag(tag)); }
  static uint64_t hash_of(uint64_t place) { return (place ^ (place >> 32)) * 0xd6e8feb86659fd93ULL; }
  uint32_t find_node(Node value, uint32_t tag) const {
    const uint64_t place = place_of(value, tag);
    const Recent& known = recent(place);
    if (known.is(value, tag)) [[likely]]
      return known.id;
    return look_up(value, tag, place);
  }
  uint32_t add_node(Node value, uint32_t tag, uint64_t budget) const {
    const uint64_t place = place_of(value, tag);
    const Recent& known = recent(place);
    if (known.is(value, tag)) return known.id;
    return add_not_recent(value, tag, place, budget);
  }
  uint32_t add_not_recent(Node value, uint32_t tag, uint64_t place, uint64_t budget) const;
  uint32_t add_shared(Node value, uint32_t tag, uint64_t place, uint64_t budget) const;
  bool tend_index(uint64_t budget) const;
  // What is left of a budget for the index.
  uint64_t index_budget(uint64_t budget) const {
    const uint64_t rest = bytes() - array_->index().bytes();
    return budget > rest ? budget - rest : 0;
  }
  static constexpr unsigned kFewRecent = 12, kManyRecent = 17, kMostRecent = 21;  // as powers of two
  Recent& recent(uint64_t place) const {
    assert(place >> recent_shift_ < recent_.size() / sizeof(Recent));
    return reinterpret_cast<Recent*>(recent_.data())[place >> recent_shift_];
  }
  void remember_more(uint64_t budget) const;
  uint32_t look_up(Node value, uint32_t tag, uint64_t place) const;
  bool far_away() const { return array_->index().bytes() > options_.near_bytes; }
  // Before look_up(): its line of the index, and when that is there the node that is found by it. (Other threads may be
  // writing to the index: then only the line.)
  GYRE_PREFETCHES void fetch_index(uint64_t place) const { array_->index().prefetch(hash_of(place)); }
  GYRE_PREFETCHES void fetch_node(uint64_t place) const {
    if (world_ != nullptr) return;
    if (const uint64_t id = array_->index().candidate(hash_of(place))) __builtin_prefetch(&array_->node(id));
  }
  bool next_unit(Class& c, uint32_t tag, uint64_t budget) const;

  // Writes the units to `to`, and the nodes of `near` behind them; which nodes have to be looked up, because they lie
  // above units that differ. For classes with at most 64 inner nodes.
  static uint64_t compare(StateView state, const Class& c, const uint32_t* near, uint32_t* to) {
    assert(!c.many && !c.inner.empty());
    const uint64_t* paths = c.paths.data();
    const uint32_t words = c.words, slots = c.slots;
    if (near == nullptr || c.total != c.key || c.key == 0) [[unlikely]] {
      for (uint32_t i = 0; i < words; ++i) {
        const uint64_t word = word_of(state, c, i);
        std::memcpy(to + 2 * i, &word, 8);
      }
      std::memset(to + 2 * words, 0, (slots - 2 * words) * sizeof *to);
      return ~uint64_t{0} >> (64 - c.inner.size());
    }
    uint64_t dirty = 0;
    uint32_t i = 0;
    for (; i + 2 <= words; i += 2, paths += 16) {
      dirty |= paths[differing_units(state.data + size_t{8} * i, near + 2 * i, to + 2 * i)];
    }
    if (i < words) {
      uint64_t value, before;
      std::memcpy(&value, state.data + size_t{8} * i, 8);
      std::memcpy(&before, near + 2 * i, 8);
      std::memcpy(to + 2 * i, &value, 8);
      const uint64_t changes = value ^ before;
      dirty |= paths[unsigned{low_half(changes) != 0} | (unsigned{high_half(changes) != 0} << 1)];
    }
    // This copies a word too many if their number is odd.
    for (i = 2 * words; i < slots; i += 4) std::memcpy(to + i, near + i, 16);
    return dirty;
  }

  // What is done with each state of a small class.
  class Flat {
   public:
    explicit Flat(const Class& c) : mask_(small_of(c.masks)) {}
    [[gnu::always_inline]] Halves halves_of(const uint8_t* state) const {
      return store::halves_of(masked(small_of(state), mask_));
    }

   private:
    const Small mask_;
  };
  // Gives where the two nodes are looked for first.
  [[gnu::always_inline]] uint64_t begin_flat(const Class& c, const uint8_t* state, uint64_t* to) const {
    assert(c.flat);
    const Small small = masked(small_of(state), small_of(c.masks));
    write_small(small, to);
    const Halves halves = halves_of(small);
    const uint64_t left = place_with(node_of(halves.even), c.left_key);
    const uint64_t right = place_with(node_of(halves.odd), TreeClass::key_of_tag(0));
    __builtin_prefetch(&recent(left));
    __builtin_prefetch(&recent(right));
    return (left >> 32) | (right & ~uint64_t{0xffffffff});
  }
  [[gnu::always_inline]] Root end_flat(const Class& c, const uint8_t* state, uint64_t places, uint64_t budget) const {
    const Halves halves = halves_of(small_of(state));
    const Recent& left = recent(places << 32);
    const Recent& right = recent(places);
    if (both(left.is(halves.even, c.left_tag), right.is(halves.odd, 0))) [[likely]]
      return {left.id, right.id};
    return add_flat(node_of(halves.even), node_of(halves.odd), c.left_tag, budget);
  }
  Root add_flat(Node even, Node odd, uint32_t left_tag, uint64_t budget) const;
  // States of a class with two levels: all their nodes are looked up, whatever has changed, first the lower ones of all
  // states, then the upper ones.
  template <class Arrival>
  static bool all_of(const Class& c, std::span<Arrival> arrivals) {
    uint32_t others = 0;
    for (const Arrival& arrival : arrivals) others |= (arrival.key ^ c.key) | (arrival.total ^ c.total);
    return others == 0;
  }
  template <class Arrival, class Take>
  bool end_adding_two_levels(const Class& c, std::span<Arrival> arrivals, const uint8_t* bytes, uint64_t budget,
                             Take&& take) const {
    for (; !arrivals.empty(); arrivals = arrivals.subspan(std::min(arrivals.size(), kTogether))) {
      const auto some = arrivals.first(std::min(arrivals.size(), kTogether));
      const uint8_t* states[kTogether];
      Root roots[kTogether];
      for (size_t i = 0; i < some.size(); ++i) states[i] = bytes + some[i].offset;
      if (!add_two_levels(c, {states, some.size()}, roots, budget)) return false;
      for (size_t i = 0; i < some.size(); ++i) take(some[i], roots[i]);
    }
    return true;
  }
  static constexpr size_t kTogether = 64;
  bool add_two_levels(const Class& c, std::span<const uint8_t* const> states, Root* roots, uint64_t budget) const;
  static Node value_of(const Inner& inner, const uint32_t* slots) {
    if (inner.above_leaves) {
      Node node;
      std::memcpy(&node, slots + inner.children[0], sizeof node);
      return {node.first & inner.mask.first, node.last & inner.mask.last};
    }
    return {(uint64_t{slots[inner.children[1]]} << 32) | slots[inner.children[0]],
            (uint64_t{slots[inner.children[3]]} << 32) | slots[inner.children[2]]};
  }
  // A node of an arrival that has to be looked up.
  struct Sought {
    uint32_t* slots;
    const Inner* inner;
    Node value;
    uint64_t place;
  };
  // The class of all arrivals; null: they have several.
  template <class Arrival>
  const Class* only_class_of(std::span<Arrival> arrivals) const {
    if (arrivals.empty()) return nullptr;
    const StateView first = arrivals.front().view();
    uint32_t others = 0;
    for (const Arrival& arrival : arrivals) {
      const StateView state = arrival.view();
      others |= (state.key ^ first.key) | (state.total ^ first.total);
    }
    return others == 0 ? &class_of(first) : nullptr;
  }
  // The nodes of a level that have to be looked up. How many a state has cannot be foreseen: up to kFew of them are
  // listed without a branch.
  template <class Arrival>
  [[gnu::always_inline]] std::span<Sought> seek(std::span<Arrival> arrivals, const Class* only, unsigned level) const {
    constexpr unsigned kFew = 2;
    if (sought_.capacity() < arrivals.size() * widest_ + 1) sought_.reserve(arrivals.size() * widest_ + 1);
    Sought* next = sought_.data();
    for (Arrival& arrival : arrivals) {
      const StateView unfolded = arrival.view();
      const Class& c = only != nullptr ? *only : class_of(unfolded);
      auto* slots = reinterpret_cast<uint32_t*>(const_cast<uint8_t*>(unfolded.data));
      const Inner* inner = c.inner.data();
      uint64_t nodes = arrival.probe.value & c.levels[level];
      for (unsigned i = 0; i < kFew; ++i) {
        next->slots = slots;
        next->inner = inner + (trailing_zeros(nodes) & 63);
        next += nodes != 0 ? 1 : 0;
        nodes &= nodes - 1;
      }
      for (; nodes != 0; nodes &= nodes - 1) {
        next->slots = slots;
        next->inner = inner + std::countr_zero(nodes);
        ++next;
      }
    }
    assert(next < sought_.data() + sought_.capacity());
    return {sought_.data(), next};
  }
  // Looks nodes up, or adds them; their numbers go to their slots. False: there is no memory.
  bool add_sought(std::span<Sought> sought, uint64_t budget) const;
  // Looks up the nodes first + b for each bit b, children first. False: one is not there, or there is no memory for it.
  template <bool kAdd>
  bool resolve(const Class& c, uint32_t first, uint64_t dirty, uint32_t* to, uint64_t budget) const {
    const Inner* all = c.inner.data() + first;
    uint32_t* numbers = to + c.units + first;
    for (; dirty != 0; dirty &= dirty - 1) {
      const auto at = trailing_zeros(dirty);
      assert(first + at < c.inner.size());
      const Inner& inner = all[at];
      const Node value = value_of(inner, to);
      const uint32_t id = kAdd ? add_node(value, inner.tag, budget) : find_node(value, inner.tag);
      numbers[at] = id;
      if (id == 0) [[unlikely]]
        return false;
    }
    return true;
  }
  template <bool kAdd>
  Root fold(StateView state, Class& c, const uint32_t* near, uint32_t* to, uint64_t budget) const;
  template <bool kAdd>
  Root fold_large(StateView state, Class& c, const uint32_t* near, uint32_t* to, uint64_t budget) const;
  StateView unfold(Root root, const Class& c, uint32_t* to) const;

  const TreeOptions options_;
  std::unique_ptr<NodeArray> own_;  // if it is not shared
  NodeArray* const array_;
  StopTheWorld* const world_ = nullptr;  // if it is
  // find() is const for its callers; what it changes is scratch memory.
  mutable SlotTable::Added added_;
  mutable std::vector<std::unique_ptr<Class>> classes_ = make_classes();  // by number; null: only others have it
  mutable Pages recent_;
  mutable unsigned recent_shift_ = 64 - kFewRecent;
  mutable std::vector<uint32_t> by_total_;
  mutable Class* last_class_ = classes_[0].get();  // of the state that was asked for last
  mutable uint64_t class_bytes_ = 0;
  // How many levels the classes have that are neither flat nor have many inner nodes, and how many nodes there are on
  // a level at the most.
  mutable unsigned levels_ = 0, widest_ = 0;
  mutable RawVector<Sought> sought_;
  mutable RawVector<uint32_t> absent_;  // scratch: which of some were not met recently

  static std::vector<std::unique_ptr<Class>> make_classes();  // the first is for the nodes that all share
};

}  // namespace gyre::store
