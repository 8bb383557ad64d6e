// The machine against what SPIN does: counts of small models, values, errors.
// link: promela trace
#include <gtest/gtest.h>

#include "compiled_model.h"

namespace gyre {
namespace {

using test::explore;
using test::Graph;
using Kinds = std::set<std::string>;

// States and transitions are those of SPIN's textbook search (spin -a -o1 -o2 -o3, pan -DNOREDUCE -DSAFETY).
struct Case {
  const char* name;
  const char* text;
  size_t states, transitions;
  Kinds kinds;
};

void PrintTo(const Case& c, std::ostream* os) { *os << c.name; }

class Counts : public testing::TestWithParam<Case> {};

TEST_P(Counts, AreThoseOfSpin) {
  const Case& c = GetParam();
  const Graph g = explore(c.text);
  EXPECT_EQ(g.states, c.states);
  EXPECT_EQ(g.transitions, c.transitions);
  EXPECT_EQ(g.kinds, c.kinds);
  EXPECT_TRUE(g.consistent);
}

const Case kCases[] = {
    {"sequence", "active proctype A() { skip; skip }", 4, 4, {}},
    {"death", "active proctype A() { skip } active proctype B() { skip }", 7, 9, {}},
    {"goto", "byte x; active proctype A() { x = 1; goto L; x = 2; L: x = 3; goto M; M: skip }", 5, 5, {}},
    {"run", "byte x; proctype P(byte v) { x = v } init { run P(1); run P(2) }", 18, 21, {}},
    {"unless", "byte x; active proctype A() { { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 9 } }", 6, 6, {}},
    {"timeout",
     "byte x; active proctype A() { do :: x < 2 -> x++ :: timeout -> break od } active proctype B() { x == 2; x = 5 }",
     10,
     10,
     {}},
    {"declarations",
     "byte g = 1; active proctype A() { byte a = 2; g = a; byte b = g; g = b + 1; byte d = 7; g = d }",
     7,
     7,
     {}},
    {"hidden", "hidden byte h; byte g; active proctype A() { if :: h = 1 :: h = 2 fi; g = h; g = 9 }", 5, 6, {}},
    {"last",
     "byte x; active proctype A() { x = 1; x = 1 } active proctype B() { x = 1; (_last == 0) -> x = 1 }",
     18,
     22,
     {"deadlock"}},
    {"local_channel",
     "byte x; proctype P() { chan q = [1] of { byte }; q!3; q?x } init { run P(); run P() }",
     19,
     28,
     {}},
    {"rendezvous",
     "chan c = [0] of { byte }; byte y; active proctype S() { c!1; c!2 } active proctype R() { c?y; c?y }",
     5,
     5,
     {}},
    {"bit_array",
     "bit a[2]; bit s; active proctype A() { a[0] = 2; s = 2; assert(a[0] == 2); assert(s == 0) }",
     6,
     6,
     {}},
    {"d_step_choice",
     "byte x; active proctype A() { d_step { if :: x = 1 :: x = 2 fi; x = x + 10 } assert(x == 11) }",
     4,
     4,
     {}},
    {"print", "byte x; active proctype A() { printf(\"hi\\n\"); assert(x == 0); x = 1 }", 5, 5, {}},
};

INSTANTIATE_TEST_SUITE_P(Small, Counts, testing::ValuesIn(kCases), [](const auto& info) { return info.param.name; });

// A model that says itself, in assertions, what must come out.
void holds(const std::string& text, const promela::CompileOptions& options = {}) {
  const Graph g = explore(text, options);
  EXPECT_EQ(g.kinds, Kinds{}) << text;
  EXPECT_TRUE(g.consistent) << text;
}

void fails(const std::string& text, const Kinds& kinds, const promela::CompileOptions& options = {}) {
  const Graph g = explore(text, options);
  EXPECT_EQ(g.kinds, kinds) << text;
  EXPECT_TRUE(g.consistent) << text;
}

Kinds kinds_of_first_step(vm::Machine& machine) {
  model::SuccessorBuffer out;
  machine.initial(out);
  const test::Stored initial(out.view(0));
  machine.expand(initial.view(), out);
  Kinds kinds;
  for (const model::StepError& e : out.errors) kinds.insert(model::error_name(e.kind));
  return kinds;
}

TEST(Values, AreTruncated) {
  holds(R"(bit b; bool t; byte c; short s; int i; unsigned u : 3; mtype = { m }; mtype e; pid p;
    active proctype A() {
      b = 3; t = 2; c = 300; s = 40000; i = 2147483647; u = 13; p = 257; e = 258;
      assert(b == 1 && t == 0 && c == 44 && s == -25536 && u == 5 && p == 1 && e == 2);
      c = 0; c--; assert(c == 255);
      s = 32767; s++; assert(s == -32768)
    })");
  holds(R"(chan c = [1] of { bit, short, byte }; int r, s, t;
    active proctype A() { c!3,70000,300; c?r,s,t; assert(r == 1 && s == 4464 && t == 44) })");
  holds("proctype P(byte v) { assert(v == 44) } init { run P(300) }");
}

TEST(Values, ArithmeticWraps) {
  holds(R"(int i, j; active proctype A() {
      i = 2147483647; i++; assert(i == -2147483647 - 1);
      j = -i; assert(j == i); j = i - 1; assert(j == 2147483647);
      i = 65536 * 65536; assert(i == 0);
      i = -7 / 2; assert(i == -3); i = -7 % 3; assert(i == -1);
      i = -2147483647 - 1; i = i / -1; assert(i == -2147483647 - 1);
      i = 1 << 4; assert(i == 16); i = -16 >> 2; assert(i == -4);
      i = ~5; assert(i == -6); i = 6 ^ 3; assert(i == 5);
      i = (3 > 2) + (2 > 3); assert(i == 1);
      i = !7; assert(i == 0); i = (0 -> 1 : 2); assert(i == 2)
    })");
}

TEST(Values, LogicIsLazy) {
  holds(
      "byte x; active proctype A() { assert(x == 0 || 1 / x == 0); assert(!(x != 0 && 1 / x == 0)); assert((x -> 1/x : "
      "1)) }");
}

TEST(Channels, FirstInFirstOut) {
  holds(R"(chan c = [3] of { byte }; byte x;
    active proctype A() { c!1; c!2; c!3; assert(full(c) && len(c) == 3); c?x; assert(x == 1); c?x; c?x;
      assert(x == 3 && empty(c) && nfull(c)) })");
}

TEST(Channels, SortedSendAndRandomReceive) {
  holds(R"(chan c = [4] of { byte, byte }; byte x, y;
    active proctype A() { c!!3,1; c!!1,9; c!!3,0; c!!2,5;
      assert(c?[1,9]); c??3,x; assert(x == 0); c??3,x; assert(x == 1);
      assert(c??[2,5] && !c??[7,7]); c?<x,y>; assert(x == 1 && y == 9 && len(c) == 2);
      c??<2,y>; assert(y == 5 && len(c) == 2); c?1,_; c?eval(x + 1),y; assert(empty(c)) })");
}

TEST(Channels, EvalComparesWithTheOldValue) {
  holds("chan c = [2] of { byte, byte }; byte x = 1; active proctype A() { c!2,1; c?x,eval(x); assert(x == 2) }");
}

TEST(Channels, FullOnesBlockOrLose) {
  fails("chan c = [1] of { byte }; active proctype A() { c!1; c!2 }", {"deadlock"});
  promela::CompileOptions lose;
  lose.lose_messages = true;
  holds("chan c = [1] of { byte }; byte x; active proctype A() { c!1; c!2; c?x; assert(x == 1 && empty(c)) }", lose);
}

TEST(Channels, Rendezvous) {
  holds("chan c = [0] of { byte }; active proctype S() { c!7 } active proctype R() { byte y; c?y; assert(y == 7) }");
  fails("chan c = [0] of { byte }; active proctype S() { c!1 } active proctype R() { c?2 }", {"deadlock"});
  holds("chan c = [0] of { byte }; byte x; active proctype S() { if :: c!1 :: else -> x = 1 fi; assert(x == 1) }");
}

TEST(Channels, AreValues) {
  holds(R"(chan c = [1] of { chan }; chan d = [1] of { byte };
    active proctype A() { chan e; c!d; c?e; e!5; assert(d?[5]); assert(e == d) })");
}

TEST(Atomic, ControlIsHandedOver) {
  // While the receiver is inside its atomic nobody else moves.
  holds(R"(chan c = [0] of { byte }; byte x;
    active proctype S() { atomic { c!1; x = x + 10 } }
    active proctype R() { atomic { c?_; assert(x == 0); x = 1; assert(x == 1) } })");
  fails(R"(chan c = [0] of { byte }; byte x;
    active proctype S() { atomic { c!1; x = x + 10 } }
    active proctype R() { c?_; assert(x == 0) })",
        {"assertion"});
}

