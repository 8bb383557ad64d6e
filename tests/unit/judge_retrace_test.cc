// Runs of a program whose statements are merged, as runs of the program that was written.
// link: promela reduce
#include "judge/retrace.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "reduce/merge.h"
#include "unit/compiled_model.h"

namespace gyre::judge {
namespace {

struct Both {
  explicit Both(const std::string& text, bool branching = false)
      : program(test::program_of(text)),
        written(program),
        merged(reduce::merged(program, {true, branching, {program->atoms, false, false}})) {}
  std::shared_ptr<const ir::Program> program;
  vm::Machine written, merged;
};

// Where the loop begins x is dead: cleared in the merged program, 0 the first time and 1 from then on in the other one.
TEST(JudgeRetrace, ACycleMayBeginOneRoundLater) {
  Both both(R"(
    byte g;
    active proctype P() { byte x; do :: g = 1; x = 1; g = x; g = 0 od }
    ltl f { [] g < 2 })");
  const FoundRun run{model::ErrorKind::acceptance_cycle, {0, 0, 0}, 0};
  const auto same = retrace(both.merged, run, both.written);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->choices, std::vector<uint32_t>(8));
  EXPECT_EQ(same->cycle_start, 4);
}

TEST(JudgeRetrace, WhatIsNotThereIsNotFound) {
  Both both("byte g; active proctype P() { byte x; g = 1; x = 1; g = x } ltl f { [] g < 2 }");
  const auto found = [&](std::vector<uint32_t> choices, int64_t cycle) {
    return retrace(both.merged, FoundRun{model::ErrorKind::acceptance_cycle, std::move(choices), cycle}, both.written);
  };
  EXPECT_TRUE(found({0, 0, 0}, -1));
  EXPECT_FALSE(found({0, 1}, -1));
  EXPECT_FALSE(found({0, 0}, 0));         // it does not close
  EXPECT_FALSE(found({0, kStutter}, 1));  // it does not end there
  const auto end = found({0, 0, 0, kStutter}, 3);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->choices, (std::vector<uint32_t>{0, 0, 0, 0, kStutter}));
  EXPECT_EQ(end->cycle_start, 4);
}

// The states inside the last transition look like its end: an until that is fulfilled there has been before.
TEST(JudgeRetrace, EvidenceMayEndInsideATransition) {
  Both both("byte g; active proctype P() { byte x; g = 2; x = 1; g = x } ctl q { E[g == 0 U g == 2] }", true);
  const logic::CtlFormula& formula = both.program->properties.at(0).ctl;
  Evidence found;
  found.formula = static_cast<int32_t>(formula.size()) - 1;
  found.value = true;
  found.kind = Evidence::Kind::path;
  found.choices = {0};
  auto same = retrace(both.merged, found, both.written);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->choices, std::vector<uint32_t>(2));
  EXPECT_EQ(same->last, 2);
  EXPECT_EQ(judge_evidence(both.written, formula, {}, *same).trace.length, 2);
  same->last = 1;
  EXPECT_THROW(judge_evidence(both.written, formula, {}, *same), std::logic_error);
}

}  // namespace
}  // namespace gyre::judge
