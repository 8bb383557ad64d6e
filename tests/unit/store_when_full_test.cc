// Going on when the memory is used up: what was known stays known, and how much more finds room.
// link: search
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "search/dfs.h"
#include "store/tree.h"
#include "store/when_full.h"
#include "unit/graph_model.h"
#include "unit/shaped_stores.h"

namespace gyre::store {
namespace {

// Numbered states of 52 bytes, hidden bytes behind.
class Numbered {
 public:
  StateView operator()(uint64_t i) {
    words_[1] = i * 0x9e3779b97f4a7c15ULL;
    words_[5] = i / 3;
    words_[6] = i << 32 | (i & 0xff);
    return {reinterpret_cast<const uint8_t*>(words_), 52, 56};
  }
  static uint64_t hash(uint64_t i) { return mum(i + 1, 0x9e3779b97f4a7c15ULL); }

 private:
  uint64_t words_[7] = {};
};

template <class Set>
uint64_t fill_up(Set& set, uint64_t budget) {
  Numbered state;
  set.set_memory_limit(budget);
  for (uint64_t i = 0;; ++i) {
    if (set.visit(state(i), Numbered::hash(i)) == Visit::full) return i;
    EXPECT_LE(set.bytes(), budget);
    if (i % 64 == 0) set.set_memory_limit(budget);  // as a search does
    if (i > 10'000'000) return 0;
  }
}

constexpr uint64_t kBudget = uint64_t{24} << 20;

uint64_t plain_capacity() {
  StoreSet<Exact<>> exact;
  return fill_up(exact, kBudget);
}

TEST(StoreWhenFull, HashesTakeLessAndNothingIsForgotten) {
  ThenHashCompact set(std::make_unique<StoreSet<Exact<>>>());
  const uint64_t count = fill_up(set, kBudget);
  EXPECT_TRUE(set.converted());
  EXPECT_GT(set.converted_at(), plain_capacity() / 2);
  EXPECT_GT(count, plain_capacity() * 3);
  EXPECT_EQ(set.size(), count);
  Numbered state;
  for (uint64_t i = 0; i < count; ++i) {
    ASSERT_TRUE(set.contains(state(i), Numbered::hash(i)));
    ASSERT_EQ(set.visit(state(i), Numbered::hash(i)), Visit::again);
  }
  EXPECT_FALSE(set.contains(state(count + 1), Numbered::hash(count + 1)));
}

TEST(StoreWhenFull, NothingIsConvertedWhileThereIsRoom) {
  ThenHashCompact set(std::make_unique<StoreSet<Exact<>>>());
  set.set_memory_limit(kBudget);
  Numbered state;
  for (uint64_t i = 0; i < 10'000; ++i) ASSERT_EQ(set.visit(state(i), Numbered::hash(i)), Visit::first);
  EXPECT_FALSE(set.converted());
}

TEST(StoreWhenFull, ACacheForgetsOnlyItsOwnAndNoneOnTheStack) {
  ThenCache set(std::make_unique<StoreSet<Exact<>>>(), {.states = 0, .collisions = 8, .probes = 64, .seed = 3});
  set.set_memory_limit(kBudget);
  Numbered state;
  const uint64_t count = 2'000'000;
  std::vector<uint64_t> on_stack;
  for (uint64_t i = 0; i < count; ++i) {
    ASSERT_EQ(set.visit(state(i), Numbered::hash(i)), Visit::first);
    ASSERT_LE(set.bytes(), kBudget);
    if (i % 1000 == 0) {
      on_stack.push_back(i);
    } else {
      set.leave(state(i), Numbered::hash(i));
    }
  }
  ASSERT_TRUE(set.opened());
  EXPECT_GT(set.opened_at(), plain_capacity() / 2);
  EXPECT_GT(set.replaced(), count / 2);
  for (uint64_t i = 0; i < set.opened_at(); ++i) ASSERT_TRUE(set.contains(state(i), Numbered::hash(i)));
  for (const uint64_t i : on_stack) ASSERT_TRUE(set.contains(state(i), Numbered::hash(i)));
}

template <class StackT>
struct Leave : search::NoDfsHooks {
  explicit Leave(StackT& s, std::set<uint32_t>& e) : store(&s), explored(&e) {}
  void left(StateId id) { store->leave(id); }
  void stored(StateId, StateView state, uint64_t) { explored->insert(test::GraphModel::node_of(state)); }
  StackT* store;
  std::set<uint32_t>* explored;
};

// A tree of states with a few edges across and some back up: its paths are short, so that a small cache holds them.
template <class Random>
test::Graph bushy_graph(Random& random, uint32_t count) {
  test::RandomGraphOptions options;
  options.max_nodes = count;
  options.max_edges = 3;
  test::Graph graph;
  do graph = test::random_graph(random, options);
  while (graph.nodes.size() < count * 2 / 3);
  const auto size = static_cast<uint32_t>(graph.nodes.size());
  for (uint32_t n = 0; n < size; ++n) {
    std::vector<test::Edge>& edges = graph.nodes[n].edges;
    while (edges.size() < 2) edges.emplace_back();
    for (uint32_t i = 0; i < edges.size(); ++i) {
      const uint32_t up = n == 0 ? 0 : (n - 1) / 2;
      if (i < 2) edges[i].target = 2 * n + 1 + i < size ? 2 * n + 1 + i : up;
      if (i == 2) edges[i].target = random() % 4 != 0 ? up : n + static_cast<uint32_t>(random() % (size - n));
    }
  }
  return graph;
}

// A search sees every state all the same (with a good hash), also those of a store that lists its states by a codec.
// `Plain` is the store that fills up, and `budget` what memory is given, by what it takes alone and its states.
template <class Plain, class Then, class Make, class Budget, class Check>
void search_all(Make&& make_set, Budget&& budget, Check&& check) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 3; ++round) {
    SCOPED_TRACE(round);
    const test::Graph graph = bushy_graph(random, 60'000);
    test::GraphModel model(graph);
    search::Task task;
    task.max_errors = 0;
    std::set<uint32_t> expected;
    Plain plain;
    const search::Outcome full = search::depth_first(model, plain, task);
    plain.for_each([&](StateId id) { expected.insert(test::GraphModel::node_of(plain.get(id))); });
    ASSERT_GT(expected.size(), 30'000u);
    task.memory_limit = full.counts.stack_bytes + budget(full.counts.store_bytes, full.counts.states);
    Erased<Then> set = make_set();
    using Stack = VisitedStack<AnyVisited>;
    Stack stack(set);
    std::set<uint32_t> explored;
    const search::Outcome outcome = search::DepthFirst(model, stack, task, {}, {}, Leave<Stack>(stack, explored)).run();
    EXPECT_EQ(outcome.ended, search::Ended::complete);
    EXPECT_EQ(explored, expected);
    EXPECT_GE(outcome.counts.states, full.counts.states);
    EXPECT_GE(outcome.errors, full.errors);
    EXPECT_LE(outcome.counts.store_bytes + outcome.counts.stack_bytes, task.memory_limit);
    check(set.set(), full.counts.states);
  }
}

// The hashes are made beside the states: room for these is taken off.
template <class Plain>
void then_hash_compact() {
  search_all<Plain, ThenHashCompact>(
      [] { return Erased<ThenHashCompact>(std::make_unique<StoreSet<Plain>>()); },
      [](uint64_t bytes, uint64_t states) { return bytes * 4 / 5 + 12 * states + kHugePage; },
      [](const ThenHashCompact& set, uint64_t states) {
        EXPECT_TRUE(set.converted());
        EXPECT_GT(set.converted_at(), states / 4);
        EXPECT_LT(set.converted_at(), states);
      });
}

// The states get three quarters.
template <class Plain>
void then_cache() {
  search_all<Plain, ThenCache>([] { return Erased<ThenCache>(std::make_unique<StoreSet<Plain>>(), CacheOptions{}); },
                               [](uint64_t bytes, uint64_t) { return bytes * 5 / 6; },
                               [](const ThenCache& set, uint64_t states) {
                                 ASSERT_TRUE(set.opened());
                                 EXPECT_GT(set.opened_at(), states / 8);
                                 EXPECT_LT(set.opened_at(), states);
                               });
}

TEST(StoreWhenFull, SearchThenHashCompact) {
  then_hash_compact<Exact<>>();
  then_hash_compact<test::CollapseStore<>>();
}
TEST(StoreWhenFull, SearchThenCache) {
  then_cache<Exact<>>();
  then_cache<Tree<>>();
}

}  // namespace
}  // namespace gyre::store
