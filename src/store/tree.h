// The tree store: states share their parts (tree_nodes.h), and what is left of a state is its root, two numbers.
//
// Two forms of it. Without notes, roots are kept by value in a table of 48-bit slots and nothing else: 8 to 15 bytes
// per state besides the shared nodes, one line read per question. The id of a state *is* its root, mixed: it survives
// growth because it is not a place. With notes, states are numbered as in the exact store, and an entry is the
// note and the root: 8 bytes more.
//
// Hidden bytes are not part of the tree. In the first form they lie in an exact store beside it, with the root as key;
// states without hidden bytes pay nothing for that. Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"
#include "store/concept.h"
#include "store/exact.h"
#include "store/slot_table.h"
#include "store/tree_nodes.h"

namespace gyre::store {

// A state from its key and its hidden bytes.
inline StateView with_hidden(StateView key, const uint8_t* hidden, std::vector<uint64_t>& scratch) {
  assert(key.key <= key.total);
  const size_t words = (key.total + 7) / 8;
  scratch.assign(std::max(scratch.size(), words), 0);
  auto* out = reinterpret_cast<uint8_t*>(scratch.data());
  std::memcpy(out, key.data, key.key);
  std::memcpy(out + key.key, hidden, key.total - key.key);
  return {out, key.key, key.total};
}

// A root as a number with well-mixed leading bits, and back. The lower 27 bits of both halves are mixed, by steps that
// can be undone; the others, which come into use beyond 134 million nodes, stay behind them, and are 0 until then.
class MixedRoot {
 public:
  static uint64_t mix(TreeNodes::Root root) {
    assert(root.left != 0 && (root.left | root.right) >> TreeNodes::kIdBits == 0);
    uint64_t x = (uint64_t{root.left & kLowMask} << kLow) | (root.right & kLowMask);
    x = (x * kFirst) & kMask;
    x ^= x >> kLow;
    x = (x * kSecond) & kMask;
    return (x << 10) | (uint64_t{root.left >> kLow} << 7) | (uint64_t{root.right >> kLow} << 4);
  }
  static TreeNodes::Root unmix(uint64_t value) {
    uint64_t x = value >> 10;
    x = (x * inverse(kSecond)) & kMask;
    x ^= x >> kLow;
    x = (x * inverse(kFirst)) & kMask;
    return {narrow<uint32_t>((x >> kLow) | (((value >> 7) & 7) << kLow)),
            narrow<uint32_t>((x & kLowMask) | (((value >> 4) & 7) << kLow))};
  }

 private:
  static constexpr unsigned kLow = 27;
  static_assert(TreeNodes::kIdBits == kLow + 3);
  static constexpr uint64_t kLowMask = (uint64_t{1} << kLow) - 1;
  static constexpr uint64_t kMask = (uint64_t{1} << 2 * kLow) - 1;
  static constexpr uint64_t kFirst = 0x9e3779b97f4a7c15ULL, kSecond = 0xd6e8feb86659fd93ULL;
  // The inverse modulo 2^64, by Newton's iteration.
  static constexpr uint64_t inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
    return x;
  }
};

// Of the arrivals that are not new most have been here a moment ago, by the other way round a diamond of independent
// steps. Two fifths of all arrivals end here, in 128 KB, and never ask the table. Whoever comes to a place takes it.
class RecentRoots {
 public:
  // Was this mixed root, not 0, here before? It is now.
  [[gnu::always_inline]] bool meets(uint64_t value) {
    assert(value != 0);
    uint64_t& place = places_[value >> (64 - kPlaceBits)];
    const bool same = place == value;
    place = value;
    return same;
  }

 private:
  static constexpr unsigned kPlaceBits = 14;
  std::vector<uint64_t> places_ = std::vector<uint64_t>(uint64_t{1} << kPlaceBits);
};

// Small states on their way: their roots, in `hash`, are made and fetched for. Those that were not met recently are put
// into `left`; gives their end, or null: there is no memory.
template <class Arrival>
Arrival** sort_out_small(const TreeNodes& nodes, const SlotTable& roots, RecentRoots& recent,
                         std::span<Arrival> arrivals, const uint8_t* bytes, uint64_t budget, Arrival** left) {
  // They are listed without a branch: nobody could foresee it.
  const bool room = nodes.end_adding_small(arrivals, bytes, budget, [&](Arrival& arrival, TreeNodes::Root root) {
    const uint64_t value = MixedRoot::mix(root);
    arrival.hash = value;
    roots.prefetch(value);
    *left = &arrival;
    left += recent.meets(value) ? 0 : 1;
  });
  return room ? left : nullptr;
}

