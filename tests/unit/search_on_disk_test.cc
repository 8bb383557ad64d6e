// The search on disk against breadth-first search in memory, on random graphs, with memory for some ten states.
#include "search/on_disk.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "graph_model.h"
#include "search/bfs.h"
#include "store/disk_queue.h"
#include "store/disk_set.h"
#include "store/exact.h"

namespace gyre::search {
namespace {

using test::Graph;
using test::GraphModel;
using test::Hashing;

struct Disk {
  explicit Disk(uint64_t memory)
      : set(testing::TempDir(), memory), queue(testing::TempDir(), 200), links(testing::TempDir()) {}
  store::DiskSet set;
  store::DiskQueue queue;
  store::DiskLinks links;
};

std::set<std::pair<model::ErrorKind, uint32_t>> kinds(const Outcome& outcome) {
  std::set<std::pair<model::ErrorKind, uint32_t>> all;
  for (const FoundError& error : outcome.found) all.insert({error.kind, error.place});
  return all;
}

TEST(SearchOnDisk, RandomGraphs) {
  std::mt19937_64 random(9);
  uint64_t spilled = 0;
  for (int round = 0; round < 800 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    test::RandomGraphOptions options;
    options.max_nodes = round % 3 == 0 ? 6 : round % 3 == 1 ? 60 : 400;
    options.locality = round % 4 == 0 ? 5 : 0;
    options.fault_percent = static_cast<uint32_t>(random() % 15);
    const Graph graph = test::random_graph(random, options);
    GraphModel model(graph, static_cast<Hashing>(random() % 3));
    Task task;
    task.max_errors = random() % 3;
    store::Exact<ParentLink> store;
    const Outcome expected = breadth_first(model, store, task);
    Disk disk(1200 + random() % 3000);
    const Outcome outcome = OnDisk(model, disk.set, disk.queue, disk.links, task).run();
    spilled += disk.set.spilled_at() > 0 ? 1 : 0;
    EXPECT_EQ(outcome.ended, expected.ended);
    EXPECT_EQ(outcome.errors, expected.errors);
    if (expected.ended == Ended::complete) {
      EXPECT_EQ(outcome.counts.states, expected.counts.states);
      EXPECT_EQ(outcome.counts.matched, expected.counts.matched);
      EXPECT_EQ(kinds(outcome), kinds(expected));
    }
    for (const FoundError& error : outcome.found) EXPECT_TRUE(test::leads_to(graph, error));
  }
  EXPECT_GT(spilled, 80u);
}

TEST(SearchOnDisk, BudgetsEndIt) {
  std::mt19937_64 random(2);
  test::RandomGraphOptions options;
  options.max_nodes = 400;
  const Graph graph = test::random_graph(random, options);
  GraphModel model(graph);
  Task task;
  const std::atomic<bool> interrupt{true};
  task.interrupt = &interrupt;
  Disk disk(2000);
  EXPECT_EQ(OnDisk(model, disk.set, disk.queue, disk.links, task).run().ended, Ended::interrupted);
}

}  // namespace
}  // namespace gyre::search
