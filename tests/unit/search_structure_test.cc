// The components of the state graph (search/component_walk.h) against naive reachability.
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "graph_model.h"
#include "search/component_walk.h"
#include "search/dfs.h"
#include "store/exact.h"
#include "store/tree.h"

namespace gyre::search {
namespace {

template <class StoreT>
Structure structure_of(const test::Graph& graph, Outcome& outcome) {
  test::GraphModel model(graph);
  StoreT store;
  StructureListener listener(store);
  Task task;
  task.max_errors = 0;
  outcome = Walk(model, store, task, listener).run();
  return listener.found();
}

// By a table of who reaches whom.
Structure naive(const test::Graph& graph) {
  const size_t n = graph.nodes.size();
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));  // in one step or more
  for (size_t from = 0; from < n; ++from) {
    std::vector<size_t> open{from};
    while (!open.empty()) {
      const size_t at = open.back();
      open.pop_back();
      for (const test::Edge& e : graph.nodes[at].edges) {
        if (e.dead_end || reaches[from][e.target]) continue;
        reaches[from][e.target] = true;
        open.push_back(e.target);
      }
    }
  }
  const auto there = [&](size_t node) { return node == 0 || reaches[0][node]; };
  const auto same = [&](size_t a, size_t b) { return a == b || (reaches[a][b] && reaches[b][a]); };
  Structure out;
  std::vector<uint64_t> height(n);
  // The longest way through components: as often as it takes.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t a = 0; a < n; ++a) {
      uint64_t h = 1;
      for (size_t b = 0; b < n; ++b) {
        if (reaches[a][b]) h = std::max(h, height[b] + (same(a, b) ? 0 : 1));
      }
      changed |= h != height[a];
      height[a] = h;
    }
  }
  for (size_t a = 0; a < n; ++a) {
    if (!there(a)) continue;
    uint64_t size = 0;
    bool first = true, terminal = true;
    for (size_t b = 0; b < n; ++b) {
      if (same(a, b)) {
        ++size;
        first = first && b >= a;
      } else if (reaches[a][b]) {
        terminal = false;
      }
    }
    out.height = std::max(out.height, height[a]);
    if (!first) continue;
    ++out.components;
    out.trivial += !reaches[a][a];
    out.largest = std::max(out.largest, size);
    out.terminal += terminal;
    if (terminal) out.terminal_states += size;
    const auto power = static_cast<size_t>(std::bit_width(size)) - 1;
    if (out.sizes.size() <= power) out.sizes.resize(power + 1);
    ++out.sizes[power];
  }
  return out;
}

void expect_same(const Structure& found, const Structure& expected) {
  EXPECT_EQ(found.components, expected.components);
  EXPECT_EQ(found.trivial, expected.trivial);
  EXPECT_EQ(found.largest, expected.largest);
  EXPECT_EQ(found.terminal, expected.terminal);
  EXPECT_EQ(found.terminal_states, expected.terminal_states);
  EXPECT_EQ(found.height, expected.height);
  EXPECT_EQ(found.sizes, expected.sizes);
}

TEST(SearchStructure, OfGraphsByHand) {
  Outcome outcome;
  // One state, with and without an edge to itself.
  EXPECT_EQ(structure_of<store::Exact<StructureNote>>(test::plain_graph({{}}), outcome).trivial, 1u);
  EXPECT_EQ(structure_of<store::Exact<StructureNote>>(test::plain_graph({{0}}), outcome).trivial, 0u);
  // 0 -> {1, 2} <-> each other -> 3 (ends), 0 -> 3.
  const Structure s = structure_of<store::Exact<StructureNote>>(test::plain_graph({{1, 3}, {2}, {1, 3}, {}}), outcome);
  EXPECT_EQ(s.components, 3u);
  EXPECT_EQ(s.trivial, 2u);
  EXPECT_EQ(s.largest, 2u);
  EXPECT_EQ(s.terminal, 1u);
  EXPECT_EQ(s.terminal_states, 1u);
  EXPECT_EQ(s.height, 3u);
  EXPECT_EQ(s.sizes, (std::vector<uint64_t>{2, 1}));
}

TEST(SearchStructure, OfRandomGraphs) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 800 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const test::Graph graph = test::graph_for(random, round, 4);
    Outcome outcome, other;
    const Structure expected = naive(graph);
    expect_same(structure_of<store::Exact<StructureNote>>(graph, outcome), expected);
    expect_same(structure_of<store::Tree<StructureNote>>(graph, other), expected);
    // Errors and counts are those of the plain search.
    test::GraphModel model(graph);
    store::Exact<> store;
    Task task;
    task.max_errors = 0;
    const Outcome plain = depth_first(model, store, task);
    EXPECT_EQ(outcome.errors, plain.errors);
    EXPECT_EQ(outcome.counts.states, plain.counts.states);
    EXPECT_EQ(outcome.counts.transitions(), plain.counts.transitions());
  }
}

}  // namespace
}  // namespace gyre::search