TEST(Atomic, BlocksAndGoesOn) {
  const Graph g =
      explore("byte x; active proctype A() { atomic { x = 1; x == 2; x = 3 } } active proctype B() { x == 1; x = 2 }");
  EXPECT_EQ(g.kinds, Kinds{});
  EXPECT_TRUE(g.consistent);
}

TEST(Atomic, EveryPathIsATransition) {
  const Graph g =
      explore("byte x; active proctype A() { atomic { if :: x = 1 :: x = 2 fi; if :: x = 3 :: x = 4 fi } }");
  EXPECT_EQ(g.states, 5u);
  EXPECT_EQ(g.transitions, 7u);
}

TEST(Atomic, EndlessLoopsAreFound) {
  fails("byte x; active proctype A() { atomic { do :: x = 1 - x od } }", {"atomic-loop"});
  fails("byte x; active proctype A() { d_step { do :: x = 1 - x od } }", {"d_step-loop"});
  vm::Machine machine(test::program_of("int x; active proctype A() { atomic { do :: x++ od } }"));
  machine.limit_steps(1000);
  EXPECT_EQ(explore(machine).kinds, Kinds{"limit"});
  vm::Machine d_step(test::program_of("int x; active proctype A() { d_step { do :: x++ od } }"));
  d_step.limit_steps(1000);
  EXPECT_EQ(explore(d_step).kinds, Kinds{"limit"});
}

