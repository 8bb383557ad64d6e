// Replaying counterexamples: what is confirmed, what is refused, and the words for it.
// link: promela vm
#include "judge/path.h"

#include <gtest/gtest.h>

#include "trace/trail_json.h"
#include "trace_models.h"

namespace gyre::trace {
namespace {

using judge::replay;
using judge::ReplayResult;

using test::counterexample;
using test::find_errors;
using test::machine_of;

std::string statements(const Trace& trace) {
  std::string out;
  for (const Step& s : trace.steps) {
    out += (out.empty() ? "" : " | ") + process_text(s.process, s.pid) + " " + std::string(s.statement);
  }
  return out;
}

std::string changes_of(const Step& step) {
  std::string out;
  for (const NamedValue& v : step.changes) out += (out.empty() ? "" : ", ") + v.name + "=" + v.value;
  return out;
}

TEST(JudgePath, Assertion) {
  auto m = machine_of("byte x;\nactive proctype P() { x = 1;\n  x++;\n  assert(x == 1)\n}\n");
  const Trace t = counterexample(*m);
  EXPECT_EQ(statements(t), "P(0) x = 1 | P(0) x = x + 1 | P(0) assert(x == 1)");
  EXPECT_EQ(t.length, 3u);
  EXPECT_FALSE(t.cycle_start);
  EXPECT_EQ(t.failure.kind, ErrorKind::assertion);
  EXPECT_EQ(t.failure.message, "assertion violated: x == 1");
  EXPECT_EQ(t.program().sources->where(t.failure.span), "m.pml:4:3");
  EXPECT_EQ(t.failure.process, "P");
  EXPECT_EQ(t.failure.pid, 0);
  EXPECT_EQ(t.failure.step, 3u);
  EXPECT_EQ(changes_of(t.steps[1]), "x=2");
  EXPECT_EQ(t.steps[1].number, 2u);
}

TEST(JudgePath, LengthsAreThoseOfSpinsTrails) {
  struct Case {
    const char* text;
    uint64_t length;
  };
  // A rendezvous is two steps, a d_step one, each step of an atomic one, and the failing step is the last.
  for (const Case& c : {
           Case{"chan c = [0] of { byte }; byte y; active proctype S() { c!1 } active proctype R() { c?y; assert(y == "
                "0) }",
                3},
           Case{"byte x; active proctype P() { d_step { x = 1; x = 2; x = 3 }; assert(x == 0) }", 2},
           Case{"byte x; active proctype P() { atomic { x = 1; x = 2; assert(x == 0); x = 3; x = 4 } }", 3},
           Case{"byte x; active proctype P() { atomic { if :: x = 1 :: x = 2 fi }; assert(x == 1) }", 3},
           Case{"byte x; active proctype P() { x = 1; x = 2; x == 3 }", 2},
           Case{"active proctype P() { false }", 0},
       }) {
    SCOPED_TRACE(c.text);
    auto m = machine_of(c.text);
    EXPECT_EQ(counterexample(*m).length, c.length);
  }
}

TEST(JudgePath, AnErrorInsideAnAtomicEndsTheTrace) {
  auto m = machine_of("byte x; active proctype P() { atomic { x = 1; assert(x == 2); x = 3 } }");
  const Trace t = counterexample(*m);
  EXPECT_EQ(statements(t), "P(0) x = 1 | P(0) assert(x == 2)");
  EXPECT_EQ(t.choices.size(), 1u);
}

TEST(JudgePath, DeadlockSaysWhoWaitsForWhat) {
  auto m = machine_of(
      "chan c = [0] of { byte }; byte x;\n"
      "active proctype A() {\n  do\n  :: c?x\n  :: x == 3\n  od\n}\n"
      "active proctype B() { x == 7 }\n"
      "active proctype C() { end: x == 8 }\n"
      "active proctype D() { skip }\n");
  const Trace t = counterexample(*m);
  EXPECT_EQ(t.failure.kind, ErrorKind::deadlock);
  EXPECT_EQ(t.failure.message,
            "invalid end state: 2 processes are blocked: A(0) at m.pml:4 waits in `c?x` or `x == 3`, B(1) at m.pml:8 "
            "waits in `x == 7`");
  EXPECT_EQ(t.failure.process, "A");
  EXPECT_EQ(t.failure.span.line, 4u);
  const std::vector<Standing> s = standings(t.program(), t.shapes(), t.final_state());
  ASSERT_EQ(s.size(), 3u);  // D is dead
  EXPECT_FALSE(s[0].valid_end);
  EXPECT_TRUE(s[2].valid_end);
}

TEST(JudgePath, ManyBlockedProcessesAreCounted) {
  auto m = machine_of("byte x; active [9] proctype A() { x == 1 }");
  const std::string message = counterexample(*m).failure.message;
  EXPECT_EQ(message.rfind("invalid end state: 9 processes are blocked: A(0) at m.pml:1 waits in `x == 1`", 0), 0u)
      << message;
  EXPECT_NE(message.find("A(5)"), std::string::npos);
  EXPECT_EQ(message.find("A(6)"), std::string::npos);
  EXPECT_EQ(message.substr(message.size() - 11), " and 3 more");
}

TEST(JudgePath, EveryKindOfErrorHasItsWords) {
  struct Case {
    const char* text;
    ErrorKind kind;
    const char* message;
  };
  for (const Case& c : {
           Case{"byte a[2]; byte i = 2; active proctype P() { a[i] = 1 }", ErrorKind::index,
                "array index out of range in `a[i] = 1`: the index is 2, but 'a' has 2 elements"},
           Case{"typedef T { byte b[3] }; T t[2]; active proctype P() { byte l = 1; t[l].b[l + 2] = 1 }",
                ErrorKind::index,
                "array index out of range in `t[l].b[l + 2] = 1`: the index is 3, but 't[].b' has 3 elements"},
           Case{"byte a[2]; byte i = 2; active proctype P() { if :: a[i] == 1 :: i == 2 fi }", ErrorKind::index,
                "array index out of range in `a[i] == 1`: the index is 2, but 'a' has 2 elements"},
           Case{"byte x; active proctype P() { x = 1 / x }", ErrorKind::division, "division by zero in `x = 1 / x`"},
           Case{"chan d = [1] of { byte }; chan c; active proctype P() { c!1 }", ErrorKind::uninitialised_channel,
                "no such channel in `c!1`: it was never made, or is gone"},
           Case{"byte x; active proctype P() { d_step { x = 1; x == 2 } }", ErrorKind::d_step_block,
                "block in d_step: no statement is executable inside `d_step { x = 1; x == 2 }`"},
           Case{"chan c = [0] of { byte }; active proctype P() { d_step { skip; c!1 } } active proctype Q() { c?1 }",
                ErrorKind::rendezvous_in_d_step, "rendezvous inside `d_step { skip; c!1 }`"},
           Case{"byte x; active proctype P() { d_step { do :: x = 1 - x od } }", ErrorKind::d_step_loop,
                "infinite loop in `d_step { x = 1 - x; ... }`"},
           Case{"byte x; active proctype P() { d_step { x = 1; assert(x == 2); x = 3 } }", ErrorKind::assertion,
                "assertion violated: x == 2 (in a d_step)"},
           Case{"byte x; active proctype P() { d_step { x = 1; assert(x == 2); assert(x == 1) } }",
                ErrorKind::assertion, "assertion violated in a d_step: one of `x == 2`, `x == 1`"},
           Case{"byte x; active proctype P() { atomic { do :: x = 1 - x od } }", ErrorKind::atomic_loop,
                "infinite loop inside an atomic sequence, at `x = 1 - x`"},
           Case{"byte x; proctype Q() { x == 9 } active proctype P() { do :: run Q() od }",
                ErrorKind::too_many_processes, "more than 3 processes in `run Q()`"},
           Case{"byte x; D_proctype P() { if :: x = 1 :: x = 2 fi } init { run P() }", ErrorKind::nondeterminism,
                "a choice in D_proctype P: `x = 2` is not the only executable option"},
       }) {
    SCOPED_TRACE(c.text);
    promela::CompileOptions options;
    options.max_processes = 3;
    auto m = machine_of(c.text, options);
    bool seen = false;
    for (const test::Found& f : find_errors(*m)) {
      const ReplayResult r = replay(*m, f.choices, f.kind, f.place);
      EXPECT_TRUE(r.confirmed) << r.why_not;
      if (f.kind != c.kind) continue;
      EXPECT_EQ(r.trace.failure.message, c.message);
      EXPECT_EQ(r.trace.failure.place, f.place);
      seen = true;
      // As `gyre replay` does it.
      const TrailFile file = read_trail(write_trail(r.trace, "m.pml"), "m.trail.json");
      const ReplayResult again = replay(*m, file.choices, file.kind, file.place);
      EXPECT_TRUE(again.confirmed) << again.why_not;
      EXPECT_EQ(again.trace.failure.message, c.message);
    }
    EXPECT_TRUE(seen);
  }
}

TEST(JudgePath, WrongNumberOfFields) {
  auto m = machine_of("chan c = [1] of { byte, byte }; active proctype P() { c!1 }");
  bool seen = false;
  for (const test::Found& f : find_errors(*m)) {
    const ReplayResult r = replay(*m, f.choices, f.kind, f.place);
    EXPECT_TRUE(r.confirmed) << r.why_not;
    if (f.kind != ErrorKind::channel_misuse) continue;
    EXPECT_EQ(r.trace.failure.message, "`c!1` has 1 message field, channel c has 2");
    seen = true;
  }
  EXPECT_TRUE(seen);
}

TEST(JudgePath, RefusesWhatDoesNotHappen) {
  auto m = machine_of("byte x; active proctype P() { x = 1; assert(x == 1); x = 2 }");
  struct Case {
    std::vector<uint32_t> choices;
    ErrorKind kind;
    uint32_t place;
    const char* why_not;
  };
  for (const Case& c : {
           Case{{1}, ErrorKind::none, kAnyPlace, "transition 1: there is no choice 1, only 0"},
           Case{{0, 7}, ErrorKind::none, kAnyPlace, "transition 2: there is no choice 7, only 0"},
           Case{{0, 0, 0, 0, 0}, ErrorKind::none, kAnyPlace, "transition 5: nothing can move"},
           Case{{0, 0}, ErrorKind::assertion, kAnyPlace, "the last transition meets no error `assertion`"},
           Case{{0, 0},
                ErrorKind::assertion,
                1,
                "the last transition meets no error `assertion` in `assert(x == 1)` of P (m.pml:1)"},
           Case{{}, ErrorKind::assertion, kAnyPlace, "the trail has no steps"},
           Case{{0}, ErrorKind::deadlock, kAnyPlace, "this is no deadlock: P(0) can move"},
           Case{{0, 0, 0, 0},
                ErrorKind::deadlock,
                kAnyPlace,
                "this is a valid end: no process is blocked outside an end state"},
       }) {
    const ReplayResult r = replay(*m, c.choices, c.kind, c.place);
    EXPECT_FALSE(r.confirmed);
    EXPECT_EQ(r.why_not, c.why_not);
  }
  EXPECT_TRUE(replay(*m, {0, 0, 0, 0}, ErrorKind::none).confirmed);
}

TEST(JudgePath, RefusesTheWrongPlaceAndStepsBehindADeadEnd) {
  auto m = machine_of("byte x; active proctype P() { assert(x == 1); x = 2 / x; x = 3 }");
  EXPECT_TRUE(replay(*m, {0}, ErrorKind::assertion).confirmed);
  const uint32_t place = replay(*m, {0}, ErrorKind::assertion).trace.failure.place;
  EXPECT_TRUE(replay(*m, {0}, ErrorKind::assertion, place).confirmed);
  EXPECT_FALSE(replay(*m, {0}, ErrorKind::assertion, place + 1).confirmed);
  const ReplayResult r = replay(*m, {0, 0, 0}, ErrorKind::none);
  EXPECT_FALSE(r.confirmed);
  EXPECT_EQ(r.why_not, "transition 2 ends with an error (division): nothing comes behind it");
}

TEST(JudgePath, VeryLongAtomicSequences) {
  auto m = machine_of(
      "int i; active proctype P() { atomic { do :: i < 20000 -> i++ :: else -> break od }; assert(i == 0) }");
  const Trace t = counterexample(*m);
  EXPECT_GT(t.length, 40000u);
  EXPECT_EQ(t.steps.back().statement, "assert(i == 0)");
}

TEST(JudgePath, TheTraceOutlivesTheMachine) {
  Trace t;
  {
    auto m = machine_of("byte x; active proctype P() { x = 1; assert(x == 2) }");
    t = counterexample(*m);
  }
  EXPECT_EQ(statements(t), "P(0) x = 1 | P(0) assert(x == 2)");
  EXPECT_EQ(describe(t.program(), t.shapes(), t.final_state()).at(0).value, "1");
}

TEST(JudgePath, ChangesAndMessages) {
  auto m = machine_of(
      "mtype = { ack, nak };\n"
      "typedef T { byte v; short w[2] };\n"
      "T t[2]; chan c = [2] of { mtype, byte }; hidden byte h; bit b[3];\n"
      "proctype Q(byte n; chan out) { short l = -3; chan own = [1] of { byte }; out!ack,n; own!n; c?ack,n }\n"
      "init { t[1].w[0] = -5; b[2] = 1; h = 9; run Q(4, c); (_nr_pr == 1); assert(false) }\n");
  const Trace t = counterexample(*m);
  ASSERT_EQ(t.steps.size(), 10u);
  EXPECT_EQ(changes_of(t.steps[0]), "t[1].w[0]=-5");
  EXPECT_EQ(changes_of(t.steps[1]), "b[2]=1");
  EXPECT_EQ(changes_of(t.steps[2]), "h=9");
  EXPECT_EQ(changes_of(t.steps[3]), "Q(1):n=4, Q(1):out=c, Q(1):l=-3");
  EXPECT_EQ(changes_of(t.steps[4]), "c=[ack,4]");
  ASSERT_EQ(t.steps[4].messages.size(), 1u);
  EXPECT_TRUE(t.steps[4].messages[0].is_send);
  EXPECT_EQ(t.steps[4].messages[0].channel_name, "c");
  EXPECT_EQ(t.steps[4].messages[0].text, "ack,4");
  EXPECT_EQ(changes_of(t.steps[5]), "Q(1):own=[4]");
  EXPECT_EQ(changes_of(t.steps[6]), "c=empty");
  EXPECT_FALSE(t.steps[6].messages.at(0).is_send);
  EXPECT_EQ(t.steps[7].statement, "-end-");
  EXPECT_EQ(t.steps[0].process, "init");
}

TEST(JudgePath, LostAndPeekedMessages) {
  promela::CompileOptions options;
  options.lose_messages = true;
  auto m = machine_of("chan c = [1] of { byte }; byte x; active proctype P() { c!1; c!2; c?<x>; c?x; assert(false) }",
                      options);
  const Trace t = counterexample(*m);
  EXPECT_FALSE(t.steps[0].messages.at(0).lost);
  EXPECT_TRUE(t.steps[1].messages.at(0).lost);
  EXPECT_TRUE(t.steps[2].messages.at(0).peek);
  EXPECT_FALSE(t.steps[3].messages.at(0).peek);
}

TEST(JudgePath, MessagesOfADStep) {
  auto m = machine_of(
      "chan c = [3] of { byte }; byte x; active proctype P() { c!1; c!2; d_step { c?x; c!7; c!8 }; assert(false) }");
  const Trace t = counterexample(*m);
  std::string seen;
  for (const MessageEvent& e : t.steps[2].messages) seen += (e.is_send ? "!" : "?") + e.text;
  EXPECT_EQ(seen, "?1!7!8");
}

TEST(JudgePath, ChoicesAreFoundFromSteps) {
  auto m = machine_of(
      "byte x; chan c = [0] of { byte };\n"
      "active proctype P() { atomic { if :: x = 1 :: x = 2 fi; if :: x++ :: x = x + 2 fi }; c!x }\n"
      "active proctype Q() { byte y; c?y; atomic { y++; assert(y != 4); y = 0 } }\n");
  for (const test::Found& f : find_errors(*m)) {
    const ReplayResult r = replay(*m, f.choices, f.kind, f.place);
    ASSERT_TRUE(r.confirmed) << r.why_not;
    Trace t = r.trace;
    t.choices.clear();
    ASSERT_TRUE(find_choices(t));
    const ReplayResult again = replay(*m, t.choices, f.kind, f.place);
    EXPECT_TRUE(again.confirmed) << again.why_not;
    EXPECT_EQ(statements(again.trace), statements(r.trace));
  }
}

TEST(JudgePath, NoInitialState) {
  promela::CompileOptions options;
  options.max_processes = 2;
  auto m = machine_of("active [3] proctype P() { skip }", options);
  const ReplayResult r = replay(*m, {}, ErrorKind::too_many_processes);
  EXPECT_TRUE(r.confirmed) << r.why_not;
  EXPECT_FALSE(replay(*m, {}, ErrorKind::assertion).confirmed);
  EXPECT_FALSE(replay(*m, {0}, ErrorKind::too_many_processes).confirmed);
}

}  // namespace
}  // namespace gyre::trace
