// What is said of a C text without compiling it.
#include "promela/c_text.h"

#include <gtest/gtest.h>

namespace gyre::promela {
namespace {

TEST(CText, SideEffectsAreFoundByTheirSigns) {
  EXPECT_EQ(side_effect("now.x++"), "++");
  EXPECT_EQ(side_effect("--now.x"), "--");
  EXPECT_EQ(side_effect("now.x = 3"), "=");
  EXPECT_EQ(side_effect("now.x <<= 3"), "=");
  EXPECT_EQ(side_effect("f(now.x);"), ";");
}

TEST(CText, ComparisonsAndQuotedSignsAreNone) {
  EXPECT_EQ(side_effect("now.x == 3 && now.y >= 2 || now.z <= 1 && now.u != 0"), "");
  EXPECT_EQ(side_effect("strcmp(s, \"a = b; c++\") == 0 && c != '='"), "");
  EXPECT_EQ(side_effect("now.p->next - -1 > now.x << 2"), "");
}

TEST(CText, NamesAreWholeWords) {
  EXPECT_TRUE(mentions("Pmain->x", "Pmain"));
  EXPECT_FALSE(mentions("Pmain2->x + xPmain", "Pmain"));
  EXPECT_FALSE(mentions("puts(\"Pmain\")", "Pmain"));
}

TEST(CText, IncludesKeepTheirDelimiters) {
  EXPECT_EQ(c_includes("\n #include <stdio.h>\n#  include \"a.h\"\n#define X 1\n"),
            (std::vector<std::string>{"<stdio.h>", "\"a.h\""}));
}

TEST(CText, OneLine) { EXPECT_EQ(in_one_line("  a\n   b\tc  "), "a b c"); }

}  // namespace
}  // namespace gyre::promela