class TreeSet {
 public:
  using Note = Nothing;

  explicit TreeSet(TreeOptions options = {}) : nodes_(options), roots_(options.huge_pages, SlotTable::Holds::values) {}

  void focus(StateView state) const { nodes_.focus(state); }
  // 0: some part of the state is new, and so the state is.
  Probe probe(StateView state, uint64_t) const {
    const TreeNodes::Root root = nodes_.find(state);
    if (root.left == 0) return {0};
    const uint64_t value = MixedRoot::mix(root);
    roots_.prefetch(value);
    return {value};
  }
  StateId find(StateView, Probe probe) const {
    return probe.value != 0 && roots_.contains(probe.value) ? probe.value >> 4 : kNoState;
  }
  Insertion insert(StateView state, Probe probe) {
    if (probe.value == 0) probe.value = root_of(state);
    if (probe.value == 0) return {kNoState, false, true};
    if (roots_.contains(probe.value)) return {probe.value >> 4, false, false};
    return add(state, probe.value);
  }
  Insertion insert_absent(StateView state, Probe probe) {
    if (probe.value == 0) probe.value = root_of(state);
    if (probe.value == 0) return {kNoState, false, true};
    return add(state, probe.value);
  }

  void prefetch(uint64_t) const {}
  StateId find(StateView state, uint64_t hash) const { return find(state, probe(state, hash)); }
  Insertion insert(StateView state, uint64_t hash) { return insert(state, probe(state, hash)); }
  Insertion insert_absent(StateView state, uint64_t hash) { return insert_absent(state, probe(state, hash)); }

  // BatchedStore: staged states are unfolded ones.
  template <class MakeRoom>
  [[gnu::always_inline]] bool stage(StateView near, StateView state, uint64_t, Probe& probe, MakeRoom&& make_room) {
    return nodes_.begin_add(near, state, probe.value, node_budget_, make_room);
  }
  template <class Arrival>
  bool probe_batch(std::span<Arrival> arrivals) {
    return nodes_.end_adding(arrivals, node_budget_, [this](Arrival& arrival, TreeNodes::Root root) {
      arrival.probe.value = MixedRoot::mix(root);
      roots_.prefetch(arrival.probe.value);
    });
  }
  [[gnu::always_inline]] bool is_recent(Probe probe) { return recent_.meets(probe.value); }
  // BatchesSmall.
  template <class Arrival>
  bool stage_small(std::span<Arrival> arrivals, const uint8_t* bytes) const {
    return nodes_.begin_adding_small(arrivals, bytes);
  }
  template <class Arrival>
  Arrival** probe_small(std::span<Arrival> arrivals, const uint8_t* bytes, Arrival** left) {
    return sort_out_small(nodes_, roots_, recent_, arrivals, bytes, node_budget_, left);
  }
  bool prefetches_entries() const { return roots_.worth_fetching_farther(); }
  GYRE_PREFETCHES void prefetch_entry(Probe probe) const { roots_.prefetch_farther(probe.value); }
  [[gnu::always_inline]] Insertion commit([[maybe_unused]] StateView state, Probe probe) {
    assert(probe.value != 0 && state.total == state.key);
    if (!roots_.has_room_for(probe.value)) [[unlikely]] {
      const bool room = roots_.make_room_for(probe.value, rest(nodes_.bytes() + hidden_bytes()));
      share_out();
      if (!room) return {kNoState, false, true};
    }
    return {probe.value >> 4, roots_.insert_value(probe.value), false};
  }
  template <class MakeRoom>
  StateView recall(StateId id, MakeRoom&& make_room) const {
    return nodes_.unfold_to(MixedRoot::unmix(id << 4), make_room);
  }

  // The state becomes the focus.
  StateView get(StateId id) const {
    const StateView key = nodes_.unfold(MixedRoot::unmix(id << 4));
    if (key.total == key.key) return key;
    const StateId entry = hidden_.find(key_of(id), hidden_hash(id));
    assert(entry != kNoState);
    return with_hidden(key, hidden_.get(entry).data + sizeof id, scratch_);
  }
  void refresh(StateId id, StateView state) {
    if (state.total > state.key) hidden_.refresh(hidden_.find(key_of(id), hidden_hash(id)), hidden_view(id, state));
  }
  Nothing& note(StateId) { return nothing_; }

