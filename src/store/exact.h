// The exact store: every state whole, as it is. The reference for all other stores, and the fastest.
//
// States of one size (key, total) are a *class* and lie one behind the other in chunks, without any header: the chunk
// knows their size. An id is a chunk's number and a place in it, so an entry is found with one look into a small array,
// never moves, and its id never changes. A class's first chunk is a page and each next one twice as large, up to
// 2^18 entries, so that a model with many sizes does not pay for memory it does not use. The search's note lies in front
// of the entry, in the same cache line as a rule.
//
// Per state: its bytes, the note, and 8.9 to 10 bytes of table (slot_table.h). Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "base/state_view.h"
#include "store/concept.h"
#include "store/pages.h"
#include "store/slot_table.h"

namespace gyre::store {

// Chunks and classes; what does not depend on the type of the note.
class EntryArena {
 public:
  static constexpr unsigned kIndexBits = 18;  // of an id: the place in its chunk

  // Entries are `head` bytes of note and then the state; each begins at a multiple of `align`.
  EntryArena(uint32_t head, uint32_t align, bool huge_pages) : head_(head), align_(align), huge_(huge_pages) {
    chunks_.emplace_back();  // id 0 is no state
  }

  struct Chunk {
    uint8_t* entries = nullptr;
    uint32_t stride = 0;
    uint32_t key = 0;
    uint32_t total = 0;
    uint32_t used = 0;
  };
  const Chunk& chunk(uint64_t id) const { return chunks_[id >> kIndexBits]; }
  uint8_t* entry(uint64_t id) const {
    const Chunk& c = chunk(id);
    return c.entries + (id & kIndexMask) * c.stride;
  }

  // An entry for the state, the state copied into it; 0 when that would need more than `budget` bytes in all.
  uint64_t add(StateView state, uint64_t budget) {
    Class& c = class_of(state);
    Chunk& chunk = chunks_[c.chunk];
    if (chunk.used == c.paid) [[unlikely]] {
      if (!extend(c, budget)) return 0;
      return write(chunks_[c.chunk], c.chunk, state);
    }
    return write(chunk, c.chunk, state);
  }

  template <class F>
  void for_each(F&& f) const {
    for (uint64_t c = 1; c < chunks_.size(); ++c) {
      for (uint64_t i = 0; i < chunks_[c].used; ++i) f((c << kIndexBits) | i);
    }
  }
  uint64_t bytes() const { return bytes_; }

 private:
  static constexpr uint64_t kIndexMask = (uint64_t{1} << kIndexBits) - 1;
  static constexpr uint32_t kMostChunks = uint32_t{1} << (kIdBits - kIndexBits);

  struct Class {
    uint32_t key = 0;
    uint32_t total = 0;
    uint32_t stride = 0;
    uint32_t chunk = 0;     // the one that is being filled; 0: none yet
    uint32_t paid = 0;      // entries of it whose memory is counted
    uint32_t capacity = 0;  // of it
    uint32_t next = 0;      // class with the same total, +1
    uint32_t chunks = 0;
  };

  Class& class_of(StateView state) {
    Class* last = &classes_[last_];
    if (last->total == state.total && last->key == state.key) [[likely]] return *last;
    return other_class(state);
  }
  uint64_t write(Chunk& chunk, uint32_t number, StateView state) {
    uint8_t* at = chunk.entries + uint64_t{chunk.used} * chunk.stride;
    std::memcpy(at + head_, state.data, state.total);
    return (uint64_t{number} << kIndexBits) | chunk.used++;
  }
  Class& other_class(StateView state);
  bool extend(Class& c, uint64_t budget);
  bool next_chunk(Class& c);

  uint32_t head_;
  uint32_t align_;
  bool huge_;
  std::vector<Chunk> chunks_;
  std::vector<Pages> memory_;  // of chunk n+1
  std::vector<Class> classes_ = {Class{.key = ~uint32_t{0}}};  // the first is no state's
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

  void prefetch(uint64_t hash) const { table_.prefetch(hash); }
  void prefetch_entry(uint64_t hash) const {
    SlotTable::Place place;
    table_.find(hash, [this](uint64_t id) {
      const uint8_t* at = arena_.entry(id);
      __builtin_prefetch(at);
      __builtin_prefetch(at + std::min<uint32_t>(arena_.chunk(id).stride - 1, 64));
      return true;
    }, place);
  }

  void prefetch_state(StateId id) const { __builtin_prefetch(arena_.entry(id)); }

  Insertion insert(StateView state, uint64_t hash) {
    SlotTable::Place place;
    if (const uint64_t id = table_.find(hash, Same{this, state}, place)) return {id, false, false};
    if (!room_) [[unlikely]] {
      if (!make_room()) return {kNoState, false, true};
      table_.find(hash, Same{this, state}, place);
    }
    const uint64_t id = arena_.add(state, rest(table_.bytes()));
    if (id == 0) [[unlikely]] return {kNoState, false, true};
    if constexpr (!kPlain) new (arena_.entry(id)) Note{};
    table_.add(hash, place, id);
    make_room();
    return {id, true, false};
  }

  StateId find(StateView state, uint64_t hash) const {
    SlotTable::Place place;
    const uint64_t id = table_.find(hash, Same{this, state}, place);
    return id == 0 ? kNoState : id;
  }

  StateView get(StateId id) const {
    const auto& chunk = arena_.chunk(id);
    const uint8_t* at = arena_.entry(id) + kHead;
    // Entries are packed; a view must end in zeroes. Only some sizes need no copy.
    if (((chunk.total | chunk.stride | kHead) & 7) == 0) return {at, chunk.key, chunk.total};
    const size_t words = (chunk.total + 7) / 8;
    if (scratch_.size() < words) scratch_.resize(words);
    scratch_[words - 1] = 0;
    std::memcpy(scratch_.data(), at, chunk.total);
    return {reinterpret_cast<const uint8_t*>(scratch_.data()), chunk.key, chunk.total};
  }

  // Overwrites the hidden part of a stored state: for a search that takes up a state again on another path.
  void refresh(StateId id, StateView state) {
    const auto& chunk = arena_.chunk(id);
    if (state.total == chunk.total && state.total > state.key) {
      std::memcpy(arena_.entry(id) + kHead + state.key, state.data + state.key, state.total - state.key);
    }
  }

  Note& note(StateId id) {
    if constexpr (kPlain) {
      return nothing_;
    } else {
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
      const auto& chunk = store->arena_.chunk(id);
      return chunk.key == state.key && same_bytes(store->arena_.entry(id) + kHead, state.data, state.key);
    }
  };
  // Eight at a time; both may be read up to the next multiple of eight.
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

  uint64_t rest(uint64_t used) const { return limit_ > used ? limit_ - used : 0; }
  bool make_room() { return room_ = table_.make_room(rest(arena_.bytes())); }

  SlotTable table_;
  EntryArena arena_;
  uint64_t limit_ = ~uint64_t{0};
  bool room_ = false;  // the table can take one more
  [[no_unique_address]] Note nothing_{};
  mutable std::vector<uint64_t> scratch_;
};

static_assert(Store<Exact<Nothing>>);
static_assert(Store<Exact<uint32_t>>);

}  // namespace gyre::store
