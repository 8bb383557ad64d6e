// Breadth-first search, and search by length, against naive explorers.
#include "search/bfs.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "graph_model.h"
#include "search/dfs.h"
#include "search/shortest.h"
#include "store/exact.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;
using test::Hashing;
using BfsStore = store::Exact<ParentLink>;
using ShortestStore = store::Exact<DistanceLink>;

Graph some_graph(std::mt19937_64& random, int round) {
  test::RandomGraphOptions options;
  options.max_nodes = round % 3 == 0 ? 6 : round % 3 == 1 ? 40 : 300;
  options.locality = round % 4 == 0 ? 5 : 0;
  options.fault_percent = static_cast<uint32_t>(random() % 15);
  options.max_steps = round % 7 == 0 ? 200 : 3;
  return test::random_graph(random, options);
}

// Figure 8.6 with a std::deque.
struct NaiveBfs {
  uint64_t states = 0;
  uint64_t matched = 0;
  std::vector<std::pair<model::ErrorKind, uint32_t>> errors;  // occurrences in order
  std::map<uint32_t, uint64_t> level;

  explicit NaiveBfs(const Graph& graph) {
    std::deque<uint32_t> queue{0};
    level[0] = 0;
    while (!queue.empty()) {
      const uint32_t number = queue.front();
      queue.pop_front();
      ++states;
      const test::Node& node = graph.nodes[number];
      if (node.edges.empty() && node.deadlock) errors.emplace_back(model::ErrorKind::deadlock, number % 3);
      for (const test::Edge& edge : node.edges) {
        for (const test::Fault& fault : edge.faults) errors.emplace_back(fault.kind, fault.place);
        if (edge.dead_end) continue;
        if (level.try_emplace(edge.target, level[number] + 1).second) {
          queue.push_back(edge.target);
        } else {
          ++matched;
        }
      }
    }
  }
};

void expect_same(const Outcome& whole, const Outcome& parts, int round) {
  EXPECT_EQ(parts.ended, whole.ended) << round;
  EXPECT_EQ(parts.counts.states, whole.counts.states) << round;
  EXPECT_EQ(parts.counts.matched, whole.counts.matched) << round;
  EXPECT_EQ(parts.counts.depth, whole.counts.depth) << round;
  EXPECT_EQ(parts.errors, whole.errors) << round;
  ASSERT_EQ(parts.found.size(), whole.found.size()) << round;
  for (size_t i = 0; i < whole.found.size(); ++i) {
    EXPECT_EQ(parts.found[i].path.choices, whole.found[i].path.choices) << round;
    EXPECT_TRUE(parts.found[i].has_path) << round;
  }
}

// A search that is handed over and resumed again and again is the one that was never stopped.
TEST(SearchBfs, ResumedSearchesDoTheSame) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 300; ++round) {
    const Graph graph = some_graph(random, round);
    GraphModel model(graph);
    Task task;
    task.max_errors = round % 3;
    BfsStore store, parts_store;
    const Outcome whole = breadth_first(model, store, task);
    BreadthFirst<BfsStore> bfs(model, parts_store, task);
    uint64_t at = 1;
    Outcome parts = bfs.run(at);
    while (parts.ended == Ended::handed_over) parts = bfs.resume(std::move(parts), at += 1 + random() % 5, kUnlimited);
    expect_same(whole, parts, round);

    store::Exact<> plain, plain_parts;
    const Outcome whole_dfs = depth_first(model, plain, task);
    DfsOptions options;
    options.hand_over_at = at = 1;
    options.hand_over_with_errors = true;
    DepthFirst<store::Exact<>> dfs(model, plain_parts, task, {}, options);
    parts = dfs.run();
    while (parts.ended == Ended::handed_over) parts = dfs.resume(std::move(parts), at += 1 + random() % 5, kUnlimited);
    expect_same(whole_dfs, parts, round);
  }
}

