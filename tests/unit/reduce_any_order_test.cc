// Partial order reduction in searches without a stack: cycles are cut at fixed places, sets are remembered by what makes
// them sets. On every golden model the same errors are found as without reduction.
// link: promela trace
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "reduce/economy.h"
#include "reduce/partial_order.h"
#include "search/bfs.h"
#include "search/dfs.h"
#include "search/pseudo_dfs.h"
#include "store/exact.h"
#include "unit/compiled_model.h"
#include "vm/machine.h"

namespace gyre::reduce {
namespace {

namespace fs = std::filesystem;

using Errors = std::set<std::pair<model::ErrorKind, uint32_t>>;
using Set = store::Exact<>;

Errors errors_of(const search::Outcome& outcome) {
  Errors errors;
  for (const search::FoundError& found : outcome.found) errors.emplace(found.kind, found.place);
  return errors;
}

search::Task all_errors() {
  search::Task task;
  task.max_errors = 0;
  return task;
}

StubbornOptions cut() {
  StubbornOptions options;
  options.observed.emplace();
  return options;
}

search::Outcome in_any_order(model::Model& model) {
  Set store;
  return search::PseudoDepthFirst<Set>(model, store, all_errors()).run();
}

search::Outcome breadth_first(model::Model& model) {
  store::Exact<search::ParentLink> store;
  return search::BreadthFirst<store::Exact<search::ParentLink>>(model, store, all_errors()).run();
}

// Depth-first with the proviso of the stack up to so many states, then in any order.
search::Outcome handed_over(vm::Machine& machine, const Summary& summary, uint64_t at) {
  Set store;
  PartialOrder with_stack(machine, *machine.image().shapes, summary, {});
  search::DfsOptions options;
  options.reduced = true;
  options.hand_over_at = at;
  search::DepthFirst<Set> first(with_stack, store, all_errors(), {}, options);
  search::Outcome so_far = first.run();
  if (so_far.ended != search::Ended::handed_over) return so_far;
  StubbornOptions learned = cut();
  learned.used = with_stack.used();
  PartialOrder without(machine, *machine.image().shapes, summary, learned, 0, false);
  search::PseudoDepthFirst<Set> second(without, store, all_errors());
  second.take_over(first, std::move(so_far), machine);
  return second.go_on();
}

TEST(AnyOrder, SameErrorsInAllModels) {
  size_t compared = 0, reduced = 0;
  for (const char* folder : {"tests/golden", "models"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GYRE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".pml") continue;
      auto sources = std::make_shared<SourceMap>();
      Diagnostics diagnostics;
      ir::Program read = promela::compile(entry.path().string(), {}, sources, diagnostics);
      if (diagnostics.has_errors() || !Summary::why_not(read).empty() || read.hidden_bytes > 0) continue;
      SCOPED_TRACE(entry.path().string());
      const auto program = std::make_shared<const ir::Program>(std::move(read));
      vm::Machine machine(program);
      machine.limit_steps(100000);
      search::Task task = all_errors();
      task.time_limit = 2;
      Set store;
      const search::Outcome full = search::depth_first(machine, store, task);
      if (full.ended != search::Ended::complete || full.counts.states > 20000) continue;
      const Summary summary(*program);
      for (const bool limited : {false, true}) {
        PartialOrder model(machine, *machine.image().shapes, summary, cut(), 0, limited);
        const search::Outcome some = in_any_order(model);
        EXPECT_EQ(errors_of(some), errors_of(full));
        EXPECT_LE(some.counts.states, full.counts.states);
        if (!limited) reduced += some.counts.states < full.counts.states ? 1 : 0;
      }
      PartialOrder model(machine, *machine.image().shapes, summary, cut());
      EXPECT_EQ(errors_of(breadth_first(model)), errors_of(full));
      for (const uint64_t share : {8, 2}) {
        const search::Outcome some = handed_over(machine, summary, full.counts.states / share + 1);
        EXPECT_EQ(errors_of(some), errors_of(full));
        EXPECT_LE(some.counts.states, full.counts.states);
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
  EXPECT_GT(reduced, 50u);
}

// A process that goes round for ever must not hide another one: without a stack nothing but the cut sees it.
TEST(AnyOrder, NothingIsPutOffForEver) {
  const auto program = test::program_of(R"(
    byte x, y;
    active proctype A() { do :: x = 1; x = 0 od }
    active proctype B() { y = 1; assert(false) })");
  vm::Machine machine(program);
  const Summary summary(*program);
  PartialOrder model(machine, *machine.image().shapes, summary, cut(), 0, false);
  EXPECT_EQ(in_any_order(model).found.size(), 1);
  // Sets that were made for a search with a stack are refused.
  PartialOrder with_stack(machine, *machine.image().shapes, summary, {});
  EXPECT_THROW(in_any_order(with_stack), std::logic_error);
}

// What a set depends on is part of its certificate: here A alone is enough as long as `go` is 0, since B waits for it.
TEST(AnyOrder, CertificatesHoldTheirConditions) {
  const auto program = test::program_of(R"(
    byte go, x, n;
    active proctype A() { do :: n < 20 -> x = 1; n++ :: n == 10 -> go = 1; n++ :: n >= 20 -> break od }
    active proctype B() { (go == 1) -> x = 2; assert(x == 2) })");
  vm::Machine machine(program);
  const Summary summary(*program);
  const Errors full = errors_of(in_any_order(machine));
  EXPECT_EQ(full.size(), 2) << "the assertion, and B waits for ever";
  PartialOrder model(machine, *machine.image().shapes, summary, cut(), 0, false);
  const search::Outcome some = in_any_order(model);
  EXPECT_EQ(errors_of(some), full);
  EXPECT_GT(some.counts.partially_expanded, 0);
}

constexpr uint64_t kStates = 1'000'000;

uint64_t looks(Economy& economy, uint64_t pruned, uint64_t work) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < kStates; ++i) {
    if (!economy.looks()) continue;
    ++count;
    economy.note(pruned, work);
  }
  return count;
}

TEST(Economy, DoesNotLookWhereThatDoesNotPay) {
  Economy nothing(true), too_little(true);
  const uint64_t few = looks(nothing, 0, 100);
  EXPECT_LT(few, kStates / 10);
  EXPECT_GT(few, kStates / 100) << "it may pay later";
  EXPECT_LT(looks(too_little, 1, 1000), kStates / 10);
}

// Two in turn, so that the first has used up what it may spend without being judged.
TEST(Economy, LooksLessWhereLessThanHalfIsCovered) {
  Economy nearly(true), losing(true);
  looks(nearly, 3, 150);
  looks(losing, 1, 150);
  const uint64_t rarely = looks(losing, 1, 150);
  EXPECT_LT(rarely, looks(nearly, 3, 150) / 6);
  EXPECT_GT(rarely, 0u) << "it may pay later";
  looks(losing, 30, 150);
  EXPECT_EQ(looks(losing, 30, 150), kStates) << "and then it does";
}

TEST(Economy, LooksEverywhereWhereItPays) {
  Economy economy(true);
  EXPECT_EQ(looks(economy, 4, 100), kStates);
  EXPECT_EQ(economy.look(), Look::where_it_is_worthwhile);
}

TEST(Economy, WithoutLimitsLooksEverywhere) {
  Economy economy(false);
  EXPECT_EQ(looks(economy, 0, 1000), kStates);
  EXPECT_EQ(economy.look(), Look::everywhere);
}

}  // namespace
}  // namespace gyre::reduce
