#include "store/slot_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

namespace gyre::store {

const uint64_t SlotTable::kNoSlots[1] = {0};

// A *period* is the stretch of hashes that share the leading kLocation bits: size >> kLocation slots. Tags are compared
// as signed differences, which is right as long as what is compared lies within half a period; so the limit.
SlotTable::Scale SlotTable::make_scale(uint64_t size) {
  Scale scale;
  scale.size = size;
  scale.limit = std::min<uint64_t>((size >> (kLocation + 1)) - 1, 4096);
  scale.periods_per_slot = std::ldexp(1.0, kLocation) / static_cast<double>(size);
  return scale;
}

// The slot's home lies at most half a period before its position, so the leading bits are those of the last hash with
// this tag that is not behind the position; the quarter keeps rounding errors harmless.
uint64_t SlotTable::hash_at(const Scale& scale, uint64_t at, uint64_t slot) const {
  const double tag = std::ldexp(1.0, -static_cast<int>(kTagBits)) * static_cast<double>(static_cast<int64_t>(slot >> kIdBits));
  const double leading = static_cast<double>(static_cast<int64_t>(at)) * scale.periods_per_slot - tag + 0.25;
  const auto whole = static_cast<uint64_t>(static_cast<int64_t>(leading));  // never negative: home(0) is 0
  return (whole << (64 - kLocation)) | ((slot & ~kIdMask) >> kLocation);
}

// Puts a slot where it belongs and moves the run behind it up by one. False, with nothing changed, if something would
// come to lie too far from its home.
bool SlotTable::put(const Scale& scale, uint64_t masked, const Place& place, uint64_t id) {
  if (place.at - place.home > scale.limit) return false;
  uint64_t end = place.at;
  while (slots_[end] != 0) ++end;
  // What is moved has larger homes than the new one, so this is enough; and if not, look closely.
  if (end - place.home > scale.limit && !may_shift(scale, place.at, end)) return false;
  for (uint64_t at = end; at > place.at; --at) slots_[at] = slots_[at - 1];
  slots_[place.at] = (masked << kLocation) | id;
  return true;
}

bool SlotTable::may_shift(const Scale& scale, uint64_t from, uint64_t to) const {
  for (uint64_t at = from; at < to; ++at) {
    if (at + 1 - home(scale, hash_at(scale, at, slots_[at])) > scale.limit) return false;
  }
  return to < scale.size + scale.limit;
}

bool SlotTable::grow(uint64_t budget) {
  while (moving_) move_batch();  // rounds end long before the next begins, unless tables are tiny
  const uint64_t size = scales_[0].size == 0 ? kFirstSize : scales_[0].size + scales_[0].size / 8;
  const Scale next = make_scale(size);
  const uint64_t bytes = (next.size + next.limit + 2) * sizeof(uint64_t);
  if (memory_.rounded(bytes) + stash_bytes() > budget || !memory_.commit(bytes)) return false;
  slots_ = reinterpret_cast<uint64_t*>(memory_.data());
  grow_at_ = size / 10 * 9;
  if (scales_[0].size == 0) {
    scales_[0] = scales_[1] = next;
    return true;
  }
  batch_.reserve(kBatch + 2 * next.limit);
  scales_[1] = next;
  old_end_ = scales_[0].size;
  last_old_ = ~uint64_t{0};
  unpaid_ = 0;
  moving_ = true;
  return true;
}

// Moves the last homes of the old scale to the new one. Old and new never touch: the old part ends at most `limit`
// behind old_end_, the new one begins an eighth of old_end_ later; near the bottom, where that is too little, the rest
// is moved at once.
void SlotTable::move_batch() {
  const Scale& old = scales_[0];
  const Scale& next = scales_[1];
  uint64_t begin = old_end_ > kBatch ? old_end_ - kBatch : 0;
  if (begin < 16 * (next.limit + 2)) begin = 0;
  // The smallest hash whose old home is at `begin` or later.
  const auto numerator = static_cast<unsigned __int128>(begin) << 64;
  const auto first = static_cast<uint64_t>((numerator + old.size - 1) / old.size);

  batch_.clear();
  const uint64_t end = old_end_ + old.limit + 1;
  for (uint64_t at = begin; at < end; ++at) {
    const uint64_t slot = slots_[at];
    if (slot == 0) continue;
    const uint64_t masked = hash_at(old, at, slot);
    if (batch_.empty() && masked < first) continue;  // displaced across `begin`: stays
    batch_.push_back({masked, slot & kIdMask});
    slots_[at] = 0;
  }

  uint64_t free = 0;
  for (const Moved& moved : batch_) {
    Place place;
    place.home = home(next, moved.masked);
    place.at = std::max(place.home, free);
    // Only the last ones can meet what was moved before them, all of which is larger.
    if (!put(next, moved.masked, place, moved.id)) {
      stash_[moved.masked].push_back(moved.id);
      continue;
    }
    free = place.at + 1;
  }

  old_end_ = begin;
  if (begin == 0) {
    scales_[0] = scales_[1];
    last_old_ = ~uint64_t{0};
    moving_ = false;
  } else {
    last_old_ = first - 1;
  }
}

}  // namespace gyre::store
