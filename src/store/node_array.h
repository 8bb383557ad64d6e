// The nodes of trees (tree_nodes.h) in one array, with an index from their contents to their places; and the numbers of
// classes. This is the part that several threads may share; what each of them looks at all the time is in its own
// TreeNodes.
//
// Ids are given out in units of kUnit, all of one class. Nodes never move and never change once they are in the index.
//
// Threads: next_unit(), class_number() and class_size() any number at once; node() and class_of() for ids that the
// index has shown; the index as slot_table.h says.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "store/pages.h"
#include "store/slot_table.h"

namespace gyre::store {

class NodeArray {
 public:
  static constexpr unsigned kIdBits = 30;
  static constexpr unsigned kUnitBits = 8;
  static constexpr uint64_t kUnit = uint64_t{1} << kUnitBits;

  struct Node {
    uint64_t first, last;  // two children each, the lower half is the left one
    bool operator==(const Node&) const = default;
  };

  explicit NodeArray(bool huge_pages);

  Node& node(uint64_t id) const {
    assert(id >= kUnit && id <= last_id());
    return reinterpret_cast<Node*>(memory_.data())[id];
  }
  uint32_t class_of(uint64_t id) const {
    assert(id >= kUnit && id <= last_id());
    return unit_classes()[id >> kUnitBits];
  }

  // The first of kUnit new ids for nodes of a class; 0: that would need more than `budget` bytes for what
  // bytes_besides_index() counts.
  uint64_t next_unit(uint32_t of_class, uint64_t budget);
  // No id is larger.
  uint64_t last_id() const { return ids_.load(std::memory_order_relaxed) - 1; }

  // The class of states of this size; class 0 is nobody's: its nodes are shared by all.
  uint32_t class_number(uint32_t key, uint32_t total);
  std::pair<uint32_t, uint32_t> class_size(uint32_t number);  // key and total

  SlotTable& index() { return index_; }
  const SlotTable& index() const { return index_; }
  uint64_t bytes_besides_index() const { return bytes_.load(std::memory_order_relaxed); }
  // What those who use the array have for themselves; they tell it.
  uint64_t users_bytes() const { return users_bytes_.load(std::memory_order_relaxed); }
  void user_has(uint64_t before, uint64_t now) {
    assert(before <= users_bytes());
    users_bytes_.fetch_add(now - before, std::memory_order_relaxed);
  }

 private:
  uint32_t* unit_classes() const { return reinterpret_cast<uint32_t*>(unit_classes_.data()); }

  SlotTable index_;
  Reservation memory_;
  Pages unit_classes_;  // for as many units as there can be: addresses cost nothing
  std::mutex mutex_;
  std::atomic<uint64_t> ids_{kUnit};  // the first unit belongs to nobody: id 0 is none
  std::atomic<uint64_t> bytes_{0}, users_bytes_{0};
  std::vector<std::pair<uint32_t, uint32_t>> sizes_;
};

}  // namespace gyre::store
