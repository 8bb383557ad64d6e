// How much a search in any order spends on looking for what can be left out.
//
// To look costs about as much as a transition where a decision is remembered, and as much as a hundred where a
// closure has to be made. So closures are paid for: by every state a little, by every successor that was left out
// more, since with it at least its own transition is saved and perhaps all that lies behind it. And where hardly
// anything is left out, most states are not looked at: one in kSample says whether that changes. A state that is not
// looked at is followed whole, which is always sound.
#pragma once

#include <cstdint>

namespace gyre::reduce {

class Economy {
 public:
  // With `limited` false everything is looked at, whatever that costs.
  explicit Economy(bool limited) : limited_(limited) {}

  // Shall this state be looked at?
  bool looks() {
    if (!limited_ || !sampling_) return true;
    return ++since_ % kSample == 0;
  }
  // May a closure be made for it?
  bool may_close() const { return !limited_ || credit_ >= kClosure; }

  // A state that was looked at: how many successors it has, how many of them were left out, and whether a closure was
  // made for it.
  void note(uint64_t successors, uint64_t pruned, bool closed) {
    credit_ += kState + static_cast<int64_t>(pruned) * kPruned - (closed ? kClosure : 0);
    if (credit_ > kFirstCredit) credit_ = kFirstCredit;
    seen_ += successors;
    pruned_ += pruned;
    if (++looked_ < kWindow) return;
    sampling_ = pruned_ * kLittle < seen_;
    looked_ = seen_ = pruned_ = 0;
  }

 private:
  static constexpr int64_t kClosure = 100, kState = 2, kPruned = 20;
  static constexpr int64_t kFirstCredit = 5'000 * kClosure;
  static constexpr uint64_t kWindow = 4096, kSample = 16, kLittle = 50;

  const bool limited_;
  int64_t credit_ = kFirstCredit;
  bool sampling_ = false;
  uint64_t since_ = 0, looked_ = 0, seen_ = 0, pruned_ = 0;
};

}  // namespace gyre::reduce
