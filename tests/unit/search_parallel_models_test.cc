// Searches by several threads on the golden models: the states, transitions, errors and executed statements of one
// thread. What the threads share besides the store, the shapes of states above all, is in this test too.
// link: promela vm trace
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "search/bfs.h"
#include "search/dfs.h"
#include "search/parallel.h"
#include "search/parallel_bfs.h"
#include "store/exact.h"
#include "store/shared_tree.h"
#include "unit/compiled_model.h"

namespace gyre::search {
namespace {

namespace fs = std::filesystem;

constexpr size_t kThreads = 3;
constexpr uint64_t kMostStates = 5000, kMostSteps = 20'000;

std::vector<fs::path> models() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GYRE_SOURCE_DIR) / "tests/golden")) {
    if (entry.path().extension() == ".pml") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// A program's machines, on an image of their own: shapes are met anew, by several threads at once.
class Machines {
 public:
  explicit Machines(const std::shared_ptr<const ir::Program>& program) {
    machines_.push_back(std::make_unique<vm::Machine>(program));
    machines_[0]->limit_steps(kMostSteps);
    for (size_t i = 1; i < kThreads; ++i) machines_.push_back(machines_[0]->another());
    for (const auto& machine : machines_) pointers_.push_back(machine.get());
  }
  std::span<model::Model* const> all() const { return pointers_; }
  const std::vector<uint64_t>& executed() {
    for (size_t i = 1; i < kThreads; ++i) machines_[0]->add_executed(*machines_[i]);
    return machines_[0]->executed();
  }

 private:
  std::vector<std::unique_ptr<vm::Machine>> machines_;
  std::vector<model::Model*> pointers_;
};

void expect_same_counts(const Counts& counts, const Counts& expected) {
  EXPECT_EQ(counts.states, expected.states);
  EXPECT_EQ(counts.matched, expected.matched);
  EXPECT_EQ(counts.atomic_steps, expected.atomic_steps);
  EXPECT_EQ(counts.vector_bytes, expected.vector_bytes);
}

// All golden models, in parts so that tests can run side by side.
class ParallelGolden : public testing::TestWithParam<size_t> {
 public:
  static constexpr size_t kParts = 4;
};

TEST_P(ParallelGolden, SameCountsAndErrors) {
  const std::vector<fs::path> all = models();
  size_t compared = 0, with_errors = 0;
  for (size_t i = GetParam(); i < all.size(); i += kParts) {
    auto sources = std::make_shared<SourceMap>();
    Diagnostics diagnostics;
    ir::Program compiled = promela::compile(all[i].string(), {}, sources, diagnostics);
    // C is not compiled here.
    if (diagnostics.has_errors() || compiled.embedded_c || compiled.hidden_bytes > 0) continue;
    SCOPED_TRACE(all[i].string());
    const auto program = std::make_shared<const ir::Program>(std::move(compiled));
    Task task;
    task.max_errors = 0;
    vm::Machine machine(program);
    machine.limit_steps(kMostSteps);
    store::Exact<> exact;
    DfsOptions options;
    options.hand_over_at = kMostStates;
    const Outcome expected = depth_first(machine, exact, task, {}, options);
    if (expected.ended != Ended::complete || expected.counts.states > kMostStates) continue;
    ++compared;
    with_errors += expected.errors > 0;

    Machines one(program);
    store::SharedTree tree;
    ParallelPseudoDepthFirst search(one.all(), tree, task);
    const Outcome outcome = search.run();
    EXPECT_FALSE(search.met_error());
    expect_same_counts(outcome.counts, expected.counts);
    EXPECT_EQ(outcome.errors, expected.errors);
    EXPECT_EQ(outcome.found.size(), expected.found.size());
    EXPECT_EQ(one.executed(), machine.executed());

    Machines other(program);
    store::SharedLinkedTree<ParentLink> linked;
    const Outcome by_levels = ParallelBreadthFirst(other.all(), linked, task).run();
    EXPECT_EQ(by_levels.ended, Ended::complete);
    expect_same_counts(by_levels.counts, expected.counts);
    EXPECT_EQ(by_levels.errors, expected.errors);
    EXPECT_EQ(by_levels.found.size(), expected.found.size());
    EXPECT_EQ(other.executed(), machine.executed());
  }
  EXPECT_GT(compared, 50u);
  EXPECT_GT(with_errors, 5u);
}

INSTANTIATE_TEST_SUITE_P(Parts, ParallelGolden, testing::Range<size_t>(0, ParallelGolden::kParts));

}  // namespace
}  // namespace gyre::search
