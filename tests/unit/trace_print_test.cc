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
            "     1  P(0)  m.pml:5    l = x + 3                     l = 3\n"
            "     2  P(0)  m.pml:6  / c!l                           c!3, c = [3]\n"
            "     3  P(0)  m.pml:6  | x = 1\n"
            "     4  P(0)  m.pml:6  \\ x = x + 1                     x = 2\n"
            "     5  Q(1)  m.pml:10   c?y                           c?3, c = empty, y = 3\n"
            "     6  Q(1)  m.pml:11   x == 2\n"
            "!    7  Q(1)  m.pml:12   assert(y == 4)\n"
            "m.pml:12:3: assertion violated: y == 4\n"
            "  in step 7, by Q(1)\n"
            "final state:\n"
            "  globals: x = 2, c = empty\n"
            "  P(0)  m.pml:7   next: `printf(\"two\\nlines %d\\n\", l)`\n"
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

// The text of an inline has one place, whatever its statements begin with; the calls around it are told.
TEST(TracePrint, PlacesInInlines) {
  auto m = machine_of(
      "inline incr(v) { v = v + 1; assert(v < 3) }\n"
      "inline twice(w) {\n"
      "  incr(w);\n"
      "  incr(w) }\n"
      "byte g;\n"
      "active proctype A() {\n"
      "  incr(g);\n"
      "  twice(g) }\n");
  EXPECT_EQ(print(counterexample(*m)),
            "     1  A(0)  m.pml:1, in incr, called at :7             v = v + 1      g = 1\n"
            "     2  A(0)  m.pml:1, in incr, called at :7             assert(v < 3)\n"
            "     3  A(0)  m.pml:1, in incr, called at :3, in twice, called at :8   v = v + 1  g = 2\n"
            "     4  A(0)  m.pml:1, in incr, called at :3, in twice, called at :8   assert(v < 3)\n"
            "     5  A(0)  m.pml:1, in incr, called at :4, in twice, called at :8   v = v + 1  g = 3\n"
            "!    6  A(0)  m.pml:1, in incr, called at :4, in twice, called at :8   assert(v < 3)\n"
            "m.pml:1:29: assertion violated: v < 3\n"
            "  in inline incr, called at m.pml:4:3\n"
            "  in inline twice, called at m.pml:8:3\n"
            "  in step 6, by A(0)\n"
            "final state:\n"
            "  globals: g = 3\n"
            "  A(0)  m.pml:8  at its end (valid end state)\n");
}

// Variables of a process that have one name in the model have several in what is shown of it.
TEST(TracePrint, VariablesOfInlines) {
  auto m = machine_of(
      "typedef T { byte x[2] }\n"
      "inline push(n) { byte s = n; T t; t.x[1] = s; byte only = 1; { byte s = 9; s = s + n } }\n"
      "inline pop() { byte s = 7 }\n"
      "active proctype A(byte a) { skip; push(1); push(2); pop(); { byte a = 5; byte b = 6 }; assert(false) }\n");
  const std::string text = print(counterexample(*m));
  EXPECT_NE(text.find("push.s = 1, push.t.x[0] = 0, push.t.x[1] = 1, push.only = 1, push.s#2 = 10,"), std::string::npos)
      << text;
  EXPECT_NE(text.find("push#2.s = 2,"), std::string::npos) << text;
  EXPECT_NE(text.find("push#2.t.x[1] = 2"), std::string::npos) << text;
  EXPECT_NE(text.find("push#2.s#2 = 11"), std::string::npos) << text;
  EXPECT_NE(text.find("pop.s = 7"), std::string::npos) << text;
  EXPECT_NE(text.find(" a = 0"), std::string::npos) << text;
  EXPECT_NE(text.find("a#2 = 5, b = 6"), std::string::npos) << text;
  // One expansion, one variable: nothing to tell apart.
  auto once = machine_of("inline push(n) { byte s = n } active proctype A() { skip; push(1); assert(false) }");
  EXPECT_NE(print(counterexample(*once)).find("        s = 1\n"), std::string::npos);
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
            "  P(0)  m.pml:1  waits in `x == 1` (x is 0)\n");
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
