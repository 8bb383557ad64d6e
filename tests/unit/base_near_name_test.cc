#include <gtest/gtest.h>

#include "base/near_name.h"

namespace gyre {
namespace {

TEST(NearName, Distance) {
  EXPECT_EQ(name_distance("", ""), 0u);
  EXPECT_EQ(name_distance("count", "count"), 0u);
  EXPECT_EQ(name_distance("cuont", "count"), 1u);  // exchanged
  EXPECT_EQ(name_distance("cont", "count"), 1u);
  EXPECT_EQ(name_distance("counts", "count"), 1u);
  EXPECT_EQ(name_distance("cuunt", "count"), 1u);
  EXPECT_EQ(name_distance("abc", ""), 3u);
}

TEST(NearName, TheNearestOrNone) {
  const std::vector<std::string> names = {"count", "counter", "true", "x", "id"};
  EXPECT_EQ(near_name("cuont", names), "count");
  EXPECT_EQ(near_name("conter", names), "counter");
  EXPECT_EQ(near_name("TRUE", names), "true");
  EXPECT_EQ(near_name("X", names), "x");
  EXPECT_EQ(near_name("y", names), "");
  EXPECT_EQ(near_name("ix", names), "");
  EXPECT_EQ(near_name("turn", names), "");
  EXPECT_EQ(near_name("nothing", names), "");
  EXPECT_EQ(near_name("", names), "");
  EXPECT_EQ(near_name(std::string(1000, 'a'), {std::string(1000, 'b')}), "");
  EXPECT_EQ(did_you_mean("count"), "; did you mean 'count'?");
  EXPECT_EQ(did_you_mean(""), "");
}

}  // namespace
}  // namespace gyre