  template <class F>
  void for_each(F&& f) const {
    roots_.for_each_value([&](uint64_t value) { f(value >> 4); });
  }

  // The options with which the same states would take clearly fewer nodes, if there are any. Looks at all states.
  std::optional<TreeOptions> better_options() const {
    if (!nodes_.has_large_states()) return std::nullopt;
    TreeOptions other = nodes_.options();
    other.split = other.split == TreeSplit::middle ? TreeSplit::turns : TreeSplit::middle;
    TreeNodes nodes(other);
    for_each([&](StateId id) { nodes.add(nodes_.unfold(MixedRoot::unmix(id << 4)), ~uint64_t{0}); });
    return nodes.count() < nodes_.count() / 4 * 3 ? std::optional(other) : std::nullopt;
  }

  uint64_t size() const { return roots_.count(); }
  uint64_t bytes() const { return nodes_.bytes() + roots_.bytes() + hidden_bytes(); }
  double fill() const { return roots_.fill(); }
  uint64_t nodes() const { return nodes_.count(); }
  void set_memory_limit(uint64_t bytes) {
    limit_ = bytes;
    share_out();
  }

 private:
  uint64_t rest(uint64_t used) const { return limit_ > used ? limit_ - used : 0; }
  // Whenever the limit, roots_ or hidden_ have grown: what is left for the nodes.
  void share_out() { node_budget_ = rest(roots_.bytes() + hidden_bytes()); }
  uint64_t hidden_bytes() const { return hidden_.size() == 0 ? 0 : hidden_.bytes(); }

  // 0: no memory.
  uint64_t root_of(StateView state) {
    const TreeNodes::Root root = nodes_.add(state, node_budget_);
    return root.left == 0 ? 0 : MixedRoot::mix(root);
  }
  Insertion add(StateView state, uint64_t value) {
    if (!roots_.has_room_for(value)) [[unlikely]] {
      const bool room = roots_.make_room_for(value, rest(nodes_.bytes() + hidden_bytes()));
      share_out();
      if (!room) return {kNoState, false, true};
    }
    const StateId id = value >> 4;
    if (state.total > state.key) [[unlikely]] {
      hidden_.set_memory_limit(rest(nodes_.bytes() + roots_.bytes()));
      const bool full = hidden_.insert(hidden_view(id, state), hidden_hash(id)).full;
      share_out();
      if (full) return {kNoState, false, true};
    }
    roots_.add_value(value);
    return {id, true, false};
  }

  static uint64_t hidden_hash(StateId id) { return mum(id, 0x9e3779b97f4a7c15ULL); }
  StateView key_of(StateId id) const {
    key_ = id;
    return {reinterpret_cast<const uint8_t*>(&key_), sizeof key_, sizeof key_};
  }
  // The id as the key, the hidden bytes behind it.
  StateView hidden_view(StateId id, StateView state) const {
    const uint32_t total = sizeof id + state.total - state.key;
    scratch_.assign(std::max<size_t>(scratch_.size(), (total + 7) / 8), 0);
    auto* out = reinterpret_cast<uint8_t*>(scratch_.data());
    std::memcpy(out, &id, sizeof id);
    std::memcpy(out + sizeof id, state.data + state.key, state.total - state.key);
    return {out, sizeof id, total};
  }

  TreeNodes nodes_;
  SlotTable roots_;
  RecentRoots recent_;
  Exact<> hidden_;
  uint64_t limit_ = ~uint64_t{0};
  uint64_t node_budget_ = ~uint64_t{0};
  [[no_unique_address]] Nothing nothing_{};
  mutable uint64_t key_ = 0;
  mutable std::vector<uint64_t> scratch_;
};

template <class NoteT>
class NumberedTree {
 public:
  using Note = NoteT;
  static_assert(std::is_trivially_copyable_v<Note> && std::is_trivially_destructible_v<Note>);

  explicit NumberedTree(TreeOptions options = {})
      : nodes_(options), table_(options.huge_pages), arena_(sizeof(Note), alignof(Note), options.huge_pages) {}

