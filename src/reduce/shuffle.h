// A model with its successors in another order: which one, a seed decides, and the state itself, so that the same state
// always gives the same successors in the same order. For searches that do not see everything and should see
// something different each time. Nothing is reduced; a path of choices is translated back into one of the model's own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/model.h"

namespace gyre::reduce {

class Shuffle : public model::Model {
 public:
  // `model` must outlive it.
  Shuffle(model::Model& model, uint64_t seed) : model_(&model), seed_(seed) {}

  void initial(model::SuccessorBuffer& out) override { model_->initial(out); }
  void expand(StateView state, model::SuccessorBuffer& out) override;
  std::unique_ptr<model::Model> clone() const override;
  const StateShape& shape(uint32_t n) const override { return model_->shape(n); }

  // The same path by the numbers that the model itself gives to its successors.
  std::vector<uint32_t> original(const std::vector<uint32_t>& choices);

 private:
  // order_[i] is the model's number of the successor that comes as number i.
  void choose_order(StateView state, size_t count);

  std::unique_ptr<model::Model> own_;  // of a clone
  model::Model* model_;
  uint64_t seed_;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> place_;  // the reverse of order_
  std::vector<model::Successor> list_;
};

}  // namespace gyre::reduce
