// The library: expressions over states, and what else debuggers ask.
#include <gtest/gtest.h>

#include <gyre/gyre.h>

namespace gyre {
namespace {

const char* const kModel = R"(
#define N 3
#define BUSY (len(q) > 0)
#define twice(e) (2 * (e))
mtype = { red, green };
typedef Point { byte x; byte y[2] };
byte count = 7;
int a[4];
Point p[2];
mtype colour = green;
chan q = [2] of { mtype, byte };
inline put(c) { q!c,count }
active [2] proctype P() {
  byte mine = 5, count_;
  a[_pid] = mine + _pid;
  put(red);
here: count = count / 2;
  p[1].y[1] = 9
}
init { int x = -1; x = x - 1; (q?[red,_]) -> skip }
)";

class ApiEvaluate : public ::testing::Test {
 protected:
  ApiEvaluate() : model(Model::from_text("m.pml", kModel)), stepper(model) {
    EXPECT_TRUE(model.ok()) << model.diagnostics_text();
  }
  std::string at(const std::string& text, int32_t pid = -1) {
    try {
      const Evaluated e = stepper.value(Expression(model, text), pid);
      return e.text == std::to_string(e.number) ? e.text : e.text + " (" + std::to_string(e.number) + ")";
    } catch (const Error& e) {
      return e.what();
    }
  }
  // Lets a process do a step.
  void let(int32_t pid) {
    const std::vector<Move> moves = stepper.moves();
    for (size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].steps[0].pid == pid) return stepper.take(i);
    }
    FAIL() << pid << " cannot move";
  }

  Model model;
  Stepper stepper;
};

TEST_F(ApiEvaluate, Arithmetic) {
  EXPECT_EQ(at("1 + 2 * 3"), "7");
  EXPECT_EQ(at("(1 + 2) * 3 - -4 % 3"), "10");
  EXPECT_EQ(at("1 << 2 + 1"), "8");
  EXPECT_EQ(at("1 < 2 == 1 && !(3 > 4) || 0"), "1");
  EXPECT_EQ(at("~0 & 12 | 1 ^ 3"), "14");
  EXPECT_EQ(at("10 - 3 - 2"), "5");
  EXPECT_EQ(at("(count == 7 -> a[0] : 1 / 0)"), "0");
  EXPECT_EQ(at("0 && 1 / 0"), "0");
  EXPECT_EQ(at("true + false"), "1");
}

TEST_F(ApiEvaluate, Names) {
  EXPECT_EQ(at("count"), "7");
  EXPECT_EQ(at("colour").substr(0, 6), "green ") << "and its number";
  EXPECT_EQ(at("colour == green"), "1");
  EXPECT_EQ(at("N * count"), "21") << "macros";
  EXPECT_EQ(at("twice(count + 1) + BUSY"), "16");
  EXPECT_EQ(at("mine", 1), "5");
  EXPECT_EQ(at("P(1):mine + P[0]:mine"), "10");
  EXPECT_EQ(at("_pid", 1), "1");
  EXPECT_EQ(at("_nr_pr"), "3");
  EXPECT_EQ(at("init:x"), "-1");
  EXPECT_EQ(at("x", 2), "-1");
  EXPECT_EQ(at("q"), "empty (1)");
  EXPECT_EQ(at("len(q) + empty(q) + nfull(q) + full(q) + nempty(q)"), "2");
  EXPECT_EQ(at("a[1]"), "0");
  let(1);
  EXPECT_EQ(at("a[1]"), "6");
  EXPECT_EQ(at("a[_pid]", 1), "6");
  let(1);
  EXPECT_EQ(at("q"), "[red,7] (1)");
  EXPECT_EQ(at("P(1)@here"), "1");
  EXPECT_EQ(at("P(0)@here"), "0");
  let(1);
  let(1);
  EXPECT_EQ(at("p[N - 2].y[1]"), "9");
  EXPECT_EQ(at("count"), "3");
  EXPECT_EQ(stepper.trace().value(Expression(model, "count"), 0).number, 7) << "the initial state";
  EXPECT_EQ(stepper.trace().value(Expression(model, "count"), 4).number, 3);
}

