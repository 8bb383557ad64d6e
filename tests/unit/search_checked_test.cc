// Every search on a watched store (store/checked.h): stores and searches keep their promises to each other, and the
// search does what it does on the store alone.
#include <gtest/gtest.h>

#include <random>

#include "graph_model.h"
#include "graph_product.h"
#include "search/bfs.h"
#include "search/bounded.h"
#include "search/components.h"
#include "search/dfs.h"
#include "search/magic.h"
#include "search/nested.h"
#include "search/pseudo_dfs.h"
#include "search/shortening.h"
#include "search/shortest.h"
#include "search/shortest_lasso.h"
#include "store/checked.h"
#include "store/exact.h"
#include "store/tree.h"
#include "thesis/search.h"

namespace gyre::search {
namespace {

using store::Checked;
using store::Exact;
using store::Tree;

void expect_same(const Outcome& checked, const Outcome& plain) {
  EXPECT_EQ(checked.ended, plain.ended);
  EXPECT_EQ(checked.counts.states, plain.counts.states);
  EXPECT_EQ(checked.counts.matched, plain.counts.matched);
  EXPECT_EQ(checked.counts.depth, plain.counts.depth);
  EXPECT_EQ(checked.errors, plain.errors);
  EXPECT_EQ(checked.found.size(), plain.found.size());
}

// run(model, store, task) on random graphs, with the store and with the same one watched.
template <class StoreT, class Run>
void on_graphs(unsigned seed, Run&& run) {
  std::mt19937_64 random(seed);
  for (int round = 0; round < 120 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const test::Graph graph = test::graph_for(random, round, 7);
    Task task;
    task.max_errors = round % 2;
    test::GraphModel model(graph);
    Checked<StoreT> checked;
    StoreT plain;
    expect_same(run(model, checked, task), run(model, plain, task));
  }
}

template <class StoreT, class Run>
void on_products(unsigned seed, Run&& run) {
  std::mt19937 random(seed);
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const test::TableProduct table =
        test::random_product(random, 1 + random() % 6, 1 + random() % 3, 1 + random() % 3, 1);
    test::GraphProduct product(table);
    Task task;
    task.max_errors = round % 2;
    Checked<StoreT> checked;
    StoreT plain;
    expect_same(run(product, checked, task), run(product, plain, task));
  }
}

TEST(SearchChecked, DepthFirst) {
  const auto run = [](auto& model, auto& store, const Task& task) { return depth_first(model, store, task); };
  on_graphs<Exact<>>(1, run);
  on_graphs<Tree<>>(2, run);
}

TEST(SearchChecked, BreadthFirst) {
  const auto run = [](auto& model, auto& store, const Task& task) { return breadth_first(model, store, task); };
  on_graphs<Exact<ParentLink>>(3, run);
  on_graphs<Tree<ParentLink>>(4, run);
}

// Batched lookups. A window of next to nothing makes it read states back.
TEST(SearchChecked, PseudoDepthFirst) {
  for (const uint64_t window : {uint64_t{1} << 20, uint64_t{600}}) {
    const auto run = [&]<class StoreT>(auto& model, StoreT& store, const Task& task) {
      static_assert(store::BatchedStore<StoreT>);
      return PseudoDepthFirst<StoreT>(model, store, task, {}, {window}).run();
    };
    on_graphs<Exact<>>(13, run);
    on_graphs<Tree<>>(14, run);
  }
}

TEST(SearchChecked, ShortestFirst) {
  on_graphs<Exact<DistanceLink>>(
      5, [](auto& model, auto& store, const Task& task) { return shortest_first(model, store, task); });
}

TEST(SearchChecked, Bounded) {
  on_graphs<Exact<StoredDepth>>(6, [](auto& model, auto& store, Task task) {
    task.depth_limit = 20;
    return bounded_depth_first(model, store, task);
  });
  on_graphs<Tree<StoredDepth>>(7, [](auto& model, auto& store, Task task) {
    task.max_errors = 1;
    return iterative_shortening(model, store, task).outcome;
  });
}

TEST(SearchChecked, Thesis) {
  on_graphs<Exact<thesis::Note>>(
      8, [](auto& model, auto& store, const Task& task) { return thesis::explore(model, store, task).outcome; });
}

TEST(SearchChecked, Nested) {
  for (const Partition partition : {Partition{false, Unfolding::none}, Partition{true, Unfolding::weak}}) {
    on_products<Exact<TailNote>>(9, [&](auto& product, auto& store, const Task& task) {
      return NestedDepthFirst(product, store, task, CycleTask{{}, partition}).run();
    });
  }
}

TEST(SearchChecked, Magic) {
  on_products<Exact<WideTailNote>>(10, [](auto& product, auto& store, const Task& task) {
    return MagicSearch(product, store, task, CycleTask{{}, Partition{true, Unfolding::none}}, false).run();
  });
}

TEST(SearchChecked, Components) {
  on_products<Exact<ComponentNote>>(11, [](auto& product, auto& store, const Task& task) {
    return ComponentSearch(product, store, task, ComponentTask{model::ErrorKind::acceptance_cycle, Fairness::strong})
        .run();
  });
}

TEST(SearchChecked, ShortestLasso) {
  on_products<Exact<ComponentNote>>(12, [](auto& product, auto& store, const Task& task) {
    return ShortestLasso(product, store, task, LassoTask{}).run();
  });
}

}  // namespace
}  // namespace gyre::search