  void focus(StateView state) const { nodes_.focus(state); }
  GYRE_PREFETCHES void prefetch(uint64_t hash) const { table_.prefetch(hash); }
  GYRE_PREFETCHES void prefetch_state(StateId id) const { __builtin_prefetch(arena_.entry(id)); }

  StateId find(StateView state, uint64_t hash) const {
    const uint64_t id = table_.find(hash, Same{this, state});
    return id == 0 ? kNoState : id;
  }
  Insertion insert(StateView state, uint64_t hash) {
    if (const uint64_t id = table_.find(hash, Same{this, state})) return {id, false, false};
    return insert_absent(state, hash);
  }
  Insertion insert_absent(StateView state, uint64_t hash) {
    constexpr Insertion kFull{kNoState, false, true};
    const TreeNodes::Root root = nodes_.add(state, rest(table_.bytes() + arena_.bytes()));
    if (root.left == 0) [[unlikely]]
      return kFull;
    const uint64_t id = arena_.add(entry_of(root, state), rest(table_.bytes() + nodes_.bytes()));
    if (id == 0) [[unlikely]]
      return kFull;
    if (!table_.make_room(id, rest(nodes_.bytes() + arena_.bytes()))) [[unlikely]] {
      arena_.undo_add();
      return kFull;
    }
    new (arena_.entry(id)) Note{};
    table_.add(hash, id);
    return {id, true, false};
  }

  // The state becomes the focus.
  StateView get(StateId id) const {
    const StateView key = nodes_.unfold(root(id));
    if (key.total == key.key) return key;
    return with_hidden(key, arena_.entry(id) + sizeof(Note) + sizeof(TreeNodes::Root), scratch_);
  }
  void refresh(StateId id, StateView state) {
    if (state.total == state.key || arena_.unit(id).total != sizeof(TreeNodes::Root) + state.total - state.key) return;
    std::memcpy(arena_.entry(id) + sizeof(Note) + sizeof(TreeNodes::Root), state.data + state.key,
                state.total - state.key);
  }
  Note& note(StateId id) {
    assert(id != 0 && id != kNoState);
    return *std::launder(reinterpret_cast<Note*>(arena_.entry(id)));
  }

  template <class F>
  void for_each(F&& f) const {
    arena_.for_each(f);
  }

  uint64_t size() const { return table_.count(); }
  uint64_t bytes() const { return nodes_.bytes() + table_.bytes() + arena_.bytes(); }
  double fill() const { return table_.fill(); }
  uint64_t nodes() const { return nodes_.count(); }
  void set_memory_limit(uint64_t bytes) { limit_ = bytes; }

 private:
  // Folds the state when there is somebody to compare it with.
  struct Same {
    const NumberedTree* store;
    StateView state;
    TreeNodes::Root folded = {};
    bool known = false;
    bool operator()(uint64_t id) {
      if (!known) folded = store->nodes_.find(state);
      known = true;
      return folded.left != 0 && store->root(id) == folded;
    }
  };

  TreeNodes::Root root(StateId id) const {
    TreeNodes::Root root;
    std::memcpy(&root, arena_.entry(id) + sizeof(Note), sizeof root);
    return root;
  }
  StateView entry_of(const TreeNodes::Root& root, StateView state) {
    const uint32_t hidden = state.total - state.key;
    scratch_.resize(std::max<size_t>(scratch_.size(), (sizeof root + hidden + 7) / 8));
    auto* out = reinterpret_cast<uint8_t*>(scratch_.data());
    std::memcpy(out, &root, sizeof root);
    if (hidden != 0) std::memcpy(out + sizeof root, state.data + state.key, hidden);
    return {out, sizeof root, uint32_t{sizeof root} + hidden};
  }
  uint64_t rest(uint64_t used) const { return limit_ > used ? limit_ - used : 0; }

  TreeNodes nodes_;
  SlotTable table_;
  EntryArena arena_;
  uint64_t limit_ = ~uint64_t{0};
  mutable std::vector<uint64_t> scratch_;
};

template <class Note>
struct TreeFor {
  using type = NumberedTree<Note>;
};
template <>
struct TreeFor<Nothing> {
  using type = TreeSet;
};
template <class Note = Nothing>
using Tree = typename TreeFor<Note>::type;

static_assert(ProbingStore<Tree<>> && BatchedStore<Tree<>>);
static_assert(Store<Tree<uint32_t>> && FocusingStore<Tree<uint32_t>>);

}  // namespace gyre::store