TEST_F(ApiEvaluate, SaysWhyNot) {
  EXPECT_EQ(at(""), "the expression ends too early");
  EXPECT_EQ(at("count +"), "the expression ends too early");
  EXPECT_EQ(at("count = 1"), "`=` assigns, which nothing here does; == compares");
  EXPECT_EQ(at("(count"), "expected `)`: the expression ends too early");
  EXPECT_EQ(at("coun"), "there is no variable `coun`");
  EXPECT_EQ(at("mine"), "`mine` is a variable of a process: write P(0):mine");
  EXPECT_EQ(at("mine", 2), "init(2) has no variable `mine`");
  EXPECT_EQ(at("P:mine"), "there are several P: write P(0)");
  EXPECT_EQ(at("P(2):mine"), "process 2 is no P but a init");
  EXPECT_EQ(at("P(7):mine"), "there is no process 7 in this state");
  EXPECT_EQ(at("P(0)@nowhere"), "P has no label `nowhere`");
  EXPECT_EQ(at("P"), "P is a process: write P(0):x for a variable of it, P(0)@label for a place");
  EXPECT_EQ(at("a[4]"), "the index 4 of `a[]` is not between 0 and 3");
  EXPECT_EQ(at("a"), "`a` is an array or a record: ask for one of its elements");
  EXPECT_EQ(at("a", 0), "`a` is an array or a record: ask for one of its elements");
  EXPECT_EQ(at("p[0].z"), "p has no part `p[].z`");
  EXPECT_EQ(at("1 / a[0]"), "the expression has no value here: a division by zero, or a number that is too large");
  EXPECT_EQ(at("len(count)"), "what is asked about is no channel");
  EXPECT_EQ(at("_pid"), "_pid is the number of a process, and no process is looked at");
  EXPECT_EQ(at("99999999999"), "a number in the expression is too large");
  EXPECT_EQ(at("#define N 4"), "an expression does not begin with #");
  EXPECT_EQ(at("count }"), "unexpected `} ` in the expression");
  EXPECT_EQ(at(std::string(5000, '(')), "the expression is too long");
  EXPECT_EQ(at("count", 5), "there is no process 5 in this state");
  EXPECT_THROW(stepper.trace().value(Expression(model, "count"), 1), Error);
}

TEST_F(ApiEvaluate, FollowsAPart) {
  for (const int32_t pid : {1, 1, 0, 1}) let(pid);
  const Trace whole = stepper.trace();
  Stepper other(model);
  ASSERT_TRUE(other.follow(whole, 2));
  EXPECT_EQ(other.steps(), 2u);
  EXPECT_EQ(other.value(Expression(model, "len(q)")).number, 1);
  EXPECT_EQ(other.value(Expression(model, "a[0]")).number, 0);
}

TEST_F(ApiEvaluate, WhatWasDoneByHandIsATrail) {
  for (const int32_t pid : {1, 0, 1, 0}) let(pid);
  const Trail trail = follow_trail(model, stepper.trace().json("m.pml"), "hand.json");
  ASSERT_EQ(trail.trace.size(), 4u);
  EXPECT_EQ(trail.trace.value(Expression(model, "len(q)"), 4).number, 2);
}

TEST_F(ApiEvaluate, WhereProcessesStand) {
  let(1);
  const ProcessState p = stepper.processes().at(1);
  EXPECT_EQ(p.location.line, 12u);
  ASSERT_EQ(p.calls.size(), 1u);
  EXPECT_EQ(p.calls[0].name, "put");
  EXPECT_EQ(p.calls[0].location.line, 16u);
  EXPECT_FALSE(p.held);
}

TEST_F(ApiEvaluate, Statements) {
  bool in_put = false, in_init = false;
  for (const Statement& s : model.statements()) {
    if (s.location.line == 12) in_put = s.process == "P" && s.calls.size() == 1 && s.calls[0].line == 16;
    if (s.location.line == 20) in_init = s.process == "init";
  }
  EXPECT_TRUE(in_put);
  EXPECT_TRUE(in_init);
}

TEST(ApiEvaluateHeld, InAnAtomicSequence) {
  const Model model = Model::from_text(
      "m.pml", "byte x; active proctype P() { atomic { x = 1; x = 2 } } active proctype Q() { x == 9 }");
  Stepper stepper(model);
  EXPECT_FALSE(stepper.processes()[1].held);
  ASSERT_EQ(stepper.move_count(), 1u);
  stepper.take(0);
  EXPECT_FALSE(stepper.processes()[0].held);
  EXPECT_TRUE(stepper.processes()[1].held);
  const std::string part = stepper.trace().json("m.pml");  // in the middle of a transition
  EXPECT_THROW(follow_trail(model, part, "part.json"), Error);
}

TEST(ApiEvaluateEsml, Values) {
  const Model model = Model::from_file(std::string(GYRE_SOURCE_DIR) + "/models/mutual_exclusion.esml");
  ASSERT_TRUE(model.ok());
  Stepper stepper(model);
  for (const Value& v : stepper.state()) {
    if (v.is_channel) continue;
    EXPECT_EQ(stepper.value(Expression(model, v.name)).text, v.value) << v.name;
  }
}

}  // namespace
}  // namespace gyre
