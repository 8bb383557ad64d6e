#include "store/slot_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "base/narrow.h"

namespace gyre::store {

namespace {

constexpr uint64_t kSmallestStep = 16;  // a table grows at least by this part of it

}  // namespace

// The known bits of the hash of a slot. A *period* is the stretch of homes that share the leading `location` bits, at
// least 2 * kReach buckets. The home lies less than half a period before the position, so the leading bits are those
// of the last hash with this tag that is not behind the position; the quarter keeps rounding errors harmless.
template <class Bucket>
uint64_t BasicSlotTable<Bucket>::hash_at(const Scale& scale, uint64_t bucket, uint64_t slot) {
  assert(bucket < scale.buckets + kReach);
  constexpr double kUnit = 1.0 / (uint64_t{1} << kSlotBits);
  const uint64_t tag = slot & scale.tag_mask;
  const double leading = narrow<int64_t>(bucket) * scale.periods_per_bucket - kUnit * narrow<int64_t>(tag) + 0.25;
  return (narrow<uint64_t>(static_cast<int64_t>(leading)) << (64 - scale.location)) |
         ((tag << (64 - kSlotBits)) >> scale.location);
}

template <class Bucket>
void BasicSlotTable<Bucket>::put(const Scale& scale, uint64_t hash, uint64_t id) {
  Bucket* bucket = buckets_ + home(scale, hash);
  const Bucket* end = bucket + kReach;
  for (; bucket != end; ++bucket) {
    if (used(*bucket) < kSlots) [[likely]] {
      push(*bucket, tag_of(scale, hash) | id);
      return;
    }
    bucket->state |= kPassed;
  }
  stash_[hash & scales_[moving_].known].push_back(id);
}

template <class Bucket>
bool BasicSlotTable<Bucket>::grow(uint64_t id, uint64_t budget) {
  while (moving_) move_batch();  // rounds end long before the next begins, unless ids jump
  if (!values_ && count_ < grow_at_ && id <= most_) return true;
  const Scale& now = scales_[0];
  const bool first = now.buckets == 0;
  // A table that lies in the processor's caches may be half empty; a large one may not, but moves what it has.
  const uint64_t size = now.buckets * sizeof(Bucket);
  uint64_t more = size < growth_.double_below ? now.buckets * (times(size) - 1) : now.buckets / 2;
  uint64_t buckets = first ? first_buckets() : now.buckets + more;
  const auto bytes = [](uint64_t n) { return (n + kReach) * sizeof(Bucket); };
  // Near the budget by half of what is left, so that others may grow too, and not for nearly nothing.
  const bool near = !first && memory_.rounded(bytes(buckets)) + stash_bytes() > budget;
  if (near) {
    const uint64_t used = bytes(now.buckets) + stash_bytes();
    more = budget > used ? (budget - used) / 2 / sizeof(Bucket) : 0;
    if (more < now.buckets / kSmallestStep) return false;
    buckets = now.buckets + more;
  }
  if (memory_.rounded(bytes(buckets)) + stash_bytes() > budget || !memory_.commit(bytes(buckets))) return false;
  buckets_ = reinterpret_cast<Bucket*>(memory_.data());
  grow_at_ = buckets * kSlots / 10 * 8;
  // Room for twice as many ids as there are; for more, if it is ids that made the last scale end.
  const unsigned id_bits = values_ ? 0 : bits_for(id) + (id > most_ && !first ? 3 : 1);
  const unsigned known_before = first || values_ ? 64 : count_ones(now.known);
  const Scale next = make_scale(buckets, id_bits, known_before);
  if (first) {
    scales_[0] = next;
    most_ = next.most_id();
    return true;
  }
  scales_[1] = next;
  old_end_ = now.buckets;
  last_old_ = ~uint64_t{0};
  unpaid_ = 0;
  moving_ = true;
  for (auto& [hash, ids] : std::exchange(stash_, {})) {
    auto& all = stash_[hash & next.known];
    all.insert(all.end(), ids.begin(), ids.end());
  }
  most_ = std::min(now.most_id(), next.most_id());
  while (id > most_) move_batch();  // until nothing is in the old scale
  // After a small step there are not enough insertions to come for a batch each now and then.
  while (near && moving_) move_batch();
  return true;
}

template <class Bucket>
bool BasicSlotTable<Bucket>::tend(uint64_t largest_id, uint64_t budget) {
  if (count_ < tend_at_) return true;  // another thread was first
  if (!moving_) {
    const uint64_t before = scales_[0].buckets + kReach;
    if (!grow(largest_id, budget)) return false;
    untouched_ = before / kPageBuckets * kPageBuckets + kPageBuckets;
    untouched_end_ = moving_ ? scales_[1].buckets : 0;
    if (untouched_ < untouched_end_) {
      tend_at_ = count_ + 2 * kAddsPerBatch * ((untouched_end_ - untouched_) / kPageBuckets + 1);
      return true;
    }
  }
  // Several batches move at once: a small table would be full before the next time.
  for (uint64_t i = 0; i < kBatchesAtOnce && moving_; ++i) move_batch();
  plan_tending();
  return true;
}

template <class Bucket>
typename BasicSlotTable<Bucket>::Scale BasicSlotTable<Bucket>::make_scale(uint64_t buckets, unsigned id_bits,
                                                                          unsigned known_before) {
  assert(buckets >= 2 * kReach && id_bits < kSlotBits);
  Scale scale;
  scale.buckets = buckets;
  scale.location = bits_for(buckets) - 1 - bits_for(kReach);
  const unsigned known = std::min(kSlotBits - id_bits + scale.location, known_before);
  const unsigned tag_bits = known - scale.location;
  scale.known = ~uint64_t{0} << (64 - known);
  scale.tag_mask = ((uint64_t{1} << tag_bits) - 1) << (kSlotBits - tag_bits);
  scale.periods_per_bucket = std::ldexp(1.0, narrow<int>(scale.location)) / buckets;
  return scale;
}

// Moves the last homes of the old scale to the new one. Old and new never touch: the old part ends less than kReach
// behind old_end_, the new one begins later by a share of old_end_, half of it or more as a rule; near the bottom,
// where that is too little, the rest is moved at once.
template <class Bucket>
void BasicSlotTable<Bucket>::move_batch() {
  const Scale& old = scales_[0];
  const Scale& next = scales_[1];
  assert(moving_ && next.buckets > old.buckets && old_end_ <= old.buckets);
  uint64_t begin = old_end_ > kBatch ? old_end_ - kBatch : 0;
  if (begin < 16 * kReach || begin < 6 * kReach * (old.buckets / (next.buckets - old.buckets))) begin = 0;
  // The smallest hash, as far as it is known, whose old home is at `begin` or later.
  const auto numerator = Word128{begin} << 64;
  const auto exact = low_word((numerator + old.buckets - 1) / old.buckets);
  const uint64_t first = (exact + ~old.known) & old.known;

  Bucket* const source = buckets_ + begin;
  const uint64_t count = old_end_ + kReach - begin;
  batch_.assign(source, source + count);
  std::memset(static_cast<void*>(source), 0, count * sizeof(Bucket));
  for (uint64_t b = 0; b < count; ++b) {
    for (unsigned i = 0, slots = used(batch_[b]); i < slots; ++i) {
      const uint64_t slot = batch_[b].slot(i);
      const uint64_t hash = hash_at(old, begin + b, slot);
      const uint64_t id = slot & ~old.tag_mask;
      Bucket& there = buckets_[home(next, hash)];
      if (hash < first || used(there) == kSlots) [[unlikely]] {
        // What was displaced across `begin` stays in the old scale, and may come to lie nearer to its home.
        put(hash < first ? old : next, hash, id);
      } else {
        push(there, tag_of(next, hash) | id);
      }
    }
  }

  old_end_ = begin;
  if (begin != 0) {
    last_old_ = first - 1;
    stash_in_doubt_ = !stash_.empty();
    return;
  }
  scales_[0] = scales_[1];
  last_old_ = ~uint64_t{0};
  moving_ = false;
  most_ = scales_[0].most_id();
  for (const auto& [hash, ids] : std::exchange(stash_, {})) {
    for (const uint64_t id : ids) put(scales_[0], hash, id);
  }
  stash_in_doubt_ = false;
}

template class BasicSlotTable<Bucket48>;
template class BasicSlotTable<Bucket56>;

}  // namespace gyre::store
