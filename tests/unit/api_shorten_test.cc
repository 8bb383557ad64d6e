// Short by default: counterexamples are shortened where nobody says how to search, and never at the cost of a verdict.
#include <gtest/gtest.h>

#include <gyre/gyre.h>

namespace gyre {
namespace {

Property checked(const std::string& text, const Settings& settings) {
  const Report report = check(Model::from_text("m.pml", text, settings), settings);
  EXPECT_EQ(report.properties.size(), 1u);
  return report.properties.at(0);
}

bool says(const Property& p, const std::string& what) { return p.reason.find(what) != std::string::npos; }

// Depth-first search counts up to the deadlock first.
const char* const kTwoErrors = "byte x; active proctype P() { do :: x < 200 -> x++ :: x == 1 -> assert(false) od }";

TEST(ApiShorten, TheShortestErrorIsShown) {
  const Property p = checked(kTwoErrors, Settings().set("safety"));
  ASSERT_EQ(p.violations.size(), 1u);
  EXPECT_EQ(p.violations[0].error, "assertion");
  EXPECT_EQ(p.violations[0].length, checked(kTwoErrors, Settings().set("safety").set("shortest")).violations[0].length);
  EXPECT_TRUE(says(p, "smallest length")) << p.reason;
}

TEST(ApiShorten, WhoNamesASearchSeesWhatItFinds) {
  const Property p = checked(kTwoErrors, Settings().set("safety").set("search", "dfs"));
  ASSERT_EQ(p.violations.size(), 1u);
  EXPECT_EQ(p.violations[0].error, "deadlock");
  EXPECT_GT(p.violations[0].length, 200u);
}

TEST(ApiShorten, OfSeveralErrorsEachIsShortened) {
  const char* const text =
      "byte x, y; active proctype P() { do :: x < 100 -> x++ :: x > 0 -> assert(x != 1 || y == 0); x-- od }\n"
      "active proctype Q() { y = 1 }";
  const Settings all = Settings().set("safety").set("errors", "0");
  const Property p = checked(text, all), dfs = checked(text, Settings(all).set("search", "dfs"));
  ASSERT_EQ(p.violations.size(), 1u);
  EXPECT_LE(p.violations[0].length, 5u);
  EXPECT_EQ(p.errors, dfs.errors);
  EXPECT_EQ(p.violations[0].count, dfs.violations.at(0).count);
}

TEST(ApiShorten, Lassos) {
  const char* const text =
      "byte x; active proctype P() { do :: x < 50 -> x++ :: x == 50 -> x = 1 :: x == 2 -> x = 1 od }\n"
      "ltl p { <> (x == 70) }";
  const Property p = checked(text, Settings().set("property", "p"));
  ASSERT_EQ(p.violations.size(), 1u);
  EXPECT_EQ(p.violations[0].length,
            checked(text, Settings().set("property", "p").set("shortest")).violations.at(0).length);
  EXPECT_LT(p.violations[0].length, 10u);
}

TEST(ApiShorten, UnderFairness) {
  const char* const text =
      "byte x; bool y; active proctype P() { do :: x < 50 -> x++ :: x == 50 -> x = 1 :: x == 2 -> x = 1 od }\n"
      "active proctype Q() { do :: y = !y od } ltl p { <> (x == 70) }";
  const Settings fair = Settings().set("property", "p").set("fairness", "weak");
  const Property p = checked(text, fair);
  ASSERT_EQ(p.violations.size(), 1u);
  EXPECT_EQ(p.violations[0].length, checked(text, Settings(fair).set("shortest")).violations.at(0).length);
}

// Breadth-first search has no chance here, depth-first search finds the error at once.
const char* const kWide =
    "byte a[6]; byte n; active [6] proctype P() { do :: a[_pid] = (a[_pid] + 1) % 251 od }\n"
    "active proctype E() { do :: n < 150 -> n++ :: else -> break od; assert(false) }";

TEST(ApiShorten, AVerdictIsNotLostForALength) {
  for (const char* how : {"shortest", "shorten"}) {
    const Property p = checked(kWide, Settings().set("safety").set(how).set("time", "2s"));
    EXPECT_EQ(p.verdict, Verdict::violated) << how << ": " << p.reason;
    ASSERT_EQ(p.violations.size(), 1u);
    EXPECT_LE(p.violations[0].length, checked(kWide, Settings().set("safety")).violations.at(0).length) << how;
  }
}

TEST(ApiShorten, ItSaysThatItLookedInVain) {
  const Property p = checked(kWide, Settings().set("safety"));
  EXPECT_TRUE(says(p, "no shorter counterexample was found in 1 s")) << p.reason;
}

TEST(ApiShorten, TheBudgetOfTheRunIsKept) {
  const Report report = check(Model::from_text("m.pml", kWide), Settings().set("safety").set("time", "200ms"));
  EXPECT_LT(report.properties.at(0).seconds, 0.5);
}

TEST(ApiShorten, APropertyThatHoldsIsNotSearchedTwice) {
  const Property p = checked("byte x; init { x = 1; assert(x == 1) }", Settings().set("safety"));
  EXPECT_EQ(p.verdict, Verdict::holds);
  EXPECT_FALSE(says(p, "length"));
}

}  // namespace
}  // namespace gyre
