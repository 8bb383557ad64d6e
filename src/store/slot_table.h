// The table of 64-bit slots behind the lossless stores: from a hash to the ids of the entries that have it.
//
// It is a linear-probing table whose slots are *sorted by hash* (Amble & Knuth, "Ordered hash tables", 1974), with
// home(hash) = hash * size / 2^64. Three things follow:
//  - a search for a new state stops at the first larger hash, not at the first empty slot: 3 to 5 slots at a load of
//    0.8 to 0.9, where the unsorted table needs 13 to 50;
//  - growth keeps the order, so the table grows *in place*, by an eighth at a time, from its top end downwards, a
//    batch per few insertions: no second copy, no long pause, never less than 80 % full;
//  - the position of a slot gives the leading bits of its hash, so they are not stored (Cleary, "Compact hash tables
//    using bidirectional linear probing", 1984), and growing needs neither the entries nor the hash function.
//
// A slot is 24 bits of hash (a tag) above 40 bits of id; 0 is empty, so id 0 is never used. The kLocation bits of the
// hash above the tag are known from the slot's position, because no slot lies farther than limit(size) behind its home;
// what would have to (only bad hashes do it) goes into a stash beside the table. So kLocation + 24 bits of each hash
// are known, which is also the finest grain of home(): at 2^k slots, kLocation + 24 - k bits tell apart what
// shares a home.
//
// Not for use by several threads at once.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "store/pages.h"

namespace gyre::store {

class SlotTable {
 public:
  static constexpr unsigned kIdBits = 40;
  static constexpr uint64_t kIdMask = (uint64_t{1} << kIdBits) - 1;

  // Where an absent hash belongs; valid until the next add() or grow().
  struct Place {
    uint64_t home = 0;
    uint64_t at = 0;
  };

  explicit SlotTable(bool huge_pages = true) : memory_(huge_pages) {}

  void prefetch(uint64_t hash) const { __builtin_prefetch(slots_ + home(hash & kHashMask)); }

  // The id for which same(id) among those with this hash; 0 and its place if there is none.
  template <class Same>
  uint64_t find(uint64_t hash, Same&& same, Place& place) const {
    const uint64_t masked = hash & kHashMask;
    const uint64_t tag = masked << kLocation;
    uint64_t at = home(masked);
    place.home = at;
    for (;; ++at) {
      const uint64_t slot = slots_[at];
      const uint64_t difference = slot - tag;  // the id, if the tags are the same; negative: a smaller hash
      if (slot == 0) break;
      if (difference <= kIdMask) {
        if (same(difference)) return difference;
      } else if (static_cast<int64_t>(difference) > 0) {
        break;
      }
    }
    place.at = at;
    if (!stash_.empty()) [[unlikely]] {
      if (auto found = stash_.find(masked); found != stash_.end()) {
        for (const uint64_t id : found->second) {
          if (same(id)) return id;
        }
      }
    }
    return 0;
  }

  // Adds an id (not 0) at the place find() gave. Call make_room() afterwards.
  void add(uint64_t hash, const Place& place, uint64_t id) {
    const uint64_t masked = hash & kHashMask;
    if (!put(scale_of(masked), masked, place, id)) stash_[masked].push_back(id);
    ++count_;
  }

  // Room for one more id, within `budget` bytes. False: there is none, and nothing may be added.
  bool make_room(uint64_t budget) {
    if (moving_) [[unlikely]] pay();
    return count_ < grow_at_ ? true : grow(budget);
  }

  uint64_t count() const { return count_; }
  uint64_t bytes() const { return memory_.committed() + stash_bytes(); }
  double fill() const { return slots() == 0 ? 0 : static_cast<double>(count_) / static_cast<double>(slots()); }

 private:
  static constexpr unsigned kLocation = 9;
  static constexpr unsigned kTagBits = 64 - kIdBits;
  static constexpr uint64_t kHashMask = ~uint64_t{0} << (64 - kLocation - kTagBits);
  static constexpr uint64_t kFirstSize = uint64_t{1} << 16;
  static constexpr uint64_t kBatch = 2048;      // old slots moved at a time
  static constexpr uint64_t kAddsPerBatch = 32;

  // One layout of the table: `size` homes and, behind them, room for what is displaced from the last ones.
  struct Scale {
    uint64_t size = 0;
    uint64_t limit = 0;         // the farthest a slot may lie behind its home
    double periods_per_slot = 0;  // see hash_at()
  };
  static Scale make_scale(uint64_t size);

  const Scale& scale_of(uint64_t masked) const { return scales_[masked > last_old_]; }
  static uint64_t home(const Scale& scale, uint64_t masked) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(masked) * scale.size) >> 64);
  }
  uint64_t home(uint64_t masked) const { return home(scale_of(masked), masked); }
  uint64_t slots() const { return scales_[moving_ ? 1 : 0].size; }

  // The known bits of the hash of the slot at a position.
  uint64_t hash_at(const Scale& scale, uint64_t at, uint64_t slot) const;
  bool put(const Scale& scale, uint64_t masked, const Place& place, uint64_t id);
  bool may_shift(const Scale& scale, uint64_t from, uint64_t to) const;

  bool grow(uint64_t budget);
  void pay() {
    if (++unpaid_ >= kAddsPerBatch) {
      unpaid_ = 0;
      move_batch();
    }
  }
  void move_batch();
  uint64_t stash_bytes() const { return stash_.size() * 96; }

  uint64_t* slots_ = const_cast<uint64_t*>(kNoSlots);
  // While the table grows, hashes up to last_old_ lie by scales_[0], the others by scales_[1]; otherwise all by [0].
  Scale scales_[2];
  uint64_t last_old_ = ~uint64_t{0};
  uint64_t old_end_ = 0;  // homes below this are still in the old scale
  bool moving_ = false;
  uint64_t unpaid_ = 0;

  uint64_t count_ = 0;
  uint64_t grow_at_ = 0;
  Reservation memory_;
  std::unordered_map<uint64_t, std::vector<uint64_t>> stash_;
  struct Moved {
    uint64_t masked;
    uint64_t id;
  };
  std::vector<Moved> batch_;

  static const uint64_t kNoSlots[1];  // what an empty table looks at
};

}  // namespace gyre::store
