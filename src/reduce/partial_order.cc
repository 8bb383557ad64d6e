#include "reduce/partial_order.h"

#include <cstring>
#include <stdexcept>

namespace gyre::reduce {

void PartialOrder::expand(StateView state, model::SuccessorBuffer& out) {
  model_.expand(state, out);
  if (out.list.size() < 2) return;
  own_.resize((state.total + 7) / 8 + 2);
  std::memcpy(own_.data(), state.data, state.total);
  uint32_t shape;
  std::memcpy(&shape, state.data, sizeof shape);
  const Situation at{reinterpret_cast<const uint8_t*>(own_.data()), &shapes_.get(shape), -1};
  mark(stubborn_.choose(at, out), out);
}

bool PartialOrder::reconsider(model::SuccessorBuffer& out) {
  const std::vector<bool>* other = stubborn_.next();
  if (other == nullptr) return false;
  mark(*other, out);
  return true;
}

void PartialOrder::mark(const std::vector<bool>& chosen, model::SuccessorBuffer& out) {
  for (model::Successor& s : out.list) {
    s.passed_over = !chosen[s.mover];
    out.reduced |= s.passed_over;
  }
}

std::unique_ptr<model::Model> PartialOrder::clone() const {
  throw std::logic_error("a reduced model is for one thread");
}

}  // namespace gyre::reduce
