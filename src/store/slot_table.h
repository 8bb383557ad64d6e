// The table of 64-bit slots behind the lossless stores: from a hash to the ids of the entries that have it.
//
// Slots come in buckets of eight, one cache line each. The home of a hash is bucket hash * buckets / 2^64; a slot lies in
// the first bucket from there on that had room (Knuth, vol. 3, 6.4: linear probing with buckets). At a load of 0.9 a
// state that is not there costs 1.5 lines, and an insertion nothing more. Homes grow with the hash, and from that
// follows the rest:
//  - the table grows *in place*, by an eighth at a time, from its top end downwards, a batch per few insertions: no
//    second copy, no long pause, and it is never less than 80 % full once it has begun to grow;
//  - the position of a slot gives the leading bits of its hash, so they are not stored (Cleary, "Compact hash tables
//    using bidirectional linear probing", 1984), and growing needs neither the entries nor the hash function.
//
// A slot is 24 bits of hash (a tag) above 40 bits of id; 0 is empty, so id 0 is never used. The kLocation bits of the
// hash above the tag are known from the slot's position, because no slot lies farther than `reach` behind its home;
// what would have to (only bad hashes do it) goes into a stash beside the table, where it is looked for if all slots
// within reach are taken. So kLocation + 24 bits of each hash
// are known; with 2^k buckets, kLocation + 24 - k of them tell apart what shares a bucket: 12 for ten million
// states, 6 for a billion.
//
// A sorted table (Amble & Knuth 1974) was tried first: a search ends sooner in it, but an insertion moves the rest of
// its run, which cost more (docs/design/store.md).
//
// Not for use by several threads at once.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "store/pages.h"

namespace gyre::store {

class SlotTable {
 public:
  static constexpr unsigned kIdBits = 40;
  static constexpr uint64_t kIdMask = (uint64_t{1} << kIdBits) - 1;

  // Where an absent hash belongs; valid until the next add() or make_room().
  struct Place {
    uint64_t slot = kNowhere;
  };

  explicit SlotTable(bool huge_pages = true) : memory_(huge_pages) {}

  void prefetch(uint64_t hash) const { __builtin_prefetch(slots_ + home(hash & kHashMask) * kBucket); }

  // The id for which same(id) among those with this hash; 0 and its place if there is none.
  template <class Same>
  uint64_t find(uint64_t hash, Same&& same, Place& place) const {
    const uint64_t masked = hash & kHashMask;
    const uint64_t tag = masked << kLocation;
    const Scale& scale = scale_of(masked);
    uint64_t begin = home(scale, masked) * kBucket;
    const uint64_t end = begin + scale.reach;
    do {
      const uint64_t* bucket = slots_ + begin;
      // Without branches: which of the eight it is cannot be predicted.
      unsigned matches = 0;
      for (unsigned i = 0; i < kBucket; ++i) matches |= static_cast<unsigned>((bucket[i] ^ tag) - 1 < kIdMask) << i;
      for (; matches != 0; matches &= matches - 1) {
        const uint64_t id = bucket[std::countr_zero(matches)] & kIdMask;
        if (same(id)) return id;
      }
      if (bucket[kBucket - 1] == 0) {  // buckets fill from the front
        unsigned used = 0;
        for (unsigned i = 0; i < kBucket - 1; ++i) used += bucket[i] != 0;
        place.slot = begin + used;
        return stash_in_doubt_ ? find_in_stash(masked, same) : 0;
      }
      begin += kBucket;
    } while (begin < end);
    place.slot = kNowhere;
    return find_in_stash(masked, same);
  }

  // Adds an id (not 0) at the place find() gave. Call make_room() afterwards.
  void add(uint64_t hash, const Place& place, uint64_t id) {
    const uint64_t masked = hash & kHashMask;
    if (place.slot != kNowhere) [[likely]] {
      slots_[place.slot] = (masked << kLocation) | id;
    } else {
      stash_[masked].push_back(id);
    }
    ++count_;
  }

  // Room for one more id, within `budget` bytes. False: there is none, and nothing may be added.
  bool make_room(uint64_t budget) {
    if (moving_) pay();
    return count_ < grow_at_ ? true : grow(budget);
  }

  uint64_t count() const { return count_; }
  uint64_t bytes() const { return memory_.committed() + stash_bytes(); }
  double fill() const {
    const uint64_t buckets = scales_[moving_ ? 1 : 0].buckets;
    return buckets == 0 ? 0 : static_cast<double>(count_) / static_cast<double>(buckets * kBucket);
  }

 private:
  static constexpr uint64_t kBucket = 8;
  static constexpr unsigned kLocation = 9;
  static constexpr unsigned kTagBits = 64 - kIdBits;
  static constexpr uint64_t kHashMask = ~uint64_t{0} << (64 - kLocation - kTagBits);
  static constexpr uint64_t kFirstBuckets = uint64_t{1} << 13;
  static constexpr uint64_t kBatch = 256;  // old buckets moved at a time
  static constexpr uint64_t kAddsPerBatch = 32;
  static constexpr uint64_t kNowhere = ~uint64_t{0};

  // One layout of the table: so many homes and, behind them, room for what is displaced from the last ones.
  struct Scale {
    uint64_t buckets = 0;
    uint64_t reach = 0;             // slots from the begin of the home bucket in which a slot may lie
    double periods_per_bucket = 0;  // see hash_at()
  };
  static Scale make_scale(uint64_t buckets);

  const Scale& scale_of(uint64_t masked) const { return scales_[masked > last_old_]; }
  static uint64_t home(const Scale& scale, uint64_t masked) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(masked) * scale.buckets) >> 64);
  }
  uint64_t home(uint64_t masked) const { return home(scale_of(masked), masked); }

  template <class Same>
  uint64_t find_in_stash(uint64_t masked, Same&& same) const {
    if (const auto found = stash_.find(masked); found != stash_.end()) {
      for (const uint64_t id : found->second) {
        if (same(id)) return id;
      }
    }
    return 0;
  }
  uint64_t stash_bytes() const { return stash_.size() * 96; }

  uint64_t hash_at(const Scale& scale, uint64_t bucket, uint64_t slot) const;
  void put(const Scale& scale, uint64_t masked, uint64_t id);
  bool grow(uint64_t budget);
  void pay() {
    if (++unpaid_ >= kAddsPerBatch) {
      unpaid_ = 0;
      move_batch();
    }
  }
  void move_batch();

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
  bool stash_in_doubt_ = false;  // slots that were taken when something went into the stash may have become free
  std::vector<uint64_t> batch_;

  static const uint64_t kNoSlots[kBucket];  // what an empty table looks at
};

}  // namespace gyre::store
