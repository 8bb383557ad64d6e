#include "store/cleary_table.h"

#include <bit>
#include <cassert>
#include <cstring>

#include "base/bits.h"

namespace gyre::store {

uint64_t ClearyTable::Segment::get(uint64_t i) const {
  assert(i < slots());
  uint64_t word;
  std::memcpy(&word, bits.get() + i * width / 8, 8);
  return word >> (i * width % 8) & ((uint64_t{1} << width) - 1);
}

void ClearyTable::Segment::set(uint64_t i, uint64_t slot) {
  assert(i < slots() && slot >> width == 0);
  uint8_t* at = bits.get() + i * width / 8;
  const uint64_t shift = i * width % 8;
  uint64_t word;
  std::memcpy(&word, at, 8);
  word = (word & ~(((uint64_t{1} << width) - 1) << shift)) | (slot << shift);
  std::memcpy(at, &word, 8);
}

uint64_t ClearyTable::Segment::home(uint64_t low) const {
  assert(homes > 0 && low >> kLowBits == 0);
  return low_word((Word128{low} * homes) >> kLowBits);
}

uint64_t ClearyTable::Segment::first_of(uint64_t home) const {
  assert(home < homes);
  const Word128 scaled = Word128{home} << kLowBits;
  return low_word((scaled + homes - 1) / homes);
}

// Where the run of a home begins, or would begin; the home is marked as occupied.
uint64_t ClearyTable::Segment::run_of(uint64_t home) const {
  uint64_t at = home;
  while ((get(at) & kShifted) != 0) --at;
  uint64_t run = at;
  while (at != home) {
    do ++run;
    while ((get(run) & kContinued) != 0);
    do ++at;
    while ((get(at) & kOccupied) == 0);
  }
  return run;
}

bool ClearyTable::Segment::contains(uint64_t low) const {
  if (homes == 0) return false;
  const uint64_t at = home(low);
  if ((get(at) & kOccupied) == 0) return false;
  const uint64_t rest = low - first_of(at);
  uint64_t i = run_of(at);
  do {
    if (get(i) >> kMarks == rest) return true;
    ++i;
  } while ((get(i) & kContinued) != 0);
  return false;
}

// Adds a number that is not there; there is room.
void ClearyTable::Segment::add(uint64_t low) {
  const uint64_t at = home(low);
  const uint64_t here = get(at);
  uint64_t entry = (low - first_of(at)) << kMarks;
  ++count;
  if (is_empty(here)) {
    set(at, entry | kOccupied);
    return;
  }
  set(at, here | kOccupied);
  uint64_t i = run_of(at);
  if ((here & kOccupied) != 0) {
    do ++i;
    while ((get(i) & kContinued) != 0);
    entry |= kContinued;
  }
  if (i != at) entry |= kShifted;
  // Everything from here on moves one slot further, up to the first empty one.
  for (;; ++i) {
    const uint64_t slot = get(i);
    set(i, entry | (slot & kOccupied));
    if (is_empty(slot)) return;
    entry = (slot & ~kOccupied) | kShifted;
  }
}

// The last slot always stays empty.
bool ClearyTable::Segment::has_room() const {
  return homes != 0 && (count + 1) * 8 <= homes * 7 && is_empty(get(slots() - 2));
}

ClearyTable::Segment ClearyTable::make_segment(uint64_t homes) {
  Segment s;
  s.homes = homes;
  const uint64_t most = ((uint64_t{1} << kLowBits) + homes - 1) / homes;  // numbers with one home
  s.width = bits_for(most) + kMarks;
  s.bits = std::make_unique<uint8_t[]>(s.bytes());
  return s;
}

// False: there are too many numbers with the last homes for the slots behind these.
bool ClearyTable::copy(const Segment& from, Segment& to) {
  // Slots are visited in order: which home the number in a slot has is known from the runs before.
  uint64_t home = 0;
  for (uint64_t i = 0; from.homes != 0 && i < from.slots(); ++i) {
    const uint64_t slot = from.get(i);
    if (is_empty(slot)) continue;
    if ((slot & kContinued) == 0) {
      if ((slot & kShifted) == 0) {
        home = i;
      } else {
        do ++home;
        while ((from.get(home) & kOccupied) == 0);
      }
    }
    if (!is_empty(to.get(to.slots() - 2))) return false;
    to.add(from.first_of(home) + (slot >> kMarks));
  }
  return true;
}

bool ClearyTable::grow(Segment& segment, uint64_t budget) {
  for (uint64_t homes = segment.homes + segment.homes / 8 + 64;; homes += homes / 8) {
    Segment larger = make_segment(homes);
    if (bytes_ + larger.bytes() > budget) return false;
    if (!copy(segment, larger)) continue;
    bytes_ = bytes_ - segment.bytes() + larger.bytes();
    slots_ = slots_ - segment.homes + larger.homes;
    segment = std::move(larger);
    return true;
  }
}

bool ClearyTable::contains(uint64_t value) const {
  assert(value >> kValueBits == 0);
  return segments_[value >> kLowBits].contains(value & ((uint64_t{1} << kLowBits) - 1));
}

ClearyTable::Added ClearyTable::add(uint64_t value, uint64_t budget) {
  assert(value >> kValueBits == 0);
  Segment& segment = segments_[value >> kLowBits];
  const uint64_t low = value & ((uint64_t{1} << kLowBits) - 1);
  if (segment.contains(low)) return Added::was_there;
  while (!segment.has_room()) {
    if (!grow(segment, budget)) return Added::no_memory;
  }
  segment.add(low);
  ++count_;
  return Added::yes;
}

void ClearyTable::prefetch(uint64_t value) const {
  const Segment& segment = segments_[value >> kLowBits];
  if (segment.homes == 0) return;
  __builtin_prefetch(segment.bits.get() + segment.home(value & ((uint64_t{1} << kLowBits) - 1)) * segment.width / 8);
}

}  // namespace gyre::store
