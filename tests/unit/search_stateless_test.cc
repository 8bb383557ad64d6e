// Stateless search and random walks.
#include "search/stateless.h"

#include <gtest/gtest.h>

#include <random>

#include "graph_model.h"
#include "search/random_walk.h"
#include "search/shortening.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;

// Figure 8.5, recursive.
class NaiveStateless {
 public:
  NaiveStateless(const Graph& graph, uint64_t limit) : graph_(graph), limit_(limit), visits(graph.nodes.size()) {
    explore(0, 0);
  }

 private:
  void explore(uint32_t number, uint64_t depth) {
    stack_.insert(number);
    ++visits[number];
    deepest = std::max(deepest, depth);
    const test::Node& node = graph_.nodes[number];
    auto error = [&](model::ErrorKind kind, uint32_t place, uint64_t length) {
      if (length > limit_) return;
      ++occurrences;
      const auto [at, fresh] = errors.try_emplace({kind, place}, length);
      at->second = std::min(at->second, length);
    };
    if (node.edges.empty() && node.deadlock) error(model::ErrorKind::deadlock, number % 3, depth);
    for (const test::Edge& edge : node.edges) {
      for (const test::Fault& fault : edge.faults) error(fault.kind, fault.place, depth + fault.steps);
      if (edge.dead_end) continue;
      if (depth + edge.steps > limit_ || stack_.contains(edge.target)) {
        ++matched;
      } else {
        explore(edge.target, depth + edge.steps);
      }
    }
    stack_.erase(number);
  }

  const Graph& graph_;
  uint64_t limit_;
  std::set<uint32_t> stack_;

 public:
  std::vector<uint64_t> visits;
  uint64_t matched = 0;
  uint64_t deepest = 0;
  uint64_t occurrences = 0;
  std::map<std::pair<model::ErrorKind, uint32_t>, uint64_t> errors;
};

TEST(SearchStateless, ShorteningFindsAShortestError) {
  std::mt19937_64 random(85);
  int found = 0;
  for (int round = 0; round < 2000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    test::RandomGraphOptions options;
    options.max_nodes = 20;
    options.max_edges = 3;
    options.fault_percent = 8;
    const Graph graph = test::random_graph(random, options);
    Task task;
    if (round % 2 == 0) task.depth_limit = random() % 12;
    const NaiveStateless naive(graph, task.depth_limit);
    uint64_t shortest = ~uint64_t{0};
    for (const auto& [violation, length] : naive.errors) shortest = std::min(shortest, length);
    GraphModel model(graph);
    const Shortening s =
        stateless_shortening(model, task, {}, {.pending_bytes = random() % 2 == 0 ? 1 << 20 : random() % 1000});
    EXPECT_EQ(s.outcome.found.empty(), naive.errors.empty());
    if (naive.errors.empty()) continue;
    ++found;
    EXPECT_EQ(s.outcome.found[0].length, shortest);
    EXPECT_EQ(s.lengths.back(), shortest);
    for (size_t i = 1; i < s.lengths.size(); ++i) EXPECT_LT(s.lengths[i], s.lengths[i - 1]);
  }
  EXPECT_GT(found, 500);
}

TEST(SearchStateless, RandomGraphs) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 2000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    test::RandomGraphOptions options;
    options.max_nodes = 20;
    options.max_edges = 3;
    options.fault_percent = 8;
    const Graph graph = test::random_graph(random, options);
    Task task;
    task.max_errors = 0;
    if (round % 2 == 0) task.depth_limit = random() % 12;
    const NaiveStateless naive(graph, task.depth_limit);
    GraphModel model(graph);
    const Outcome outcome =
        stateless(model, task, {}, {.pending_bytes = random() % 2 == 0 ? 1 << 20 : random() % 1000});
    EXPECT_EQ(outcome.ended, Ended::complete);
    uint64_t visits = 0;
    for (const uint64_t n : naive.visits) visits += n;
    EXPECT_EQ(outcome.counts.states, visits);
    EXPECT_EQ(outcome.counts.matched, naive.matched);
    EXPECT_EQ(outcome.errors, naive.occurrences);
    ASSERT_EQ(outcome.found.size(), naive.errors.size());
    for (const FoundError& found : outcome.found) {
      EXPECT_EQ(found.length, (naive.errors.at({found.kind, found.place})));
      EXPECT_TRUE(test::leads_to(graph, found));
    }
    // Complete up to the limit: what is shortest is found.
    for (const auto& [violation, length] : test::shortest_lengths(graph).errors) {
      if (length <= task.depth_limit) {
        EXPECT_EQ(naive.errors.at(violation), length);
      }
    }
  }
}