TEST(Atomic, LongSequences) {
  holds("int x; active proctype A() { int i; atomic { for (i : 1 .. 3000) { x++ } } assert(x == 3000) }");
  // More choices on one path than the machine follows.
  vm::Machine machine(test::program_of("int x; init { atomic { do :: x < 10000 -> x++ :: x >= 0 -> break od } }"));
  EXPECT_EQ(kinds_of_first_step(machine), Kinds{"limit"});
}

TEST(DStep, BlockingIsAnError) {
  fails("byte x; active proctype A() { d_step { x = 1; x == 2; x = 3 } }", {"d_step-block"});
  fails("byte x; active proctype A() { d_step { x == 2; x = 3 } }", {"deadlock"});
}

TEST(Unless, Order) {
  const std::string text = R"(byte x, y; active proctype A() {
      { { x = 1; x = 2 } unless { d_step { x == 1; x = 3; y = 1 } } } unless { d_step { x == 1; x = 3; y = 2 } }
      assert(y == 2) })";
  holds(text);
  promela::CompileOptions inner;
  inner.inner_unless_first = true;
  fails(text, {"assertion"}, inner);
}

TEST(Timeout, OnlyWhenNothingElseMoves) {
  holds("byte x; active proctype A() { timeout; assert(x == 2) } active proctype B() { x = 1; x = 2; end: x == 9 }");
}

TEST(Processes, ProvidedAndPriorities) {
  holds("byte x; active proctype A() provided (x == 1) { assert(x == 1); x = 2 } active proctype B() { x = 1 }");
  holds(R"(byte x; active proctype A() priority 1 { assert(x == 1) } active proctype B() priority 5 { x = 1 })");
  holds(
      "active proctype A() priority 2 { assert(get_priority(_pid) == 2); set_priority(_pid, 7); assert(_priority == 7) "
      "}");
  fails("active proctype A() { set_priority(0, 300) }", {"bad-priority"});
}

TEST(Processes, PidsAndDeath) {
  holds(R"(byte n; proctype P() { assert(_pid == 1 && _nr_pr == 2) }
    init { pid p; p = run P(); assert(p == 1); _nr_pr == 1; p = run P(); assert(p == 1) })");
}

