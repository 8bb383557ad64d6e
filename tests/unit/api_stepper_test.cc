// The library: stepping, with the reasons of those who cannot move.
#include <gtest/gtest.h>

#include <gyre/gyre.h>

namespace gyre {
namespace {

Model model_of(const std::string& text) {
  Model model = Model::from_text("m.pml", text);
  EXPECT_TRUE(model.ok()) << model.diagnostics_text();
  return model;
}

// Takes the one move of a process.
void let(Stepper& stepper, const std::string& process) {
  const std::vector<Move> moves = stepper.moves();
  for (size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].steps[0].process == process) return stepper.take(i);
  }
  FAIL() << process << " cannot move";
}

std::string value_of(const std::vector<Value>& values, const std::string& name) {
  for (const Value& v : values) {
    if (v.name == name) return v.value;
  }
  return "?";
}

TEST(ApiStepper, IntoADeadlock) {
  Stepper s(
      model_of("bool a, b;\n"
               "active proctype P() { atomic { !a -> a = true }; atomic { !b -> b = true } }\n"
               "active proctype Q() { atomic { !b -> b = true }; atomic { !a -> a = true } }\n"));
  EXPECT_EQ(s.end(), End::none);
  ASSERT_EQ(s.moves().size(), 2u);
  EXPECT_EQ(s.moves()[0].steps[0].process, "Q");  // the youngest
  EXPECT_EQ(s.moves()[1].steps[0].statement, "!a");
  EXPECT_EQ(s.moves()[1].steps[0].location.line, 2u);
  let(s, "P");
  // P is inside its atomic sequence now.
  ASSERT_EQ(s.moves().size(), 1u);
  EXPECT_EQ(value_of(s.moves()[0].state, "a"), "1");
  EXPECT_EQ(value_of(s.state(), "a"), "0");
  ASSERT_EQ(s.processes().size(), 2u);
  EXPECT_TRUE(s.processes()[0].can_move);
  EXPECT_EQ(s.processes()[0].why_not, "");
  EXPECT_FALSE(s.processes()[1].can_move);
  EXPECT_EQ(s.processes()[1].why_not, "P(0) has control: it is inside an atomic sequence");
  let(s, "P");
  let(s, "Q");
  let(s, "Q");
  EXPECT_EQ(s.end(), End::deadlock);
  EXPECT_TRUE(s.moves().empty());
  EXPECT_NE(s.end_text().find("2 processes are blocked"), std::string::npos) << s.end_text();
  EXPECT_EQ(s.processes()[0].why_not, "it waits in `!b` (b is 1)");
  EXPECT_EQ(s.processes()[1].why_not, "it waits in `!a` (a is 1)");
  EXPECT_EQ(s.processes()[1].location.line, 3u);
  EXPECT_EQ(s.trace().size(), 4u);
  EXPECT_NE(s.trace().message(), "");
  EXPECT_TRUE(s.back());
  EXPECT_EQ(s.end(), End::none);
  EXPECT_EQ(value_of(s.state(), "b"), "0");
  while (s.back()) continue;
  EXPECT_EQ(s.trace().size(), 0u);
  EXPECT_THROW(s.take(2), Error);
}

TEST(ApiStepper, ReasonsOfChannels) {
  Stepper s(
      model_of("chan out = [1] of { byte }; chan in = [1] of { byte }; chan meet = [0] of { byte };\n"
               "active proctype F() { out!1; out!2 }\n"
               "active proctype E() { byte x; in?x }\n"
               "active proctype S() { meet!1 }\n"
               "active proctype W() { out?9 }\n"
               "active proctype A() { chan mine = in; mine?7 }\n"));
  let(s, "F");
  EXPECT_EQ(s.end(), End::deadlock);
  const std::vector<ProcessState> p = s.processes();
  ASSERT_EQ(p.size(), 5u);
  EXPECT_EQ(p[0].why_not, "it waits in `out!2` (out is full)");
  EXPECT_EQ(p[1].why_not, "it waits in `in?x` (in is empty)");
  EXPECT_EQ(p[2].why_not, "it waits in `meet!1` (no process is ready to receive it)");
  EXPECT_EQ(p[3].why_not, "it waits in `out?9` (the first message of out does not fit)");
  EXPECT_EQ(p[4].why_not, "it waits in `mine?7` (in is empty)");
}

