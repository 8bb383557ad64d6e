// The exact store: every state whole, as it is. The reference for all other stores, and the fastest.
//
// States of one size (key, total) are a *class* and lie one behind the other in chunks, without any header. Ids come in
// *units* of 2^13; a chunk is a run of units, and a unit knows its entries' size. So an entry is found with one look
// into
// a small array, never moves, and its id never changes. Memory is paid for page by page, when it is first used, so a
// class of few states costs a page. The search's note lies in front of the entry, in the same cache line as a rule.
//
// Per state: its bytes, the note, and 8 to 15 bytes of table (slot_table.h). Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "base/state_view.h"
#include "store/concept.h"
#include "store/pages.h"
#include "store/slot_table.h"

namespace gyre::store {

// Units, chunks and classes: what does not depend on the type of the note.
class EntryArena {
 public:
  // Entries are `head` bytes of note and then the state; each begins at a multiple of `align`.
  EntryArena(uint32_t head, uint32_t align, bool huge_pages) : head_(head), align_(align), huge_(huge_pages) {
    assert(align > 0 && head % align == 0);
    units_.emplace_back();  // id 0 is no state
  }

  struct Unit {
    uint8_t* entries = nullptr;
    uint32_t stride = 0;
    uint32_t key = 0;
    uint32_t total = 0;
  };
  const Unit& unit(uint64_t id) const {
    assert(id >> kUnitBits < units_.size());
    return units_[id >> kUnitBits];
  }
  uint8_t* entry(uint64_t id) const {
    const Unit& u = unit(id);
    assert(u.entries != nullptr);
    return u.entries + (id & kUnitMask) * u.stride;
  }

  // An entry for the state, the state copied into it; 0 when that would need more than `budget` bytes in all.
  uint64_t add(StateView state, uint64_t budget) {
    assert(state.key <= state.total);
    Class& c = class_of(state);
    if (c.next == c.paid) [[unlikely]] {
      if (!extend(c, budget)) return 0;
    }
    std::memcpy(entry(c.next) + head_, state.data, state.total);
    return c.next++;
  }
  // Takes back what add() gave last.
  void undo_add() {
    assert(classes_[last_].next > classes_[last_].first);
    --classes_[last_].next;
  }

  template <class F>
  void for_each(F&& f) const {
    for (const Chunk& chunk : chunks_) {
      const Class& c = classes_[chunk.owner];
      const uint64_t end = c.first == chunk.first ? c.next : chunk.end;  // only the last one is not full
      for (uint64_t id = chunk.first; id < end; ++id) f(id);
    }
  }
  uint64_t bytes() const { return bytes_ + units_.capacity() * sizeof(Unit); }

 private:
  static constexpr unsigned kUnitBits = 13;
  static constexpr uint64_t kUnit = uint64_t{1} << kUnitBits;
  static constexpr uint64_t kUnitMask = kUnit - 1;
  static constexpr uint64_t kMostUnits = (uint64_t{1} << (kLinkBits - kUnitBits)) - 1;
  static constexpr uint64_t kLargestChunk = 64;  // units

  struct Class {
    uint32_t key = ~uint32_t{0};
    uint32_t total = ~uint32_t{0};
    uint32_t stride = 0;
    uint32_t chain = 0;  // class with the same total
    // Of the chunk that is being filled: its first id, the next free one, the first whose memory is not counted yet,
    // and its end.
    uint64_t first = 0;
    uint64_t next = 0;
    uint64_t paid = 0;
    uint64_t end = 0;
    uint32_t chunk = 0;   // its index
    uint32_t chunks = 0;  // so far
    uint64_t bytes = 0;   // of the chunks
  };
  struct Chunk {
    Pages memory;
    uint64_t first = 0;
    uint64_t end = 0;
    uint32_t owner = 0;
  };

  Class& class_of(StateView state) {
    Class& last = classes_[last_];
    if (last.total == state.total && last.key == state.key) [[likely]]
      return last;
    return other_class(state);
  }
  Class& other_class(StateView state);
  bool extend(Class& c, uint64_t budget);
  bool next_chunk(Class& c);

  uint32_t head_;
  uint32_t align_;
  bool huge_;
  std::vector<Unit> units_;
  std::vector<Chunk> chunks_;
  std::vector<Class> classes_ = std::vector<Class>(1);  // the first is no state's
  std::vector<uint32_t> by_total_;
  uint32_t last_ = 0;
  uint64_t bytes_ = 0;
};

struct ExactOptions {
  bool huge_pages = true;
};

template <class NoteT = Nothing>
class Exact {
 public:
  using Note = NoteT;
  static_assert(std::is_trivially_copyable_v<Note> && std::is_trivially_destructible_v<Note>);

  explicit Exact(ExactOptions options = {}) : table_(options.huge_pages), arena_(kHead, kAlign, options.huge_pages) {}

  GYRE_PREFETCHES void prefetch(uint64_t hash) const { table_.prefetch(hash); }
  // Called when prefetch(hash) has had its time: fetches the state that find() will compare.
  GYRE_PREFETCHES void prefetch_match(uint64_t hash) const {
    if (const uint64_t id = table_.candidate(hash)) prefetch_state(id);
  }
  GYRE_PREFETCHES void prefetch_state(StateId id) const {
    const uint8_t* at = arena_.entry(id);
    __builtin_prefetch(at);
    __builtin_prefetch(at + std::min<uint32_t>(arena_.unit(id).stride - 1, 64));
  }