TEST(Processes, RemoteReferences) {
  holds(R"(byte x; proctype P(byte v) { byte a[2]; a[1] = v; L: x == 1 }
    init { run P(6); P[1]@L; assert(P[1]:v == 6 && P[1]:a[1] == 6 && P:v == 6);
           assert(!P[7]@L && P[7]:v == 0); x = 1 })");
}

TEST(Processes, EnabledAndPcValue) {
  holds(
      "byte x; active proctype A() { x == 1 } active proctype B() { assert(!enabled(0)); x = 1; assert(pc_value(0) > 0 "
      "|| enabled(0)) }");
  fails("active proctype A() { enabled(_pid) }", {"range"});
  // Asking in a circle ends.
  explore("active proctype A() { enabled(1) } active proctype B() { enabled(0) }");
}

TEST(Processes, MoreThan255) {
  const std::string text =
      "short n; proctype P(short v) { assert(_pid == v); n = v; assert(_last == v) }\n"
      "init { atomic { short i; pid p; for (i : 1 .. 299) { p = run P(i); assert(p == i) } } false }";
  fails(text, {"too-many-processes"});
  promela::CompileOptions many;
  many.max_processes = 300;
  vm::Machine machine(test::program_of(text, many));
  model::SuccessorBuffer out;
  machine.initial(out);
  test::Stored state(out.view(0));
  machine.expand(state.view(), out);
  ASSERT_EQ(out.list.size(), 1u);
  EXPECT_TRUE(out.errors.empty());
  // Three steps of the youngest; _last is its pid, not the pid's low byte.
  for (int i = 0; i < 3; ++i) {
    state = test::Stored(out.view(0));
    machine.expand(state.view(), out);
    EXPECT_EQ(out.list[0].mover, 299);
    EXPECT_TRUE(out.errors.empty());
  }
  EXPECT_EQ(test::values(machine, out.view(0)).at("n"), "299");
}

TEST(Errors, LeaveNoState) {
  fails("byte a[3]; byte i = 3; active proctype A() { a[i] = 1 }", {"index"});
  fails("byte a[3]; int i = -1; active proctype A() { a[i] == 0 }", {"index"});
  fails("typedef T { byte b[2] }; T a[2]; byte i = 2; active proctype A() { a[1].b[i] = 1 }", {"index"});
  fails("byte x; active proctype A() { x = 1 / x }", {"division"});
  fails("byte x; active proctype A() { 1 % x }", {"division"});
  fails("chan c; active proctype A() { c!1 } chan d = [1] of { byte };", {"uninitialised-channel"});
  fails("chan c; byte x; active proctype A() { x = len(c) }", {"uninitialised-channel"});
  fails("proctype P() { false } init { do :: run P() od }", {"too-many-processes"});
  fails("byte x; active proctype A() { byte y = 1 / x; skip }", {"division"});
}

TEST(Errors, ThatGoOn) {
  const Graph g = explore("byte x; active proctype A() { assert(x == 1); x = 1 }");
  EXPECT_EQ(g.kinds, Kinds{"assertion"});
  EXPECT_EQ(g.states, 4u);
  fails("chan c = [1] of { byte, byte }; active proctype A() { c!1; c?_,_ }", {"channel-misuse"});
}

TEST(Errors, LargeStatesAreAnError) {
  vm::Machine machine(test::program_of("proctype P() { int a[500000]; false } init { d_step { do :: run P() od } }"));
  EXPECT_EQ(kinds_of_first_step(machine), Kinds{"limit"});
}

TEST(Moves, FollowOneProcessInsideAnAtomic) {
  vm::Machine machine(
      test::program_of("byte x; active proctype A() { atomic { x = 1; x = 2 } } active proctype B() { x = 3 }"));
  model::SuccessorBuffer out;
  machine.initial(out);
  const test::Stored initial(out.view(0));
  std::vector<vm::Move> moves;
  machine.moves(initial.view(), -1, moves);
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(moves[0].steps[0].pid, 1);
  EXPECT_EQ(moves[0].holder, -1);
  EXPECT_EQ(moves[1].steps[0].pid, 0);
  EXPECT_EQ(moves[1].holder, 0);
  const vm::StepRecord step = moves[1].steps[0];
  const test::Stored inside({step.state.data(), step.key, step.total});
  machine.moves(inside.view(), 0, moves);
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].steps[0].pid, 0);
  EXPECT_EQ(moves[0].holder, -1);
}

