// Every search with every lossless store on random graphs: the same counts, the same errors as with the exact store.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "search/bfs.h"
#include "search/bounded.h"
#include "search/dfs.h"
#include "search/shortening.h"
#include "search/shortest.h"
#include "store/cache.h"
#include "store/dfa.h"
#include "store/exact.h"
#include "store/hash_compact.h"
#include "store/tree.h"
#include "store/tree_compact.h"
#include "store/visited_any.h"
#include "unit/graph_model.h"
#include "unit/shaped_stores.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;

void expect_same(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.counts.states, b.counts.states);
  EXPECT_EQ(a.counts.matched, b.counts.matched);
  EXPECT_EQ(a.counts.depth, b.counts.depth);
  EXPECT_EQ(a.counts.revisited, b.counts.revisited);
  EXPECT_EQ(a.errors, b.errors);
  EXPECT_EQ(a.cut, b.cut);
  ASSERT_EQ(a.found.size(), b.found.size());
  for (size_t i = 0; i < a.found.size(); ++i) {
    EXPECT_EQ(a.found[i].kind, b.found[i].kind);
    EXPECT_EQ(a.found[i].length, b.found[i].length);
    EXPECT_EQ(a.found[i].path.choices, b.found[i].path.choices);
  }
}

template <template <class> class StoreT>
void compare_with_exact() {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    test::RandomGraphOptions options;
    options.max_nodes = 1u << (3 + round % 9);
    options.fault_percent = round % 3 == 0 ? 5 : 0;
    const Graph graph = test::random_graph(random, options);
    Task task;
    task.max_errors = round % 2;
    GraphModel model(graph);
    auto run = [&](auto&& search, auto& expected, auto& other) {
      SCOPED_TRACE(round);
      expect_same(search(other), search(expected));
    };
    {
      store::Exact<> a;
      StoreT<store::Nothing> b;
      // Few waiting successors: states must be read back and expanded again.
      run([&](auto& s) { return depth_first(model, s, task, {}, {.pending_bytes = 2048}); }, a, b);
    }
    {
      store::Exact<ParentLink> a;
      StoreT<ParentLink> b;
      run([&](auto& s) { return breadth_first(model, s, task); }, a, b);
    }
    {
      store::Exact<DistanceLink> a;
      StoreT<DistanceLink> b;
      run([&](auto& s) { return shortest_first(model, s, task); }, a, b);
    }
    {
      Task bounded = task;
      bounded.depth_limit = 1 + random() % 30;
      store::Exact<StoredDepth> a;
      StoreT<StoredDepth> b;
      run([&](auto& s) { return bounded_depth_first(model, s, bounded, {}, {.pending_bytes = 2048}); }, a, b);
    }
    {
      store::Exact<StoredDepth> a;
      StoreT<StoredDepth> b;
      run([&](auto& s) { return iterative_shortening(model, s, task, {}, {.pending_bytes = 2048}).outcome; }, a, b);
    }
  }
}

TEST(SearchStores, Tree) { compare_with_exact<store::Tree>(); }
TEST(SearchStores, Compact) { compare_with_exact<test::CompactStore>(); }
TEST(SearchStores, Collapse) { compare_with_exact<test::CollapseStore>(); }

template <class StoreT>
struct Leave : NoDfsHooks {
  explicit Leave(StoreT& s) : store(&s) {}
  void left(store::StateId id) { store->leave(id); }
  StoreT* store;
};

