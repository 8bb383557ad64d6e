// Shortest lassos and components told apart, against a naive judge: all walks of small graphs by the edges they have
// passed.
#include <gtest/gtest.h>

#include <map>
#include <queue>
#include <set>

#include "lassos.h"
#include "search/components.h"
#include "search/shortest_lasso.h"
#include "store/exact.h"

namespace gyre::test {
namespace {

constexpr uint64_t kFar = 1'000'000;

struct Way {
  Fairness fairness;
  FairnessUnit unit;
};
const std::vector<Way> kWays = {
    {Fairness::none, FairnessUnit::process},      {Fairness::impartial, FairnessUnit::process},
    {Fairness::weak, FairnessUnit::process},      {Fairness::weak, FairnessUnit::transition},
    {Fairness::weak, FairnessUnit::edge},         {Fairness::strong, FairnessUnit::process},
    {Fairness::strong, FairnessUnit::transition}, {Fairness::strong, FairnessUnit::edge}};

search::Outcome shortest(const TableProduct& t, const Way& way, uint64_t errors = 1,
                         uint64_t most = search::LassoFinder::kMostWork) {
  GraphProduct product(t);
  store::Exact<search::ComponentNote> store;
  search::Task task;
  task.max_errors = errors;
  const search::LassoTask cycles{model::ErrorKind::acceptance_cycle, way.fairness, way.unit, false, most};
  return search::ShortestLasso(product, store, task, cycles).run();
}
search::Outcome components(const TableProduct& t, const Way& way, uint64_t errors) {
  GraphProduct product(t);
  store::Exact<search::ComponentNote> store;
  search::Task task;
  task.max_errors = errors;
  const search::ComponentTask cycles{model::ErrorKind::acceptance_cycle, way.fairness, way.unit};
  return search::ComponentSearch(product, store, task, cycles).run();
}

uint64_t cost(const PlainEdge& e) { return e.step ? e.step->steps : 0; }

std::vector<uint64_t> distances(const std::vector<PlainNode>& nodes) {
  std::vector<uint64_t> d(nodes.size(), kFar);
  d[0] = 0;
  for (size_t round = 0; round < nodes.size(); ++round) {
    for (size_t n = 0; n < nodes.size(); ++n) {
      for (const PlainEdge& e : nodes[n].edges) d[e.to] = std::min(d[e.to], d[n] + cost(e));
    }
  }
  return d;
}

size_t edge_count(const std::vector<PlainNode>& nodes) {
  size_t count = 0;
  for (const PlainNode& n : nodes) count += n.edges.size();
  return count;
}

// Whether a walk that passes exactly these edges (a bit each, in the order of the nodes) again and again is accepting
// and fair.
bool good_edges(const TableProduct& t, const std::vector<PlainNode>& nodes, uint32_t edges, const Way& way) {
  std::vector<PlainNode> passed = nodes;
  uint32_t set = 0;
  uint32_t number = 0;
  for (size_t n = 0; n < nodes.size(); ++n) {
    passed[n].edges.clear();
    for (const PlainEdge& e : nodes[n].edges) {
      if ((edges >> number++) & 1) {
        passed[n].edges.push_back(e);
        set |= 1u << n;
      }
    }
  }
  return good_set(t, passed, set, way.fairness, way.unit);
}

uint32_t edges_before(const std::vector<PlainNode>& nodes, uint32_t node) {
  size_t count = 0;
  for (uint32_t n = 0; n < node; ++n) count += nodes[n].edges.size();
  return static_cast<uint32_t>(count);
}

// The stem of a cycle that begins with this edge. The system's cycle may begin where the claim does not go round yet:
// another node of the same system state does if the same step leads from there to the same node.
uint64_t entry_cost(const std::vector<PlainNode>& nodes, const std::vector<uint64_t>& stem, uint32_t entry,
                    const PlainEdge& first) {
  uint64_t best = stem[entry];
  for (size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].state != nodes[entry].state) continue;
    for (const PlainEdge& e : nodes[n].edges) {
      if (e.to == first.to && e.step == first.step) best = std::min(best, stem[n]);
    }
  }
  return best;
}

// The length of the shortest lasso whose cycle stays in `inside`: of all closed walks from each node, by the edges that
// they have passed.
uint64_t naive_shortest(const TableProduct& t, const Way& way, uint32_t inside = ~0u) {
  const std::vector<PlainNode> nodes = plain_product(t);
  const std::vector<uint64_t> stem = distances(nodes);
  std::map<uint32_t, bool> good;
  uint64_t best = kFar;
  using Walk = std::tuple<uint64_t, uint32_t, uint32_t>;  // steps, node, edges passed
  for (uint32_t entry = 0; entry < nodes.size(); ++entry) {
    if (!((inside >> entry) & 1)) continue;
    std::set<std::pair<uint32_t, uint32_t>> seen;
    std::priority_queue<Walk, std::vector<Walk>, std::greater<>> queue;
    const uint32_t first = edges_before(nodes, entry);
    for (uint32_t i = 0; i < nodes[entry].edges.size(); ++i) {
      const PlainEdge& e = nodes[entry].edges[i];
      if ((inside >> e.to) & 1) queue.push({entry_cost(nodes, stem, entry, e) + cost(e), e.to, 1u << (first + i)});
    }
    while (!queue.empty()) {
      const auto [steps, n, edges] = queue.top();
      queue.pop();
      if (steps >= best) break;
      if (!seen.insert({n, edges}).second) continue;
      if (n == entry) {
        const auto [it, fresh] = good.try_emplace(edges, false);
        if (fresh) it->second = good_edges(t, nodes, edges, way);
        if (it->second) {
          best = steps;
          break;
        }
      }
      uint32_t number = edges_before(nodes, n);
      for (const PlainEdge& e : nodes[n].edges) {
        if ((inside >> e.to) & 1) queue.push({steps + cost(e), e.to, edges | (1u << number)});
        ++number;
      }
    }
  }
  return best;
}

