// The table behind the lossless stores: from a hash to the ids of the entries that have it.
//
// A bucket is one cache line: ten slots of 48 bits, how many are used, and whether an id that belongs here had to
// pass on to the next bucket (as in Facebook's F14), so that looking for what is not there nearly always ends in the
// home bucket. The home of a hash is bucket hash * buckets / 2^64. Homes grow with the hash, and from that follows:
//  - the table grows *in place*, from its top end downwards, a batch per few insertions: no second copy, no long
//    pause. Small ones double, up to 64 MB: each id moves once, and most searches end there. Larger ones grow by half,
//    so that they are 53 to 80 % full, 7.5 to 11.3 bytes per id; each id moves twice. (Doubling only up to 16 MB and
//    then growing by a third took 4 to 10 % longer in all.) Roots that threads share grow to four times the size up to
//    64 MB, and the threads fetch the new pages together before one of them moves anything;
//  - the position of a slot gives the leading bits of its hash, so they are not stored (Cleary, "Compact hash tables
//    using bidirectional linear probing", 1984), and growing needs neither the entries nor the hash function.
//
// A slot is a tag (some bits of the hash) above an id. `location` bits of the hash above the tag are known from the
// slot's position, because no slot lies farther than kReach buckets behind its home; what would have to (only bad
// hashes do it) goes into a stash beside the table. When the table grows, ids need more bits, but the positions tell
// more of the hash, so the tag can do with fewer: 48 bits are enough up to 2^40 ids. Location and tag together are
// the `known` bits; at 2^k buckets the last known - k of them tell apart what shares a bucket: 15 or more for ten
// million states, 10 for a billion.
//
// The table can also be a set of numbers (`values`): then a slot is all tag, and position and slot together are the
// number, of which the trailing bits that the table does not know are 0. That is how roots of trees are kept by value.
//
// Two simpler tables of 64-bit slots were measured before (docs/design/store.md): sorted linear probing, and buckets of
// eight. Being 80 to 90 % full, as they have to be for ten bytes per id, costs them two to five lines per insertion.
//
// Threads: several may call insert_shared() and prefetch() at once; for everything else, growing above all, they have
// to stand still (base/stop_the_world.h). Between two stops slots are only added: whoever adds one takes the bucket
// by a compare-and-swap of its last word, writes the slot, and gives it back with one slot more; whoever looks reads
// that word first, and never waits, unless the bucket it wants to add to is taken. (After Laarman, van de Pol & Weber,
// "Boosting multi-core reachability performance with shared hash tables", 2010, who take single slots.)
#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/bits.h"
#include "base/narrow.h"
#include "base/ratio.h"
#include "store/pages.h"

namespace gyre::store {

// The last word of a bucket: how many slots are used, and two marks.
inline constexpr uint32_t kUsedMask = 0xff;
inline constexpr uint32_t kPassed = 0x100;  // something that belongs here lies farther on
inline constexpr uint32_t kTaken = 0x200;   // a thread is adding a slot

#if defined(__SANITIZE_THREAD__)
#define GYRE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GYRE_THREAD_SANITIZER 1
#endif
#endif

// A bucket of ten slots of 48 bits, for ids of up to 40 bits, and for values of up to 54 and some more in large tables.
struct alignas(64) Bucket48 {
  static constexpr unsigned kSlots = 10;
  static constexpr unsigned kSlotBits = 48;
  static constexpr uint64_t kReach = 64;  // buckets from the home on, it included

  uint16_t high[kSlots];
  uint32_t low[kSlots];
  uint32_t state;

