// Parts of the debug adapter that need no session: counts of hits, values as trees; and the adapter without streams.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dap/adapter.h"
#include "dap/breakpoints.h"
#include "dap/values.h"

namespace gyre::dap {
namespace {

// At which of the first six hits it counts.
std::string hits(const std::string& text) {
  const HitCondition condition(text);
  std::string out;
  for (uint64_t hit = 1; hit <= 6; ++hit) out += condition.counts(hit) ? 'x' : '-';
  return out;
}

TEST(DapParts, CountsOfHits) {
  EXPECT_EQ(hits(""), "xxxxxx");
  EXPECT_EQ(hits("3"), "--x---");
  EXPECT_EQ(hits("== 3"), "--x---");
  EXPECT_EQ(hits("=3"), "--x---");
  EXPECT_EQ(hits("> 3"), "---xxx");
  EXPECT_EQ(hits(" >= 3 "), "--xxxx");
  EXPECT_EQ(hits("<3"), "xx----");
  EXPECT_EQ(hits("<= 3"), "xxx---");
  EXPECT_EQ(hits("% 3"), "--x--x");
  for (const char* bad : {"x", ">", "% 0", "3x", "-1", "99999999999999999999999"})
    EXPECT_THROW(hits(bad), Error) << bad;
}

// "a{[0]{x=1 y=2}}"
std::string text_of(const std::vector<ValueTree>& trees) {
  std::string out;
  for (const ValueTree& t : trees) {
    out += (out.empty() ? "" : " ") + t.label;
    out += t.kids.empty() ? "=" + t.value : "{" + text_of(t.kids) + "}";
  }
  return out;
}

TEST(DapParts, ValuesAsTrees) {
  const std::vector<Value> state = {{"n", "3", -1, false},         {"a[0].x", "1", -1, false},
                                    {"a[1].x", "6", -1, false},    {"a[0].y[0]", "2", -1, false},
                                    {"a[0].y[1]", "5", -1, false}, {"q", "[m,1][r[2],3]", -1, true},
                                    {"P(0):b[0]", "7", 0, false},  {"P(0):b[1]", "8", 0, false},
                                    {"P(1):b[0]", "9", 1, false},  {"P(1):q", "empty", -1, true}};
  EXPECT_EQ(text_of(values_in(state, Scope::globals, -1)), "n=3 a{[0]{x=1 y{[0]=2 [1]=5}} [1]{x=6}}");
  EXPECT_EQ(text_of(values_in(state, Scope::locals, 0)), "b{[0]=7 [1]=8}");
  EXPECT_EQ(text_of(values_in(state, Scope::locals, 1)), "b{[0]=9}");
  EXPECT_EQ(text_of(values_in(state, Scope::channels, 0)), "q{[0]=m,1 [1]=r[2],3} P(1):q=empty");

  const std::vector<ValueTree> globals = values_in(state, Scope::globals, -1);
  ASSERT_NE(find_value(globals, "a[0].y"), nullptr);
  EXPECT_EQ(find_value(globals, "a[0].y")->value, "2 elements");
  EXPECT_EQ(find_value(globals, "a[0]")->value, "{x = 1, y = 2 elements}");
  EXPECT_EQ(find_value(globals, "z"), nullptr);
  const std::vector<ValueTree> locals = values_in(state, Scope::locals, 0);
  EXPECT_EQ(find_value(locals, "b")->data, "P(0):b");
  EXPECT_EQ(find_value(locals, "P(0):b[1]")->value, "8");
}

TEST(DapParts, Changes) {
  EXPECT_TRUE(is_change_of("a", "a"));
  EXPECT_TRUE(is_change_of("a[2].b", "a"));
  EXPECT_TRUE(is_change_of("a[2].b", "a[2]"));
  EXPECT_FALSE(is_change_of("ab", "a"));
  EXPECT_FALSE(is_change_of("a", "a[2]"));
}

TEST(DapParts, EveryRequestIsAnswered) {
  std::vector<Json> sent;
  Adapter adapter([&](const Json& message) { sent.push_back(message); });
  adapter.handle(R"({"seq": 7, "type": "request", "command": "initialize"})");
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0]["request_seq"], 7);
  EXPECT_EQ(sent[0]["success"], true);
  adapter.handle(R"({"seq": {}, "type": "request", "command": []})");
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[1]["success"], false);
  EXPECT_EQ(sent[1]["message"], "`command` of the request must be a text");
  adapter.handle("no JSON");
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_EQ(sent[2]["event"], "output");
  EXPECT_FALSE(adapter.busy());
  adapter.handle(R"({"seq": 8, "type": "request", "command": "disconnect"})");
  EXPECT_TRUE(adapter.done());
}

}  // namespace
}  // namespace gyre::dap
