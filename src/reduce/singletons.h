// Partial order reduction for branching time (Gerth, Kuiper, Peled & Penczek 1995): a state is followed either by one
// transition alone or whole. What is left out must not be seen by a formula without X:
//  - the one transition is the only one of its process, and concerns nobody else (Summary::is_private), so that
//    whatever others do it stays possible and leads to the same;
//  - it is invisible, so that the state before and the one behind it cannot be told apart, with all that can follow;
//  - every cycle has a state that is followed whole (visibility.h), so that nobody waits for ever.
// The choice is a function of the state: all searches of a formula see the same graph. As in partial_order.h all
// successors are there, and those that need not be followed are marked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/model.h"
#include "reduce/evaluate.h"
#include "reduce/instances.h"
#include "reduce/summary.h"
#include "reduce/visibility.h"

namespace gyre::reduce {

class Singletons : public model::Model {
 public:
  // Model, shapes and summary must outlive this one.
  Singletons(model::Model& model, const ir::ShapeTable& shapes, const Summary& summary, const Observed& observed);

  // Why the program is not for it, beyond Summary::why_not; empty: it is.
  static std::string why_not(const Summary& summary);

  void initial(model::SuccessorBuffer& out) override { model_.initial(out); }
  void expand(StateView state, model::SuccessorBuffer& out) override;
  std::unique_ptr<model::Model> clone() const override;
  const StateShape& shape(uint32_t n) const override { return model_.shape(n); }

 private:
  model::Model& model_;
  Situations situations_;
  Instances instances_;
  Visibility visibility_;
  std::vector<bool> private_;      // by place, which is the number of an edge in the whole program
  std::vector<uint32_t> edge_at_;  // by place: its number in its process
  std::vector<uint32_t> moves_;    // by process: its successors
};

}  // namespace gyre::reduce