  uint64_t slot(unsigned i) const {
    assert(i < kSlots);
    return (uint64_t{high[i]} << 32) | low[i];
  }
  void set_slot(unsigned i, uint64_t slot) {
    assert(i < kSlots && slot >> kSlotBits == 0);
    high[i] = narrow<uint16_t>(slot >> 32);
    low[i] = low_half(slot);
  }
  // A bit for each of the first `used` slots whose upper 16 bits agree with the tag's, as far as these belong to the
  // tag. It may look at a slot that another thread is just writing, behind the used ones: what it sees there does not
  // count. ThreadSanitizer cannot know that.
  unsigned matching(uint64_t tag, uint64_t tag_mask, unsigned used) const {
    assert(used <= kSlots);
    const auto mask = narrow<uint16_t>(tag_mask >> 32);
    const auto wanted = narrow<uint16_t>(tag >> 32);
#if defined(__SSE2__) && !defined(GYRE_THREAD_SANITIZER)
    const __m128i m = _mm_set1_epi16(std::bit_cast<int16_t>(mask));
    const __m128i w = _mm_set1_epi16(std::bit_cast<int16_t>(wanted));
    const __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(high));     // 0 to 7
    const __m128i last = _mm_loadu_si128(reinterpret_cast<const __m128i*>(high + 2));  // 2 to 9
    const __m128i equal =
        _mm_packs_epi16(_mm_cmpeq_epi16(_mm_and_si128(first, m), w), _mm_cmpeq_epi16(_mm_and_si128(last, m), w));
    const auto bits = narrow<unsigned>(_mm_movemask_epi8(equal));
    const unsigned all = (bits & 0xff) | ((bits >> 6) & 0x300);
#else
    unsigned all = 0;
    for (unsigned i = 0; i < used; ++i) all |= unsigned{(high[i] & mask) == wanted} << i;
#endif
    return all & ((1u << used) - 1);
  }
};

// A bucket of eight slots of 56 bits, for values of 64 bits.
struct alignas(64) Bucket56 {
  static constexpr unsigned kSlots = 8;
  static constexpr unsigned kSlotBits = 56;
  static constexpr uint64_t kReach = 16;

  uint16_t high[kSlots];
  uint32_t low[kSlots];
  uint8_t middle[kSlots];
  uint32_t state;
  uint32_t unused;

  uint64_t slot(unsigned i) const {
    assert(i < kSlots);
    return (uint64_t{high[i]} << 40) | (uint64_t{middle[i]} << 32) | low[i];
  }
  void set_slot(unsigned i, uint64_t slot) {
    assert(i < kSlots && slot >> kSlotBits == 0);
    high[i] = narrow<uint16_t>(slot >> 40);
    middle[i] = narrow<uint8_t>((slot >> 32) & 0xff);
    low[i] = low_half(slot);
  }
  unsigned matching(uint64_t tag, uint64_t tag_mask, unsigned used) const {
    assert(used <= kSlots);
    const auto mask = narrow<uint16_t>(tag_mask >> 40);
    const auto wanted = narrow<uint16_t>(tag >> 40);
    unsigned all = 0;
    for (unsigned i = 0; i < kSlots; ++i) all |= unsigned{(high[i] & mask) == wanted} << i;
    return all & ((1u << used) - 1);
  }
};
static_assert(sizeof(Bucket48) == 64 && sizeof(Bucket56) == 64);

template <class Bucket>
class BasicSlotTable {
 public:
  enum class Holds { ids, values };
  // In bytes: how large it is at first, below which size it becomes four times as large when it grows, and below which
  // twice as large.
  struct Growth {
    uint64_t first, four_times_below, double_below;
  };
  static constexpr Growth kAlone{uint64_t{512} << 10, 0, uint64_t{32} << 20};
  // While a table grows with the world stopped only one thread works: it should not happen often.
  static constexpr Growth kShared{uint64_t{1} << 20, uint64_t{32} << 20, uint64_t{64} << 20};

  explicit BasicSlotTable(bool huge_pages = true, Holds holds = Holds::ids, Growth growth = kAlone)
      : values_(holds == Holds::values), growth_(growth), memory_(huge_pages) {}

  [[gnu::always_inline]] void prefetch(uint64_t hash) const {
    __builtin_prefetch(buckets_ + home(scale_of(hash), hash));
  }

