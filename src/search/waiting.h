// The states that wait to be expanded, the last one first: a stack of carried states (store/concept.h).
//
// Only those near the top, where the search is nearly all the time, lie here with their bytes, in a window of bounded
// size. When it is full its lower half is forgotten but for ids and depths, 12 bytes each; those are read back from the
// store when their turn comes.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/raw_vector.h"
#include "base/state_view.h"
#include "search/frames.h"
#include "store/concept.h"

namespace gyre::search {

// A state with what its store wrote behind it, in words.
struct CarriedState {
  uint64_t depth = 0;  // in steps, by the way on which it was reached
  uint32_t key = 0, total = 0;
  uint32_t size = 0;  // words
};

class WaitingStack {
 public:
  explicit WaitingStack(uint64_t window_bytes) : most_(std::max<uint64_t>(window_bytes / 8, 64)) {}

  bool empty() const { return used_ == 0 && forgotten_.empty(); }

  // One word behind the state must be readable.
  [[gnu::always_inline]] void push(store::StateId id, const CarriedState& state, const uint64_t* words) {
    const size_t needed = state.size + kAround;
    if (used_ + needed > window_.capacity()) [[unlikely]]
      make_room(needed);
    uint64_t* at = window_.data() + used_;
    copy(at, words, state.size);
    const Header header{id, state};
    std::memcpy(at + state.size, &header, sizeof header);
    used_ += needed;
  }

  // Takes the top one away: make_room(words) says where it goes, with a word more. recall(id, make_room) reads one back
  // that is not here any more.
  template <class MakeRoom, class Recall>
  CarriedState pop(MakeRoom&& make_room, Recall&& recall) {
    assert(!empty());
    CarriedState state;
    if (used_ == 0) [[unlikely]] {
      const StateView view = recall(forgotten_.top(), [&](uint32_t words) { return make_room(state.size = words); });
      state.depth = depths_.top();
      state.key = view.key;
      state.total = view.total;
      forgotten_.pop();
      depths_.pop();
      return state;
    }
    state = header_before(used_).state;
    used_ -= state.size + kAround;
    copy(make_room(state.size), window_.data() + used_, state.size);
    return state;
  }

  // A state without its bytes: to be read back from the store.
  struct IdOnly {
    store::StateId id = store::kNoState;
    uint64_t depth = 0;
  };
  // Below all the others.
  void push_id(const IdOnly& state) {
    assert(used_ == 0);
    forgotten_.push(state.id);
    depths_.push(static_cast<uint32_t>(std::min<uint64_t>(state.depth, ~uint32_t{0})));
  }
  // Takes up to half of them away, from below, but no more than `most`. None if there is only one.
  std::vector<IdOnly> give(uint64_t most) {
    if (forgotten_.empty()) forget_below(begin_of_upper(used_ / 2));
    std::vector<IdOnly> gift;
    // If nothing else is left, one of them stays.
    const uint64_t rest = used_ == 0 ? forgotten_.size() / 2 : (forgotten_.size() + 1) / 2;
    gift.reserve(std::min(most, rest));
    for (uint64_t i = std::min(most, rest); i > 0; --i) {
      gift.push_back({forgotten_.top(), depths_.top()});
      forgotten_.pop();
      depths_.pop();
    }
    return gift;
  }

  uint64_t bytes() const { return window_.capacity() * 8 + forgotten_.bytes() + depths_.bytes(); }

 private:
  struct Header {
    store::StateId id;
    CarriedState state;
  };
  static constexpr size_t kAround = sizeof(Header) / 8;  // words of a state besides its own
  static_assert(sizeof(Header) % 8 == 0);

  // Few words, as a rule. Copies a word too many if their number is odd.
  static void copy(uint64_t* to, const uint64_t* from, uint32_t count) {
    for (uint32_t i = 0; i < count; i += 2) std::memcpy(to + i, from + i, 16);
  }
  Header header_before(size_t end) const {
    Header header;
    std::memcpy(static_cast<void*>(&header), window_.data() + end - kAround, sizeof header);
    return header;
  }

  [[gnu::noinline]] void make_room(size_t needed) {
    if (used_ + needed <= most_ || used_ == 0) {
      window_.reserve(std::max(used_ + needed, std::min<size_t>(most_, 2 * window_.capacity())));
      return;
    }
    forget_below(begin_of_upper(most_ / 2));
    if (used_ + needed > window_.capacity()) window_.reserve(used_ + needed);
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
    std::vector<Header> lower;
    for (size_t end = begin; end > 0; end -= lower.back().state.size + kAround) lower.push_back(header_before(end));
    for (size_t i = lower.size(); i-- > 0;) {
      forgotten_.push(lower[i].id);
      depths_.push(static_cast<uint32_t>(std::min<uint64_t>(lower[i].state.depth, ~uint32_t{0})));
    }
    used_ -= begin;
    std::memmove(window_.data(), window_.data() + begin, used_ * 8);
  }

  uint64_t most_;  // words
  RawVector<uint64_t> window_;
  size_t used_ = 0;
  BlockStack<store::StateId> forgotten_;  // below the window, the top one nearest to it
  BlockStack<uint32_t> depths_;           // of those
};

}  // namespace gyre::search
