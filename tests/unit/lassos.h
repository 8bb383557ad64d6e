// What a search for accepting cycles of a table product has found, and whether it is what it should be.
#pragma once

#include <cstring>

#include <gtest/gtest.h>

#include "graph_product.h"
#include "search/search.h"

namespace gyre::test {

using search::Fairness;
using search::FairnessUnit;

// Follows the path through the product and says whether it is an accepting, fair lasso.
inline void expect_lasso(const TableProduct& t, const search::Path& path, search::Fairness fairness,
                         search::FairnessUnit unit) {
  GraphProduct product(t);
  model::ProductBuffer buffer;
  product.initial(buffer);
  uint32_t state = 0;
  uint32_t claim = 0;
  ASSERT_GE(path.cycle_start, 0);
  ASSERT_LT(static_cast<size_t>(path.cycle_start), path.choices.size());
  const std::vector<PlainNode> nodes = plain_product(t);
  std::vector<PlainNode> cycle;  // positions of the cycle as nodes of their own: an edge each
  uint32_t state0 = 0;
  uint32_t claim0 = 0;
  for (size_t i = 0; i < path.choices.size(); ++i) {
    if (static_cast<int64_t>(i) == path.cycle_start) {
      state0 = state;
      claim0 = claim;
    }
    uint8_t bytes[8] = {};
    std::memcpy(bytes, &state, 4);
    product.expand({bytes, 4, 4}, claim, buffer);
    ASSERT_LT(path.choices[i], buffer.arcs.size());
    const model::Arc& arc = buffer.arcs[path.choices[i]];
    const SystemState& s = t.system[state];
    const bool stutter = arc.successor == model::Arc::kStutter;
    const uint32_t next = stutter ? state : s.steps[arc.successor].to;
    if (static_cast<int64_t>(i) >= path.cycle_start) {
      const auto after = static_cast<uint32_t>(cycle.size() + 1);
      cycle.push_back({state, claim, {{after, arc.marks, stutter ? nullptr : &s.steps[arc.successor]}}});
    }
    state = next;
    claim = arc.claim;
  }
  EXPECT_EQ(state, state0);
  EXPECT_EQ(claim, claim0);
  cycle.back().edges[0].to = 0;
  ASSERT_LT(cycle.size(), 32u);
  EXPECT_TRUE(good_set(t, cycle, static_cast<uint32_t>((uint64_t{1} << cycle.size()) - 1), fairness, unit));
}

struct Answer {
  bool cycle = false;
  search::Path path;
  uint64_t length = 0;
  search::Counts counts;
};

inline Answer answer(const search::Outcome& o) {
  EXPECT_TRUE(o.ended == search::Ended::complete || o.ended == search::Ended::error_limit);
  Answer a;
  a.counts = o.counts;
  a.cycle = !o.found.empty();
  if (a.cycle) {
    a.path = o.found[0].path;
    a.length = o.found[0].length;
  }
  return a;
}

}  // namespace gyre::test
