// The product states on the stack of a depth-first search, for sets of visited states, which cannot give states back:
// each is there whole, and the search can ask whether a state is among them. That answer is exact, whatever the set of
// visited states makes of the same question, so that a cycle that is closed on the stack is a cycle.
//
// States are found by chains over a table of their hashes. The one that leaves is always the first of its chain.
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
    uint64_t next_in_chain = kNowhere;
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
    if (frames_.size() >= heads_.size()) grow();
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
    link(frames_.size() - 1);
  }
  void pop() {
    const Frame& frame = frames_.top();
    assert(frame.waiting == 0);
    heads_[place(frame.state)] = frame.next_in_chain;
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
    if (heads_.empty()) return kNowhere;
    uint64_t at = heads_[place(state)];
    while (at != kNowhere && !same(frames_[at].state, state)) at = frames_[at].next_in_chain;
    return at;
  }

  // The first `length` choices, appended to a path.
  void append_to(Path& path, uint64_t length) const {
    for (uint64_t i = 0; i < length; ++i) path.choices.push_back(frames_[i].choice);
  }

  uint64_t bytes() const {
    return frames_.bytes() + waiting_.bytes() + states_.bytes() + heads_.capacity() * sizeof(uint64_t);
  }

 private:
  static uint64_t words_of(StateView state) { return uint64_t{state.total} / 8 + 1; }
  static bool same(const ProductState& a, const ProductState& b) {
    return a.hash == b.hash && a.tail == b.tail && a.system.key == b.system.key &&
           std::memcmp(a.system.data, b.system.data, a.system.key) == 0;
  }
  uint64_t place(const ProductState& state) const { return state.key_hash() & (heads_.size() - 1); }
  void link(uint64_t index) {
    uint64_t& head = heads_[place(frames_[index].state)];
    frames_[index].next_in_chain = head;
    head = index;
  }
  void grow() {
    constexpr size_t kFirst = 1024;  // a power of two, and so are all others
    heads_.assign(heads_.empty() ? kFirst : heads_.size() * 2, kNowhere);
    for (uint64_t i = 0; i < frames_.size(); ++i) link(i);
  }

  BlockStack<Frame> frames_;
  BlockStack<uint32_t> waiting_;
  WordBlocks states_;
  std::vector<uint64_t> heads_;  // of the chains
};

}  // namespace gyre::search