TEST(SearchBfs, RandomGraphs) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Graph graph = some_graph(random, round);
    const NaiveBfs naive(graph);
    Task task;
    task.max_errors = random() % 4;
    GraphModel model(graph, static_cast<Hashing>(random() % 3));
    BfsStore store;
    const Outcome outcome = breadth_first(model, store, task);
    if (task.max_errors == 0 || naive.errors.size() < task.max_errors) {
      EXPECT_EQ(outcome.ended, Ended::complete);
      EXPECT_EQ(outcome.counts.states, naive.states);
      EXPECT_EQ(outcome.counts.matched, naive.matched);
      EXPECT_EQ(outcome.errors, naive.errors.size());
      store.for_each([&](store::StateId id) {
        const Path path = path_to(id, [&](store::StateId at) { return store.note(at); });
        EXPECT_EQ(path.choices.size(), naive.level.at(GraphModel::node_of(store.get(id))));
      });
    } else {
      EXPECT_EQ(outcome.ended, Ended::error_limit);
      EXPECT_EQ(outcome.errors, task.max_errors);
    }
    for (size_t i = 0; i < outcome.found.size(); ++i) EXPECT_TRUE(test::leads_to(graph, outcome.found[i]));
    if (!naive.errors.empty()) {
      ASSERT_FALSE(outcome.found.empty());
      EXPECT_EQ(outcome.found[0].kind, naive.errors[0].first);
      EXPECT_EQ(outcome.found[0].place, naive.errors[0].second);
    }
  }
}

TEST(SearchBfs, HooksSeeEveryEdge) {
  struct Hooks {
    uint64_t states = 0;
    uint64_t edges = 0;
    void stored(store::StateId, StateView, uint64_t) { ++states; }
    void edge(store::StateId, uint32_t, store::StateId, const model::Successor&) { ++edges; }
  };
  const Graph graph = test::plain_graph({{1, 2}, {3}, {3, 4}, {0}, {}});
  GraphModel model(graph);
  BfsStore store;
  BreadthFirst<BfsStore, Hooks> search(model, store, {});
  const Outcome outcome = search.run();
  EXPECT_EQ(search.hooks().states, 5u);
  EXPECT_EQ(search.hooks().edges, 6u);
  EXPECT_EQ(outcome.counts.transitions(), 7u);
}

TEST(SearchBfs, LongQueues) {
  // A star of stars: queues of many blocks.
  Graph graph;
  graph.nodes.resize(1 + 300 + 300 * 30);
  for (uint32_t a = 0; a < 300; ++a) {
    graph.nodes[0].edges.push_back({1 + a});
    for (uint32_t b = 0; b < 30; ++b) graph.nodes[1 + a].edges.push_back({301 + a * 30 + b});
  }
  GraphModel model(graph);
  BfsStore store;
  const Outcome outcome = breadth_first(model, store, {});
  EXPECT_EQ(outcome.counts.states, graph.nodes.size());
  EXPECT_EQ(outcome.counts.depth, 2u);
  EXPECT_GT(outcome.counts.stack_peak, 8000u);
}

TEST(SearchBfs, DepthLimitCutsOff) {
  const Graph graph = test::plain_graph({{1}, {2}, {3}, {4}, {}});
  GraphModel model(graph);
  BfsStore store;
  Task task;
  task.depth_limit = 3;
  const Outcome outcome = breadth_first(model, store, task);
  EXPECT_EQ(outcome.counts.states, 3u);
  EXPECT_TRUE(outcome.cut);
}

