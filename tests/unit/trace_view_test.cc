// Parts of runs: which steps, which variables; as text, as a table, as JSON and ITF.
// link: judge promela vm
#include "trace/view.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "trace/lines.h"
#include "trace/print.h"
#include "trace/simulate.h"
#include "trace/table.h"
#include "trace/trail_json.h"
#include "trace_models.h"

namespace gyre::trace {
namespace {

using test::counterexample;
using test::machine_of;

constexpr const char* kModel =
    "byte x, a[2];\n"
    "active proctype P() { byte y;\n"
    "  x = 1;\n"
    "  byte z = 4;\n"
    "  skip;\n"
    "  y = 2;\n"
    "  a[1] = z\n"
    "}\n"
    "active proctype Q() { byte y; a[1] == 4; y = 5; assert(x == y) }\n";

std::vector<uint64_t> shown(const Trace& t, const View& view) {
  const Selection s(t, view);
  std::vector<uint64_t> out;
  for (const Step& step : t.steps) {
    if (s.shows(step)) out.push_back(step.number);
  }
  return out;
}

std::string refusal(const Trace& t, const View& view) {
  try {
    Selection s(t, view);
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(TraceView, Steps) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);  // x = 1, z = 4, skip, y = 2, a[1] = z, then Q
  ASSERT_EQ(t.steps.size(), 8u);
  EXPECT_EQ(shown(t, {}).size(), 8u);
  View v;
  v.hide_inits = true;
  EXPECT_EQ(shown(t, v), (std::vector<uint64_t>{1, 3, 4, 5, 6, 7, 8}));
  v.hide_skips = true;
  EXPECT_EQ(shown(t, v), (std::vector<uint64_t>{1, 4, 5, 6, 7, 8}));
  v.from = 2;
  v.to = 6;
  EXPECT_EQ(shown(t, v), (std::vector<uint64_t>{4, 5, 6}));
  View p;
  for (const char* name : {"P", "0", "P(0)"}) {
    p.processes = {name};
    EXPECT_EQ(shown(t, p), (std::vector<uint64_t>{1, 2, 3, 4, 5, 8})) << name;  // the failing step is always there
  }
  p.processes = {"P", "Q"};
  EXPECT_EQ(shown(t, p).size(), 8u);
}

TEST(TraceView, Refusals) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  View v;
  v.processes = {"R"};
  EXPECT_EQ(refusal(t, v), "the run has no process 'R'; it has P(0), Q(1)");
  v = {};
  v.variables = {"x", "w"};
  EXPECT_EQ(refusal(t, v), "the run has no variable 'w'; it has P(0):y, P(0):z, Q(1):y, a, x");
  v = {};
  v.from = 9;
  EXPECT_EQ(refusal(t, v), "there is no step 9: the run has 8");
  v.from = 5;
  v.to = 4;
  EXPECT_EQ(refusal(t, v), "step 5 comes after step 4");
  v = {};
  v.variables = {"x", "a[1]", "a", "y", "P:y", "Q(1):y"};
  EXPECT_EQ(refusal(t, v), "accepted");
}

TEST(TraceView, Names) {
  EXPECT_TRUE(means("x", "x"));
  EXPECT_TRUE(means("a", "a[2].b"));
  EXPECT_TRUE(means("a[2]", "a[2].b"));
  EXPECT_FALSE(means("a[2]", "a[1].b"));
  EXPECT_FALSE(means("a", "ab"));
  EXPECT_TRUE(means("y", "P(1):y[3]"));
  EXPECT_TRUE(means("P:y", "P(1):y"));
  EXPECT_TRUE(means("P(1):y", "P(1):y"));
  EXPECT_FALSE(means("P(0):y", "P(1):y"));
  EXPECT_FALSE(means("Q:y", "P(1):y"));
  EXPECT_FALSE(means("P:y", "y"));
}

TEST(TraceView, Text) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  PrintOptions o;
  o.view.from = 4;
  o.view.to = 6;
  o.view.variables = {"a"};
  EXPECT_EQ(print(t, o),
            "state after step 3:\n"
            "  globals: a[0] = 0, a[1] = 0\n"
            "  P(0)  m.pml:6  next: `y = 2`\n"
            "  Q(1)  m.pml:9  waits in `a[1] == 4` (a[1] is 0)\n"
            "     4  P(0)  m.pml:6   y = 2\n"
            "     5  P(0)  m.pml:7   a[1] = z        a[1] = 4\n"
            "     6  Q(1)  m.pml:9   a[1] == 4\n"
            "3 of 8 steps are shown\n"
            "state after step 6:\n"
            "  globals: a[0] = 0, a[1] = 4\n"
            "  P(0)  m.pml:8  at its end (valid end state)\n"
            "  Q(1)  m.pml:9  next: `y = 5`\n"
            "the run goes on until step 8\n");
}

