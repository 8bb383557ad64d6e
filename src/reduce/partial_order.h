// A model whose states are expanded by stubborn sets.
//
// expand(): all successors are there, and those that need not be followed are marked (Successor::pruned). It is a
// function of the state. A search that takes it promises the cycle proviso: some state of every cycle is followed
// with all its successors, or the sets were made so that this is so anyway (StubbornOptions::observed).
//
// expand_more(), for searches in any order, which cannot promise that and expand each state once: the successors that
// need not be followed are not there. It is no function of the state, and only for sets of the second kind.
#pragma once

#include <memory>
#include <vector>

#include "ir/shapes.h"
#include "model/model.h"
#include "reduce/adaptive.h"
#include "reduce/economy.h"
#include "reduce/stubborn.h"

namespace gyre::reduce {

class PartialOrder : public model::Model {
 public:
  // All of them must outlive this one. `learning`: states before experience counts. `limited`: expand_more() looks only
  // as far as that pays.
  PartialOrder(model::Model& model, const ir::ShapeTable& shapes, const Summary& summary, StubbornOptions options,
               uint64_t learning = Adaptive::kLearning, bool limited = true);

  void initial(model::SuccessorBuffer& out) override { model_.initial(out); }
  void expand(StateView state, model::SuccessorBuffer& out) override;
  void expand_more(StateView state, model::SuccessorBuffer& out) override;
  bool expand_adaptively(StateView state, model::SuccessorBuffer& out) override;
  bool next_stubborn_set(model::SuccessorBuffer& out) override;
  std::unique_ptr<model::Model> clone() const override;
  const StateShape& shape(uint32_t n) const override { return model_.shape(n); }

  // How often each transition was in a set that left something out, by place.
  const std::vector<uint64_t>& used() const { return used_; }

 private:
  void mark(const Bits& chosen, model::SuccessorBuffer& out);

  model::Model& model_;
  const ir::ShapeTable& shapes_;
  Situations situations_;
  const Summary& summary_;
  const bool any_order_;
  Stubborn stubborn_;
  Adaptive adaptive_;
  Economy economy_;
  std::vector<uint64_t> used_;
};

}  // namespace gyre::reduce
