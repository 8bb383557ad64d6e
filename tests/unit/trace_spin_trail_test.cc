// SPIN's trails: ours are replayed by the real spin, pan's are followed by us. Without spin and gcc only the format is
// tested.
// link: judge promela vm
#include "trace/spin_trail.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "base/error.h"
#include "temporary.h"
#include "trace_models.h"

namespace gyre::trace {
namespace {

using judge::replay;
using judge::ReplayResult;

using test::counterexample;
using test::find_errors;
using test::machine_of;

struct Example {
  const char* name;
  const char* text;
};

// Each has an error, and something that makes its trail special.
const Example kExamples[] = {
    {"plain", "byte x; active proctype P() { x = 1; x++; assert(x == 1) }"},
    {"deadlock", "byte x; active proctype P() { x = 1; x == 3 } active proctype Q() { x == 1; x = 2 }"},
    {"initial_deadlock", "active proctype P() { false }"},
    {"atomic",
     "byte x; active proctype P() { byte l; atomic { x = 1; if :: l == 0 -> x = 2 :: else fi }; x = 3 }\n"
     "active proctype Q() { x == 2; assert(x == 3) }"},
    {"atomic_blocks",
     "byte x; active proctype P() { atomic { x = 1; x == 2; x = 3 } }\n"
     "active proctype Q() { x == 1; x = 2; x == 3; assert(false) }"},
    {"atomic_assert", "byte x; active proctype P() { atomic { x = 1; assert(x == 2); x = 3 } }"},
    {"atomic_goto", "byte x; active proctype P() { atomic { x = 1; goto L }; x = 2; L: x++; assert(x != 2) }"},
    {"d_step",
     "byte x; active proctype P() { byte i; d_step { i = 0; do :: i < 3 -> i++; x = x + i :: else -> break od }; x++ "
     "}\n"
     "active proctype Q() { x == 7; assert(false) }"},
    {"rendezvous",
     "chan c = [0] of { byte }; byte y; active proctype S() { byte l; l = 3; l++; c!l; c!5 }\n"
     "active [2] proctype R() { byte a, b; c?a; b = a; a = b + 1; assert(a != 6) }"},
    {"rendezvous_atomic",
     "chan c = [0] of { byte }; byte y; active proctype S() { atomic { c!1; y = 2; y = 3 } }\n"
     "active proctype R() { byte a; atomic { c?a; y = a; a = 9 }; y == 3; assert(false) }"},
    {"buffers",
     "mtype = { a, b }; chan c = [2] of { mtype, byte }; active proctype S() { c!a,1; c!b,2; c!!a,0 }\n"
     "active proctype R() { byte v; c?a,v; c??b,v; assert(v == 1) }"},
    {"birth_and_death",
     "byte x; proctype Q(byte n) { byte m; m = n; m++; x = m } init { byte p; p = run Q(1); p = run Q(5); "
     "(_nr_pr == 1); assert(x == 2) }"},
    {"unless",
     "byte x; active proctype P() { byte l; { x = 1; l = 1; l = 2; x = 2; x = 3 } unless { x == 2 -> l = 3; x = 9 } "
     "assert(x == 3) }"},
    {"timeout", "byte x; active proctype P() { do :: x < 2 -> x++ :: timeout -> break od; assert(false) }"},
    {"else_and_loops",
     "byte x; active proctype P() { byte i; for (i : 1 .. 3) { x = x + i }; do :: i > 1 -> i-- :: else -> break od; "
     "assert(x == 0) }"},
    {"locals",
     "byte g; active [2] proctype P() { byte a, b; a = 1; b = a + 1; if :: a = 5; b = 6 :: b = 7 fi; a = b; "
     "printf(\"%d\\n\", a); b = 0; g = g + a; a = 3; assert(g < 13) }"},
    {"local_assertion", "active proctype P() { byte a; a = 1; a++; assert(a == 1); a = 3 }"},
    {"labels",
     "byte g; active proctype P() { byte a; a = 1; L: a++; a = a * 2; M: if :: a < 20 -> goto L :: else fi; g = a; "
     "assert(g == 0) }"},
    {"inlines",
     "byte g; inline twice(v) { v = v + v; v = v + 1 } active proctype P() { byte a; a = 1; twice(a); twice(a); g = a; "
     "assert(g == 0) }"},
    {"select",
     "byte g; active proctype P() { byte a, lo = 1; select (a : 1 .. 3); g = a; select (a : lo .. 4); assert(a + g != "
     "7) }"},
    {"ltl", "byte x; active proctype P() { x = 1; x = 2; assert(x == 1) } ltl f { [] (x < 5) }"},
};

std::string run(const std::string& command) {
  std::string out;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return out;
  char buffer[4096];
  while (const size_t n = fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, n);
  pclose(pipe);
  return out;
}

bool installed(const char* tool) {
  return std::system((std::string("command -v ") + tool + " > /dev/null 2>&1").c_str()) == 0;
}

size_t count_lines(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }

class TraceSpinTrail : public testing::TestWithParam<Example> {
 protected:
  void SetUp() override { test::write_text(folder_ / "m.pml", std::string(GetParam().text) + "\n"); }
  std::string in_folder(const std::string& command) {
    return run("cd '" + folder_.path().string() + "' && " + command + " 2>&1");
  }
  test::TemporaryFolder folder_;
};

TEST_P(TraceSpinTrail, OursReadBack) {
  auto m = machine_of(GetParam().text);
  for (const test::Found& f : find_errors(*m)) {
    const ReplayResult r = replay(*m, f.choices, f.kind, f.place);
    ASSERT_TRUE(r.confirmed) << r.why_not;
    const std::string text = write_spin_trail(r.trace);
    EXPECT_EQ(count_lines(text), r.trace.length);
    const SpinTrailResult back = follow_spin_trail(*m, text, "t");
    EXPECT_TRUE(back.followed) << back.error;
    EXPECT_EQ(back.trace.failure.kind, f.kind);
    EXPECT_EQ(back.trace.failure.message, r.trace.failure.message);
    ASSERT_EQ(back.trace.steps.size(), r.trace.steps.size());
    for (size_t i = 0; i < back.trace.steps.size(); ++i)
      EXPECT_TRUE(back.trace.steps[i].state.same_key(r.trace.steps[i].state));
  }
}

TEST_P(TraceSpinTrail, OursReplayedBySpin) {
  if (!installed("spin")) GTEST_SKIP() << "spin is not installed";
  auto m = machine_of(GetParam().text);
  for (const test::Found& f : find_errors(*m)) {
    const ReplayResult r = replay(*m, f.choices, f.kind, f.place);
    ASSERT_TRUE(r.confirmed) << r.why_not;
    test::write_text(folder_ / "t", write_spin_trail(r.trace));
    const std::string out = in_folder("spin -t -p -k t m.pml");
    EXPECT_EQ(out.find("transition failed"), std::string::npos) << out;
    EXPECT_EQ(out.find("invalid statement"), std::string::npos) << out;
    EXPECT_NE(out.find("trail ends after " + std::to_string(r.trace.length) + " steps"), std::string::npos) << out;
    if (f.kind == ErrorKind::assertion) {
      EXPECT_NE(out.find("Error: assertion violated"), std::string::npos) << out;
    }
  }
}

TEST_P(TraceSpinTrail, PansFollowedByUs) {
  if (!installed("spin") || !installed("gcc")) GTEST_SKIP() << "spin or gcc is not installed";
  auto m = machine_of(GetParam().text);
  // Merged statements (the default) and single ones.
  for (const char* options : {"", "-o1 -o2 -o3"}) {
    SCOPED_TRACE(options);
    in_folder(std::string("rm -f m.pml.trail; spin -a ") + options +
              " m.pml && gcc -O0 -w -DSAFETY -DNOCLAIM -o pan pan.c && ./pan");
    const std::string trail = test::read_text(folder_ / "m.pml.trail");
    const SpinTrailResult r = follow_spin_trail(*m, trail, "m.pml.trail");
    EXPECT_TRUE(r.followed) << r.error << "\n" << trail;
    EXPECT_EQ(r.trace.failure.kind, counterexample(*m).failure.kind);
    EXPECT_EQ(r.merged, trail.rfind("-4:-4:-4", 0) == 0);
    if (!r.merged) {
      EXPECT_EQ(r.trace.length, count_lines(trail));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, TraceSpinTrail, testing::ValuesIn(kExamples),
                         [](const testing::TestParamInfo<Example>& info) { return std::string(info.param.name); });

// With a claim: its moves are skipped and pids are shifted; a cycle is marked.
TEST(TraceSpinTrailClaim, PansWithAClaim) {
  if (!installed("spin") || !installed("gcc")) GTEST_SKIP() << "spin or gcc is not installed";
  const test::TemporaryFolder folder;
  const char* text = "byte x; active [2] proctype P() { do :: x = 1 - x od } ltl f { <> (x == 2) }";
  test::write_text(folder / "m.pml", text);
  run("cd '" + folder.path().string() + "' && (spin -a m.pml && gcc -O0 -w -o pan pan.c && ./pan -a) 2>&1");
  const std::string trail = test::read_text(folder / "m.pml.trail");
  auto m = machine_of(text);
  const SpinTrailResult r = follow_spin_trail(*m, trail, "m.pml.trail");
  EXPECT_TRUE(r.followed) << r.error << "\n" << trail;
  EXPECT_TRUE(r.has_claim);
  EXPECT_TRUE(r.trace.cycle_start);
  EXPECT_EQ(r.trace.failure.kind, ErrorKind::none);
}

TEST(TraceSpinTrailFormat, Refusals) {
  auto m = machine_of(
      "byte x; chan c = [0] of { byte };\nactive proctype P() { x = 1; c!2; x = 3 }\nactive proctype Q() { c?x }\n");
  EXPECT_EQ(write_spin_trail(replay(*m, {0, 0}, ErrorKind::none).trace), "1:0:0\n2:0:1\n3:1:4\n");
  auto error = [&](const std::string& text) { return follow_spin_trail(*m, text, "t").error; };
  EXPECT_EQ(error("1:0:0\n2:0:1\n3:1:4\n4:0:2\n"), "");
  EXPECT_EQ(error("1:0:0\r\n\n2:0:1\n3:1:4\n"), "");
  EXPECT_EQ(error("1:0:2\n"), "t:1: P(0) cannot execute `x = 3` (statement 2) here: it can do `x = 1` (statement 0)");
  EXPECT_EQ(error("1:0:0\n2:1:4\n"), "t:2: Q(1) cannot execute `c?x` (statement 4) here: it cannot move");
  EXPECT_EQ(error("1:0:0\n2:7:4\n"), "t:2: there is no process 7: only 2 are alive");
  EXPECT_EQ(error("1:0:0\n2:0:77\n"), "t:2: P(0) has no statement 77: is this the model the trail was made from?");
  EXPECT_EQ(error("1:0:0\n2:0:1\n3:0:2\n"),
            "t:2: P(0) cannot execute `c!2` (statement 1) here: it can do `c!2` (statement 1); a rendezvous needs the "
            "receiver's line behind the sender's");
  // A claim shifts the processes.
  EXPECT_EQ(error("-2:2:-2\n-4:-4:-4\n0:0:9\n1:1:0\n2:0:9\n3:1:1\n4:2:4\n"), "");
  for (const char* bad :
       {"x\n", "1:0\n", "1:0:0\n2:0:1", "1:0:0:0\n", "1:-3:0\n", "1:0:99999999999999999999\n", "1:0:0 y\n"}) {
    EXPECT_THROW(follow_spin_trail(*m, bad, "t"), Error) << bad;
  }
  try {
    follow_spin_trail(*m, "1:0:0\nhello\n", "t");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "t:2: a line `step:process:statement` is expected");
  }
}

TEST(TraceSpinTrailFormat, DoubtWhereNothingIsWrong) {
  auto m = machine_of("byte x; active proctype P() { x = 1; x = 2; assert(x == 1) }");
  auto doubt = [&](const std::string& text) { return follow_spin_trail(*m, text, "t").doubt; };
  EXPECT_EQ(doubt("1:0:0\n2:0:1\n3:0:2\n"), "");
  EXPECT_EQ(doubt("1:0:0\n"), "t: the trail ends after 1 step, and nothing is wrong there: is it whole?");
  EXPECT_EQ(doubt("1:0:0\nend\n"), "");
  EXPECT_EQ(doubt(""), "t: there is nothing in this file");
}

TEST(TraceSpinTrailFormat, Cycles) {
  auto m = machine_of("byte x; active proctype P() { do :: x = 1 - x od }");
  Trace t = replay(*m, {0, 0, 0}, ErrorKind::none).trace;
  t.cycle_start = 1;
  const std::string text = write_spin_trail(t);
  EXPECT_EQ(text, "1:0:0\n-1:-1:-1\n2:0:0\n3:0:0\n");
  EXPECT_EQ(follow_spin_trail(*m, text, "t").trace.cycle_start, 1);
  t.cycle_start = 3;
  EXPECT_EQ(follow_spin_trail(*m, write_spin_trail(t), "t").trace.cycle_start, 3);
}

TEST(TraceSpinTrailFormat, SpinShowsTheCycle) {
  if (!installed("spin")) GTEST_SKIP() << "spin is not installed";
  const test::TemporaryFolder folder;
  const char* text = "byte x; active proctype P() { do :: x = 1 - x od }\n";
  auto m = machine_of(text);
  Trace t = replay(*m, {0, 0, 0}, ErrorKind::none).trace;
  t.cycle_start = 1;
  test::write_text(folder / "m.pml", text);
  test::write_text(folder / "m.pml.trail", write_spin_trail(t));
  const std::string shown = run("cd '" + folder.path().string() + "' && spin -t -p m.pml 2>&1");
  const size_t cycle = shown.find("<<<<<START OF CYCLE>>>>>");
  ASSERT_NE(cycle, std::string::npos) << shown;
  const std::string stem = shown.substr(0, cycle);
  EXPECT_NE(stem.find("x = (1-x)"), std::string::npos) << shown;
  EXPECT_EQ(stem.find("x = (1-x)"), stem.rfind("x = (1-x)")) << shown;
}

// Breadth-first search of SPIN writes a step too many behind a deadlock.
TEST(TraceSpinTrailFormat, OneStepTooMany) {
  auto m = machine_of("byte x; active proctype P() { x = 1; x == 3; x = 4 }");
  const SpinTrailResult r = follow_spin_trail(*m, "1:0:0\n2:0:1\n", "t");
  EXPECT_TRUE(r.followed) << r.error;
  EXPECT_EQ(r.trace.failure.kind, ErrorKind::deadlock);
  EXPECT_FALSE(follow_spin_trail(*m, "1:0:0\n2:0:1\n3:0:2\n", "t").followed);
}

// pan stops at the send of a rendezvous whose message has too few fields.
TEST(TraceSpinTrailFormat, EndsInsideARendezvous) {
  auto m = machine_of(
      "byte y; chan c = [0] of { byte, byte };\nactive proctype A() { y = 1; c!1 }\nactive proctype B() { byte x; c?x "
      "}");
  const SpinTrailResult r = follow_spin_trail(*m, "1:0:0\n2:0:1\n", "t");
  EXPECT_TRUE(r.followed) << r.error;
  EXPECT_EQ(r.note, "t:2: the trail ends inside a rendezvous, before the receiver's step");
  EXPECT_EQ(r.trace.steps.size(), 2u);
  EXPECT_EQ(r.trace.failure.kind, ErrorKind::channel_misuse);
  EXPECT_EQ(follow_spin_trail(*m, "1:0:0\n", "t").note, "");
  // Nobody takes it yet.
  m = machine_of(
      "byte y; chan c = [0] of { byte, byte };\nactive proctype A() { c!1 }\nactive proctype B() { byte x; y = 1; c?x "
      "}");
  const SpinTrailResult in_vain = follow_spin_trail(*m, "1:0:0\n", "t");
  EXPECT_TRUE(in_vain.followed) << in_vain.error;
  EXPECT_EQ(in_vain.note, "t:1: the trail ends inside a rendezvous: `c!1` is offered by A(0), and nobody takes it");
  EXPECT_FALSE(follow_spin_trail(*m, "1:0:0\n2:1:2\n", "t").followed);
}

}  // namespace
}  // namespace gyre::trace
