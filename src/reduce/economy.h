// How much a search in any order spends on looking for what can be left out.
//
// To look costs about as much as a transition where a decision is remembered, and as much as a hundred where a closure
// has to be made. So it is paid for: a little by every state, and much more by every successor that was left out,
// since with it at least its own transition is saved, and perhaps all that lies behind it. Where that does not cover
// the costs few states are looked at, now and then, to see whether it has changed; where it has not covered half of
// them for a while, fewer still (at.4: each state needs a closure of its own). A state that is not looked at is
// followed whole, which is always sound.
//
// Costs are counted (Stubborn::choose_any), not measured, so that a run can be repeated.
#pragma once

#include <algorithm>
#include <cstdint>

namespace gyre::reduce {

// Where a closure may be made if nothing is remembered.
enum class Look : uint8_t { where_it_is_worthwhile, everywhere };

class Economy {
 public:
  // With `limited` false everything is looked at, whatever that costs.
  explicit Economy(bool limited) : limited_(limited) {}

  Look look() const { return limited_ ? Look::where_it_is_worthwhile : Look::everywhere; }
  // Shall this state be looked at?
  bool looks() {
    credit_ += losing_ ? kStateWhenLosing : kState;
    return credit_ > 0 || !limited_;
  }
  // A state that was looked at: how many successors were left out, and what that cost.
  void note(uint64_t pruned, uint64_t work) {
    const uint64_t earned = pruned * kPruned;
    const auto gain = static_cast<int64_t>(earned) - static_cast<int64_t>(work);
    credit_ = std::min(credit_ + gain * kQuarters, kMost);
    earned_ += earned;
    spent_ += work;
    if (spent_ < kWhile) return;
    losing_ = earned_ < spent_ / 2;
    earned_ /= 2;
    spent_ /= 2;
  }

 private:
  // The unit is about 10 ns; a transition is some 7 of them. That a successor which is left out is worth more than that
  // is a guess that fits the models of bench/reduction: with 4 few of them takes much longer than without reduction.
  static constexpr uint64_t kPruned = uint64_t{7} * 4;
  // So much has to be spent before it is said that looking loses. Models that are small by then may be small because of
  // a few looks: philosophers-8-polite has 103,274 states with 1.3 million spent and 79,000 earned, and 412,162 if
  // looking is judged sooner.
  static constexpr uint64_t kWhile = 2'000'000;
  // The credit is in quarters of the unit.
  static constexpr int64_t kQuarters = 4;
  static constexpr int64_t kState = 8, kStateWhenLosing = 2, kMost = 4'000'000;

  const bool limited_;
  bool losing_ = false;
  int64_t credit_ = kMost;           // enough for some thousand closures
  uint64_t earned_ = 0, spent_ = 0;  // lately
};

}  // namespace gyre::reduce