TEST(ApiStepper, RendezvousIsOneMoveOfTwo) {
  Stepper s(
      model_of("chan c = [0] of { byte }; byte x;\n"
               "active proctype R() { c?x }\n"
               "active proctype S() { c!5 }\n"));
  const std::vector<Move> moves = s.moves();
  ASSERT_EQ(moves.size(), 1u);
  ASSERT_EQ(moves[0].steps.size(), 2u);
  EXPECT_EQ(moves[0].steps[0].process, "S");
  EXPECT_TRUE(moves[0].steps[1].handshake);
  EXPECT_EQ(moves[0].steps[1].statement, "c?x");
  EXPECT_EQ(value_of(moves[0].state, "x"), "5");
  EXPECT_TRUE(s.processes()[0].can_move);
  s.take(0);
  // R is at its end first, but S is younger.
  EXPECT_FALSE(s.processes()[0].can_move);
  EXPECT_EQ(s.processes()[0].why_not,
            "it is at its end, but processes end in the reverse order of their creation: it waits for S(1)");
  s.take(0);
  s.take(0);
  EXPECT_EQ(s.end(), End::finished);
}

TEST(ApiStepper, ProvidedClausesAndErrors) {
  Stepper s(
      model_of("byte x;\n"
               "active proctype P() provided (x == 9) { x > 0 }\n"
               "active proctype Q() { x = 1; assert(x == 2) }\n"));
  let(s, "Q");
  EXPECT_EQ(s.processes()[0].why_not, "it waits in `x > 0`, or for its provided clause to become true");
  let(s, "Q");
  EXPECT_EQ(s.end(), End::error);
  EXPECT_EQ(s.end_text(), "assertion violated: x == 2");
  EXPECT_EQ(s.processes()[0].why_not, "the execution has ended with an error");
}

TEST(ApiStepper, WhyAStatementCannotBeExecuted) {
  Stepper s(
      model_of("mtype = { a, b }; mtype m = b; byte x = 2; byte t[2]; chan c = [1] of { byte };\n"
               "active proctype P() {\n  do\n  :: t[x - 1] > 3\n  :: m == a && x == 2\n  :: len(c) > 0\n  :: c?x\n"
               "  :: x < 2 && t[x] == 0\n  :: x == 2 -> break\n  :: else\n  od\n}\n"
               "active proctype Q() {\n  { x == 5 } unless { x == 2 }\n}\n"));
  const std::vector<std::string> expected = {
      "t[1] is 0, x is 2", "m is b, x is 2", "c is empty", "c is empty", "x is 2", "", "something else can be done"};
  EXPECT_EQ(s.processes()[0].obstacles, expected);
  EXPECT_EQ(s.processes()[1].next, (std::vector<std::string>{"x == 2", "x == 5"}));
  EXPECT_EQ(s.processes()[1].obstacles, (std::vector<std::string>{"", "the escape can be taken"}));
}

TEST(ApiStepper, WithoutAnInitialState) {
  Stepper s(model_of("byte n; byte x = 1 / n; init { skip }"));
  EXPECT_EQ(s.end(), End::error);
  EXPECT_TRUE(s.moves().empty());
  EXPECT_TRUE(s.state().empty());
  EXPECT_TRUE(s.processes().empty());
  EXPECT_TRUE(s.trace().state(0).empty());
}

TEST(ApiStepper, Esml) {
  Stepper s(Model::from_file(GYRE_SOURCE_DIR "/models/mutual_exclusion.esml"));
  for (int i = 0; i < 20 && s.end() == End::none; ++i) {
    for (const ProcessState& p : s.processes()) EXPECT_NE(p.can_move, !p.why_not.empty());
    s.take(0);
  }
}

}  // namespace
}  // namespace gyre
