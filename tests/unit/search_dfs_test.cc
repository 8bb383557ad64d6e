// Depth-first search against the naive explorer on random graphs: counts, errors in order, limits, lost successors.
#include "search/dfs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graph_model.h"
#include "store/exact.h"

namespace gyre::search {
namespace {

using test::Expected;
using test::Graph;
using test::GraphModel;
using test::Hashing;

Outcome run(const Graph& graph, const Task& task, uint64_t pending_bytes = 1 << 20, Hashing hashing = Hashing::good) {
  GraphModel model(graph, hashing);
  store::Exact<> store;
  return depth_first(model, store, task, {}, {.pending_bytes = pending_bytes});
}

// One FoundError per violation, in the order of first occurrence, with the first path and the number of occurrences.
std::vector<FoundError> violations(const Expected& expected) {
  std::vector<FoundError> found;
  for (const Expected::Error& error : expected.errors) {
    auto at = std::find_if(found.begin(), found.end(),
                           [&](const FoundError& f) { return f.kind == error.kind && f.place == error.place; });
    if (at == found.end()) {
      found.push_back({error.kind, error.place, 1, error.length, {error.path}, {}, false});
    } else {
      ++at->count;
    }
  }
  return found;
}

void expect_same(const Graph& graph, const Outcome& outcome, const Expected& expected) {
  EXPECT_EQ(outcome.counts.states, expected.states);
  EXPECT_EQ(outcome.counts.matched, expected.matched);
  EXPECT_EQ(outcome.counts.depth, expected.depth);
  EXPECT_EQ(outcome.counts.atomic_steps, expected.atomic_steps);
  EXPECT_EQ(outcome.ended, expected.stopped ? Ended::error_limit : Ended::complete);
  if (!expected.stopped) {
    EXPECT_EQ(outcome.cut, expected.cut);
  }
  EXPECT_EQ(outcome.errors, expected.errors.size());
  const std::vector<FoundError> found = violations(expected);
  ASSERT_EQ(outcome.found.size(), found.size());
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(outcome.found[i].kind, found[i].kind);
    EXPECT_EQ(outcome.found[i].place, found[i].place);
    EXPECT_EQ(outcome.found[i].count, found[i].count);
    EXPECT_EQ(outcome.found[i].length, found[i].length);
    EXPECT_EQ(outcome.found[i].path.choices, found[i].path.choices);
    EXPECT_TRUE(test::leads_to(graph, outcome.found[i]));
  }
}

TEST(SearchDfs, RandomGraphs) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 6000 && !testing::Test::HasFailure(); ++round) {
    test::RandomGraphOptions options;
    options.max_nodes = round % 3 == 0 ? 6 : round % 3 == 1 ? 40 : 300;
    options.locality = round % 4 == 0 ? 5 : 0;
    options.fault_percent = static_cast<uint32_t>(random() % 20);
    const Graph graph = test::random_graph(random, options);
    Task task;
    task.max_errors = random() % 4;
    if (random() % 2 == 0) task.depth_limit = 1 + random() % 20;
    if (random() % 3 == 0) task.ignored = uint64_t{1} << (1 + random() % 3);
    const uint64_t pending = random() % 2 == 0 ? 1 << 20 : random() % 3000;
    const auto hashing = static_cast<Hashing>(random() % 3);
    SCOPED_TRACE(round);
    expect_same(graph, run(graph, task, pending, hashing), test::NaiveDfs(graph, task).run());
  }
}

