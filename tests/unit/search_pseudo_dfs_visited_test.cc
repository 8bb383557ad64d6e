// Pseudo-depth-first search with sets of visited states: the states, transitions and errors of the depth-first one.
#include "search/pseudo_dfs_visited.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "search/dfs.h"
#include "search/state_stack.h"
#include "store/bitstate.h"
#include "store/exact.h"
#include "store/hash_compact.h"
#include "unit/graph_model.h"
#include "unit/state_bytes.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;

Graph graph_for(std::mt19937_64& random, int round) {
  test::RandomGraphOptions options;
  options.max_nodes = 1u << (3 + round % 9);
  options.max_edges = 2 + round % 5;
  options.fault_percent = round % 4 == 0 ? 4 : 0;
  options.deadlock_percent = round % 4 == 1 ? 20 : 0;
  options.locality = round % 3 == 0 ? 6 : 0;
  Graph graph = test::random_graph(random, options);
  for (test::Node& node : graph.nodes) node.hidden = 0;
  return graph;
}

std::map<std::pair<model::ErrorKind, uint32_t>, uint64_t> errors_of(const Outcome& outcome) {
  std::map<std::pair<model::ErrorKind, uint32_t>, uint64_t> result;
  for (const FoundError& found : outcome.found) result[{found.kind, found.place}] = found.count;
  return result;
}

TEST(PseudoDfsVisited, SeesWhatDepthFirstSearchSees) {
  std::mt19937_64 random(31);
  int with_errors = 0;
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE(round);
    const Graph graph = graph_for(random, round);
    GraphModel model(graph);
    Task task;
    task.max_errors = 0;
    if (round % 8 == 0) task.ignored = uint64_t{1} << static_cast<unsigned>(model::ErrorKind::assertion);
    store::Exact<> exact;
    const Outcome expected = depth_first(model, exact, task);
    store::HashCompact set;
    const Outcome outcome = PseudoDepthFirstVisited(model, set, task).run();
    EXPECT_EQ(outcome.ended, Ended::complete);
    EXPECT_EQ(outcome.counts.states, expected.counts.states);
    EXPECT_EQ(outcome.counts.matched, expected.counts.matched);
    EXPECT_EQ(outcome.counts.atomic_steps, expected.counts.atomic_steps);
    EXPECT_EQ(outcome.counts.vector_bytes, expected.counts.vector_bytes);
    EXPECT_EQ(outcome.errors, expected.errors);
    EXPECT_EQ(errors_of(outcome), errors_of(expected));
    for (const FoundError& found : outcome.found) EXPECT_TRUE(test::leads_to(graph, found));
    with_errors += outcome.errors > 0;
  }
  EXPECT_GT(with_errors, 100);
}

TEST(PseudoDfsVisited, EveryStateIsExpandedOnce) {
  std::mt19937_64 random(32);
  for (int round = 0; round < 100; ++round) {
    const Graph graph = graph_for(random, round);
    GraphModel model(graph);
    Task task;
    task.max_errors = 0;
    store::HashCompact set;
    const Outcome outcome = PseudoDepthFirstVisited(model, set, task).run();
    EXPECT_EQ(model.expansions, outcome.counts.states);
  }
}

TEST(PseudoDfsVisited, StopsAtTheErrorThatIsEnough) {
  std::mt19937_64 random(33);
  int stopped = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const Graph graph = graph_for(random, round);
    GraphModel model(graph);
    Task task;
    task.max_errors = 1 + round % 3;
    // Some arrivals are taken for others: what is found is still an error.
    store::Bitstate set({.bits = 10, .functions = 2, .seed = static_cast<uint64_t>(round)});
    const Outcome outcome = PseudoDepthFirstVisited(model, set, task).run();
    EXPECT_LE(outcome.errors, task.max_errors);
    EXPECT_EQ(outcome.ended == Ended::error_limit, outcome.errors == task.max_errors);
    stopped += outcome.ended == Ended::error_limit;
    for (const FoundError& found : outcome.found) EXPECT_TRUE(test::leads_to(graph, found));
  }
  EXPECT_GT(stopped, 50);
}

