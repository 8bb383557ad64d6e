#include "store/shape_codec.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "base/narrow.h"

namespace gyre::store {

namespace {

constexpr uint32_t kNumber = 4;                    // bytes of the shape number
constexpr uint64_t kTooShort = uint64_t{1} << 32;  // for what has no shape number
constexpr size_t kPadding = 2;                     // words

}  // namespace

uint64_t ShapeCodec::index_of(uint32_t number) {
  if (last_index_ < numbers_.size() && numbers_[last_index_] == number) return last_index_;
  const auto [found, fresh] = indices_.try_emplace(number, numbers_.size());
  if (fresh) numbers_.push_back(number);
  return last_index_ = found->second;
}

StateView ShapeCodec::encode(StateView state, bool add, uint64_t budget) {
  assert(prefix_ <= state.key && state.key <= state.total);
  code_.clear();
  if (prefix_ != 0) {
    uint32_t prefix;
    std::memcpy(&prefix, state.data, sizeof prefix);
    put_varint(code_, std::rotl(prefix, 1));  // a mark in the highest bit costs no more than one in the lowest
  }
  const uint8_t* data = state.data + prefix_;
  const uint32_t key = state.key - prefix_;
  if (key < kNumber) {
    put_varint(code_, kTooShort << 1 | 1);
    code_.insert(code_.end(), data, data + key);
  } else {
    system_.assign(std::max(system_.size(), key / 8 + kPadding), 0);
    auto* system = reinterpret_cast<uint8_t*>(system_.data());
    std::memcpy(system, data, key);
    uint32_t number;
    std::memcpy(&number, system, sizeof number);
    const StateShape& shape = shapes_(number);
    const size_t begin = code_.size();
    put_varint(code_, index_of(number) << 1);
    const Coding coding =
        key < shape.key_bytes ? Coding::as_it_is : encode_body(number, shape, system, code_, add, budget);
    if (coding == Coding::none) return {};
    if (coding == Coding::done) {
      code_.insert(code_.end(), data + std::max(shape.key_bytes, kNumber), data + key);
    } else {
      code_.resize(begin);
      put_varint(code_, index_of(number) << 1 | 1);
      code_.insert(code_.end(), data + kNumber, data + key);
    }
  }
  const auto length = narrow<uint32_t>(code_.size());
  code_.insert(code_.end(), state.data + state.key, state.data + state.total);
  const auto total = narrow<uint32_t>(code_.size());
  code_.resize(total + 8);  // zeroes behind it
  return {code_.data(), length, total};
}

StateView ShapeCodec::decode(StateView code) {
  assert(code.key > 0 && code.key <= code.total);
  const uint8_t* at = code.data;
  const uint8_t* const end = code.data + code.key;
  uint32_t prefix = 0;
  if (prefix_ != 0) prefix = std::rotr(narrow<uint32_t>(get_varint(at)), 1);
  const uint64_t head = get_varint(at);
  uint32_t key = 0;
  const auto make_room = [&](size_t bytes) { system_.assign(std::max(system_.size(), bytes / 8 + kPadding), 0); };
  if (head >> 1 == kTooShort) {
    key = narrow<uint32_t>(end - at);
    make_room(key);
    std::copy(at, end, reinterpret_cast<uint8_t*>(system_.data()));
  } else {
    assert(head >> 1 < numbers_.size());
    const uint32_t number = numbers_[head >> 1];
    const StateShape& shape = shapes_(number);
    make_room(std::max<size_t>(shape.key_bytes, kNumber) + code.key);
    auto* system = reinterpret_cast<uint8_t*>(system_.data());
    std::memcpy(system, &number, sizeof number);
    key = kNumber;
    if ((head & 1) == 0) {
      decode_body(number, shape, at, system);
      assert(at <= end);
      key = std::max(shape.key_bytes, kNumber);
    }
    std::copy(at, end, system + key);
    key += narrow<uint32_t>(end - at);
  }
  const uint32_t hidden = code.total - code.key;
  const uint32_t total = prefix_ + key + hidden;
  state_.assign(std::max<size_t>(state_.size(), total / 8 + 1), 0);
  auto* state = reinterpret_cast<uint8_t*>(state_.data());
  if (prefix_ != 0) std::memcpy(state, &prefix, sizeof prefix);
  std::memcpy(state + prefix_, system_.data(), key);
  std::memcpy(state + prefix_ + key, end, hidden);
  return {state, prefix_ + key, total};
}

}  // namespace gyre::store
