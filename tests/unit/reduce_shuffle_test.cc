// Another order of successors: the same graph, and paths that mean the same to the model itself.
// link: search store
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "reduce/shuffle.h"
#include "search/dfs.h"
#include "store/exact.h"
#include "unit/graph_model.h"

namespace gyre::reduce {
namespace {

TEST(ReduceShuffle, TheSameGraphAndPathsThatLeadToTheError) {
  std::mt19937_64 random(21);
  uint64_t different = 0;
  uint64_t errors = 0;
  for (int round = 0; round < 300; ++round) {
    test::RandomGraphOptions options;
    options.max_nodes = 1u << (2 + round % 8);
    options.fault_percent = round % 2 == 0 ? 8 : 0;
    const test::Graph graph = test::random_graph(random, options);
    test::GraphModel model(graph);
    Shuffle shuffle(model, random());
    search::Task task;
    task.max_errors = round % 4 < 2 ? 0 : 1;
    store::Exact<> plain_store;
    store::Exact<> store;
    const search::Outcome plain = search::depth_first(model, plain_store, task);
    // Few waiting successors: states are expanded again, and must have the same successors.
    search::DfsOptions few;
    few.pending_bytes = 2048;
    const search::Outcome outcome = search::depth_first(shuffle, store, task, {}, few);
    SCOPED_TRACE(round);
    EXPECT_EQ(outcome.found.empty(), plain.found.empty());
    if (task.max_errors == 0) {
      EXPECT_EQ(outcome.counts.states, plain.counts.states);
      EXPECT_EQ(outcome.counts.matched, plain.counts.matched);
      EXPECT_EQ(outcome.errors, plain.errors);
    }
    different += outcome.counts.depth != plain.counts.depth;
    for (search::FoundError error : outcome.found) {
      error.path.choices = shuffle.original(error.path.choices);
      EXPECT_TRUE(test::leads_to(graph, error));
      ++errors;
    }
  }
  EXPECT_GT(different, 50u);
  EXPECT_GT(errors, 100u);
}

TEST(ReduceShuffle, SeedsAreDifferentOrders) {
  const test::Graph graph = test::plain_graph({{1, 2, 3, 4, 5}, {}, {}, {}, {}, {}});
  test::GraphModel model(graph);
  std::set<uint32_t> first;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Shuffle shuffle(model, seed);
    model::SuccessorBuffer start;
    model::SuccessorBuffer out;
    shuffle.initial(start);
    shuffle.expand(start.view(0), out);
    std::set<uint32_t> all;
    for (size_t i = 0; i < out.list.size(); ++i) all.insert(test::GraphModel::node_of(out.view(i)));
    EXPECT_EQ(all, (std::set<uint32_t>{1, 2, 3, 4, 5}));
    first.insert(test::GraphModel::node_of(out.view(0)));
  }
  EXPECT_EQ(first.size(), 5u);
}

}  // namespace
}  // namespace gyre::reduce