TEST(PseudoDfsVisited, EndsAtItsBudgets) {
  std::mt19937_64 random(34);
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
  Task task;
  task.memory_limit = uint64_t{3} << 19;
  {
    store::HashCompact set;
    const Outcome outcome = PseudoDepthFirstVisited(model, set, task).run();
    EXPECT_EQ(outcome.ended, Ended::memory);
    EXPECT_LE(outcome.counts.store_bytes + outcome.counts.stack_bytes, task.memory_limit * 5 / 4);
  }
  {
    // The array does not grow: it is the waiting states that fill the budget.
    store::Bitstate set({.bits = 20});
    const Outcome outcome = PseudoDepthFirstVisited(model, set, task).run();
    EXPECT_EQ(outcome.ended, Ended::memory);
  }
  {
    Task short_one;
    short_one.time_limit = 1e-9;
    store::HashCompact set;
    EXPECT_EQ(PseudoDepthFirstVisited(model, set, short_one).run().ended, Ended::time);
  }
  {
    std::atomic<bool> interrupt = true;
    Task interrupted;
    interrupted.interrupt = &interrupt;
    store::HashCompact set;
    EXPECT_EQ(PseudoDepthFirstVisited(model, set, interrupted).run().ended, Ended::interrupted);
  }
}

// The same, but it never doubts.
class Sure {
 public:
  explicit Sure(const store::BitstateOptions& options) : set_(options) {}
  void prefetch(uint64_t hash) const { set_.prefetch(hash); }
  bool contains(StateView state, uint64_t hash) const { return set_.contains(state, hash); }
  store::Visit visit(StateView state, uint64_t hash) { return set_.visit(state, hash); }
  void leave(StateView, uint64_t) {}
  uint64_t size() const { return set_.size(); }
  uint64_t bytes() const { return set_.bytes(); }
  double fill() const { return set_.fill(); }
  void set_memory_limit(uint64_t) {}

 private:
  store::Bitstate set_;
};

TEST(PseudoDfsVisited, SecondLooksFindMore) {
  std::mt19937_64 random(36);
  test::RandomGraphOptions options;
  options.max_nodes = 40'000;
  options.max_edges = 5;
  options.fault_percent = 0;
  Graph graph;
  while (graph.nodes.size() < 30'000) graph = test::random_graph(random, options);
  for (test::Node& node : graph.nodes) {
    node.hidden = 0;
    node.edges.push_back({static_cast<uint32_t>((&node - graph.nodes.data() + 1) % graph.nodes.size())});
  }
  Task task;
  task.max_errors = 0;
  uint64_t with = 0, without = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const store::BitstateOptions crowded{.bits = 15, .functions = 2, .seed = seed};
    GraphModel model(graph);
    store::Bitstate doubting(crowded);
    const Outcome outcome = PseudoDepthFirstVisited(model, doubting, task).run();
    EXPECT_EQ(outcome.ended, Ended::complete);
    EXPECT_GT(model.expansions, outcome.counts.states);
    EXPECT_LT(model.expansions, outcome.counts.states * 5 / 4);
    EXPECT_LT(outcome.counts.states, graph.nodes.size());
    with += outcome.counts.states;
    Sure sure(crowded);
    without += PseudoDepthFirstVisited(model, sure, task).run().counts.states;
    // With room for all there is no reason to doubt.
    GraphModel once(graph);
    store::Bitstate large({.bits = 28, .functions = 3, .seed = seed});
    EXPECT_EQ(PseudoDepthFirstVisited(once, large, task).run().counts.states, once.expansions);
  }
  EXPECT_GT(with, without * 1005 / 1000);
}

TEST(StateStack, GivesBackWhatWasPushed) {
  std::mt19937_64 random(35);
  StateStack stack;
  struct Entry {
    std::string text;
    uint64_t number;
  };
  std::vector<Entry> reference;
  uint64_t most = 0;
  // Up and down through many blocks, with states larger than a block among them.
  for (uint64_t i = 0; i < 200'000; ++i) {
    const bool up = i / 20'000 % 2 == 0;
    if (reference.empty() || random() % 4 < (up ? 3u : 1u)) {
      const std::string key(random() % 5000 == 0 ? 300'000 : random() % 200, static_cast<char>(random()));
      const test::Bytes state(key, "");
      stack.push({state.view(), i, static_cast<uint32_t>(i + 1), static_cast<uint32_t>(i + 2), i % 3 == 0});
      reference.push_back({test::text_of(state.view()), i});
    } else {
      const StateStack::Item item = stack.pop();
      ASSERT_EQ(test::text_of(item.state), reference.back().text);
      ASSERT_EQ(item.depth, reference.back().number);
      ASSERT_EQ(item.origin, reference.back().number + 1);
      ASSERT_EQ(item.choice, reference.back().number + 2);
      ASSERT_EQ(item.visited, reference.back().number % 3 == 0);
      reference.pop_back();
    }
    ASSERT_EQ(stack.empty(), reference.empty());
    most = std::max(most, stack.bytes());
  }
  while (!stack.empty()) stack.pop();
  EXPECT_GT(most, uint64_t{2} << 20);
  EXPECT_LE(stack.bytes(), uint64_t{1} << 19);  // a block or two stay
}

}  // namespace
}  // namespace gyre::search