TEST(Movers, AreAllOfATransition) {
  vm::Machine machine(test::program_of(R"(chan a = [0] of { byte }, b = [0] of { byte };
    active proctype P() { a!1; a!2 }
    active proctype Q() { byte y; atomic { a?y; b!y }; a?y }
    active proctype R() { byte z; b?z; z = 0 })"));
  model::SuccessorBuffer out;
  machine.initial(out);
  const test::Stored initial(out.view(0));
  machine.expand(initial.view(), out);
  ASSERT_EQ(out.list.size(), 1u);
  EXPECT_EQ(out.list[0].mover, 0);
  EXPECT_EQ(out.list[0].partner, 1);
  ASSERT_EQ(out.extra_movers.size(), 1u);
  EXPECT_EQ(out.extra_movers[0].successor, 0u);
  EXPECT_EQ(out.extra_movers[0].pid, 2);
  const test::Stored next(out.view(0));
  machine.expand(next.view(), out);  // the rendezvous of P and Q, or R alone
  ASSERT_EQ(out.list.size(), 2u);
  EXPECT_EQ(out.list[0].mover, 2);
  EXPECT_EQ(out.list[0].partner, model::kNobody);
  EXPECT_EQ(out.list[1].mover, 0);
  EXPECT_EQ(out.list[1].partner, 1);
  EXPECT_TRUE(out.extra_movers.empty());
}

// 2^20 paths through one atomic sequence.
TEST(Budgets, CountInsideAnExpansion) {
  vm::Machine machine(test::program_of(R"(byte a[20]; active proctype P() { byte i;
    atomic { for (i : 0 .. 19) { if :: a[i] = 1 :: a[i] = 2 fi } } })"));
  model::SuccessorBuffer out;
  machine.initial(out);
  const test::Stored initial(out.view(0));
  model::Budget patience;
  patience.deadline = std::chrono::steady_clock::now();
  machine.set_budget(patience);
  EXPECT_THROW(machine.expand(initial.view(), out), model::Cancelled);
  patience = {};
  std::atomic<bool> interrupt{true};
  patience.interrupt = &interrupt;
  machine.set_budget(patience);
  EXPECT_THROW(machine.expand(initial.view(), out), model::Cancelled);
  patience = {};
  patience.bytes = 100000;
  machine.set_budget(patience);
  EXPECT_THROW(machine.expand(initial.view(), out), std::bad_alloc);
  machine.set_budget({});
  machine.expand(initial.view(), out);
  EXPECT_EQ(out.list.size(), size_t{1} << 20);
}

// The end of the trace, an event in the middle of a handshake, and the position as part of the state.
TEST(Traces, ArePartOfTheState) {
  const std::string loop = "chan c = [1] of { byte }; active proctype A() { do :: c!1; c?_ od }";
  EXPECT_EQ(explore(loop).states, 2u);
  EXPECT_EQ(explore(loop + "trace { c!1; do :: c!1 od }").states, 3u);
  fails("chan c = [0] of { byte }; active proctype A() { c!1 } active proctype B() { c?_ } trace { c!1; c?2 }",
        {"trace"});
  fails("chan c = [1] of { byte }; active proctype A() { c!1 } notrace { c!1 }", {"trace"});
  fails("chan c = [1] of { byte }; active proctype A() { c!1 } trace { if :: c!1 :: c!_; c!2 fi }", {"nondeterminism"});
}

TEST(Clones, AgreeWithTheOriginal) {
  vm::Machine machine(test::program_of("byte x; proctype P() { x++ } init { run P(); run P() }"));
  const std::unique_ptr<model::Model> other = machine.clone();
  model::SuccessorBuffer a, b;
  machine.initial(a);
  other->initial(b);
  for (int i = 0; i < 5 && !a.list.empty(); ++i) {
    const test::Stored state(a.view(0));
    machine.expand(state.view(), a);
    other->expand(state.view(), b);
    ASSERT_EQ(a.list.size(), b.list.size());
    EXPECT_EQ(a.bytes, b.bytes);
  }
}

}  // namespace
}  // namespace gyre
