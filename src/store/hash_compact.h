// Hash compaction (Wolper & Leroy 1993; Stern & Dill 1995): of each state only its 64-bit hash is kept, 10 to 12 bytes
// with the table. A new state is taken for an old one if their hashes are equal; the expected number of states that are
// missed that way is computed from the number of states.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/state_view.h"
#include "store/slot_table.h"
#include "store/visited_stack.h"

namespace gyre::store {

class HashCompact {
 public:
  GYRE_PREFETCHES void prefetch(uint64_t hash) const { table_.prefetch(hash); }
  bool contains(StateView, uint64_t hash) const { return table_.contains(hash); }
  Visit visit(StateView, uint64_t hash) {
    if (table_.contains(hash)) return Visit::again;
    if (!table_.make_room_for(hash, limit_)) return Visit::full;
    table_.add_value(hash);
    return Visit::first;
  }
  void leave(StateView, uint64_t) {}

  uint64_t size() const { return table_.count(); }
  uint64_t bytes() const { return table_.bytes(); }
  double fill() const { return table_.fill(); }
  void set_memory_limit(uint64_t bytes) { limit_ = bytes; }

  // That a state was missed, at least one: each of n(n - 1)/2 pairs collides with probability 2^-64. A collision
  // counts even if the missed state's successors were all seen otherwise.
  double omission_probability() const {
    const double n = size();
    return -std::expm1(-n * (n - 1) / 2 * std::ldexp(1.0, -64));
  }

 private:
  BasicSlotTable<Bucket56> table_{true, BasicSlotTable<Bucket56>::Holds::values};
  uint64_t limit_ = ~uint64_t{0};
};

static_assert(VisitedSet<HashCompact> && Store<VisitedStack<HashCompact>>);

}  // namespace gyre::store
