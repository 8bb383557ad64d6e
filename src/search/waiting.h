// The states that wait to be expanded, the last one first: a stack of staged states (store/concept.h).
//
// Only those near the top, where the search is nearly all the time, lie here with their bytes, in a window of bounded
// size. When it is full its lower half is forgotten but for ids and depths, 12 bytes each; those are read back from the
// store when their turn comes.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/raw_vector.h"
#include "base/state_view.h"
#include "search/frames.h"
#include "store/concept.h"

namespace gyre::search {

// A state with what its store wrote behind it, in words.
struct StagedState {
  uint64_t depth = 0;  // in steps, by the way on which it was reached
  uint32_t key = 0, total = 0;
  uint32_t size = 0;  // words
};

class WaitingStack {
 public:
  static constexpr uint32_t kBehind = 8;

  explicit WaitingStack(uint64_t window_bytes) : most_(std::max<uint64_t>(window_bytes / 8, 64)) {}

  bool empty() const { return used_ == 0 && forgotten_.empty(); }

  // One word behind the state must be readable.
  [[gnu::always_inline]] void push(store::StateId id, const StagedState& state, const uint64_t* words) {
    assert(state.key <= state.total && state.total <= uint64_t{8} * state.size);
    const size_t needed = state.size + kAround;
    if (used_ + needed > room_) [[unlikely]]
      make_room(needed);
    uint64_t* at = window_.data() + used_;
    copy(at, words, state.size);
    write_header(at + state.size, id, state);
    used_ += needed;
  }

  // Takes the top one away. It stays where it is, with kBehind words behind it that can be read, until the next one is
  // pushed; several may be taken before that, and then let_go() comes. recall(id, make_room) reads one back that is not
  // here any more.
  struct Taken {
    const uint64_t* words = nullptr;
    StagedState state;
  };
  template <class Recall>
  [[gnu::always_inline]] Taken take(Recall&& recall) {
    assert(!empty());
    if (used_ == 0) [[unlikely]]
      return take_forgotten(recall);
    const StagedState state = header_before(used_).state;
    used_ -= state.size + kAround;
    return {window_.data() + used_, state};
  }
  void let_go() { recalled_count_ = 0; }

  // A state without its bytes: to be read back from the store.
  struct IdOnly {
    store::StateId id = store::kNoState;
    uint64_t depth = 0;
  };
  // The state goes below all the others.
  void push_id(const IdOnly& state) {
    assert(used_ == 0);
    forgotten_.push(state.id);
    depths_.push(narrow<uint32_t>(std::min<uint64_t>(state.depth, ~uint32_t{0})));
  }
  // Takes up to half of them away, from below, but no more than `most`. None if there is only one.
  std::vector<IdOnly> give(uint64_t most) {
    if (forgotten_.empty()) forget_below(begin_of_upper(used_ / 2));
    std::vector<IdOnly> offer;
    // If nothing else is left, one of them stays.
    const uint64_t rest = used_ == 0 ? forgotten_.size() / 2 : (forgotten_.size() + 1) / 2;
    offer.reserve(std::min(most, rest));
    for (uint64_t i = std::min(most, rest); i > 0; --i) {
      offer.push_back({forgotten_.top(), depths_.top()});
      forgotten_.pop();
      depths_.pop();
    }
    return offer;
  }

  uint64_t bytes() const { return (window_.capacity() + recalled_words_) * 8 + forgotten_.bytes() + depths_.bytes(); }

 private:
  struct Header {
    store::StateId id;
    StagedState state;
  };
  static constexpr size_t kAround = 4;  // words of a state besides its own

  // Few words, as a rule. Copies a word too many if their number is odd.
  [[gnu::always_inline]] static void copy(uint64_t* to, const uint64_t* from, uint32_t count) {
    for (uint32_t i = 0; i < count; i += 2) std::memcpy(to + i, from + i, 16);
  }
  // Words are written and read one by one: what is read in a larger piece than it was just written in has to wait.
  [[gnu::always_inline]] static void write_header(uint64_t* at, store::StateId id, const StagedState& state) {
    at[0] = id;
    at[1] = state.depth;
    at[2] = state.key | (uint64_t{state.total} << 32);
    at[3] = state.size;
  }
  [[gnu::always_inline]] Header header_before(size_t end) const {
    assert(end >= kAround && end <= used_);
    const uint64_t* at = window_.data() + end - kAround;
    return {at[0], {at[1], low_half(at[2]), high_half(at[2]), narrow<uint32_t>(at[3])}};
  }

  template <class Recall>
  [[gnu::noinline]] Taken take_forgotten(Recall&& recall) {
    assert(forgotten_.size() == depths_.size());
    if (recalled_count_ == recalled_.size()) recalled_.emplace_back();
    RawVector<uint64_t>& room = recalled_[recalled_count_++];
    Taken taken;
    const StateView view = recall(forgotten_.top(), [&](uint32_t words) {
      recalled_words_ -= room.capacity();
      room.reserve(words + kBehind);
      recalled_words_ += room.capacity();
      taken.state.size = words;
      return room.data();
    });
    taken.words = room.data();
    taken.state.depth = depths_.top();
    taken.state.key = view.key;
    taken.state.total = view.total;
    forgotten_.pop();
    depths_.pop();
    return taken;
  }

  [[gnu::noinline]] void make_room(size_t needed) {
    if (used_ + needed > most_ && used_ != 0) forget_below(begin_of_upper(most_ / 2));
    if (used_ + needed <= room_) return;
    window_.reserve(std::max(used_ + needed, std::min<size_t>(most_, 2 * room_)) + kBehind);
    room_ = window_.capacity() - kBehind;
  }

  // Where the topmost states begin that have so many words at most; at least one is among them.
  size_t begin_of_upper(size_t words) const {
    // Headers are found from the top.
    size_t begin = used_;
    while (begin > 0) {
      const size_t size = header_before(begin).state.size + kAround;
      if (begin != used_ && used_ - begin + size > words) break;
      begin -= size;
    }
    return begin;
  }
  void forget_below(size_t begin) {
    assert(begin <= used_);
    std::vector<Header> lower;
    for (size_t end = begin; end > 0; end -= lower.back().state.size + kAround) lower.push_back(header_before(end));
    for (size_t i = lower.size(); i-- > 0;) {
      forgotten_.push(lower[i].id);
      depths_.push(narrow<uint32_t>(std::min<uint64_t>(lower[i].state.depth, ~uint32_t{0})));
    }
    used_ -= begin;
    std::memmove(window_.data(), window_.data() + begin, used_ * 8);
  }

  uint64_t most_;  // words
  RawVector<uint64_t> window_;
  size_t used_ = 0;
  size_t room_ = 0;                            // may be used
  std::vector<RawVector<uint64_t>> recalled_;  // those that were read back
  size_t recalled_count_ = 0;
  uint64_t recalled_words_ = 0;
  BlockStack<store::StateId> forgotten_;  // below the window, the top one nearest to it
  BlockStack<uint32_t> depths_;           // of those
};

}  // namespace gyre::search
