#include "store/exact.h"

#include <algorithm>

namespace gyre::store {

EntryArena::Class& EntryArena::other_class(StateView state) {
  if (by_total_.size() <= state.total) by_total_.resize(state.total + 1);
  for (uint32_t c = by_total_[state.total]; c != 0; c = classes_[c].next) {
    if (classes_[c].key == state.key) {
      last_ = c;
      return classes_[c];
    }
  }
  Class fresh;
  fresh.key = state.key;
  fresh.total = state.total;
  fresh.stride = static_cast<uint32_t>(round_up(std::max<uint64_t>(uint64_t{head_} + state.total, 1), align_));
  fresh.next = by_total_[state.total];
  classes_.push_back(fresh);
  last_ = static_cast<uint32_t>(classes_.size() - 1);
  by_total_[state.total] = last_;
  return classes_.back();
}

// Pays for the next pages of the class's chunk, or for a new chunk.
bool EntryArena::extend(Class& c, uint64_t budget) {
  if (c.paid == c.capacity) {
    if (bytes_ + kPage > budget || !next_chunk(c)) return false;
    c.paid = 0;
  }
  const Pages& memory = memory_[c.chunk - 1];
  // Entries whose last byte lies in pages that are paid for: never fewer than one more than now.
  const size_t begun = round_up(uint64_t{c.paid} * c.stride, memory.grain());
  const size_t needed = round_up((uint64_t{c.paid} + 1) * c.stride, memory.grain());
  const size_t more = needed - begun;
  if (bytes_ + more > budget) return false;
  bytes_ += more;
  c.paid = static_cast<uint32_t>(std::min<uint64_t>(c.capacity, needed / c.stride));
  return true;
}

bool EntryArena::next_chunk(Class& c) {
  if (chunks_.size() >= kMostChunks) return false;
  // Whole huge pages, so that nothing is lost between chunks. Eight bytes are kept free behind the last entry, because
  // comparisons read whole words.
  uint64_t bytes = std::min(uint64_t{kPage} << std::min<uint32_t>(c.chunks, 40), uint64_t{c.stride} << kIndexBits);
  if (bytes >= 2 * kHugePage) bytes -= bytes % kHugePage;
  bytes = std::max<uint64_t>(bytes, c.stride + 8);
  const uint64_t capacity = (bytes - 8) / c.stride;
  Pages memory(bytes, huge_);
  if (memory.data() == nullptr) return false;
  Chunk chunk;
  chunk.entries = memory.data();
  chunk.stride = c.stride;
  chunk.key = c.key;
  chunk.total = c.total;
  chunks_.push_back(chunk);
  memory_.push_back(std::move(memory));
  c.chunk = static_cast<uint32_t>(chunks_.size() - 1);
  c.capacity = static_cast<uint32_t>(capacity);
  ++c.chunks;
  return true;
}

}  // namespace gyre::store
