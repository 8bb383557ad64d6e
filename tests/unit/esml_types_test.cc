#include "esml/types.h"

#include <gtest/gtest.h>

#include "unit/esml_models.h"

namespace gyre::esml {
namespace {

TypeId subrange(Types& types, int32_t low, int32_t high) {
  Type t;
  t.kind = TypeKind::subrange;
  t.low = low;
  t.high = high;
  return types.add(std::move(t));
}

TEST(EsmlTypes, SubrangesMixAndOthersDoNot) {
  Types types;
  const TypeId a = subrange(types, 0, 3), b = subrange(types, 5, 9);
  Type e;
  e.kind = TypeKind::enumeration;
  const TypeId c = types.add(e), d = types.add(e);
  EXPECT_TRUE(types.compatible(a, b));
  EXPECT_TRUE(types.compatible(a, Types::kInteger));
  EXPECT_FALSE(types.compatible(a, Types::kBoolean));
  EXPECT_TRUE(types.compatible(c, c));
  EXPECT_FALSE(types.compatible(c, d));
  EXPECT_TRUE(types.compatible(c, Types::kUnknown));
}

TEST(EsmlTypes, InitialValuesAreNearestToZero) {
  Types types;
  EXPECT_EQ(types.initial(subrange(types, 0, 3)), 0);
  EXPECT_EQ(types.initial(subrange(types, 5, 9)), 5);
  EXPECT_EQ(types.initial(subrange(types, -9, -5)), -5);
  EXPECT_EQ(types.initial(subrange(types, -1, 1)), 0);
  EXPECT_EQ(types.initial(Types::kBoolean), 0);
}

// What the layout makes of a variable's type: bits, sign and range.
struct Kept {
  const char* type;
  int width;
  bool is_signed;
  int32_t low, high;
};

class EsmlScalars : public testing::TestWithParam<Kept> {};

TEST_P(EsmlScalars, TakeAsManyBitsAsTheirValuesNeed) {
  const Kept& k = GetParam();
  const test::Compiled c = test::compile_esml(std::string("MODEL M; TYPE t = ") + k.type +
                                              "; PROCESS P; VAR x: t; BEGIN SKIP END P; BEGIN P END M");
  ASSERT_TRUE(c.program) << c.messages();
  const ir::ScalarType& t = c.program->variables[0].type;
  EXPECT_EQ(t.width, k.width);
  EXPECT_EQ(t.is_signed, k.is_signed);
  EXPECT_EQ(t.low, k.low);
  EXPECT_EQ(t.high, k.high);
}

INSTANTIATE_TEST_SUITE_P(Types, EsmlScalars,
                         testing::Values(Kept{"0..0", 1, false, 0, 0}, Kept{"0..7", 3, false, 0, 7},
                                         Kept{"0..8", 4, false, 0, 8}, Kept{"5..6", 3, false, 5, 6},
                                         Kept{"-1..0", 1, true, -1, 0}, Kept{"-4..3", 3, true, -4, 3},
                                         Kept{"-5..3", 4, true, -5, 3}, Kept{"-1..4", 4, true, -1, 4},
                                         Kept{"0..2147483647", 31, false, 0, 2147483647},
                                         Kept{"-2147483647 - 1..2147483647", 32, true, INT32_MIN, INT32_MAX},
                                         Kept{"a, b, c", 2, false, 0, 2}, Kept{"a, b", 1, false, 0, 1}));

}  // namespace
}  // namespace gyre::esml