TEST(TraceView, SourceLines) {
  auto m = machine_of(
      "byte x;\n"
      "inline bump(v) {\n"
      "  v++ }\n"
      "init {\n"
      "  bump(x);\n"
      "  assert(x == 0) }\n");
  PrintOptions o;
  o.source = true;
  o.final_state = false;
  const std::string text = print(counterexample(*m), o);
  EXPECT_NE(text.find("     3 |   v++ }\n"), std::string::npos) << text;
  EXPECT_NE(text.find("     5 |   bump(x);   (calls bump)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("     6 |   assert(x == 0) }\n"), std::string::npos) << text;
}

TEST(TraceView, LinesFit) {
  std::string text = "byte a_rather_long_name[40]; active proctype P() { d_step {";
  for (int i = 0; i < 40; ++i) text += " a_rather_long_name[" + std::to_string(i) + "] = 7;";
  text += " } assert(false) }\nactive [12] proctype Waits() { a_rather_long_name[3] == 9 }\n";
  auto m = machine_of(text);
  for (const size_t width : {60, 80, 110}) {
    PrintOptions o;
    o.width = width;
    const std::string out = print(counterexample(*m), o);
    size_t column = 0;
    for (const char c : out) {
      column = c == '\n' ? 0 : column + 1;
      ASSERT_LE(column, width) << out;
    }
  }
}

TEST(TraceView, ADeadlockIsAList) {
  auto m = machine_of("byte x; active [12] proctype P() { x == 1 }");
  const Trace t = counterexample(*m);
  EXPECT_EQ(t.failure.headline, "invalid end state: 12 processes are blocked");
  ASSERT_EQ(t.failure.blocked.size(), 12u);
  EXPECT_EQ(t.failure.blocked[3], "P(3)   m.pml:1  waits in `x == 1` (x is 0)");
  PrintOptions o;
  o.final_state = false;
  const std::string text = print(t, o);
  EXPECT_NE(text.find("m.pml:1:36: invalid end state: 12 processes are blocked\n  P(0)   m.pml:1  waits in"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  P(11)  m.pml:1  waits in `x == 1` (x is 0)\n"), std::string::npos) << text;
}

TEST(TraceView, Table) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  PrintOptions o;
  o.width = 0;
  EXPECT_EQ(print_table(t, o),
            "    step  process  line  statement       x   a[0]  a[1]  P(0):y  P(0):z  Q(1):y\n"
            "       0                                 0   0     0     0       0       0\n"
            "       1  P(0)        3  x = 1           1*  0     0     0       0       0\n"
            "       2  P(0)        4  z = 4           1   0     0     0       4*      0\n"
            "       3  P(0)        5  skip            1   0     0     0       4       0\n"
            "       4  P(0)        6  y = 2           1   0     0     2*      4       0\n"
            "       5  P(0)        7  a[1] = z        1   0     4*    2       4       0\n"
            "       6  Q(1)        9  a[1] == 4       1   0     4     2       4       0\n"
            "       7  Q(1)        9  y = 5           1   0     4     2       4       5*\n"
            "!      8  Q(1)        9  assert(x == y)  1   0     4     2       4       5\n"
            "m.pml:9:49: assertion violated: x == y\n"
            "  in step 8, by Q(1)\n");
  o.view.variables = {"x", "y"};
  o.view.hide_skips = o.view.hide_inits = true;
  o.view.processes = {"P"};
  EXPECT_EQ(print_table(t, o),
            "    step  process  line  statement       x   P(0):y\n"
            "       0                                 0   0\n"
            "       1  P(0)        3  x = 1           1*  0\n"
            "       4  P(0)        6  y = 2           1   2*\n"
            "       5  P(0)        7  a[1] = z        1   2\n"
            "!      8  Q(1)        9  assert(x == y)  1   2\n"
            "4 of 8 steps are shown\n"
            "m.pml:9:49: assertion violated: x == y\n"
            "  in step 8, by Q(1)\n");
}

TEST(TraceView, ATableSaysWhatItLeavesOut) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  PrintOptions o;
  o.width = 64;
  const std::string text = print_table(t, o);
  EXPECT_NE(text.find("left out, they do not change: a[0]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("left out, there is no room (--variables chooses): P(0):z, Q(1):y\n"), std::string::npos) << text;
  size_t column = 0;
  for (const char c : text) {
    column = c == '\n' ? 0 : column + 1;
    EXPECT_LE(column, 64u) << text;
  }
  o.colour = true;
  EXPECT_NE(print_table(t, o).find("\x1b[1;36m1*\x1b[0m"), std::string::npos);
}

TEST(TraceView, ATableShowsTheCycleAndTheAtoms) {
  auto m = machine_of("bit x; active proctype P() { do :: x = 1 - x od }");
  Simulator::Options options;
  options.max_steps = 3;
  Simulator s(*m, options, nullptr);
  s.run_random(1);
  Trace t = s.trace();
  t.cycle_start = 1;
  t.atoms = {{"x == 1", {Truth::no, Truth::yes, Truth::no, Truth::undefined}}};
  PrintOptions o;
  o.width = 0;
  EXPECT_EQ(print_table(t, o),
            "    step  process  line  statement  x   x == 1\n"
            "       0                            0   false\n"
            "       1  P(0)        1  x = 1 - x  1*  true*\n"
            "<<<<< start of the cycle >>>>>\n"
            "       2  P(0)        1  x = 1 - x  0*  false*\n"
            "       3  P(0)        1  x = 1 - x  1*  ?*\n");
}

TEST(TraceView, APartAsJson) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  View v;
  v.from = 5;
  v.variables = {"y"};
  const std::string text = write_trail(t, "m.pml", v);
  const auto json = nlohmann::json::parse(text);
  ASSERT_EQ(json["steps"].size(), 4u);
  EXPECT_EQ(json["steps"][0]["step"], 5);
  EXPECT_TRUE(json["steps"][0]["changes"].empty());
  EXPECT_EQ(json["steps"][2]["changes"]["Q(1):y"], 5);
  EXPECT_FALSE(json.contains("choices"));
  EXPECT_FALSE(json["final"]["values"].contains("x"));
  try {
    read_trail(text, "part.json");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(
        std::string(e.what()),
        "part.json: part: this is a part of a run, for reading: it cannot be followed; replay it without filters");
  }
  EXPECT_TRUE(nlohmann::json::parse(write_trail(t, "m.pml")).contains("choices"));
}

TEST(TraceLines, Breaking) {
  using Pieces = std::vector<std::string>;
  EXPECT_EQ(broken("", 20, 20), Pieces{""});
  EXPECT_EQ(broken("one two three four five six", 20, 20), (Pieces{"one two three four", "five six"}));
  EXPECT_EQ(broken(std::string(45, 'x'), 20, 20), (Pieces{std::string(20, 'x'), std::string(20, 'x'), "xxxxx"}));
  for (const std::string& piece : broken("ääääääääääääääääääääääääääää", 21, 21)) EXPECT_EQ(piece.size() % 2, 0u);
  const std::string ten(10, 'v');
  EXPECT_EQ(filled({ten, ten, ten}, 24, 24), (Pieces{ten + ", " + ten + ",", ten}));
  EXPECT_EQ(titled("x:", {"a", "b"}, 40), "x: a, b\n");
  EXPECT_EQ(titled("x:", {}, 40), "");
  EXPECT_EQ(cut("häuser", 4), "häu…");
  EXPECT_EQ(cut("haus", 4), "haus");
  EXPECT_EQ(padded("ä", 3), "ä  ");
}

}  // namespace
}  // namespace gyre::trace
