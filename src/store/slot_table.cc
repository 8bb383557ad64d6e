#include "store/slot_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace gyre::store {

const uint64_t SlotTable::kNoSlots[kBucket] = {};

// A *period* is the stretch of hashes that share the leading kLocation bits: buckets >> kLocation homes. A slot must lie
// less than half a period behind its home, or hash_at() could not tell in which period that is.
SlotTable::Scale SlotTable::make_scale(uint64_t buckets) {
  Scale scale;
  scale.buckets = buckets;
  scale.reach = std::min<uint64_t>(buckets >> (kLocation + 1), 1024) * kBucket;
  scale.periods_per_bucket = std::ldexp(1.0, kLocation) / static_cast<double>(buckets);
  return scale;
}

// The known bits of the hash of a slot. Its home lies less than half a period before its position, so the leading bits are
// those of the last hash with this tag that is not behind the position; the quarter keeps rounding errors harmless.
uint64_t SlotTable::hash_at(const Scale& scale, uint64_t bucket, uint64_t slot) const {
  constexpr double kTagUnit = 1.0 / (uint64_t{1} << kTagBits);
  const double tag = kTagUnit * static_cast<double>(static_cast<int64_t>(slot >> kIdBits));
  const double leading = static_cast<double>(static_cast<int64_t>(bucket)) * scale.periods_per_bucket - tag + 0.25;
  return (static_cast<uint64_t>(static_cast<int64_t>(leading)) << (64 - kLocation)) | ((slot & ~kIdMask) >> kLocation);
}

void SlotTable::put(const Scale& scale, uint64_t masked, uint64_t id) {
  const uint64_t begin = home(scale, masked) * kBucket;
  uint64_t at = begin;
  while (slots_[at] != 0) {
    if (++at == begin + scale.reach) {
      stash_[masked].push_back(id);
      return;
    }
  }
  slots_[at] = (masked << kLocation) | id;
}

bool SlotTable::grow(uint64_t budget) {
  while (moving_) move_batch();  // rounds end long before the next begins, unless tables are tiny
  const uint64_t buckets = scales_[0].buckets == 0 ? kFirstBuckets : scales_[0].buckets + scales_[0].buckets / 8;
  const Scale next = make_scale(buckets);
  const uint64_t bytes = (next.buckets * kBucket + next.reach) * sizeof(uint64_t);
  if (memory_.rounded(bytes) + stash_bytes() > budget || !memory_.commit(bytes)) return false;
  slots_ = reinterpret_cast<uint64_t*>(memory_.data());
  grow_at_ = buckets * kBucket / 10 * 9;
  if (scales_[0].buckets == 0) {
    scales_[0] = scales_[1] = next;
    return true;
  }
  scales_[1] = next;
  old_end_ = scales_[0].buckets;
  last_old_ = ~uint64_t{0};
  unpaid_ = 0;
  moving_ = true;
  return true;
}

// Moves the last homes of the old scale to the new one. Old and new never touch: the old part ends less than `reach`
// behind old_end_, the new one begins an eighth of old_end_ later; near the bottom, where that is too little, the rest
// is moved at once.
void SlotTable::move_batch() {
  const Scale& old = scales_[0];
  const Scale& next = scales_[1];
  const uint64_t reach = old.reach / kBucket;
  uint64_t begin = old_end_ > kBatch ? old_end_ - kBatch : 0;
  if (begin < 16 * (reach + 1)) begin = 0;
  // The smallest hash whose old home is at `begin` or later.
  const auto numerator = static_cast<unsigned __int128>(begin) << 64;
  const auto first = static_cast<uint64_t>((numerator + old.buckets - 1) / old.buckets);

  const uint64_t count = (old_end_ + reach - begin) * kBucket;
  uint64_t* const source = slots_ + begin * kBucket;
  batch_.assign(source, source + count);
  std::memset(source, 0, count * sizeof(uint64_t));
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t slot = batch_[i];
    if (slot == 0) continue;
    const uint64_t masked = hash_at(old, begin + i / kBucket, slot);
    // What was displaced across `begin` stays in the old scale, and may come to lie nearer to its home.
    put(masked < first ? old : next, masked, slot & kIdMask);
  }

  old_end_ = begin;
  if (begin == 0) {
    scales_[0] = scales_[1];
    last_old_ = ~uint64_t{0};
    moving_ = false;
    auto stashed = std::exchange(stash_, {});
    for (const auto& [masked, ids] : stashed) {
      for (const uint64_t id : ids) put(scales_[0], masked, id);
    }
    stash_in_doubt_ = false;
  } else {
    last_old_ = first - 1;
    stash_in_doubt_ = !stash_.empty();
  }
}

}  // namespace gyre::store
