// Searches by several threads: the states, transitions and verdicts of one thread, on random graphs.
#include "search/parallel_bfs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "search/bfs.h"
#include "search/dfs.h"
#include "search/parallel.h"
#include "store/exact.h"
#include "store/shared_tree.h"
#include "unit/graph_model.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;

// A model for each thread.
class Models {
 public:
  Models(const Graph& graph, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      models_.push_back(std::make_unique<GraphModel>(graph));
      pointers_.push_back(models_.back().get());
    }
  }
  std::span<model::Model* const> all() const { return pointers_; }
  uint64_t expansions() const {
    uint64_t sum = 0;
    for (const auto& model : models_) sum += model->expansions;
    return sum;
  }

 private:
  std::vector<std::unique_ptr<GraphModel>> models_;
  std::vector<model::Model*> pointers_;
};

// Everything is reached from the first node.
Graph large_graph(std::mt19937_64& random) {
  test::RandomGraphOptions options;
  options.max_nodes = 200'000;
  options.fault_percent = options.deadlock_percent = 0;
  Graph graph;
  while (graph.nodes.size() < 100'000) graph = test::random_graph(random, options);
  for (test::Node& node : graph.nodes) {
    node.hidden = 0;
    node.edges.push_back({static_cast<uint32_t>((&node - graph.nodes.data() + 1) % graph.nodes.size())});
  }
  return graph;
}

TEST(ParallelPseudoDfs, SeesWhatDepthFirstSearchSees) {
  std::mt19937_64 random(41);
  int with_errors = 0;
  for (int round = 0; round < 120; ++round) {
    SCOPED_TRACE(round);
    const Graph graph = test::graph_for(random, round, 12);
    Task task;
    task.max_errors = 0;
    if (round % 8 == 0) task.ignored = uint64_t{1} << static_cast<unsigned>(model::ErrorKind::assertion);
    GraphModel model(graph);
    store::Exact<> exact;
    const Outcome expected = depth_first(model, exact, task);
    const Models models(graph, 1 + round % 4);
    store::SharedTree store;
    // A window of next to nothing: most waiting states are read back from the store.
    ParallelPseudoDepthFirst search(models.all(), store, task, {}, {round % 2 == 0 ? uint64_t{1} << 20 : 600});
    const Outcome outcome = search.run();
    EXPECT_FALSE(search.met_error());
    EXPECT_EQ(outcome.ended, Ended::complete);
    EXPECT_EQ(test::counts_of(outcome), test::counts_of(expected));
    EXPECT_EQ(outcome.errors, expected.errors);
    EXPECT_EQ(test::violations_of(outcome), test::violations_of(expected));
    EXPECT_EQ(models.expansions(), expected.counts.states);
    with_errors += expected.errors > 0;
    // When one error is enough, all end there.
    task.max_errors = 1;
    store::SharedTree another;
    ParallelPseudoDepthFirst short_search(models.all(), another, task);
    EXPECT_EQ(short_search.run().ended, expected.errors > 0 ? Ended::error_limit : Ended::complete);
    EXPECT_EQ(short_search.met_error(), expected.errors > 0);
  }
  EXPECT_GT(with_errors, 15);
}

template <class SearchT, class StoreT>
void expect_ends_at_budgets(uint64_t seed, uint64_t memory) {
  std::mt19937_64 random(seed);
  const Graph graph = large_graph(random);
  const Models models(graph, 3);
  const auto run = [&](const Task& task) {
    StoreT store;
    return SearchT(models.all(), store, task).run();
  };
  Task small;
  small.memory_limit = memory;
  const Outcome outcome = run(small);
  EXPECT_EQ(outcome.ended, Ended::memory);
  EXPECT_LE(outcome.counts.store_bytes + outcome.counts.stack_bytes, memory * 6 / 5);
  Task quick;
  quick.time_limit = 1e-9;
  EXPECT_EQ(run(quick).ended, Ended::time);
  const std::atomic<bool> interrupt = true;
  Task stopped;
  stopped.interrupt = &interrupt;
  EXPECT_EQ(run(stopped).ended, Ended::interrupted);
}

TEST(ParallelPseudoDfs, EndsAtItsBudgets) {
  expect_ends_at_budgets<ParallelPseudoDepthFirst<store::SharedTree>, store::SharedTree>(42, uint64_t{5} << 19);
}

class SlowModel : public GraphModel {
 public:
  using GraphModel::GraphModel;
  void expand(StateView state, model::SuccessorBuffer& out) override {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(5);
    GraphModel::expand(state, out);
    while (std::chrono::steady_clock::now() < end) {
    }
  }
};

TEST(ParallelPseudoDfs, TellsOfItsProgress) {
  std::mt19937_64 random(43);
  const Graph graph = large_graph(random);
  SlowModel first(graph), second(graph);
  model::Model* const models[] = {&first, &second};
  store::SharedTree store;
  uint64_t calls = 0, last = 0;
  const auto caller = std::this_thread::get_id();
  const Progress progress = [&](const Counts& counts) {
    ++calls;
    EXPECT_GE(counts.transitions(), last);
    last = counts.transitions();
    EXPECT_EQ(std::this_thread::get_id(), caller);
  };
  const Outcome outcome =
      ParallelPseudoDepthFirst(std::span<model::Model* const>(models), store, Task(), progress).run();
  EXPECT_EQ(outcome.ended, Ended::complete);
  EXPECT_LE(last, outcome.counts.transitions());
  EXPECT_GT(calls, 0u);
}

using LinkedTree = store::SharedLinkedTree<ParentLink>;

// Goes the way of a path; the node where it ends.
uint32_t follow(const Graph& graph, const Path& path) {
  uint32_t at = 0;
  for (const uint32_t choice : path.choices) at = graph.nodes.at(at).edges.at(choice).target;
  return at;
}

TEST(ParallelBfs, SeesWhatOneThreadSees) {
  std::mt19937_64 random(45);
  int with_errors = 0;
  for (int round = 0; round < 160; ++round) {
    SCOPED_TRACE(round);
    const Graph graph = test::graph_for(random, round, 12);
    Task task;
    task.max_errors = 0;
    GraphModel model(graph);
    store::Exact<ParentLink> exact;
    const Outcome expected = breadth_first(model, exact, task);
    const Models models(graph, 1 + round % 4);
    LinkedTree store;
    const Outcome outcome = ParallelBreadthFirst(models.all(), store, task).run();
    EXPECT_EQ(outcome.ended, Ended::complete);
    EXPECT_EQ(test::counts_of(outcome), test::counts_of(expected));
    EXPECT_EQ(outcome.errors, expected.errors);
    ASSERT_EQ(outcome.found.size(), expected.found.size());
    with_errors += !outcome.found.empty();
    // The same violations as often, each by as few transitions.
    for (const FoundError& found : outcome.found) {
      const auto same = std::find_if(expected.found.begin(), expected.found.end(), [&](const FoundError& other) {
        return other.kind == found.kind && other.place == found.place;
      });
      ASSERT_NE(same, expected.found.end());
      EXPECT_EQ(found.count, same->count);
      // A deadlock is met where the path ends, another error in its last transition: both in the same level.
      EXPECT_EQ(found.path.choices.size(), same->path.choices.size());
      EXPECT_TRUE(found.kind != model::ErrorKind::deadlock || follow(graph, found.path) % 3 == found.place);
    }
    // One error is enough: it is one of the first level that has any.
    if (expected.found.empty()) continue;
    task.max_errors = 1;
    LinkedTree again;
    const Outcome first = ParallelBreadthFirst(models.all(), again, task).run();
    EXPECT_EQ(first.ended, Ended::error_limit);
    ASSERT_EQ(first.errors, 1u);
    const auto level = [](const FoundError& found) {
      return found.path.choices.size() - (found.kind == model::ErrorKind::deadlock ? 0 : 1);
    };
    size_t least = ~size_t{0};
    for (const FoundError& found : expected.found) least = std::min(least, level(found));
    EXPECT_EQ(level(first.found[0]), least);
  }
  EXPECT_GT(with_errors, 15);
}

TEST(ParallelBfs, EndsAtItsBudgets) {
  expect_ends_at_budgets<ParallelBreadthFirst<LinkedTree>, LinkedTree>(46, uint64_t{3} << 20);
}

// What a thread throws ends all, and comes out.
class ThrowingModel : public GraphModel {
 public:
  using GraphModel::GraphModel;
  void expand(StateView state, model::SuccessorBuffer& out) override {
    if (node_of(state) == 50'000) throw std::logic_error("node 50000");
    GraphModel::expand(state, out);
  }
};

TEST(ParallelSearches, ThrowWhatAThreadThrows) {
  std::mt19937_64 random(44);
  const Graph graph = large_graph(random);
  ThrowingModel first(graph), second(graph), third(graph);
  model::Model* const models[] = {&first, &second, &third};
  store::SharedTree store;
  EXPECT_THROW(ParallelPseudoDepthFirst(std::span<model::Model* const>(models), store, Task()).run(), std::logic_error);
  LinkedTree linked;
  EXPECT_THROW(ParallelBreadthFirst(std::span<model::Model* const>(models), linked, Task()).run(), std::logic_error);
}

}  // namespace
}  // namespace gyre::search
