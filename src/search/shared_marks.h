// Marks of the nodes of a product that several threads share: four for each node, which are set once and never taken
// away, in any order.
//
// Those of the first tails lie in the store's note, where a look at them costs no further line of memory; those of
// others lie beside the store in pages (tails.h), each part of which has a lock of its own.
//
// Threads: any number at once. Whoever sees a mark sees what was written before it was set.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <mutex>

#include "base/narrow.h"
#include "search/product_space.h"
#include "search/tails.h"
#include "store/concept.h"

namespace gyre::search {

struct MarksNote {
  uint32_t bits = 0;
  static constexpr unsigned kMarks = 4;     // of a node
  static constexpr uint32_t kIndices = 8;  // tails
};

// The nodes whose tails do not fit into the note.
class SharedTails {
 public:
  uint8_t get(uint64_t id, uint32_t index) const {
    const Part& part = parts_[part_of(id)];
    const std::lock_guard lock(part.mutex);
    return read(part, id, index);
  }
  // The marks that were there before.
  uint8_t add(uint64_t id, uint32_t index, uint8_t marks) {
    Part& part = parts_[part_of(id)];
    const std::lock_guard lock(part.mutex);
    const uint8_t before = read(part, id, index);
    const auto now = narrow<uint8_t>(before | marks);
    const uint64_t own = own_of(id);
    part.tails.set(own, 2 * index, now & 3);
    part.tails.set(own, 2 * index + 1, now >> 2);
    part.bytes.store(part.tails.bytes(), std::memory_order_relaxed);
    return before;
  }
  uint64_t bytes() const {
    uint64_t sum = 0;
    for (const Part& part : parts_) sum += part.bytes.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  static constexpr unsigned kPartBits = 6;
  static constexpr unsigned kPageBits = 8;  // neighbours share a part, and there a page
  struct alignas(64) Part {
    mutable std::mutex mutex;
    Tails tails;
    std::atomic<uint64_t> bytes{0};
  };
  static uint64_t part_of(uint64_t id) { return (id >> kPageBits) & ((uint64_t{1} << kPartBits) - 1); }
  static uint64_t own_of(uint64_t id) {
    return (id >> (kPageBits + kPartBits) << kPageBits) | (id & ((uint64_t{1} << kPageBits) - 1));
  }
  // The part's mutex is held.
  static uint8_t read(const Part& part, uint64_t id, uint32_t index) {
    const uint64_t own = own_of(id);
    return narrow<uint8_t>(part.tails.get(own, 2 * index) | (part.tails.get(own, 2 * index + 1) << 2));
  }

  std::array<Part, size_t{1} << kPartBits> parts_;
};

template <store::SharedStore StoreT>
requires std::same_as<typename StoreT::Note, MarksNote>
class SharedMarks {
 public:
  explicit SharedMarks(StoreT& store) : store_(store) {}

  uint8_t get(Node node) const {
    const uint32_t tail = tail_of(node);
    if (tail >= MarksNote::kIndices) [[unlikely]]
      return others_.get(id_of(node), tail - MarksNote::kIndices);
    return narrow<uint8_t>((word_of(node).load() >> shift(tail)) & kAll);
  }
  // The marks that were there before.
  uint8_t add(Node node, uint8_t marks) {
    assert((marks & ~kAll) == 0);
    const uint32_t tail = tail_of(node);
    if (tail >= MarksNote::kIndices) [[unlikely]]
      return others_.add(id_of(node), tail - MarksNote::kIndices, marks);
    return narrow<uint8_t>((word_of(node).fetch_or(uint32_t{marks} << shift(tail)) >> shift(tail)) & kAll);
  }
  uint64_t bytes() const { return others_.bytes(); }

 private:
  static constexpr uint32_t kAll = (uint32_t{1} << MarksNote::kMarks) - 1;
  static_assert(MarksNote::kMarks * MarksNote::kIndices == 32);

  static store::StateId id_of(Node node) { return node & store::kIdLimit; }
  static uint32_t tail_of(Node node) { return narrow<uint32_t>(node >> store::kLinkBits); }
  static unsigned shift(uint32_t tail) { return MarksNote::kMarks * tail; }
  std::atomic_ref<uint32_t> word_of(Node node) const { return std::atomic_ref(store_.note(id_of(node)).bits); }

  StoreT& store_;
  SharedTails others_;
};

}  // namespace gyre::search