  // After prefetch(), when that has had its time: what does not fit into a bucket lies in the next one. Worth it in a
  // table that no cache holds (2 % slower in smaller ones).
  bool worth_fetching_farther() const { return memory_.committed() >= uint64_t{256} << 20; }
  [[gnu::always_inline]] void prefetch_farther(uint64_t hash) const {
    const Bucket* bucket = buckets_ + home(scale_of(hash), hash);
    const std::atomic_ref<uint32_t> state(const_cast<uint32_t&>(bucket->state));
    __builtin_prefetch(bucket + (state.load(std::memory_order_relaxed) >= kSlots));
  }

  // The id for which same(id) among those with this hash; 0 if there is none.
  template <class Same>
  uint64_t find(uint64_t hash, Same&& same) const {
    assert(!values_);
    const Scale& scale = scale_of(hash);
    const uint64_t tag = tag_of(scale, hash);
    const Bucket* bucket = buckets_ + home(scale, hash);
    for (const Bucket* end = bucket + kReach; bucket != end; ++bucket) {
      for (unsigned matches = matching(*bucket, scale, tag); matches != 0; matches &= matches - 1) {
        const uint64_t slot = bucket->slot(trailing_zeros(matches));
        if ((slot & scale.tag_mask) != tag) continue;
        const uint64_t id = slot & ~scale.tag_mask;
        if (same(id)) return id;
      }
      if ((bucket->state & kPassed) == 0) [[likely]]
        return stash_in_doubt_ ? find_in_stash(hash, same) : 0;
    }
    return find_in_stash(hash, same);
  }

  // The first id of the home bucket that find() would look at; 0: none. To fetch what it will be compared with.
  [[gnu::always_inline]] uint64_t candidate(uint64_t hash) const {
    assert(!values_);
    const Scale& scale = scale_of(hash);
    const uint64_t tag = tag_of(scale, hash);
    const Bucket* bucket = buckets_ + home(scale, hash);
    for (unsigned matches = matching(*bucket, scale, tag); matches != 0; matches &= matches - 1) {
      const uint64_t slot = bucket->slot(trailing_zeros(matches));
      if ((slot & scale.tag_mask) == tag) return slot & ~scale.tag_mask;
    }
    return 0;
  }

  // Before add(): room for one more id, and for this id, within `budget` bytes. False: there is none.
  bool make_room(uint64_t id, uint64_t budget) {
    assert(!values_ && id != 0);
    if (count_ < grow_at_ && id <= most_) [[likely]]
      return true;
    return grow(id, budget);
  }
  // Adds an id, not 0, that find() did not find.
  void add(uint64_t hash, uint64_t id) {
    assert((id == 0) == values_ && id <= most_);
    assert(buckets_ != &kNoBucket && count_ < grow_at_);
    put(scale_of(hash), hash, id);
    added();
  }