TEST(SearchShortest, EachViolationHasItsSmallestLength) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Graph graph = some_graph(random, round);
    const test::Shortest shortest = test::shortest_lengths(graph);
    Task task;
    task.max_errors = 0;
    if (round % 2 == 0) task.depth_limit = random() % 20;
    GraphModel model(graph, static_cast<Hashing>(random() % 3));
    ShortestStore store;
    const Outcome outcome = shortest_first(model, store, task);
    EXPECT_EQ(outcome.ended, Ended::complete);

    std::map<std::pair<model::ErrorKind, uint32_t>, uint64_t> expected;
    for (const auto& [violation, length] : shortest.errors) {
      if (length <= task.depth_limit) expected.emplace(violation, length);
    }
    ASSERT_EQ(outcome.found.size(), expected.size());
    for (const FoundError& found : outcome.found) {
      EXPECT_EQ(found.length, (expected[{found.kind, found.place}]));
      EXPECT_TRUE(test::leads_to(graph, found));
    }
    uint64_t states = 0;
    bool cut = false;
    for (const auto& [node, depth] : shortest.nodes) {
      if (depth <= task.depth_limit) {
        ++states;
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
      const uint32_t node = GraphModel::node_of(store.get(id));
      EXPECT_EQ(store.note(id).distance, shortest.nodes.at(node));
      // The links describe a path of that length.
      uint64_t length = 0;
      uint32_t at = 0;
      for (const uint32_t choice : path_to(id, [&](store::StateId i) { return store.note(i).link; }).choices) {
        length += graph.nodes[at].edges[choice].steps;
        at = graph.nodes[at].edges[choice].target;
      }
      EXPECT_EQ(at, node);
      EXPECT_EQ(length, store.note(id).distance);
    });
  }
}

TEST(SearchShortest, TheFirstErrorsAreTheShortest) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Graph graph = some_graph(random, round);
    const test::Shortest shortest = test::shortest_lengths(graph);
    // Lengths of all occurrences.
    std::vector<uint64_t> lengths;
    for (const auto& [number, depth] : shortest.nodes) {
      const test::Node& node = graph.nodes[number];
      if (node.edges.empty() && node.deadlock) lengths.push_back(depth);
      for (const test::Edge& edge : node.edges) {
        for (const test::Fault& fault : edge.faults) lengths.push_back(depth + fault.steps);
      }
    }
    std::sort(lengths.begin(), lengths.end());
    Task task;
    task.max_errors = 1 + random() % 4;
    GraphModel model(graph);
    ShortestStore store;
    const Outcome outcome = shortest_first(model, store, task);
    ASSERT_EQ(outcome.errors, std::min<uint64_t>(task.max_errors, lengths.size()));
    EXPECT_EQ(outcome.ended, outcome.errors == task.max_errors ? Ended::error_limit : Ended::complete);
    if (!lengths.empty()) {
      EXPECT_EQ(outcome.found.front().length, lengths.front());
      EXPECT_LE(outcome.found.back().length, lengths[outcome.errors - 1]);
    }
    for (const FoundError& found : outcome.found) EXPECT_TRUE(test::leads_to(graph, found));
  }
}

TEST(SearchShortest, Figure83) {
  const Graph graph = test::figure_8_3();
  GraphModel model(graph);
  ShortestStore store;
  const Outcome outcome = shortest_first(model, store, {});
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].length, 3u);
}

TEST(SearchShortest, ALongTransitionLosesAgainstManyShortOnes) {
  Graph graph = test::plain_graph({{3, 1}, {2}, {3}, {}});
  graph.nodes[0].edges[0].steps = 1'000'000;
  graph.nodes[3].deadlock = true;
  GraphModel model(graph);
  ShortestStore store;
  const Outcome outcome = shortest_first(model, store, {});
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].length, 3u);
  EXPECT_EQ(outcome.found[0].path.choices, (std::vector<uint32_t>{1, 0, 0}));
}

TEST(SearchShortest, EndsAtTheMemoryLimit) {
  Graph graph;
  graph.nodes.resize(60'000);
  for (uint32_t n = 0; n + 2 < graph.nodes.size(); ++n) graph.nodes[n].edges = {{n + 1}, {n + 2, 2}};
  GraphModel model(graph);
  ShortestStore store;
  Task task;
  task.memory_limit = 700'000;
  const Outcome outcome = shortest_first(model, store, task);
  EXPECT_EQ(outcome.ended, Ended::memory);
  EXPECT_LE(outcome.counts.store_bytes + outcome.counts.stack_bytes, task.memory_limit);
}

}  // namespace
}  // namespace gyre::search