// The largest sets of nodes in which there is a fair accepting cycle through all of them.
std::vector<uint32_t> naive_parts(const TableProduct& t, const Way& way) {
  const std::vector<PlainNode> nodes = plain_product(t);
  std::vector<uint32_t> good;
  for (uint32_t set = 1; set < (1u << nodes.size()); ++set) {
    if (good_set(t, nodes, set, way.fairness, way.unit) && strongly_connected(nodes, set)) good.push_back(set);
  }
  std::vector<uint32_t> out;
  for (const uint32_t set : good) {
    if (std::none_of(good.begin(), good.end(), [&](uint32_t more) { return more != set && (more & set) == set; }))
      out.push_back(set);
  }
  return out;
}

TableProduct random_weighted(std::mt19937& random, uint32_t states, uint32_t most_edges) {
  for (;;) {
    TableProduct t = random_product(random, 1 + static_cast<uint32_t>(random() % states), 1 + random() % 2,
                                    1 + random() % 4, 1 + random() % 3);
    for (SystemState& s : t.system) {
      for (Step& step : s.steps) step.steps = random() % 3 == 0 ? 1 + random() % 3 : 1;
    }
    const std::vector<PlainNode> nodes = plain_product(t);
    if (nodes.size() <= 10 && edge_count(nodes) <= most_edges) return t;
  }
}

TEST(Lassos, TheShortestFairLassoOfRandomGraphs) {
  std::mt19937 random(11);
  std::map<int, int> longer;  // than without fairness
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_weighted(random, 6, 12);
    uint64_t unfair = kFar;
    for (const Way& way : kWays) {
      SCOPED_TRACE(static_cast<int>(way.fairness) * 10 + static_cast<int>(way.unit));
      const uint64_t expected = naive_shortest(t, way);
      const search::Outcome o = shortest(t, way);
      ASSERT_EQ(o.found.empty(), expected == kFar);
      ASSERT_FALSE(o.cut);
      if (way.fairness == Fairness::none) unfair = expected;
      if (o.found.empty()) continue;
      ASSERT_EQ(o.found[0].length, expected);
      expect_lasso(t, o.found[0].path, way.fairness, way.unit);
      longer[static_cast<int>(way.fairness)] += expected > unfair;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(longer[static_cast<int>(Fairness::weak)], 50);
  EXPECT_GT(longer[static_cast<int>(Fairness::strong)], 50);
  EXPECT_GT(longer[static_cast<int>(Fairness::impartial)], 50);
}

// One counterexample for each component, or part of one, that has a fair cycle; the shortest ones if they are asked for.
TEST(Lassos, EveryComponentHasItsOwn) {
  std::mt19937 random(12);
  int several = 0;
  for (int round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_weighted(random, 6, 12);
    for (const Way& way : kWays) {
      SCOPED_TRACE(static_cast<int>(way.fairness) * 10 + static_cast<int>(way.unit));
      const std::vector<uint32_t> parts = naive_parts(t, way);
      several += parts.size() > 1;
      const search::Outcome by_components = components(t, way, 0);
      const search::Outcome by_length = shortest(t, way, 0);
      ASSERT_EQ(by_components.found.size(), parts.size());
      ASSERT_EQ(by_components.errors, parts.size());
      ASSERT_EQ(by_length.found.size(), parts.size());
      std::multiset<uint64_t> expected, lengths;
      for (const uint32_t part : parts) expected.insert(naive_shortest(t, way, part));
      for (const search::FoundError& e : by_length.found) {
        lengths.insert(e.length);
        expect_lasso(t, e.path, way.fairness, way.unit);
      }
      for (const search::FoundError& e : by_components.found) expect_lasso(t, e.path, way.fairness, way.unit);
      ASSERT_EQ(lengths, expected);
      if (parts.size() < 2) continue;
      ASSERT_EQ(components(t, way, 2).found.size(), 2u);
      ASSERT_EQ(shortest(t, way, 2).found.size(), 2u);
      ASSERT_EQ(components(t, way, 1).found.size(), 1u);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(several, 100);
}

// A search that is not allowed to look at anything still has a lasso, and does not say that it is the shortest one.
TEST(Lassos, WhoGivesUpKeepsTheVerdict) {
  std::mt19937 random(13);
  int longer = 0;
  for (int round = 0; round < 1000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_weighted(random, 6, 12);
    for (const Way& way : kWays) {
      const search::Outcome whole = shortest(t, way);
      const search::Outcome o = shortest(t, way, 1, 0);
      ASSERT_EQ(o.found.empty(), whole.found.empty());
      if (o.found.empty()) continue;
      expect_lasso(t, o.found[0].path, way.fairness, way.unit);
      ASSERT_GE(o.found[0].length, whole.found[0].length);
      if (o.found[0].length > whole.found[0].length) {
        ++longer;
        ASSERT_TRUE(o.cut);
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(longer, 20);
}

}  // namespace
}  // namespace gyre::test
