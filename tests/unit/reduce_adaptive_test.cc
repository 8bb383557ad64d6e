// Partial order reduction that does not look where it has looked in vain before: the same errors are found.
// link: promela trace
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/adaptive.h"
#include "reduce/partial_order.h"
#include "search/dfs.h"
#include "store/exact.h"
#include "unit/compiled_model.h"
#include "vm/machine.h"

namespace gyre::reduce {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kHere = 0x123456789abcdef0, kThere = 0xfedcba9876543210;

TEST(Adaptive, LooksWhereSomethingWasFound) {
  Adaptive experience(4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(experience.worthwhile(kHere));
    experience.note(kHere, false);
  }
  experience.note(kThere, false);
  experience.note(kThere, true);
  experience.note(kThere, false);
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(experience.worthwhile(kHere));
    EXPECT_TRUE(experience.worthwhile(kThere));
    EXPECT_TRUE(experience.worthwhile(kHere + (uint64_t{1} << 60))) << "nobody was there yet";
    EXPECT_TRUE(experience.worthwhile(kHere ^ 4)) << "the same place, other states";
  }
}

TEST(Adaptive, LooksRarelyAsLongAsNothingWasFound) {
  Adaptive experience(1);
  experience.note(kHere, false);
  int looks = 0;
  for (uint64_t i = 0; i < 10 * Adaptive::kRarely; ++i) looks += experience.worthwhile(i << 50) ? 1 : 0;
  EXPECT_EQ(looks, 10);
}

struct Explored {
  std::set<std::pair<model::ErrorKind, uint32_t>> errors;
  search::Outcome outcome;
};

// Little room for states that wait, so that many are expanded again.
Explored explore(model::Model& model, search::DfsOptions options) {
  store::Exact<> store;
  search::Task task;
  task.max_errors = 0;
  task.time_limit = 5;
  options.pending_bytes = 256;
  Explored e;
  e.outcome = search::depth_first(model, store, task, {}, options);
  for (const search::FoundError& found : e.outcome.found) e.errors.emplace(found.kind, found.place);
  return e;
}

TEST(Adaptive, SameErrorsInAllModels) {
  size_t compared = 0, reduced_less = 0;
  for (const char* folder : {"tests/golden", "models"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GYRE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".pml") continue;
      auto sources = std::make_shared<SourceMap>();
      Diagnostics diagnostics;
      ir::Program read = promela::compile(entry.path().string(), {}, sources, diagnostics);
      if (diagnostics.has_errors() || !Summary::why_not(read).empty()) continue;
      SCOPED_TRACE(entry.path().string());
      const auto program = std::make_shared<const ir::Program>(std::move(read));
      vm::Machine machine(program);
      machine.limit_steps(100000);
      const Explored full = explore(machine, {});
      if (full.outcome.ended != search::Ended::complete || full.outcome.counts.states > 30000) continue;
      const Summary summary(*program);
      uint64_t pruned = 0;
      for (const uint64_t learning : {~uint64_t{0}, uint64_t{0}, uint64_t{20}}) {
        PartialOrder model(machine, *machine.image().shapes, summary, {}, learning);
        const Explored reduced = explore(model, {.reduced = true, .adaptive = true});
        ASSERT_EQ(reduced.outcome.ended, search::Ended::complete);
        EXPECT_EQ(reduced.errors, full.errors);
        EXPECT_LE(reduced.outcome.counts.states, full.outcome.counts.states);
        if (pruned > 0) reduced_less += reduced.outcome.counts.pruned < pruned ? 1 : 0;
        if (learning == ~uint64_t{0}) pruned = reduced.outcome.counts.pruned;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
  EXPECT_GT(reduced_less, 10u) << "experience never counted";
}

}  // namespace
}  // namespace gyre::reduce
