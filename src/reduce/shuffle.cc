#include "reduce/shuffle.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hash.h"

namespace gyre::reduce {

void Shuffle::choose_order(StateView state, size_t count) {
  uint64_t random = position_key(seed_);
  for (uint32_t at = 0; at < state.key; at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, state.data + at, std::min<uint32_t>(state.key - at, 8));
    random = mum(random ^ word, 0x9e3779b97f4a7c15ULL);
  }
  order_.resize(count);
  for (uint32_t i = 0; i < count; ++i) order_[i] = i;
  for (size_t i = count; i > 1; --i) {
    random += 0x9e3779b97f4a7c15ULL;
    std::swap(order_[i - 1], order_[mum(random, 0xd6e8feb86659fd93ULL) % i]);
  }
}

void Shuffle::expand(StateView state, model::SuccessorBuffer& out) {
  model_->expand(state, out);
  const size_t count = out.list.size();
  choose_order(state, count);
  place_.resize(count);
  list_.clear();
  for (uint32_t i = 0; i < count; ++i) {
    place_[order_[i]] = i;
    list_.push_back(out.list[order_[i]]);
  }
  for (size_t i = 0; i < count; ++i) out.list[i] = list_[i];
  for (model::StepError& error : out.errors) error.successor = place_[error.successor];
  for (model::ExtraMover& mover : out.extra_movers) mover.successor = place_[mover.successor];
  const auto by_successor = [](const auto& a, const auto& b) { return a.successor < b.successor; };
  std::stable_sort(out.errors.begin(), out.errors.end(), by_successor);
  std::stable_sort(out.extra_movers.begin(), out.extra_movers.end(), by_successor);
}

std::unique_ptr<model::Model> Shuffle::clone() const {
  std::unique_ptr<model::Model> copy = model_->clone();
  auto result = std::make_unique<Shuffle>(*copy, seed_);
  result->own_ = std::move(copy);
  return result;
}

std::vector<uint32_t> Shuffle::original(const std::vector<uint32_t>& choices) {
  std::vector<uint32_t> result;
  model::SuccessorBuffer buffers[2];
  model_->initial(buffers[0]);
  StateView state = buffers[0].view(0);
  for (size_t i = 0; i < choices.size(); ++i) {
    model::SuccessorBuffer& out = buffers[(i + 1) % 2];
    out.clear();
    model_->expand(state, out);
    choose_order(state, out.list.size());
    const uint32_t choice = order_[choices[i]];
    result.push_back(choice);
    if (!out.list[choice].dead_end) state = out.view(choice);
  }
  return result;
}

}  // namespace gyre::reduce
