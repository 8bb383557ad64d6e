#include "store/exact.h"

#include <algorithm>
#include <cassert>

#include "base/narrow.h"

namespace gyre::store {

EntryArena::Class& EntryArena::other_class(StateView state) {
  if (by_total_.size() <= state.total) by_total_.resize(state.total + 1);
  for (uint32_t c = by_total_[state.total]; c != 0; c = classes_[c].chain) {
    if (classes_[c].key == state.key) {
      last_ = c;
      return classes_[c];
    }
  }
  assert(state.key <= state.total);
  Class fresh;
  fresh.key = state.key;
  fresh.total = state.total;
  fresh.stride = narrow<uint32_t>(round_up(std::max<uint64_t>(uint64_t{head_} + state.total, 1), align_));
  fresh.chain = by_total_[state.total];
  classes_.push_back(fresh);
  last_ = narrow<uint32_t>(classes_.size() - 1);
  by_total_[state.total] = last_;
  return classes_.back();
}

// Pays for the next pages of the class's chunk, or for a new chunk.
bool EntryArena::extend(Class& c, uint64_t budget) {
  assert(c.next == c.paid && c.paid <= c.end);
  if (bytes() + kPage > budget) return false;
  if (c.paid == c.end && !next_chunk(c)) return false;
  const size_t grain = chunks_[c.chunk].memory.grain();
  const size_t used = (c.paid - c.first) * c.stride;
  const size_t needed = round_up(used + c.stride, grain);
  const size_t more = needed - round_up(used, grain);
  if (bytes() + more > budget) return false;
  bytes_ += more;
  c.paid = std::min<uint64_t>(c.end, c.first + needed / c.stride);
  return true;
}

// The first chunk of a class is a unit, each next one is twice as large.
bool EntryArena::next_chunk(Class& c) {
  assert(c.next == c.end);
  const uint64_t count = std::min<uint64_t>(uint64_t{1} << std::min<uint32_t>(c.chunks, 32), kLargestChunk);
  if (units_.size() + count > kMostUnits) return false;
  // Huge pages only for a class that will hardly miss one, and then whole ones, so that none is used in part.
  // Comparisons read whole words, hence the eight bytes.
  uint64_t bytes = count * kUnit * c.stride;
  const bool huge = huge_ && c.bytes >= kWorthHugePages && bytes >= 2 * kHugePage;
  if (huge) bytes -= bytes % kHugePage;
  c.bytes += bytes;
  Pages memory(bytes + 8, huge);
  if (memory.data() == nullptr) return false;
  c.first = c.next = c.paid = units_.size() << kUnitBits;
  c.end = c.first + bytes / c.stride;
  c.chunk = narrow<uint32_t>(chunks_.size());
  ++c.chunks;
  for (uint64_t u = 0; u < count; ++u) {
    units_.push_back({memory.data() + u * kUnit * c.stride, c.stride, c.key, c.total});
  }
  chunks_.push_back({std::move(memory), c.first, c.end, narrow<uint32_t>(&c - classes_.data())});
  return true;
}

}  // namespace gyre::store