  Insertion insert(StateView state, uint64_t hash) {
    if (const uint64_t id = table_.find(hash, Same{this, state})) return {id, false, false};
    return insert_absent(state, hash);
  }
  // For a state that find() did not find, if nothing was inserted since.
  Insertion insert_absent(StateView state, uint64_t hash) {
    const uint64_t id = arena_.add(state, rest(table_.bytes()));
    if (id == 0) [[unlikely]]
      return {kNoState, false, true};
    if (!table_.make_room(id, rest(arena_.bytes()))) [[unlikely]] {
      arena_.undo_add();
      return {kNoState, false, true};
    }
    if constexpr (!kPlain) new (arena_.entry(id)) Note{};
    table_.add(hash, id);
    return {id, true, false};
  }

  StateId find(StateView state, uint64_t hash) const {
    const uint64_t id = table_.find(hash, Same{this, state});
    return id == 0 ? kNoState : id;
  }

  StateView get(StateId id) const {
    assert(id != 0 && id != kNoState);
    const auto& unit = arena_.unit(id);
    const uint8_t* at = arena_.entry(id) + kHead;
    // Entries are packed; a view must end in zeroes. Only some sizes need no copy.
    if (((unit.total | unit.stride | kHead) & 7) == 0) return {at, unit.key, unit.total};
    const size_t words = std::max<size_t>((unit.total + 7) / 8, 1);
    if (scratch_.size() < words) scratch_.resize(words);
    scratch_[words - 1] = 0;
    std::memcpy(scratch_.data(), at, unit.total);
    return {reinterpret_cast<const uint8_t*>(scratch_.data()), unit.key, unit.total};
  }

  // BatchedStore
  template <class MakeRoom>
  bool stage(StateView, StateView state, uint64_t hash, Probe& probe, MakeRoom&& make_room) const {
    table_.prefetch(hash);
    const uint32_t words = words_of(state);
    uint64_t* to = make_room(words);
    for (uint32_t i = 0; i < words; ++i) std::memcpy(to + i, state.data + size_t{8} * i, 8);
    probe.value = hash;
    return true;
  }
  template <class Arrival>
  static bool probe_batch(std::span<Arrival>) {
    return true;
  }
  static bool is_recent(Probe) { return false; }
  static bool prefetches_entries() { return true; }
  GYRE_PREFETCHES void prefetch_entry(Probe probe) const { prefetch_match(probe.value); }
  Insertion commit(StateView state, Probe probe) { return insert(state, probe.value); }
  template <class MakeRoom>
  StateView recall(StateId id, MakeRoom&& make_room) const {
    const StateView state = get(id);
    uint64_t* to = make_room(words_of(state));
    std::memcpy(to, state.data, size_t{words_of(state)} * 8);
    return {reinterpret_cast<const uint8_t*>(to), state.key, state.total};
  }

  // Overwrites the hidden part of a stored state: for a search that takes up a state again on another path.
  void refresh(StateId id, StateView state) {
    const auto& unit = arena_.unit(id);
    assert(unit.key == state.key);
    if (state.total == unit.total && state.total > state.key) {
      std::memcpy(arena_.entry(id) + kHead + state.key, state.data + state.key, state.total - state.key);
    }
  }

  Note& note(StateId id) {
    if constexpr (kPlain) {
      return nothing_;
    } else {
      assert(id != 0 && id != kNoState);
      return *std::launder(reinterpret_cast<Note*>(arena_.entry(id)));
    }
  }

  // All ids, in no promised order.
  template <class F>
  void for_each(F&& f) const {
    arena_.for_each(f);
  }

  uint64_t size() const { return table_.count(); }
  uint64_t bytes() const { return table_.bytes() + arena_.bytes(); }
  double fill() const { return table_.fill(); }
  void set_memory_limit(uint64_t bytes) { limit_ = bytes; }

 private:
  static constexpr bool kPlain = std::is_empty_v<Note>;
  static constexpr uint32_t kHead = kPlain ? 0 : sizeof(Note);
  static constexpr uint32_t kAlign = kPlain ? 1 : alignof(Note);

  struct Same {
    const Exact* store;
    StateView state;
    bool operator()(uint64_t id) const {
      const auto& unit = store->arena_.unit(id);
      return unit.key == state.key && same_bytes(store->arena_.entry(id) + kHead, state.data, state.key);
    }
  };
  // Compares eight bytes at a time; both may be read up to the next multiple of eight.
  static bool same_bytes(const uint8_t* a, const uint8_t* b, uint32_t length) {
    uint32_t at = 0;
    uint64_t x;
    uint64_t y;
    for (; at + 8 <= length; at += 8) {
      std::memcpy(&x, a + at, 8);
      std::memcpy(&y, b + at, 8);
      if (x != y) return false;
    }
    if (at == length) return true;
    std::memcpy(&x, a + at, 8);
    std::memcpy(&y, b + at, 8);
    return ((x ^ y) << (64 - 8 * (length - at))) == 0;
  }

  static uint32_t words_of(StateView state) { return (state.total + 7) / 8; }
  uint64_t rest(uint64_t used) const { return limit_ > used ? limit_ - used : 0; }

  SlotTable table_;
  EntryArena arena_;
  uint64_t limit_ = ~uint64_t{0};
  [[no_unique_address]] Note nothing_{};
  mutable std::vector<uint64_t> scratch_;
};

static_assert(BatchedStore<Exact<Nothing>>);
static_assert(Store<Exact<uint32_t>>);

}  // namespace gyre::store
