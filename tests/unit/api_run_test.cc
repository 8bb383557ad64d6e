// The library: runs with progress and cancellation, verdicts and traces.
#include <chrono>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include <gyre/gyre.h>

namespace gyre {
namespace {

// 2^32 states, if nothing is reduced.
const char* const kLarge = "active [4] proctype P() { byte x; do :: x++ od }";
Settings unreduced() { return Settings().set("por", "off").set("merge", "off"); }

std::string value_of(const std::vector<Value>& values, const std::string& name) {
  for (const Value& v : values) {
    if (v.name == name) return v.value;
  }
  return "?";
}

TEST(ApiRun, HoldsAfterACompleteSearch) {
  const Model model = Model::from_text("m.pml", "byte x; init { do :: x < 5 -> x++ :: else -> break od }");
  const Report report = check(model, {});
  ASSERT_EQ(report.properties.size(), 1u);
  const Property& p = report.properties[0];
  EXPECT_EQ(p.name, "safety");
  EXPECT_EQ(p.verdict, Verdict::holds);
  EXPECT_STREQ(verdict_name(p.verdict), "holds");
  EXPECT_TRUE(p.complete);
  EXPECT_GT(p.states, 5u);
  EXPECT_EQ(report.exit_status, 0);
  EXPECT_NE(report.text().find("holds"), std::string::npos);
  EXPECT_NE(report.json().find("\"verdict\": \"holds\""), std::string::npos);
}

TEST(ApiRun, AViolationHasItsTrace) {
  const Model model = Model::from_text("m.pml",
                                       "chan q = [1] of { byte };\n"
                                       "byte x;\n"
                                       "active proctype P() {\n"
                                       "  q!3;\n"
                                       "}\n"
                                       "active proctype Q() {\n"
                                       "  q?x;\n"
                                       "  assert(x == 4)\n"
                                       "}\n");
  const Report report = check(model, Settings().set("merge", "off"));
  EXPECT_EQ(report.exit_status, 1);
  ASSERT_EQ(report.properties.at(0).verdict, Verdict::violated);
  ASSERT_EQ(report.properties[0].violations.size(), 1u);
  const Violation& v = report.properties[0].violations[0];
  EXPECT_EQ(v.error, "assertion");
  EXPECT_EQ(v.message, "assertion violated: x == 4");
  EXPECT_EQ(v.location.file, "m.pml");
  EXPECT_EQ(v.location.line, 8u);
  EXPECT_EQ(v.process, "Q");
  ASSERT_TRUE(v.trace);
  const Trace& t = *v.trace;
  EXPECT_EQ(t.message(), v.message);
  EXPECT_FALSE(t.cycle_start());
  ASSERT_GE(t.size(), 3u);
  EXPECT_EQ(value_of(t.state(0), "x"), "0");
  EXPECT_EQ(value_of(t.state(0), "q"), "empty");
  const Step send = t.step(0);
  EXPECT_EQ(send.process, "P");
  EXPECT_EQ(send.pid, 0);
  EXPECT_EQ(send.statement, "q!3");
  EXPECT_EQ(send.location.line, 4u);
  EXPECT_EQ(send.messages, std::vector<std::string>{"q!3"});
  EXPECT_EQ(value_of(send.changes, "q"), "[3]");
  EXPECT_EQ(value_of(t.state(1), "q"), "[3]");
  EXPECT_EQ(value_of(t.state(t.size()), "x"), "3");
  EXPECT_EQ(t.step(t.size() - 1).error, "assertion");
  EXPECT_NE(t.text().find("q!3"), std::string::npos);
  EXPECT_NE(t.json("m.pml").find("assertion"), std::string::npos);
  EXPECT_THROW(t.step(t.size()), Error);
  EXPECT_THROW(t.state(t.size() + 1), Error);
}

TEST(ApiRun, ALassoHasItsCycle) {
  const Settings s = Settings().set("ltl", "<> (x == 2)").set("property", "ltl_cli_1");
  const Model model = Model::from_text("m.pml", "byte x; active proctype P() { do :: x = 1 - x od }", s);
  const Report report = check(model, s);
  const Violation& v = report.properties.at(0).violations.at(0);
  EXPECT_EQ(v.error, "acceptance-cycle");
  ASSERT_TRUE(v.trace && v.trace->cycle_start());
  EXPECT_LT(*v.trace->cycle_start(), v.trace->size());
}

TEST(ApiRun, BranchingTimeHasEvidence) {
  const Settings s = Settings().set("ctl", "EF x == 2").set("property", "ctl_cli_1");
  const Model model = Model::from_text("m.pml", "byte x; active proctype P() { x = 1; x = 2 }", s);
  const Property p = check(model, s).properties.at(0);
  EXPECT_EQ(p.verdict, Verdict::holds);
  ASSERT_EQ(p.evidence.size(), 1u);
  EXPECT_EQ(p.evidence[0].kind, "path");
  EXPECT_TRUE(p.evidence[0].trace);
}

TEST(ApiRun, StoppedFromAnotherThread) {
  const Model model = Model::from_text("large.pml", kLarge);
  gyre::Run run(model, unreduced());
  EXPECT_EQ(run.progress().property, "");
  run.start();
  EXPECT_THROW(run.start(), Error);
  std::thread other([&] {
    for (int i = 0; i < 3000 && run.progress().states == 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    run.stop();
  });
  const Report report = run.wait();
  other.join();
  EXPECT_TRUE(run.done());
  EXPECT_EQ(report.properties.at(0).verdict, Verdict::inconclusive);
  EXPECT_EQ(report.exit_status, 3);
  const Progress last = run.progress();
  EXPECT_EQ(last.property, "safety");
  EXPECT_GT(last.states, 0u);
  EXPECT_GT(last.transitions, 0u);
  EXPECT_GT(last.seconds, 0);
  EXPECT_THROW(run.wait(), Error);
}

TEST(ApiRun, ListenedToInTheCallingThread) {
  const Model model = Model::from_text("large.pml", kLarge);
  gyre::Run* running = nullptr;
  std::thread::id who;
  uint64_t states = 0;
  gyre::Run run(model, unreduced(), [&](const Progress& now) {
    who = std::this_thread::get_id();
    states = now.states;
    if (states > 0) running->stop();
  });
  running = &run;
  EXPECT_EQ(run.wait().properties.at(0).verdict, Verdict::inconclusive);
  EXPECT_EQ(who, std::this_thread::get_id());
  EXPECT_GT(states, 0u);
}

TEST(ApiRun, LeftAloneItEnds) {
  const Model model = Model::from_text("large.pml", kLarge);
  gyre::Run never(model, unreduced());
  gyre::Run run(model, unreduced());
  run.start();
}

TEST(ApiRun, SeveralAtATime) {
  const Model model =
      Model::from_text("m.pml", "byte x; active [3] proctype P() { do :: x < 20 -> x++ :: else -> break od }");
  gyre::Run a(model, {}), b(model, Settings().set("store", "exact"));
  a.start();
  b.start();
  EXPECT_EQ(a.wait().properties.at(0).verdict, Verdict::holds);
  EXPECT_EQ(b.wait().properties.at(0).verdict, Verdict::holds);
}

// The native engine may be missing: then both say so.
TEST(ApiRun, SeveralCompileAtATime) {
  const Model model = Model::from_file(GYRE_SOURCE_DIR "/models/peterson.pml");
  const Settings native = Settings().set("engine", "native").set("safety");
  gyre::Run a(model, native), b(model, native);
  a.start();
  b.start();
  for (gyre::Run* run : {&a, &b}) {
    try {
      EXPECT_EQ(run->wait().properties.at(0).verdict, Verdict::holds);
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("native engine"), std::string::npos) << e.what();
    }
  }
}

// A violation that is met in several states has a counterexample for each, up to the number asked for, in every order.
TEST(ApiRun, OtherCounterexamples) {
  const Model model =
      Model::from_text("m.pml", "byte x; active proctype A() { if :: x = 1 :: x = 2 :: x = 3 fi; assert(x == 0) }");
  for (const char* search : {"dfs", "bfs", "pseudo-dfs", "bounded", "stateless"}) {
    SCOPED_TRACE(search);
    Settings s;
    s.set("errors", "0").set("search", search).set("safety");
    if (std::string(search) == "bounded" || std::string(search) == "stateless") s.set("depth", "100");
    const Report all = check(model, s);
    ASSERT_EQ(all.properties.at(0).violations.size(), 1u);
    const Violation& v = all.properties[0].violations[0];
    std::set<std::string> ends{v.trace->state(v.trace->size()).at(0).value};
    for (const Counterexample& c : v.others) ends.insert(c.trace.state(c.trace.size()).at(0).value);
    EXPECT_EQ(ends, (std::set<std::string>{"1", "2", "3"}));
    EXPECT_EQ(v.others.size(), 2u);
    EXPECT_LE(check(model, s.set("trails", "2")).properties.at(0).violations.at(0).others.size(), 1u);
  }
  EXPECT_TRUE(check(model, Settings().set("safety")).properties.at(0).violations.at(0).others.empty());
  EXPECT_THROW(check(model, Settings().set("trails", "2")), Error);
}

}  // namespace
}  // namespace gyre
