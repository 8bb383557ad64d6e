// Depth-limited search with stored depths, and iterative shortening, against shortest lengths by relaxation.
#include "search/bounded.h"

#include <gtest/gtest.h>

#include <random>

#include "graph_model.h"
#include "search/shortening.h"
#include "store/exact.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;
using test::Hashing;
using BoundedStore = store::Exact<StoredDepth>;

Graph some_graph(std::mt19937_64& random, int round) {
  test::RandomGraphOptions options;
  options.max_nodes = round % 3 == 0 ? 6 : round % 3 == 1 ? 30 : 120;
  options.locality = round % 4 == 0 ? 5 : 0;
  options.fault_percent = static_cast<uint32_t>(random() % 15);
  return test::random_graph(random, options);
}

TEST(SearchBounded, FindsEverythingUpToTheBound) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Graph graph = some_graph(random, round);
    const test::Shortest shortest = test::shortest_lengths(graph);
    Task task;
    task.max_errors = 0;
    task.depth_limit = random() % 25;
    GraphModel model(graph, static_cast<Hashing>(random() % 3));
    BoundedStore store;
    const Outcome outcome =
        bounded_depth_first(model, store, task, {}, {.pending_bytes = random() % 2 == 0 ? 1 << 20 : random() % 2000});
    EXPECT_EQ(outcome.ended, Ended::complete);

    uint64_t states = 0;
    bool cut = false;
    for (const auto& [node, depth] : shortest.nodes) {
      if (depth <= task.depth_limit) {
        ++states;
        // Errors of which this state is the only way are beyond the bound.
        for (const test::Edge& edge : graph.nodes[node].edges) {
          for (const test::Fault& fault : edge.faults) cut = cut || depth + fault.steps > task.depth_limit;
        }
      } else {
        cut = true;
      }
    }
    EXPECT_EQ(outcome.counts.states, states);
    EXPECT_EQ(outcome.cut, cut);
    store.for_each([&](store::StateId id) {
      EXPECT_EQ(store.note(id).depth, shortest.nodes.at(GraphModel::node_of(store.get(id))));
    });

    std::map<std::pair<model::ErrorKind, uint32_t>, uint64_t> expected;
    for (const auto& [violation, length] : shortest.errors) {
      if (length <= task.depth_limit) expected.emplace(violation, length);
    }
    EXPECT_EQ(outcome.found.size(), expected.size());
    for (const FoundError& found : outcome.found) {
      ASSERT_TRUE(expected.contains({found.kind, found.place}));
      EXPECT_EQ(found.length, (expected[{found.kind, found.place}]));  // every state was explored at its smallest depth
      EXPECT_TRUE(test::leads_to(graph, found));
    }
  }
}

TEST(SearchBounded, Figure83) {
  Task task;
  task.depth_limit = 3;
  const Graph graph = test::figure_8_3();
  GraphModel model(graph);
  BoundedStore store;
  const Outcome outcome = bounded_depth_first(model, store, task);
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].length, 3u);
  EXPECT_EQ(outcome.found[0].path.choices, (std::vector<uint32_t>{1, 0, 0}));
}

TEST(SearchBounded, ABoundThatCutsNothingIsNoBound) {
  // A ring with a chord: the first way down is cut off, the second reaches everything.
  const Graph graph = test::plain_graph({{1, 3}, {2}, {3}, {4}, {5}, {0}});
  Task task;
  task.depth_limit = 4;
  GraphModel model(graph);
  BoundedStore store;
  const Outcome outcome = bounded_depth_first(model, store, task);
  EXPECT_EQ(outcome.counts.states, 6u);
  EXPECT_FALSE(outcome.cut);
  task.depth_limit = 2;
  BoundedStore other;
  EXPECT_TRUE(bounded_depth_first(model, other, task).cut);
}

TEST(SearchShortening, Figure83GoesFromFourToThree) {
  const Graph graph = test::figure_8_3();
  GraphModel model(graph);
  BoundedStore store;
  const Shortening result = iterative_shortening(model, store, {});
  EXPECT_EQ(result.lengths, (std::vector<uint64_t>{4, 3}));
  ASSERT_EQ(result.outcome.found.size(), 1u);
  EXPECT_EQ(result.outcome.found[0].length, 3u);
  EXPECT_EQ(result.outcome.ended, Ended::complete);
  EXPECT_EQ(result.outcome.errors, 2u);
}

TEST(SearchShortening, GivesTheShortest) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Graph graph = some_graph(random, round);
    Task task;
    if (round % 3 == 0) task.depth_limit = random() % 12;
    if (round % 5 == 0) task.ignored = uint64_t{1} << static_cast<unsigned>(model::ErrorKind::deadlock);
    uint64_t best = kUnlimited;
    for (const auto& [violation, length] : test::shortest_lengths(graph).errors) {
      if (task.looks_for(violation.first) && length <= task.depth_limit) best = std::min(best, length);
    }
    GraphModel model(graph);
    BoundedStore store;
    const Shortening result =
        iterative_shortening(model, store, task, {}, {.pending_bytes = random() % 2 == 0 ? 1 << 20 : random() % 2000});
    ASSERT_EQ(result.outcome.found.size(), best == kUnlimited ? 0u : 1u);
    EXPECT_EQ(result.lengths.size(), result.outcome.errors);
    if (best != kUnlimited) {
      EXPECT_EQ(result.outcome.found[0].length, best);
      EXPECT_TRUE(test::leads_to(graph, result.outcome.found[0]));
      EXPECT_TRUE(std::is_sorted(result.lengths.rbegin(), result.lengths.rend()));
      EXPECT_EQ(std::adjacent_find(result.lengths.begin(), result.lengths.end()), result.lengths.end());
    }
  }
}

}  // namespace
}  // namespace gyre::search