// A stack of states is as good as a store of them.
template <class Visited>
void compare_visited() {
  std::mt19937_64 random(12);
  for (int round = 0; round < 300; ++round) {
    test::RandomGraphOptions options;
    options.max_nodes = 1u << (3 + round % 9);
    options.fault_percent = round % 3 == 0 ? 5 : 0;
    const Graph graph = test::random_graph(random, options);
    Task task;
    task.max_errors = round % 2;
    GraphModel model(graph);
    store::Exact<> exact;
    store::Erased<Visited> visited;
    using Stack = store::VisitedStack<store::AnyVisited>;
    Stack stack(visited);
    SCOPED_TRACE(round);
    expect_same(DepthFirst(model, stack, task, {}, {.pending_bytes = 2048}, Leave<Stack>(stack)).run(),
                depth_first(model, exact, task, {}, {.pending_bytes = 2048}));
  }
}
// With a good hash nothing is lost on small graphs.
TEST(SearchStores, HashCompact) { compare_visited<store::HashCompact>(); }
TEST(SearchStores, Dfa) { compare_visited<store::Dfa>(); }
TEST(SearchStores, Linear) { compare_visited<test::RandomLinear>(); }
TEST(SearchStores, TreeCompact) { compare_visited<store::TreeCompact>(); }

// A cache that is too small still sees every state, and finds all errors.
TEST(SearchStores, SmallCacheIsComplete) {
  std::mt19937_64 random(13);
  uint64_t replaced = 0;
  for (int round = 0; round < 200; ++round) {
    test::RandomGraphOptions options;
    options.max_nodes = 40;
    options.fault_percent = round % 3 == 0 ? 5 : 0;
    const Graph graph = test::random_graph(random, options);
    Task task;
    task.max_errors = 0;
    GraphModel model(graph);
    store::Exact<> exact;
    const Outcome expected = depth_first(model, exact, task);
    // Room for the longest path, which the cache must hold, and a little more.
    const uint64_t size = expected.counts.states * (50 + random() % 40) / 100 + 3;
    store::Cache cache({.states = size,
                        .collisions = 2 + static_cast<unsigned>(random() % 6),
                        .probes = 1000,
                        .seed = random(),
                        .replace = static_cast<store::Replace>(round % 5)});
    struct Record : Leave<store::Cache> {
      using Leave::Leave;
      void stored(store::StateId, StateView state, uint64_t) { explored->insert(GraphModel::node_of(state)); }
      std::set<uint32_t>* explored = nullptr;
    };
    std::set<uint32_t> explored;
    Record record(cache);
    record.explored = &explored;
    const Outcome outcome = DepthFirst(model, cache, task, {}, {.pending_bytes = 2048}, record).run();
    std::set<uint32_t> reachable;
    exact.for_each([&](store::StateId id) { reachable.insert(GraphModel::node_of(exact.get(id))); });
    SCOPED_TRACE(round);
    if (outcome.ended == Ended::memory) continue;  // a path through most of the graph
    EXPECT_EQ(outcome.ended, Ended::complete);
    EXPECT_GE(outcome.counts.states, expected.counts.states);
    EXPECT_EQ(explored, reachable);
    ASSERT_EQ(outcome.found.size(), expected.found.size());
    for (const FoundError& error : expected.found) {
      EXPECT_TRUE(std::any_of(outcome.found.begin(), outcome.found.end(), [&](const FoundError& other) {
        return other.kind == error.kind && other.place == error.place && other.count >= error.count;
      }));
    }
    replaced += cache.replaced();
  }
  EXPECT_GT(replaced, 400u);
}

// As long as nothing has to be replaced it is a store like any other.
TEST(SearchStores, LargeCacheIsExact) {
  std::mt19937_64 random(14);
  for (int round = 0; round < 100; ++round) {
    test::RandomGraphOptions options;
    options.max_nodes = 400;
    options.fault_percent = 4;
    const Graph graph = test::random_graph(random, options);
    Task task;
    task.max_errors = round % 2;
    GraphModel model(graph);
    store::Exact<> exact;
    store::Cache cache({.states = 2000, .collisions = 200, .probes = 1000});
    SCOPED_TRACE(round);
    expect_same(DepthFirst(model, cache, task, {}, {.pending_bytes = 2048}, Leave<store::Cache>(cache)).run(),
                depth_first(model, exact, task, {}, {.pending_bytes = 2048}));
    EXPECT_EQ(cache.replaced(), 0u);
  }
}

}  // namespace
}  // namespace gyre::search