  // The same four for a table of values. A value is its own hash: its leading bits must be well mixed.
  bool contains(uint64_t value) const {
    assert(values_);
    const Scale& scale = scale_of(value);
    const uint64_t tag = tag_of(scale, value);
    if ((value & ~scale.known) != 0) [[unlikely]]
      return false;
    const Bucket* bucket = buckets_ + home(scale, value);
    for (const Bucket* end = bucket + kReach; bucket != end; ++bucket) {
      for (unsigned matches = matching(*bucket, scale, tag); matches != 0; matches &= matches - 1) {
        if (bucket->slot(trailing_zeros(matches)) == tag) return true;
      }
      if ((bucket->state & kPassed) == 0) [[likely]]
        return stash_in_doubt_ && in_stash(value);
    }
    return in_stash(value);
  }
  bool make_room_for(uint64_t value, uint64_t budget) {
    assert(values_);
    while (count_ >= grow_at_ || (value & ~scales_[0].known) != 0) {
      if (!grow(0, budget)) return false;
    }
    return true;
  }
  void add_value(uint64_t value) { add(value, 0); }
  // Is make_room_for() true without growing?
  [[gnu::always_inline]] bool has_room_for(uint64_t value) const {
    return count_ < grow_at_ && (value & ~scales_[0].known) == 0;
  }
  // Adds it if it is not there, after make_room_for(). True: it was not.
  [[gnu::always_inline]] bool insert_value(uint64_t value) {
    assert(values_ && has_room_for(value));
    const Scale& scale = scale_of(value);
    const uint64_t tag = tag_of(scale, value);
    Bucket* bucket = buckets_ + home(scale, value);
    for (unsigned matches = matching(*bucket, scale, tag); matches != 0; matches &= matches - 1) {
      if (bucket->slot(trailing_zeros(matches)) == tag) return false;
    }
    if ((bucket->state & kPassed) != 0 || stash_in_doubt_ || used(*bucket) == kSlots) [[unlikely]] {
      if (contains(value)) return false;
      add_value(value);
      return true;
    }
    push(*bucket, tag);
    added();
    return true;
  }
  template <class F>
  void for_each_value(F&& f) const {
    const uint64_t end = scales_[moving_].buckets == 0 ? 0 : scales_[moving_].buckets + kReach;
    for (uint64_t b = 0; b < end; ++b) {
      const Scale& scale = moving_ && b >= old_end_ + kReach ? scales_[1] : scales_[0];
      for (unsigned i = 0; i < used(buckets_[b]); ++i) f(hash_at(scale, b, buckets_[b].slot(i)));
    }
    for (const auto& [value, ids] : stash_) {
      for (size_t i = 0; i < ids.size(); ++i) f(value);
    }
  }

  // What several threads may call -----------------------------------------------------------------------------------

  // What one of them has added and the table does not know of yet.
  struct Added {
    uint64_t count = 0;
  };
  struct Shared {
    enum { known, added, stop } what = stop;  // stop: the world has to be stopped first, and nothing was added
    uint64_t id = 0;
  };
  // Looks for an id as find() does; if there is none, calls fill() and adds `id`. What fill() writes is seen by whoever
  // finds the id. In a table of values ids are 0, and every id is the same.
  template <class Same, class Fill>
  Shared insert_shared(uint64_t hash, uint64_t id, Same&& same, Fill&& fill) {
    assert((id == 0) == values_);
    if (id > most_ || (values_ && (hash & ~scales_[0].known) != 0) || buckets_ == &kNoBucket) [[unlikely]]
      return {};
    const Scale& scale = scale_of(hash);
    const uint64_t tag = tag_of(scale, hash);
    if (stash_in_doubt_) [[unlikely]] {
      if (const auto found = in_stash_shared(hash, same)) return *found;
    }
    Bucket* bucket = buckets_ + home(scale, hash);
    for (const Bucket* end = bucket + kReach; bucket != end; ++bucket) {
      const std::atomic_ref<uint32_t> state(bucket->state);
      uint32_t now = state.load(std::memory_order_acquire);
      for (unsigned seen = 0, spins = 0;;) {
        unsigned matches = bucket->matching(tag, scale.tag_mask, now & kUsedMask) >> seen << seen;
        for (; matches != 0; matches &= matches - 1) {
          const uint64_t slot = bucket->slot(trailing_zeros(matches));
          if ((slot & scale.tag_mask) != tag) continue;
          if (const uint64_t other = slot & ~scale.tag_mask; same(other)) return {Shared::known, other};
        }
        seen = now & kUsedMask;
        if (seen == kSlots) break;
        if ((now & kTaken) != 0) {
          relax(spins);
          now = state.load(std::memory_order_acquire);
        } else if (state.compare_exchange_weak(now, now | kTaken, std::memory_order_acquire)) {
          fill();
          bucket->set_slot(seen, tag | id);
          state.store(now + 1, std::memory_order_release);
          return {Shared::added, id};
        }
      }
      if ((now & kPassed) == 0) state.fetch_or(kPassed, std::memory_order_relaxed);
    }
    if (const auto found = in_stash_shared(hash, same)) return *found;
    return {};
  }
  // Called after each that was added. True: it is time for tend().
  [[gnu::always_inline]] bool count_added(Added& added) {
    if (++added.count < kAddsPerBatch) [[likely]]
      return false;
    return settle_count(added);
  }
  bool settle_count(Added& added) {
    touch_new_page();
    const std::atomic_ref<uint64_t> count(count_);
    return count.fetch_add(std::exchange(added.count, 0), std::memory_order_relaxed) >= tend_at_;
  }
  // With the world stopped, when count_added() says so: grows, or goes on growing, within `budget` bytes. False: there
  // is no memory.
  bool tend(uint64_t largest_id, uint64_t budget);
  // With the world stopped, when insert_shared() says stop: the same, but it answers `stop` only if there is no memory.
  template <class Same, class Fill>
  Shared insert_stopped(uint64_t hash, uint64_t id, uint64_t budget, Same&& same, Fill&& fill) {
    if (!(values_ ? make_room_for(hash, budget) : make_room(id, budget))) return {};
    plan_tending();
    const Shared done = insert_shared(hash, id, same, fill);
    if (done.what != Shared::stop) return done;
    fill();
    stash_[hash & scales_[moving_].known].push_back(id);
    return {Shared::added, id};
  }

