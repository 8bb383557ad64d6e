// A model whose states are expanded by stubborn sets: all successors are there, and those that need not be followed are
// marked (Successor::pruned). A search that takes it promises the cycle proviso: some state of every cycle is
// followed with all its successors, or the marks were made so that this is so anyway.
#pragma once

#include <memory>
#include <vector>

#include "ir/shapes.h"
#include "model/model.h"
#include "reduce/adaptive.h"
#include "reduce/stubborn.h"

namespace gyre::reduce {

class PartialOrder : public model::Model {
 public:
  // All of them must outlive this one. `learning`: states before experience counts.
  PartialOrder(model::Model& model, const ir::ShapeTable& shapes, const Summary& summary,
               const StubbornOptions& options, uint64_t learning = Adaptive::kLearning)
      : model_(model), situations_(shapes), summary_(summary), stubborn_(summary, options), adaptive_(learning) {}

  void initial(model::SuccessorBuffer& out) override { model_.initial(out); }
  void expand(StateView state, model::SuccessorBuffer& out) override;
  bool expand_adaptively(StateView state, model::SuccessorBuffer& out) override;
  bool next_stubborn_set(model::SuccessorBuffer& out) override;
  std::unique_ptr<model::Model> clone() const override;
  const StateShape& shape(uint32_t n) const override { return model_.shape(n); }

 private:
  void mark(const std::vector<bool>& chosen, model::SuccessorBuffer& out);

  model::Model& model_;
  Situations situations_;
  const Summary& summary_;
  Stubborn stubborn_;
  Adaptive adaptive_;
};

}  // namespace gyre::reduce
