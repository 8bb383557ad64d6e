// Is a cycle fair? By the definitions of search/fairness.h, step by step, for whoever follows a lasso again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/product.h"
#include "search/fairness.h"

namespace gyre::engine {

// A product state of our own.
struct Position {
  std::vector<uint8_t> bytes;
  uint32_t key = 0;
  uint32_t total = 0;
  uint32_t claim = 0;

  StateView view() const { return {bytes.data(), key, total}; }
  void take(StateView state) {
    bytes.assign(state.data, state.data + state.total);
    bytes.resize((state.total + 7) / 8 * 8 + 16);
    key = state.key;
    total = state.total;
  }
  bool same(const Position& other) const {
    return claim == other.claim && key == other.key &&
           std::equal(bytes.begin(), bytes.begin() + key, other.bytes.begin());
  }
};

// Collects what fairness asks about a cycle.
class FairnessJudge {
 public:
  FairnessJudge(search::Fairness fairness, search::FairnessUnit unit) : fairness_(fairness), unit_(unit) {}

  // A step of the cycle from `at`, which was expanded into `buffer`.
  void step(const Position& at, const model::ProductBuffer& buffer, const model::Arc& arc);
  bool fair() const;

 private:
  std::string name(const Position& at, const model::ProductBuffer& buffer, uint32_t successor) const;

  search::Fairness fairness_;
  search::FairnessUnit unit_;
  uint64_t nodes_ = 0;
  bool stutters_ = false;
  std::map<std::string, search::UnitSeen> units_;
};

}  // namespace gyre::engine
