// Fairness by copies of the states of a product, and which copy a step leads to.
//
// Weak fairness is the unfolding of Holzmann, section "Adding Fairness", with k + 2 copies, k being the processes of
// the state at hand: steps from an accepting state of copy 0 lead to copy 1; steps of process i lead from copy i + 1
// to copy i + 2, and a process that is not enabled is passed over without a step (the null transitions); steps from
// the last copy lead to copy 0. Only states of copy 0 are accepting.
//
// The same unfolding without null transitions is the product with an automaton for each process i that accepts where i
// moves again and again (Godefroid & Holzmann 1993, Figure 3), their acceptance taken together with the claim's by
// counting: impartiality. A process that is gone, or need not move because it stands at its end, is not waited for, nor
// is anybody where the system can only stutter.
#pragma once

#include <cstdint>

#include "model/product.h"

namespace gyre::search {

enum class Unfolding : uint8_t { none, weak, impartial };

// The steps of one state, which was expanded into `buffer`.
class Copies {
 public:
  Copies(Unfolding unfolding, const model::ProductBuffer& buffer, uint32_t copy, bool accepting)
      : buffer_(buffer), unfolding_(unfolding), from_first_(copy == 0), accepting_(accepting), waits_for_(copy) {
    if (unfolding == Unfolding::none || copy == 0) return;
    while (waits_for_ <= buffer.processes && !must_move(waits_for_ - 1)) ++waits_for_;
  }

  uint32_t after(const model::Arc& arc) const {
    if (unfolding_ == Unfolding::none) return 0;
    if (from_first_) return accepting_ ? 1 : 0;
    if (waits_for_ > buffer_.processes || arc.successor == model::Arc::kStutter) return 0;
    return buffer_.moves(arc, waits_for_ - 1) ? waits_for_ + 1 : waits_for_;
  }

 private:
  // Whether a process has a claim to move in this state.
  bool must_move(uint32_t pid) const {
    return unfolding_ == Unfolding::weak ? buffer_.enabled(pid) : !buffer_.has_ended(pid);
  }

  const model::ProductBuffer& buffer_;
  const Unfolding unfolding_;
  const bool from_first_, accepting_;
  uint32_t waits_for_;  // the process whose turn it is, plus 1
};

}  // namespace gyre::search
