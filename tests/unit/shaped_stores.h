// Stores that know the shapes of states, for tests whose states are any bytes: descriptions that fit some of these
// states, and others not, or not all of their bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <unordered_map>

#include "base/state_shape.h"
#include "store/coded.h"
#include "store/collapse.h"
#include "store/compact.h"
#include "store/linear.h"

namespace gyre::test {

inline StateShape random_shape(uint32_t number) {
  std::mt19937 random(number);
  const auto upto = [&](uint32_t n) { return static_cast<uint32_t>(random() % (n + 1)); };
  StateShape shape;
  shape.key_bytes = upto(9) == 0 ? upto(60) : 4 + upto(12);
  shape.total_bytes = shape.key_bytes;
  shape.fields.push_back({0, 32, 1u << 20});
  for (uint32_t bit = 32; bit < shape.key_bytes * 8;) {
    const uint32_t width = 1 + upto(upto(3) == 0 ? 31 : 8);
    if (bit + width > shape.key_bytes * 8) break;
    const uint64_t most = uint64_t{1} << width;
    shape.fields.push_back({bit, width, upto(2) == 0 ? std::max<uint64_t>(most - upto(3), 1) : most});
    bit += width + (upto(30) == 0 ? upto(12) : 0);  // now and then bits of nobody
  }
  for (uint32_t at = 0; at < shape.key_bytes;) {
    const uint32_t size = 1 + upto(11);
    shape.components.push_back({at, std::min(size, shape.key_bytes - at), upto(2)});
    at += size + (upto(9) == 0 ? 1 : 0);
  }
  return shape;
}

class RandomShapes {
 public:
  const StateShape& operator()(uint32_t number) {
    std::unique_ptr<StateShape>& shape = (*known_)[number];
    if (!shape) shape = std::make_unique<StateShape>(random_shape(number));
    return *shape;
  }

 private:
  std::shared_ptr<std::unordered_map<uint32_t, std::unique_ptr<StateShape>>> known_ =
      std::make_shared<std::unordered_map<uint32_t, std::unique_ptr<StateShape>>>();
};

template <class Codec, class Note>
class RandomlyCoded : public store::Coded<Note> {
 public:
  RandomlyCoded() : store::Coded<Note>(std::make_unique<Codec>(RandomShapes())) {}
};
template <class Note = store::Nothing>
using CompactStore = RandomlyCoded<store::Compact, Note>;
template <class Note = store::Nothing>
using CollapseStore = RandomlyCoded<store::Collapse, Note>;

class RandomLinear : public store::Linear {
 public:
  RandomLinear() : store::Linear(narrow) {}

 private:
  // Few bytes, so that there is memory for all of them.
  static const StateShape& narrow(uint32_t number) {
    static std::unordered_map<uint32_t, StateShape> known;
    StateShape& shape = known[number];
    if (shape.key_bytes == 0) {
      std::mt19937 random(number);
      shape.key_bytes = 4 + random() % 3;
      for (uint32_t bit = 32; bit < shape.key_bytes * 8;) {
        const uint32_t width = std::min<uint32_t>(1 + random() % 8, shape.key_bytes * 8 - bit);
        shape.fields.push_back({bit, width, std::max<uint64_t>((1u << width) - random() % 3, 1)});
        bit += width + random() % 2;
      }
    }
    return shape;
  }
};

}  // namespace gyre::test
