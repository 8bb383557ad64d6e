// Message sequence charts.
// link: judge promela vm
#include "trace/msc.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "trace/msc_chart.h"
#include "trace/simulate.h"
#include "trace_models.h"

namespace gyre::trace {
namespace {

using test::counterexample;
using test::machine_of;

constexpr const char* kModel =
    "mtype = { req, ok }; chan c = [2] of { mtype, byte }; chan r = [0] of { mtype };\n"
    "active proctype Client() { c!req,1; c!req,2; r?ok; printf(\"a <b> & c\\n\"); assert(false) }\n"
    "active proctype Server() { byte v; c?req,v; r!ok }\n";

size_t count(const std::string& text, const std::string& what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(TraceMsc, Columns) {
  auto m = machine_of(kModel);
  const std::string text = msc_text(counterexample(*m));
  EXPECT_EQ(text.rfind(" step  Client(0)  Server(1)\n", 0), 0u) << text;
  EXPECT_NE(text.find("  c!req,1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  .          c?req,1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  a <b> & c\n"), std::string::npos) << text;
  MscOptions quiet;
  quiet.output = false;
  EXPECT_EQ(msc_text(counterexample(*m), quiet).find("a <b>"), std::string::npos);
}

TEST(TraceMsc, SendsMeetTheirReceives) {
  auto m = machine_of(
      "chan c = [4] of { byte }; byte x;\n"
      "active proctype P() { c!3; c!1; c!2; c!1; c??2; c?3; c?1; assert(false) }\n");
  const MscChart chart = make_chart(counterexample(*m), {}, kNowhere);
  ASSERT_EQ(chart.events.size(), 7u);
  EXPECT_EQ(chart.events[4].partner, 2u);
  EXPECT_EQ(chart.events[5].partner, 0u);
  EXPECT_EQ(chart.events[6].partner, 1u);
  EXPECT_EQ(chart.events[3].partner, kNowhere);  // still in the channel
}

TEST(TraceMsc, SortedSendsAndPeeks) {
  auto m = machine_of(
      "chan c = [4] of { byte }; byte x; active proctype P() { c!!3; c!!1; c?<x>; c?x; c?x; assert(false) }");
  const MscChart chart = make_chart(counterexample(*m), {}, kNowhere);
  // The copy comes from where the message came from, which is received later.
  EXPECT_EQ(chart.events[2].partner, 1u);
  EXPECT_TRUE(chart.events[2].peek);
  EXPECT_EQ(chart.events[2].text, "c?<1>");
  EXPECT_TRUE(chart.events[1].copied);
  EXPECT_EQ(chart.events[1].partner, 3u);
  EXPECT_EQ(chart.events[3].partner, 1u);
  EXPECT_EQ(chart.events[4].partner, 0u);
}

TEST(TraceMsc, ACopyIsNoLostMessage) {
  auto m = machine_of(
      "chan c = [1] of { byte }; byte x; active proctype P() { c!3 } active proctype Q() { c?<x>; assert(false) }");
  const std::string svg = msc_svg(counterexample(*m));
  EXPECT_EQ(count(svg, "class=\"copy\""), 1u) << svg;
  EXPECT_EQ(count(svg, "class=\"open\""), 0u) << svg;
  EXPECT_NE(svg.find("stays in the channel"), std::string::npos);
}

TEST(TraceMsc, WhoIsBlockedIsThere) {
  auto m = machine_of(
      "chan c = [1] of { byte }; byte x;\n"
      "active proctype P() { c?x } active proctype Q() { x == 1 }");
  const std::string text = msc_text(counterexample(*m));
  EXPECT_EQ(text,
            " step  P(0)  Q(1)\n"
            "       no messages\n"
            "       P(0) waits in `c?x` (c is empty)\n"
            "       Q(1) waits in `x == 1` (x is 0)\n");
  const std::string svg = msc_svg(counterexample(*m));
  EXPECT_EQ(count(svg, "class=\"head blocked\""), 2u);
  EXPECT_NE(svg.find("P(0) waits in `c?x` (c is empty)"), std::string::npos);
}

TEST(TraceMsc, TheCycleIsMarked) {
  auto m = machine_of("chan c = [1] of { byte }; byte x; active proctype P() { c!1; do :: c?x; c!2 od }");
  Simulator::Options options;
  options.max_steps = 7;
  Simulator s(*m, options, nullptr);
  s.run_random(1);
  Trace t = s.trace();
  t.cycle_start = 3;
  const std::string text = msc_text(t);
  EXPECT_NE(text.find("    3  c!2\n<<<<< start of the cycle >>>>>\n    4  c?2\n"), std::string::npos) << text;
  EXPECT_EQ(count(msc_svg(t), "class=\"cycle\""), 1u);
  t.cycle_start = 7;
  EXPECT_NE(msc_text(t).find("nothing moves any more"), std::string::npos);
  EXPECT_NE(msc_svg(t).find("nothing moves any more"), std::string::npos);
}

TEST(TraceMsc, Views) {
  auto m = machine_of(kModel);
  const Trace t = counterexample(*m);
  MscOptions only;
  only.view.processes = {"Server"};
  const std::string server = msc_text(t, only);
  EXPECT_EQ(server.find("Client"), std::string::npos) << server;
  EXPECT_NE(server.find("c?req,1"), std::string::npos) << server;
  EXPECT_EQ(count(msc_svg(t, only), "<marker"), 2u);
  only.view.processes = {"Nobody"};
  EXPECT_THROW(msc_text(t, only), Error);
  MscOptions later;
  later.view.from = 2;
  later.view.to = 3;
  const MscChart chart = make_chart(t, later, kNowhere);
  for (const MscEvent& e : chart.events) EXPECT_TRUE(e.step == 2 || e.step == 3);
  EXPECT_LE(chart.events.size(), 2u);
}

TEST(TraceMsc, TipsOfArrowsAndLongTexts) {
  auto m = machine_of(kModel);
  const std::string svg = msc_svg(counterexample(*m));
  const size_t line = svg.find("class=\"rv\"");
  EXPECT_NE(svg.substr(line, 120).find("url(#tip-rv)"), std::string::npos) << svg.substr(line, 120);
  const std::string text(60, 'y');
  auto o = machine_of("active proctype P() { printf(\"" + text + "\\n\"); assert(false) }");
  EXPECT_NE(msc_svg(counterexample(*o)).find("<g><title>" + text + "</title><rect class=\"note\""), std::string::npos);
}

// Boxes are drawn over arrows, so that one that starts later is not crossed out.
TEST(TraceMsc, ArrowsGoBehindBoxes) {
  auto m = machine_of(
      "chan c = [1] of { byte }; byte x; proctype Q() { skip } proctype R() { c?x; assert(false) }\n"
      "init { atomic { c!1; run Q(); run R() } }");
  const std::string svg = msc_svg(counterexample(*m));
  EXPECT_LT(svg.rfind("class=\"msg\""), svg.find("class=\"head\"")) << svg;
}

TEST(TraceMsc, ARendezvousIsOneRow) {
  auto m = machine_of(kModel);
  const MscChart chart = make_chart(counterexample(*m), {}, kNowhere);
  for (const MscEvent& e : chart.events) {
    if (!e.rendezvous) continue;
    ASSERT_NE(e.partner, kNowhere);
    EXPECT_EQ(chart.events[e.partner].row, e.row);
  }
}

TEST(TraceMsc, BirthDeathAndChannelsThatAreUsedAgain) {
  auto m = machine_of(
      "proctype Q() { chan own = [1] of { byte }; own!1 } init { run Q(); (_nr_pr == 1); run Q(); (_nr_pr == 1); "
      "assert(false) }");
  const MscChart chart = make_chart(counterexample(*m), {}, kNowhere);
  ASSERT_EQ(chart.columns.size(), 2u);  // init, and the two Qs, which have the same number
  EXPECT_TRUE(chart.columns[1].born_late);
  ASSERT_EQ(chart.events.size(), 2u);
  EXPECT_EQ(chart.events[0].partner, kNowhere);
  EXPECT_EQ(chart.events[1].partner, kNowhere);
  EXPECT_EQ(chart.events[0].text, "own!1");
}

TEST(TraceMsc, Svg) {
  auto m = machine_of(kModel);
  const std::string svg = msc_svg(counterexample(*m));
  EXPECT_EQ(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0), 0u);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  EXPECT_NE(svg.find("a &lt;b&gt; &amp; c"), std::string::npos);
  EXPECT_EQ(svg.find("a <b>"), std::string::npos);
  EXPECT_NE(svg.find("Client(0)"), std::string::npos);
  EXPECT_NE(svg.find("assertion violated"), std::string::npos);
  EXPECT_EQ(count(svg, "class=\"rv\""), 1u);
  EXPECT_EQ(count(svg, "class=\"open\""), 1u);  // c!req,2 is never received
  EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
}

TEST(TraceMsc, SvgOfALongRun) {
  auto m = machine_of(
      "chan c = [3] of { int }; active proctype P() { int i; do :: c!i; i++ od } active proctype Q() { int x; do :: "
      "c?x od }");
  Simulator::Options options;
  options.max_steps = 3000;
  Simulator s(*m, options, nullptr);
  s.run_random(1);
  const std::string svg = msc_svg(s.trace());
  EXPECT_NE(svg.find("more events are left out"), std::string::npos);
  EXPECT_LT(svg.size(), 200000u);
}

TEST(TraceMsc, NoMessagesAndStrangeBytes) {
  auto m = machine_of("active proctype P() { false }");
  EXPECT_NE(msc_text(counterexample(*m)).find("no messages"), std::string::npos);
  EXPECT_NE(msc_svg(counterexample(*m)).find("no messages"), std::string::npos);
  auto o = machine_of("active proctype P() { printf(\"%c%c|\\n\", 200, 7); assert(false) }");
  EXPECT_NE(msc_svg(counterexample(*o)).find(">??|<"), std::string::npos) << msc_svg(counterexample(*o));
}

}  // namespace
}  // namespace gyre::trace
