// The product states on the stack of a depth-first search, for sets of visited states, which cannot give states back:
// each is there whole, and the search can ask whether a state is among them. That answer is exact, whatever the set of
// visited states makes of the same question, so that a cycle that is closed on the stack is a cycle.
//
// States are found by a table of their places, open to the next slot, with some bits of their hashes. The one that
// leaves is always the one that came last, so nobody was put behind it, and its slot is empty again.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/state_view.h"
#include "search/frames.h"
#include "search/product_key.h"
#include "search/word_blocks.h"

namespace gyre::search {

// What tells product states apart: the system's state, with its hash, and the claim's state and copy in one number.
struct ProductState {
  StateView system;
  uint64_t hash = 0;
  uint32_t tail = 0;

  uint64_t key_hash() const { return product_key::hash(hash, tail); }
};

class ProductPath {
 public:
  static constexpr uint64_t kNowhere = ~uint64_t{0};

  struct Frame {
    ProductState state;
    uint64_t waiting = 0;  // how many of its arcs wait for their turn
    uint32_t choice = 0;   // the arc whose turn it was last, so that the choices of all frames are the path
    uint32_t steps = 0;    // of the arc that led here
    bool accepting = false;
  };

  bool empty() const { return frames_.empty(); }
  uint64_t size() const { return frames_.size(); }
  Frame& top() { return frames_.top(); }
  const Frame& operator[](uint64_t index) const { return frames_[index]; }

  // The state is copied.
  void push(const ProductState& state, bool accepting, uint32_t steps) {
    assert(state.system.key <= state.system.total);
    if (frames_.size() >= slots_.size() / 2) grow();
    const uint64_t words = words_of(state.system);
    uint64_t* at = states_.push(words);
    at[words - 1] = 0;  // the padding
    if (state.system.total != 0) std::memcpy(at, state.system.data, state.system.total);
    Frame frame;
    frame.state = state;
    frame.state.system.data = reinterpret_cast<const uint8_t*>(at);
    frame.accepting = accepting;
    frame.steps = steps;
    frames_.push(frame);
    add(frames_.size() - 1);
  }
  void pop() {
    const Frame& frame = frames_.top();
    assert(frame.waiting == 0);
    uint64_t at = place(frame.state.key_hash());
    while ((slots_[at] & kPlaces) != frames_.size()) at = next(at);
    slots_[at] = 0;
    states_.pop(words_of(frame.state.system));
    frames_.pop();
  }

  // An arc of the top one waits for its turn; the last one comes first.
  void wait(uint32_t arc) {
    waiting_.push(arc);
    ++frames_.top().waiting;
  }
  // Its turn has come.
  uint32_t take() {
    Frame& frame = frames_.top();
    assert(frame.waiting > 0);
    --frame.waiting;
    frame.choice = waiting_.top();
    waiting_.pop();
    return frame.choice;
  }

  // Where a state is on the path, or kNowhere.
  uint64_t find(const ProductState& state) const {
    if (slots_.empty()) return kNowhere;
    const uint64_t hash = state.key_hash();
    for (uint64_t at = place(hash); slots_[at] != 0; at = next(at)) {
      if (((slots_[at] ^ hash) & ~kPlaces) != 0) continue;
      const uint64_t index = (slots_[at] & kPlaces) - 1;
      if (same(frames_[index].state, state)) return index;
    }
    return kNowhere;
  }
  // A hint: somebody will ask for this state soon.
  void prefetch(const ProductState& state) const { __builtin_prefetch(slots_.data() + place(state.key_hash())); }

  // The first `length` choices, appended to a path.
  void append_to(Path& path, uint64_t length) const {
    for (uint64_t i = 0; i < length; ++i) path.choices.push_back(frames_[i].choice);
  }

  uint64_t bytes() const {
    return frames_.bytes() + waiting_.bytes() + states_.bytes() + slots_.capacity() * sizeof(uint64_t);
  }

 private:
  static uint64_t words_of(StateView state) { return uint64_t{state.total} / 8 + 1; }
  static bool same(const ProductState& a, const ProductState& b) {
    return a.hash == b.hash && a.tail == b.tail && a.system.key == b.system.key &&
           std::memcmp(a.system.data, b.system.data, a.system.key) == 0;
  }
  uint64_t mask() const { return slots_.size() - 1; }
  uint64_t place(uint64_t hash) const { return hash & mask(); }
  uint64_t next(uint64_t at) const { return (at + 1) & mask(); }
  void add(uint64_t index) {
    assert(index < kPlaces);
    const uint64_t hash = frames_[index].state.key_hash();
    uint64_t at = place(hash);
    while (slots_[at] != 0) at = next(at);
    slots_[at] = (hash & ~kPlaces) | (index + 1);
  }
  void grow() {
    constexpr size_t kFirst = 1024;  // a power of two, and so are all others
    slots_.assign(slots_.empty() ? kFirst : slots_.size() * 2, 0);
    for (uint64_t i = 0; i < frames_.size(); ++i) add(i);
  }

  BlockStack<Frame> frames_;
  BlockStack<uint32_t> waiting_;
  WordBlocks states_;
  static constexpr uint64_t kPlaces = (uint64_t{1} << 40) - 1;
  std::vector<uint64_t> slots_;  // index + 1, and above the upper bits of the hash; 0: empty
};

}  // namespace gyre::search
