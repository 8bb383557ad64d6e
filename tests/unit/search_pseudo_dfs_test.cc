// Pseudo-depth-first search: the states, transitions and verdicts of the depth-first one, on random graphs.
#include "search/pseudo_dfs.h"

#include <gtest/gtest.h>

#include <random>

#include "search/dfs.h"
#include "store/exact.h"
#include "store/tree.h"
#include "unit/graph_model.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;

void expect_same_counts(const Outcome& outcome, const Outcome& expected) {
  EXPECT_EQ(outcome.ended, Ended::complete);
  EXPECT_EQ(test::counts_of(outcome), test::counts_of(expected));
  EXPECT_EQ(outcome.errors, expected.errors);
  EXPECT_EQ(test::violations_of(outcome), test::violations_of(expected));
  EXPECT_LE(outcome.counts.depth, expected.counts.states * 3 + 5);
}

template <class StoreT>
class PseudoDfs : public testing::Test {};
using Stores = testing::Types<store::Exact<>, store::Tree<>>;
TYPED_TEST_SUITE(PseudoDfs, Stores);

TYPED_TEST(PseudoDfs, SeesWhatDepthFirstSearchSees) {
  std::mt19937_64 random(21);
  int with_errors = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const Graph graph = test::graph_for(random, round, 9);
    GraphModel model(graph);
    Task task;
    task.max_errors = 0;
    if (round % 8 == 0) task.ignored = uint64_t{1} << static_cast<unsigned>(model::ErrorKind::assertion);
    store::Exact<> exact;
    const Outcome expected = depth_first(model, exact, task);
    TypeParam store;
    // A window of next to nothing: most waiting states are read back from the store.
    PseudoDepthFirst<TypeParam> search(model, store, task, {}, {round % 2 == 0 ? uint64_t{1} << 20 : 600});
    const Outcome outcome = search.run();
    EXPECT_FALSE(search.met_error());
    expect_same_counts(outcome, expected);
    store.for_each([&](store::StateId id) {
      const StateView state = store.get(id);
      EXPECT_LT(GraphModel::node_of(state), graph.nodes.size());
    });
    with_errors += expected.errors > 0;
    // When one error is enough, it ends there.
    task.max_errors = 1;
    TypeParam another;
    PseudoDepthFirst<TypeParam> short_search(model, another, task);
    EXPECT_EQ(short_search.run().ended, expected.errors > 0 ? Ended::error_limit : Ended::complete);
    EXPECT_EQ(short_search.met_error(), expected.errors > 0);
  }
  EXPECT_GT(with_errors, 50);
}

TYPED_TEST(PseudoDfs, GoesOnWhereDepthFirstSearchStops) {
  std::mt19937_64 random(22);
  int handed_over = 0, with_errors = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const Graph graph = test::graph_for(random, round, 9);
    GraphModel model(graph);
    Task task;
    task.max_errors = 0;
    store::Exact<> exact;
    const Outcome expected = depth_first(model, exact, task);
    TypeParam store;
    DfsOptions options;
    options.hand_over_at = 1 + random() % (exact.size() + 1);
    options.pending_bytes = round % 2 == 0 ? 2048 : uint64_t{1} << 20;  // some frames lose their waiting successors
    DepthFirst<TypeParam> first(model, store, task, {}, options);
    Outcome so_far = first.run();
    if (so_far.ended != Ended::handed_over) {
      EXPECT_EQ(so_far.counts.states, expected.counts.states);
      EXPECT_EQ(so_far.errors, expected.errors);
      continue;
    }
    ++handed_over;
    with_errors += so_far.errors > 0;
    EXPECT_GE(so_far.counts.states, options.hand_over_at);
    PseudoDepthFirst<TypeParam> second(model, store, task);
    second.take_over(first, std::move(so_far), model);
    const Outcome outcome = second.go_on();
    EXPECT_FALSE(second.met_error());
    expect_same_counts(outcome, expected);
  }
  EXPECT_GT(handed_over, 200);
  EXPECT_GT(with_errors, 20);
}

TYPED_TEST(PseudoDfs, EndsAtItsBudgets) {
  std::mt19937_64 random(23);
  test::RandomGraphOptions options;
  options.max_nodes = 200'000;
  options.fault_percent = options.deadlock_percent = 0;
  Graph graph;
  while (graph.nodes.size() < 100'000) graph = test::random_graph(random, options);
  for (test::Node& node : graph.nodes) {
    node.hidden = 0;
    node.edges.push_back({static_cast<uint32_t>((&node - graph.nodes.data() + 1) % graph.nodes.size())});
  }
  GraphModel model(graph);
  {
    Task task;
    task.memory_limit = uint64_t{3} << 19;
    TypeParam store;
    const Outcome outcome = PseudoDepthFirst<TypeParam>(model, store, task).run();
    EXPECT_EQ(outcome.ended, Ended::memory);
    EXPECT_LE(outcome.counts.store_bytes + outcome.counts.stack_bytes, task.memory_limit * 21 / 20);
  }
  {
    Task task;
    task.time_limit = 1e-9;
    TypeParam store;
    EXPECT_EQ(PseudoDepthFirst<TypeParam>(model, store, task).run().ended, Ended::time);
  }
  {
    std::atomic<bool> interrupt = true;
    Task task;
    task.interrupt = &interrupt;
    TypeParam store;
    EXPECT_EQ(PseudoDepthFirst<TypeParam>(model, store, task).run().ended, Ended::interrupted);
  }
}

}  // namespace
}  // namespace gyre::search
