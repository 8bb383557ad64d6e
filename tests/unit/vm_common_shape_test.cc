// Which shape most states have.
// link: promela vm trace
#include "vm/common_shape.h"

#include <gtest/gtest.h>

#include <atomic>

#include "unit/compiled_model.h"

namespace gyre::vm {
namespace {

TEST(CommonShape, OfThoseWhoStayNotOfTheOneWhoStartsThem) {
  const auto program = test::program_of(R"(
    byte x;
    proctype P() { do :: x = 1 - x od }
    init { atomic { run P(); run P() } }
  )");
  const model::CommonShape common = common_shape(program);
  // init dies only when it is the youngest: it stays, too.
  ASSERT_EQ(common.processes.size(), 3u);
  EXPECT_EQ(common.processes[1].type, common.processes[2].type);
  EXPECT_NE(common.processes[0].type, common.processes[1].type);
  EXPECT_EQ(common.key, common.total);
}

TEST(CommonShape, TheSameEveryTime) {
  const auto program = test::program_of(R"(
    proctype P(byte n) { if :: n > 0 -> run P(n - 1) :: skip fi }
    active proctype Q() { run P(3); do :: skip od }
  )");
  const model::CommonShape first = common_shape(program), second = common_shape(program);
  EXPECT_FALSE(first.processes.empty());
  EXPECT_EQ(first.processes, second.processes);
}

TEST(CommonShape, NoneWhereThereIsNoState) {
  // The first step fails.
  const auto program = test::program_of("byte a[2]; byte i = 5; active proctype P() { a[i] = 1 }");
  EXPECT_EQ(common_shape(program).processes.size(), 1u);  // but there is a state before it
  std::atomic<bool> stop{true};
  // An endless expansion is given up.
  const auto endless = test::program_of("byte x; active proctype P() { atomic { do :: x++ :: x-- od } }");
  EXPECT_TRUE(common_shape(endless, &stop).processes.empty());
}

}  // namespace
}  // namespace gyre::vm