TEST(SearchDfs, DeepGraphsLoseAndFindSuccessors) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 40 && !testing::Test::HasFailure(); ++round) {
    test::RandomGraphOptions options;
    options.max_nodes = 3000;
    options.locality = 6;
    options.fault_percent = 2;
    options.max_edges = 6;
    Graph graph = test::random_graph(random, options);
    // A spine makes the stack as deep as the graph.
    for (uint32_t n = 0; n + 1 < graph.nodes.size(); ++n)
      graph.nodes[n].edges.insert(graph.nodes[n].edges.begin(), {n + 1});
    Task task;
    task.max_errors = round % 2 == 0 ? 0 : 1 + random() % 50;
    GraphModel model(graph);
    store::Exact<> store;
    const Outcome outcome = depth_first(model, store, task, {}, {.pending_bytes = 8192});
    expect_same(graph, outcome, test::NaiveDfs(graph, task).run());
    if (graph.nodes.size() > 2000 && task.max_errors == 0) {
      EXPECT_GT(model.expansions, graph.nodes.size() + 500);  // it did lose some
      EXPECT_LT(outcome.counts.stack_bytes, 200'000u);
    }
  }
}

TEST(SearchDfs, MillionDeep) {
  // A line with a side branch at each state: the frames of a million states, and nothing else, must be kept.
  Graph graph;
  const uint32_t length = 1'000'000;
  graph.nodes.resize(length + 1);
  for (uint32_t n = 0; n < length; ++n) graph.nodes[n].edges = {{n + 1}, {n / 2}};
  Task task;
  const Outcome outcome = run(graph, task);
  EXPECT_EQ(outcome.counts.states, length + 1);
  EXPECT_EQ(outcome.counts.matched, length);
  EXPECT_EQ(outcome.counts.depth, length);
  EXPECT_EQ(outcome.counts.stack_peak, length + 1);
  EXPECT_LT(outcome.counts.stack_bytes, 16u * length);
}

TEST(SearchDfs, Figure83IsMissedWithABound) {
  Task task;
  task.depth_limit = 3;
  const Outcome outcome = run(test::figure_8_3(), task);
  EXPECT_TRUE(outcome.found.empty());
  EXPECT_TRUE(outcome.cut);
  EXPECT_EQ(outcome.ended, Ended::complete);
  EXPECT_EQ(outcome.counts.states, 3u);  // as pan -m3 says
  EXPECT_EQ(outcome.counts.matched, 2u);
  EXPECT_EQ(outcome.counts.depth, 2u);

  task.depth_limit = kUnlimited;
  const Outcome whole = run(test::figure_8_3(), task);
  ASSERT_EQ(whole.found.size(), 1u);
  EXPECT_EQ(whole.found[0].length, 4u);
  EXPECT_EQ(whole.found[0].path.choices, (std::vector<uint32_t>{0, 0, 0, 0}));
}

TEST(SearchDfs, ErrorsInTheInitialStateAndDeadInitialStates) {
  const Outcome lonely = run(test::plain_graph({{}}), {});
  EXPECT_EQ(lonely.counts.states, 1u);
  EXPECT_EQ(lonely.counts.matched, 0u);
  EXPECT_EQ(lonely.errors, 0u);

  Graph stuck = test::plain_graph({{}});
  stuck.nodes[0].deadlock = true;
  const Outcome outcome = run(stuck, {});
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].length, 0u);
  EXPECT_TRUE(outcome.found[0].path.choices.empty());
  EXPECT_EQ(outcome.ended, Ended::error_limit);
}

// An endless counter.
class Counter : public model::Model {
 public:
  void initial(model::SuccessorBuffer& out) override { add(out, 0); }
  void expand(StateView state, model::SuccessorBuffer& out) override {
    out.clear();
    uint64_t value;
    std::memcpy(&value, state.data, 8);
    add(out, value + 1);
    add(out, value + 2);
  }
  std::unique_ptr<model::Model> clone() const override { return std::make_unique<Counter>(); }
  const StateShape& shape(uint32_t) const override { return shape_; }

 private:
  static void add(model::SuccessorBuffer& out, uint64_t value) {
    model::Successor successor;
    successor.offset = static_cast<uint32_t>(out.bytes.size());
    successor.key = successor.total = 40;
    successor.steps = 1;
    uint64_t words[5] = {value, 1, 2, 3, 4};
    const auto* bytes = reinterpret_cast<const uint8_t*>(words);
    successor.hash = hash_words(bytes, 40);
    out.bytes.append(bytes, 40);
    out.list.push_back(successor);
  }
  StateShape shape_;
};