  // ------------------------------------------------------------------------------------------------------------------

  uint64_t count() const {
    return std::atomic_ref<uint64_t>(const_cast<uint64_t&>(count_)).load(std::memory_order_relaxed);
  }
  uint64_t bytes() const { return memory_.committed() + stash_bytes(); }
  double fill() const {
    const uint64_t buckets = scales_[moving_ ? 1 : 0].buckets;
    return ratio(count(), buckets * kSlots);
  }

 private:
  static constexpr unsigned kSlots = Bucket::kSlots;
  static constexpr unsigned kSlotBits = Bucket::kSlotBits;
  static constexpr uint64_t kReach = Bucket::kReach;
  // Values need the bits that positions tell; ids do not, and a small table stays in the processor's cache.
  uint64_t first_buckets() const { return values_ ? growth_.first / sizeof(Bucket) : uint64_t{1} << 9; }
  // How many times as large the table becomes. Four times as many ids would soon need more bits.
  uint64_t times(uint64_t bytes) const { return values_ && bytes < growth_.four_times_below ? 4 : 2; }
  static constexpr uint64_t kBatch = 256;  // old buckets moved at a time
  static constexpr uint64_t kAddsPerBatch = 64;
  static constexpr uint64_t kBatchesAtOnce = 256;  // with the world stopped: 4 MB, some milliseconds

  // New memory is slow to come, a page at a time, so threads that share a table fetch what it has grown by together,
  // before it is used.
  static constexpr uint64_t kPageBuckets = (uint64_t{2} << 20) / sizeof(Bucket);
  void touch_new_page() {
    const std::atomic_ref<uint64_t> next(untouched_);
    if (next.load(std::memory_order_relaxed) >= untouched_end_) return;
    const uint64_t at = next.fetch_add(kPageBuckets, std::memory_order_relaxed);
    if (at < untouched_end_) std::atomic_ref<uint32_t>(buckets_[at].state).fetch_or(0, std::memory_order_relaxed);
  }

  static unsigned used(const Bucket& bucket) { return bucket.state & kUsedMask; }
  template <class ScaleT>
  [[gnu::always_inline]] static unsigned matching(const Bucket& bucket, const ScaleT& scale, uint64_t tag) {
    return bucket.matching(tag, scale.tag_mask, used(bucket));
  }
  static void push(Bucket& bucket, uint64_t slot) {
    assert(used(bucket) < kSlots);
    bucket.set_slot(used(bucket), slot);
    ++bucket.state;
  }
  static void relax(unsigned& spins) {
#if defined(__SSE2__)
    _mm_pause();
#endif
    // Whoever has taken the bucket may have lost its processor.
    if (++spins % 64 == 0) std::this_thread::yield();
  }

