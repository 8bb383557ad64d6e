// Simulation: random with a seed, by hand, guided.
// link: judge promela vm
#include "trace/simulate.h"

#include <gtest/gtest.h>

#include "trace/print.h"
#include "trace_models.h"

namespace gyre::trace {
namespace {

using test::counterexample;
using test::machine_of;

TEST(TraceSimulate, Ends) {
  struct Case {
    const char* text;
    SimulationEnd end;
    const char* says;
  };
  for (const Case& c : {
           Case{"active [2] proctype P() { skip }", SimulationEnd::finished, "all processes have ended after 4 steps"},
           Case{"byte x; active proctype P() { end: x == 1 }", SimulationEnd::valid_end,
                "a valid end after 0 steps: nothing can move, every process is in an end state"},
           Case{"byte x; active proctype P() { x = 2; x == 1 }", SimulationEnd::deadlock,
                "invalid end state: 1 process is blocked: P(0) at m.pml:1 waits in `x == 1`"},
           Case{"byte x; active proctype P() { x = 2; assert(x == 1); x = 3 }", SimulationEnd::error,
                "assertion violated: x == 1"},
           Case{"byte x; active proctype P() { x = 2 / x }", SimulationEnd::error, "division by zero in `x = 2 / x`"},
           Case{"byte x; active proctype P() { do :: x++ od }", SimulationEnd::max_steps,
                "stopped after 50 steps, as asked"},
           Case{"byte x; active proctype P() { do :: timeout -> break od }", SimulationEnd::finished,
                "all processes have ended after 2 steps"},
       }) {
    SCOPED_TRACE(c.text);
    auto m = machine_of(c.text);
    for (const bool history : {true, false}) {
      Simulator::Options options;
      options.max_steps = 50;
      options.keep_history = history;
      Simulator s(*m, options, nullptr);
      EXPECT_EQ(s.run_random(1), c.end);
      EXPECT_EQ(s.end_text(), c.says);
    }
  }
}

TEST(TraceSimulate, ASeedIsARun) {
  auto m = machine_of("byte x; active [3] proctype P() { do :: x++ :: x-- :: x = _pid od }");
  auto text = [&](uint64_t seed) {
    Simulator::Options options;
    options.max_steps = 100;
    Simulator s(*m, options, nullptr);
    s.run_random(seed);
    return print(s.trace());
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

TEST(TraceSimulate, EventsGoToTheSink) {
  auto m = machine_of(
      "chan c = [0] of { byte }; active proctype S() { c!3 } active proctype R() { byte y; c?y; printf(\"%d\\n\", y) "
      "}");
  for (const bool history : {true, false}) {
    std::string out;
    StepPrinter printer(m->program(), *m->image().shapes, {});
    Simulator::Options options;
    options.keep_history = history;
    std::vector<uint64_t> numbers;
    Simulator s(*m, options, [&](const Trace&, const Step& step) {
      out += printer.step(step);
      numbers.push_back(step.number);
    });
    s.run_random(1);
    EXPECT_EQ(numbers, (std::vector<uint64_t>{1, 2, 3, 4, 5}));
    EXPECT_NE(out.find("c?3 from S(0), y = 3"), std::string::npos) << out;
    EXPECT_NE(out.find("| 3\n"), std::string::npos) << out;
    EXPECT_EQ(s.steps_taken(), 5u);
    EXPECT_EQ(s.trace().length, 5u);
  }
}

TEST(TraceSimulate, ByHandAndBack) {
  auto m = machine_of("byte x; active proctype P() { atomic { x = 1; x = 2 }; x = 3 } active proctype Q() { x = 7 }");
  Simulator s(*m);
  ASSERT_EQ(s.moves().size(), 2u);
  EXPECT_EQ(s.move_text(0), "Q(1)  m.pml:1  x = 7");
  EXPECT_EQ(s.move_text(1), "P(0)  m.pml:1  x = 1");
  EXPECT_FALSE(s.back());
  s.take(1);
  ASSERT_EQ(s.moves().size(), 1u);  // inside the atomic sequence nobody else moves
  EXPECT_EQ(s.move_text(0), "P(0)  m.pml:1  x = 2");
  s.take(0);
  EXPECT_EQ(s.moves().size(), 2u);
  EXPECT_TRUE(s.back());
  EXPECT_EQ(s.moves().size(), 1u);
  EXPECT_TRUE(s.back());
  EXPECT_EQ(s.moves().size(), 2u);
  EXPECT_EQ(s.steps_taken(), 0u);
  s.take(0);
  EXPECT_EQ(s.trace().steps.at(0).statement, "x = 7");
}

TEST(TraceSimulate, BackFromAnErrorAndAcrossARendezvous) {
  auto m = machine_of(
      "chan c = [0] of { byte }; active proctype S() { c!3 } active proctype R() { byte y; c?y; assert(y == 1) }");
  Simulator s(*m);
  EXPECT_EQ(s.move_text(0), "S(0)  m.pml:1  c!3  -> R(1) c?y");
  s.take(0);
  EXPECT_EQ(s.steps_taken(), 2u);
  s.take(0);
  EXPECT_EQ(s.end(), SimulationEnd::error);
  EXPECT_TRUE(s.moves().empty());
  EXPECT_EQ(s.failure().step, 3u);
  EXPECT_TRUE(s.back());
  EXPECT_EQ(s.end(), SimulationEnd::running);
  EXPECT_EQ(s.failure().kind, ErrorKind::none);
  EXPECT_TRUE(s.back());
  EXPECT_EQ(s.steps_taken(), 0u);
  EXPECT_EQ(s.moves().size(), 1u);
}

TEST(TraceSimulate, Interactive) {
  auto m = machine_of("byte x; active proctype P() { x = 1; x = 2 }");
  Simulator s(*m);
  using Kind = Simulator::Answer::Kind;
  const std::vector<Simulator::Answer> script{{Kind::take, 0}, {Kind::take, 99}, {Kind::back, 0}, {Kind::take, 0},
                                              {Kind::take, 0}, {Kind::take, 0},  {Kind::take, 0}, {Kind::stop, 0}};
  size_t at = 0;
  EXPECT_EQ(s.run_interactive([&](const Simulator&) { return script.at(at++); }), SimulationEnd::finished);
  EXPECT_EQ(at, script.size());
  EXPECT_EQ(s.trace().length, 3u);
  Simulator other(*m);
  EXPECT_EQ(other.run_interactive([](const Simulator&) { return Simulator::Answer{}; }), SimulationEnd::stopped);
}

TEST(TraceSimulate, Guided) {
  auto m = machine_of(
      "byte x; chan c = [0] of { byte };\n"
      "active proctype P() { atomic { if :: x = 1 :: x = 2 fi; x++ }; c!x; x = 0 }\n"
      "active proctype Q() { byte y; c?y; assert(y == 2) }\n");
  const Trace guide = counterexample(*m);
  Simulator s(*m);
  EXPECT_TRUE(s.run_guided(guide));
  EXPECT_EQ(s.end(), SimulationEnd::error);
  EXPECT_EQ(print(s.trace()), print(guide));

  auto other = machine_of(
      "byte x; chan c = [0] of { byte };\n"
      "active proctype P() { atomic { if :: x = 1 :: x = 3 fi; x++ }; c!x; x = 0 }\n"
      "active proctype Q() { byte y; c?y; assert(y == 2) }\n");
  Simulator t(*other);
  EXPECT_FALSE(t.run_guided(guide));
}

TEST(TraceSimulate, GoesOnBehindAnAssertionIfAsked) {
  auto m = machine_of("byte x; active proctype P() { assert(x == 1); x = 3 }");
  Simulator::Options options;
  options.stop_at_error = false;
  Simulator s(*m, options, nullptr);
  EXPECT_EQ(s.run_random(1), SimulationEnd::finished);
  EXPECT_EQ(s.steps_taken(), 3u);
}

}  // namespace
}  // namespace gyre::trace
