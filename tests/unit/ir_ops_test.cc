// The operators of ops.def: what they are worth where 32 bits end, and what they refuse.
#include "ir/ops.h"

#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace gyre::ir {
namespace {

using Value = std::optional<int32_t>;

constexpr int32_t kLow = INT32_MIN, kHigh = INT32_MAX;

TEST(Ops, WrapAround) {
  EXPECT_EQ(compute(Op::add, kHigh, 1, false), Value(kLow));
  EXPECT_EQ(compute(Op::sub, kLow, 1, false), Value(kHigh));
  EXPECT_EQ(compute(Op::mul, 65536, 65536, false), Value(0));
  EXPECT_EQ(compute(Op::neg, kLow, false), Value(kLow));
  EXPECT_EQ(compute(Op::bit_not, 0, false), Value(-1));
  EXPECT_EQ(compute(Op::logical_not, 7, false), Value(0));
}

TEST(Ops, DivisionRoundsToZero) {
  EXPECT_EQ(compute(Op::div, -7, 2, false), Value(-3));
  EXPECT_EQ(compute(Op::mod, -7, 2, false), Value(-1));
  EXPECT_EQ(compute(Op::div, kLow, -1, false), Value(kLow));
  EXPECT_EQ(compute(Op::mod, kLow, -1, false), Value(0));
  EXPECT_EQ(compute(Op::div, 1, 0, false), Value());
  EXPECT_EQ(compute(Op::mod, 1, 0, false), Value());
}

TEST(Ops, ShiftsTakeFiveBits) {
  EXPECT_EQ(compute(Op::shl, 1, 33, false), Value(2));
  EXPECT_EQ(compute(Op::shr, -8, 1, false), Value(-4));
  EXPECT_EQ(compute(Op::shr, 8, -1, false), Value(0));
}

TEST(Ops, ExactArithmeticRefusesWhatDoesNotFit) {
  EXPECT_EQ(compute(Op::add, kHigh, 1, true), Value());
  EXPECT_EQ(compute(Op::sub, kLow, 1, true), Value());
  EXPECT_EQ(compute(Op::mul, 65536, 65536, true), Value());
  EXPECT_EQ(compute(Op::neg, kLow, true), Value());
  EXPECT_EQ(compute(Op::div, kLow, -1, true), Value());
  EXPECT_EQ(compute(Op::mod, kLow, -1, true), Value(0));
  EXPECT_EQ(compute(Op::div, 1, 0, true), Value());
}

TEST(Ops, ExactDivisionRoundsDown) {
  EXPECT_EQ(compute(Op::div, -7, 2, true), Value(-4));
  EXPECT_EQ(compute(Op::mod, -7, 2, true), Value(1));
  EXPECT_EQ(compute(Op::div, 7, -2, true), Value(-4));
  EXPECT_EQ(compute(Op::mod, 7, -2, true), Value(-1));
}

TEST(Ops, WhatMayFail) {
  EXPECT_TRUE(may_fail(Op::div, false));
  EXPECT_FALSE(may_fail(Op::add, false));
  EXPECT_TRUE(may_fail(Op::add, true));
  EXPECT_FALSE(may_fail(Op::lt, true));
  EXPECT_FALSE(may_fail(Op::logical_and, false));
  EXPECT_TRUE(may_fail(Op::load, false));
}

TEST(Ops, NoOperatorHasNoValue) {
  EXPECT_EQ(compute(Op::len, 1, false), Value());
  EXPECT_EQ(compute(Op::neg, 1, 2, false), Value());
  EXPECT_FALSE(is_operator(Op::conditional));
}

// A text and an arity are one operator.
TEST(Ops, TextsAreDifferent) {
  std::set<std::string> unary, binary;
  size_t count = 0;
#define GYRE_UNARY(name, text, ...) count += unary.insert(text).second;
#define GYRE_BINARY(name, text, ...) count += binary.insert(text).second;
#define GYRE_LOGICAL(name, text, ...) count += binary.insert(text).second;
#include "ir/ops.def"
  EXPECT_EQ(count, 21u);
}

}  // namespace
}  // namespace gyre::ir
