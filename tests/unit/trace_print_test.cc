// Traces as text.
// link: judge promela vm
#include "trace/print.h"

#include <gtest/gtest.h>

#include "trace_models.h"

namespace gyre::trace {
namespace {

using judge::replay;
using judge::ReplayResult;

using test::counterexample;
using test::machine_of;

constexpr const char* kModel =
    "byte x;\n"
    "chan c = [1] of { byte };\n"
    "active proctype P() {\n"
    "  byte l;\n"
    "  l = x + 3;\n"
    "  atomic { c!l; x = 1; x = x + 1 }\n"
    "  printf(\"two\\nlines %d\\n\", l)\n"
    "}\n"
    "active proctype Q() { byte y;\n"
    "  c?y;\n"
    "  x == 2;\n"
    "  assert(y == 4)\n"
    "}\n";

TEST(TracePrint, OneLinePerStep) {
  auto m = machine_of(kModel);
  EXPECT_EQ(print(counterexample(*m)),
            "     1  P(0)  m.pml:5    l = x + 3                    l = 3\n"
            "     2  P(0)  m.pml:6  / c!l                          c!3, c = [3]\n"
            "     3  P(0)  m.pml:6  | x = 1\n"
            "     4  P(0)  m.pml:6  \\ x = x + 1                    x = 2\n"
            "     5  Q(1)  m.pml:10   c?y                          c?3, c = empty, y = 3\n"
            "     6  Q(1)  m.pml:11   x == 2\n"
            "!    7  Q(1)  m.pml:12   assert(y == 4)\n"
            "m.pml:12:3: assertion violated: y == 4\n"
            "  in step 7, by Q(1)\n"
            "final state:\n"
            "  globals: x = 2, c = empty\n"
            "  P(0)  m.pml:7   waits in `printf(\"two\\nlines %d\\n\",l)`\n"
            "        l = 3\n"
            "  Q(1)  m.pml:13  at its end (valid end state)\n"
            "        y = 3\n");
}

TEST(TracePrint, Options) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  PrintOptions only_sends;
  only_sends.steps = false;
  only_sends.sends = true;
  only_sends.final_state = false;
  const std::string sends = print(t, only_sends);
  EXPECT_NE(sends.find("c!l"), std::string::npos);
  EXPECT_EQ(sends.find("c?y"), std::string::npos);
  EXPECT_EQ(sends.find("x = 1\n"), std::string::npos);
  EXPECT_NE(sends.find("assert"), std::string::npos);  // the failing step is always shown
  EXPECT_EQ(sends.find("final state"), std::string::npos);

  PrintOptions all;
  all.globals = true;
  all.locals = true;
  const std::string values = print(t, all);
  EXPECT_NE(values.find("          globals: x = 0, c = empty\n          P(0): l = 3\n"), std::string::npos) << values;

  PrintOptions colours;
  colours.colour = true;
  EXPECT_NE(print(t, colours).find("\x1b[1;31m"), std::string::npos);
  EXPECT_EQ(print(t).find('\x1b'), std::string::npos);
}

TEST(TracePrint, OutputOfPrintf) {
  auto m = machine_of("active proctype P() { byte l = 3; printf(\"two\\nlines %d\\n\", l); assert(false) }");
  const Trace t = counterexample(*m);
  EXPECT_NE(print(t).find("          | two\n          | lines 3\n"), std::string::npos) << print(t);
  PrintOptions quiet;
  quiet.output = false;
  EXPECT_EQ(print(t, quiet).find("lines 3\n"), std::string::npos);
}

TEST(TracePrint, RendezvousNamesTheSender) {
  auto m = machine_of(
      "chan c = [0] of { byte };\n"
      "active proctype S() { atomic { skip; c!5; skip } }\n"
      "active proctype R() { byte y; atomic { c?y; assert(y == 0) } }\n");
  const std::string text = print(counterexample(*m));
  EXPECT_NE(text.find("c?5 from S(0), y = 5"), std::string::npos) << text;
  EXPECT_NE(text.find("/ skip"), std::string::npos) << text;
  EXPECT_NE(text.find("\\ c!5"), std::string::npos) << text;  // the sender gives up its control
  EXPECT_NE(text.find("/ c?y"), std::string::npos) << text;
}

TEST(TracePrint, DeadlockInTheInitialState) {
  auto m = machine_of("byte x; active proctype P() { x == 1 }");
  EXPECT_EQ(print(counterexample(*m)),
            "m.pml:1:31: invalid end state: 1 process is blocked: P(0) at m.pml:1 waits in `x == 1`\n"
            "final state:\n"
            "  globals: x = 0\n"
            "  P(0)  m.pml:1  waits in `x == 1`\n");
}

TEST(TracePrint, AnErrorInTheMiddleOfAStepLeavesNoState) {
  auto m = machine_of("byte x; active proctype P() { x = 1; d_step { x = 2; x == 3 } }");
  const std::string text = print(counterexample(*m));
  EXPECT_NE(text.find("state before the failing step:\n  globals: x = 1\n"), std::string::npos) << text;
}

TEST(TracePrint, Cycles) {
  auto m = machine_of("byte x; active proctype P() { do :: x = 1 - x od }");
  Trace t = replay(*m, {0, 0}, ErrorKind::none).trace;
  t.cycle_start = 0;
  EXPECT_EQ(print(t).rfind("<<<<< start of the cycle >>>>>\n     1  P(0)", 0), 0u);
  t.cycle_start = 2;
  EXPECT_NE(print(t).find("<<<<< start of the cycle: nothing moves any more >>>>>"), std::string::npos);
}

TEST(TracePrint, LongListsAreBroken) {
  auto m = machine_of("byte a_rather_long_name[30]; active proctype P() { false }");
  const std::string text = print(counterexample(*m));
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = text.find('\n', at);
    EXPECT_LE(end - at, 112u) << text.substr(at, end - at);
    at = end + 1;
  }
}

}  // namespace
}  // namespace gyre::trace
