// A store out of something that only remembers *that* a state was visited: hash values, bits, a cache that forgets. The
// states themselves are kept while they are on the stack of a depth-first search, and nowhere else; the search has to
// say when it leaves one. So it can go back to a state and expand it again, and errors have their paths.
//
// Not for use by several threads at once.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "base/state_view.h"
#include "store/concept.h"
#include "store/pages.h"

namespace gyre::store {

template <VisitedSet Visited>
class VisitedStack {
 public:
  using Note = Nothing;

  template <class... Arguments>
  explicit VisitedStack(Arguments&&... arguments) : visited_(std::forward<Arguments>(arguments)...) {}

  GYRE_PREFETCHES void prefetch(uint64_t hash) const { visited_.prefetch(hash); }
  // What it finds need not be on the stack, so it has no id; 0 says that it is there.
  StateId find(StateView state, uint64_t hash) const { return visited_.contains(state, hash) ? 0 : kNoState; }
  Insertion insert(StateView state, uint64_t hash) {
    assert(state.key <= state.total);
    const uint64_t words = kHead + (state.total + 7) / 8;
    const uint64_t needed = (top_ + words) * 8;
    if (needed > memory_.committed()) {
      const uint64_t wanted = memory_.rounded(needed + needed / 16 + kPage);
      if (wanted + visited_.bytes() > limit_ || !memory_.commit(wanted)) return {kNoState, false, true};
      visited_.set_memory_limit(limit_ - wanted);
    }
    const Visit visit = visited_.visit(state, hash);
    if (visit != Visit::first) return {0, false, visit == Visit::full};
    uint64_t* at = data() + top_;
    at[words - 1] = 0;  // the padding
    at[0] = hash;
    at[1] = (uint64_t{state.key} << 32) | state.total;
    std::memcpy(at + kHead, state.data, state.total);
    const StateId id = top_;
    top_ += words;
    return {id, true, false};
  }
  Insertion insert_absent(StateView state, uint64_t hash) { return insert(state, hash); }

  // The state must be on the stack.
  StateView get(StateId id) const {
    assert(id < top_);
    const uint64_t* at = data() + id;
    return {reinterpret_cast<const uint8_t*>(at + kHead), high_half(at[1]), low_half(at[1])};
  }
  // The youngest state leaves the stack.
  void leave(StateId id) {
    assert(id + kHead + (get(id).total + 7) / 8 == top_);
    visited_.leave(get(id), data()[id]);
    top_ = id;
  }
  Nothing& note(StateId) { return nothing_; }

  uint64_t size() const { return visited_.size(); }
  uint64_t bytes() const { return visited_.bytes() + memory_.committed(); }
  uint64_t stack_bytes() const { return memory_.committed(); }
  double fill() const { return visited_.fill(); }
  void set_memory_limit(uint64_t bytes) {
    limit_ = bytes;
    visited_.set_memory_limit(bytes > memory_.committed() ? bytes - memory_.committed() : 0);
  }
  const Visited& visited() const { return visited_; }

 private:
  static constexpr uint64_t kHead = 2;  // words before a state: its hash and its sizes
  uint64_t* data() const { return reinterpret_cast<uint64_t*>(memory_.data()); }

  Visited visited_;
  Reservation memory_{false};
  uint64_t top_ = 0;  // in words
  uint64_t limit_ = ~uint64_t{0};
  [[no_unique_address]] Nothing nothing_{};
};

}  // namespace gyre::store