TEST(SearchDfs, EndsAtTheMemoryLimit) {
  Counter model;
  store::Exact<> store;
  Task task;
  task.memory_limit = 40 << 20;
  const Outcome outcome = depth_first(model, store, task);
  EXPECT_EQ(outcome.ended, Ended::memory);
  EXPECT_LE(outcome.counts.store_bytes + outcome.counts.stack_bytes, task.memory_limit + (1 << 20));
  EXPECT_GE(outcome.counts.store_bytes + outcome.counts.stack_bytes, task.memory_limit / 10 * 8);
  EXPECT_EQ(outcome.counts.states, store.size());
}

TEST(SearchDfs, EndsAtTheTimeLimitAndWhenInterrupted) {
  Counter model;
  Task task;
  task.time_limit = 0.1;
  uint64_t reports = 0;
  {
    store::Exact<> store;
    task.time_limit = 0.25;
    const Outcome outcome = depth_first(model, store, task, [&](const Counts& counts) {
      ++reports;
      EXPECT_GT(counts.states, 0u);
    });
    EXPECT_EQ(outcome.ended, Ended::time);
    EXPECT_GE(reports, 1u);
    EXPECT_LE(reports, 4u);
  }
  std::atomic<bool> interrupt{true};
  task.interrupt = &interrupt;
  store::Exact<> store;
  const Outcome outcome = depth_first(model, store, task);
  EXPECT_EQ(outcome.ended, Ended::interrupted);
  EXPECT_LT(outcome.counts.states, 100'000u);
}

TEST(SearchDfs, HooksSeeEveryStateInOrder) {
  struct Hooks {
    std::vector<uint32_t> order;
    uint64_t finished = 0;
    void stored(store::StateId, StateView state, uint64_t) { order.push_back(GraphModel::node_of(state)); }
    void left(store::StateId) { ++finished; }
  };
  const Graph graph = test::plain_graph({{1, 2}, {3}, {3, 4}, {0}, {}});
  GraphModel model(graph);
  store::Exact<> store;
  DepthFirst<store::Exact<>, Hooks> search(model, store, {});
  search.run();
  EXPECT_EQ(search.hooks().order, (std::vector<uint32_t>{0, 1, 3, 2, 4}));
  EXPECT_EQ(search.hooks().finished, 5u);
}

}  // namespace
// Long transitions lie beside the frames; what comes back is what went in, from the top and from the bottom.
TEST(Frames, RememberTheStepsOfLongTransitions) {
  std::mt19937_64 random(1);
  FrameStack frames;
  std::vector<std::pair<uint64_t, uint32_t>> expected;
  for (int i = 0; i < 100'000; ++i) {
    if (expected.empty() || random() % 3 != 0) {
      const uint64_t id = random() >> (64 - store::kIdBits);
      const uint32_t steps = random() % 4 == 0 ? static_cast<uint32_t>(random()) : static_cast<uint32_t>(random() % 9);
      frames.push(id, steps);
      expected.emplace_back(id, steps);
    } else {
      ASSERT_EQ(static_cast<uint64_t>(frames.top().id), expected.back().first);
      ASSERT_EQ(frames.pop(), expected.back().second);
      expected.pop_back();
    }
  }
  ASSERT_EQ(frames.size(), expected.size());
  size_t at = 0;
  frames.climb([&](const Frame& frame, uint32_t steps) {
    EXPECT_EQ(static_cast<uint64_t>(frame.id), expected[at].first);
    EXPECT_EQ(steps, expected[at].second);
    return ++at < 1000;
  });
  EXPECT_EQ(at, 1000u);
}

TEST(Frames, ShortTransitionsTakeThirteenBytes) {
  FrameStack frames;
  for (uint64_t i = 0; i < 1'000'000; ++i) frames.push(i, 1);
  EXPECT_LE(static_cast<double>(frames.bytes()) / 1e6, 13.1);
}

}  // namespace gyre::search
