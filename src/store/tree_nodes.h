// The inner nodes of the tree store: a state is folded, pair by pair, into two numbers, its *root*.
//
// Leaves are the 64-bit words of the key. Each word gets a number, then each pair of numbers, up to the last two: these
// are the root, which the store keeps by value (Laarman, van de Pol & Weber, "Parallel recursive state compression for
// free", 2011). Equal parts of states share their nodes, so a state costs little more than its root. Numbers are
// positions in one array that only grows and never moves: a root, once made, stays right for ever.
//
// Vectors of different length are different *classes*; the left child of the root belongs to its state's class (ids
// come in units of one class), so a root tells how it must be unfolded (van der Berg, "Recursive variable-length state
// compression for multi-core software model checking", 2021).
//
// A class remembers one state with all its nodes, its *focus*: only what differs from it is looked up. A search that
// says whose successors come next (focus) has one or two words to look up for each. Not for use by several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "base/state_view.h"
#include "store/pages.h"
#include "store/slot_table.h"

namespace gyre::store {

class TreeNodes {
 public:
  static constexpr unsigned kIdBits = 30;

  struct Root {
    uint32_t left = 0;  // 0: no root
    uint32_t right = 0;
    bool operator==(const Root&) const = default;
  };

  explicit TreeNodes(bool huge_pages) : index_(huge_pages), memory_(huge_pages), unit_class_(1) {}

  // The root of a state; none if it has a node that is not there.
  Root find(StateView state) const {
    Class& c = class_of(state);
    return fold<false>(state, c, c.work.data(), 0);
  }
  // Makes what is missing; none when that would need more than `budget` bytes in all.
  Root add(StateView state, uint64_t budget) {
    Class& c = class_of(state);
    return fold<true>(state, c, c.work.data(), budget);
  }
  // A hint: states that differ little from this one, which was added, will be asked for.
  void focus(StateView state) const;

  // The key of the state behind a root, in words, valid until the next unfold; it becomes the focus. `total` is the
  // size of the state that was added.
  StateView unfold(Root root) const;

  uint64_t count() const { return index_.count(); }
  uint64_t bytes() const {
    return index_.bytes() + memory_.committed() + unit_class_.capacity() * sizeof(unit_class_[0]) + class_bytes_;
  }

 private:
  static constexpr unsigned kUnitBits = 8;
  static constexpr uint64_t kUnit = uint64_t{1} << kUnitBits;
  static constexpr uint32_t kTop = ~uint32_t{0};

  // Slots 0 to words - 1 are the leaves, those behind them inner nodes, children before parents.
  struct Class {
    uint32_t key = ~uint32_t{0};
    uint32_t total = ~uint32_t{0};
    uint32_t chain = 0;  // class with the same total
    uint32_t words = 0;
    uint64_t last_mask = ~uint64_t{0};  // of the last word: what belongs to the key
    std::vector<uint32_t> left, right;  // of inner nodes
    std::vector<uint32_t> parent;       // of slots; kTop: the root
    uint32_t root_left = 0, root_right = kTop;
    // The ids that are being given out to nodes of this class.
    uint64_t next = 0, end = 0;
    std::vector<uint64_t> focus;      // words
    std::vector<uint32_t> focus_ids;  // per slot; of the first, 0: there is no focus yet
    std::vector<uint32_t> work;       // per slot
    std::vector<uint64_t> dirty;      // bit set of inner nodes
  };

  uint64_t node(uint64_t id) const { return reinterpret_cast<const uint64_t*>(memory_.data())[id]; }
  Class& class_of(StateView state) const {
    Class& last = *classes_[last_];
    if (last.total == state.total && last.key == state.key) [[likely]]
      return last;
    return other_class(state);
  }
  Class& other_class(StateView state) const;
  static uint32_t build(Class& c, uint32_t begin, uint32_t end);

  static uint64_t word_of(StateView state, const Class& c, uint32_t i) {
    if (i + 1 == c.words && c.key == 0) return 0;
    uint64_t word;
    __builtin_memcpy(&word, state.data + uint64_t{8} * i, 8);
    return i + 1 == c.words ? word & c.last_mask : word;
  }
  // The class to which the node in a slot belongs: only the left child of the root has one.
  uint32_t tag_of(const Class& c, uint32_t slot) const { return slot == c.root_left ? last_ : 0; }

  static uint64_t hash_of(uint64_t value, uint32_t tag) {
    return mum(value ^ position_key(tag), 0xd6e8feb86659fd93ULL);
  }
  uint32_t find_node(uint64_t value, uint32_t tag) const {
    const uint64_t hash = hash_of(value, tag);
    Recent& recent = recent_[hash >> (64 - kRecentBits)];
    if (recent.value == value && recent.tag == tag) [[likely]]
      return recent.id;
    return look_up(value, tag, hash, recent);
  }
  uint32_t add_node(uint64_t value, uint32_t tag, uint64_t budget) const;
  // One that was found not long ago: a line to read instead of three.
  struct Recent {
    uint64_t value = 0;
    uint32_t tag = ~uint32_t{0};
    uint32_t id = 0;
  };
  static constexpr unsigned kRecentBits = 13;
  uint32_t look_up(uint64_t value, uint32_t tag, uint64_t hash, Recent& recent) const;
  bool next_unit(Class& c, uint32_t tag, uint64_t budget) const;
  template <bool kAdd>
  Root fold(StateView state, Class& c, uint32_t* ids, uint64_t budget) const;

  // find() is const for its callers; what it changes is scratch memory.
  mutable SlotTable index_;
  mutable Reservation memory_;
  mutable std::vector<uint32_t> unit_class_;  // per unit; the first belongs to nobody: id 0 is none
  mutable std::vector<std::unique_ptr<Class>> classes_ = make_classes();
  mutable std::vector<Recent> recent_ = std::vector<Recent>(size_t{1} << kRecentBits);
  mutable std::vector<uint32_t> by_total_;
  mutable uint32_t last_ = 0;
  mutable uint64_t class_bytes_ = 0;

  static std::vector<std::unique_ptr<Class>> make_classes();  // the first is for the nodes that all share
};

}  // namespace gyre::store