  // One layout of the table: so many homes, and behind them kReach buckets for what is displaced from the last ones.
  struct Scale {
    uint64_t buckets = 0;
    uint64_t known = 0;     // mask: the known bits of a hash
    uint64_t tag_mask = 0;  // of a slot; the other bits are the id
    unsigned location = 1;
    double periods_per_bucket = 0;  // see hash_at()
    uint64_t most_id() const { return (uint64_t{1} << kSlotBits) - 1 - tag_mask; }
  };
  static Scale make_scale(uint64_t buckets, unsigned id_bits, unsigned known_before);

  const Scale& scale_of(uint64_t hash) const { return scales_[hash > last_old_]; }
  static uint64_t home(const Scale& scale, uint64_t hash) { return product_high(hash & scale.known, scale.buckets); }
  static uint64_t tag_of(const Scale& scale, uint64_t hash) {
    return ((hash & scale.known) << scale.location) >> (64 - kSlotBits);
  }

  // Keyed by as much of the hash as all scales know, which may become less.
  template <class Same>
  uint64_t find_in_stash(uint64_t hash, Same&& same) const {
    if (stash_.empty()) return 0;
    if (const auto found = stash_.find(hash & scales_[moving_].known); found != stash_.end()) {
      for (const uint64_t id : found->second) {
        if (same(id)) return id;
      }
    }
    return 0;
  }

  template <class Same>
  std::optional<Shared> in_stash_shared(uint64_t hash, Same&& same) const {
    if (stash_.empty()) return std::nullopt;
    if (const auto found = stash_.find(hash & scales_[moving_].known); found != stash_.end()) {
      for (const uint64_t id : found->second) {
        if (same(id)) return Shared{Shared::known, id};
      }
    }
    return std::nullopt;
  }

  bool in_stash(uint64_t value) const { return !stash_.empty() && stash_.contains(value); }

  static uint64_t hash_at(const Scale& scale, uint64_t bucket, uint64_t slot);
  void put(const Scale& scale, uint64_t hash, uint64_t id);
  void added() {
    ++count_;
    if (moving_ && ++unpaid_ == kAddsPerBatch) {
      unpaid_ = 0;
      move_batch();
    }
  }
  bool grow(uint64_t id, uint64_t budget);
  void move_batch();
  void plan_tending() { tend_at_ = moving_ ? count_ + kBatchesAtOnce * kAddsPerBatch : grow_at_; }
  uint64_t stash_bytes() const { return stash_.size() * 96; }

  const bool values_;
  const Growth growth_;
  static inline const Bucket kNoBucket = {};  // what an empty table looks at

  Bucket* buckets_ = const_cast<Bucket*>(&kNoBucket);
  // While the table grows, hashes up to last_old_ lie by scales_[0], the others by scales_[1]; otherwise all by [0].
  Scale scales_[2];
  uint64_t last_old_ = ~uint64_t{0};
  uint64_t old_end_ = 0;  // homes below this are still in the old scale
  bool moving_ = false;
  uint64_t unpaid_ = 0;

  uint64_t grow_at_ = 0;
  uint64_t tend_at_ = 0;
  uint64_t most_ = 0;  // id that the scales can hold
  Reservation memory_;
  std::unordered_map<uint64_t, std::vector<uint64_t>> stash_;
  bool stash_in_doubt_ = false;  // the passed marks of something in the stash may have been cleared
  std::vector<Bucket> batch_;
  uint64_t untouched_end_ = 0;
  // Threads write these, and the rest is read all the time.
  alignas(64) uint64_t count_ = 0;
  uint64_t untouched_ = 0;  // bucket; see touch_new_page()
};

using SlotTable = BasicSlotTable<Bucket48>;
extern template class BasicSlotTable<Bucket48>;
extern template class BasicSlotTable<Bucket56>;

}  // namespace gyre::store