// The two drawings of the slides are not in their text; these graphs have the states, and the numbers, they state.
TEST(SearchStateless, TenVisitsInsteadOfFive) {
  const Graph graph = test::plain_graph({{1, 1, 3}, {2}, {3, 4}, {}, {}});
  GraphModel model(graph);
  EXPECT_EQ(stateless(model, {}).counts.states, 10u);
  const NaiveStateless naive(graph, kUnlimited);
  EXPECT_EQ(naive.visits, (std::vector<uint64_t>{1, 2, 2, 3, 2}));  // "s3 is visited 3 times here"
}

TEST(SearchStateless, NineVisitsInsteadOfFive) {
  const Graph graph = test::plain_graph({{1, 1}, {2}, {3, 4}, {}, {}});
  GraphModel model(graph);
  EXPECT_EQ(stateless(model, {}).counts.states, 9u);
  const NaiveStateless naive(graph, kUnlimited);
  EXPECT_EQ(naive.visits[3], 2u);
}

TEST(SearchStateless, DeepPath) {
  Graph graph;
  graph.nodes.resize(50'000);
  for (uint32_t n = 0; n + 1 < graph.nodes.size(); ++n) graph.nodes[n].edges = {{n + 1}, {n / 2}};
  GraphModel model(graph);
  const Outcome outcome = stateless(model, {}, {}, {.pending_bytes = 4096});
  EXPECT_EQ(outcome.counts.states, 50'000u);
  EXPECT_EQ(outcome.counts.stack_peak, 50'000u);
}

TEST(SearchStateless, EndsAtTheTimeLimit) {
  // Complete graph: no hope.
  Graph graph;
  graph.nodes.resize(30);
  for (auto& node : graph.nodes) {
    for (uint32_t n = 0; n < 30; ++n) node.edges.push_back({n});
  }
  GraphModel model(graph);
  Task task;
  task.time_limit = 0.05;
  EXPECT_EQ(stateless(model, task).ended, Ended::time);
}

TEST(SearchRandomWalk, FindsWhatIsThereAndNeverSaysComplete) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    test::RandomGraphOptions options;
    options.max_nodes = 10;
    options.fault_percent = 10;
    const Graph graph = test::random_graph(random, options);
    Task task;
    task.max_errors = 0;
    GraphModel model(graph);
    RandomWalkOptions walks;
    walks.seed = random();
    walks.transitions = 4'000;
    walks.walk = 60;
    const Outcome outcome = random_walk(model, task, {}, walks);
    EXPECT_EQ(outcome.ended, Ended::sampled);
    const test::Shortest shortest = test::shortest_lengths(graph);
    EXPECT_LE(outcome.found.size(), shortest.errors.size());
    for (const FoundError& found : outcome.found) {
      EXPECT_TRUE(test::leads_to(graph, found));
      EXPECT_LE(found.length, 60u);
    }
    // Small graphs are covered in so many steps, nearly always.
    if (graph.nodes.size() < 5) {
      EXPECT_EQ(outcome.found.size(), shortest.errors.size());
    }
  }
}

TEST(SearchRandomWalk, TheSeedDecides) {
  std::mt19937_64 random(10);
  test::RandomGraphOptions options;
  options.max_nodes = 400;
  options.fault_percent = 1;
  Graph graph;
  while (graph.nodes.size() < 300) graph = test::random_graph(random, options);
  GraphModel model(graph);
  Task task;
  task.max_errors = 0;
  RandomWalkOptions walks;
  walks.transitions = 5000;
  walks.walk = 100;
  const Outcome first = random_walk(model, task, {}, walks);
  const Outcome again = random_walk(model, task, {}, walks);
  ASSERT_EQ(first.found.size(), again.found.size());
  for (size_t i = 0; i < first.found.size(); ++i) {
    EXPECT_EQ(first.found[i].path.choices, again.found[i].path.choices);
  }
  EXPECT_EQ(first.counts.states, again.counts.states);
}

TEST(SearchRandomWalk, StopsAtTheFirstError) {
  const Graph graph = test::figure_8_3();
  GraphModel model(graph);
  const Outcome outcome = random_walk(model, {});
  EXPECT_EQ(outcome.ended, Ended::error_limit);
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_TRUE(test::leads_to(graph, outcome.found[0]));
}

TEST(SearchRandomWalk, NowhereToGo) {
  const Graph graph = test::plain_graph({{}});
  GraphModel model(graph);
  EXPECT_EQ(random_walk(model, {}).ended, Ended::sampled);
}

}  // namespace
}  // namespace gyre::search
