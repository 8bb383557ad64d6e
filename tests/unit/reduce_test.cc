// What the reductions do to small programs.
// link: promela trace
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "reduce/merge.h"
#include "reduce/partial_order.h"
#include "reduce/print_classes.h"
#include "reduce/visibility.h"
#include "search/dfs.h"
#include "store/exact.h"
#include "trace/state.h"
#include "unit/compiled_model.h"
#include "vm/machine.h"

namespace gyre::reduce {
namespace {

search::Outcome explore(std::shared_ptr<const ir::Program> program, bool reduced) {
  vm::Machine machine(program);
  const Summary summary(*program);
  PartialOrder model(machine, *machine.image().shapes, summary, {});
  store::Exact<> store;
  search::Task task;
  task.max_errors = 0;
  search::DfsOptions options;
  options.reduced = reduced;
  return search::depth_first(reduced ? static_cast<model::Model&>(model) : machine, store, task, {}, options);
}

// Two processes that have nothing to do with each other: one interleaving is enough.
TEST(Reduce, IndependentProcessesAreFollowedOneByOne) {
  const auto program = test::program_of(R"(
    byte x, y;
    active proctype A() { x = 1; x = 2; x = 3 }
    active proctype B() { y = 1; y = 2; y = 3 })");
  const search::Outcome full = explore(program, false), reduced = explore(program, true);
  EXPECT_EQ(full.counts.states, 21);  // B, the younger one, dies before A can
  EXPECT_EQ(reduced.counts.states, 9);
  EXPECT_EQ(reduced.counts.matched, 0);
}

// Who writes last matters, and both ends are seen.
TEST(Reduce, ConflictingWritesKeepTheirOrders) {
  const auto program = test::program_of(R"(
    byte x;
    active proctype A() { x = 1; assert(x == 1) }
    active proctype B() { x = 2; assert(x == 2) })");
  EXPECT_EQ(explore(program, false).found.size(), 2);
  EXPECT_EQ(explore(program, true).found.size(), 2);
}

// A comparison with a constant: which writes of constants disturb it, or make it true, and which others exclude it.
TEST(Reduce, ComparisonsWithConstants) {
  const auto states = [](const std::string& condition, const std::string& write) {
    const auto program = test::program_of("byte x = 1, y, z; active proctype A() { " + condition +
                                          "; y = 1; y = 2 } active proctype B() { " + write + "; z = 1; z = 2 }");
    const search::Outcome full = explore(program, false), reduced = explore(program, true);
    EXPECT_EQ(full.errors, reduced.errors) << condition << ", " << write;
    EXPECT_LE(reduced.counts.states, full.counts.states);
    return reduced.counts.states;
  };
  const uint64_t one_by_one = states("y == 0", "z = 0");
  EXPECT_EQ(states("x < 5", "x = 4"), one_by_one);
  EXPECT_GT(states("x < 5", "x = 5"), one_by_one);
  EXPECT_EQ(states("x != 3", "x = 4"), one_by_one);
  EXPECT_GT(states("x != 3", "x = 3"), one_by_one);
  EXPECT_EQ(states("!(x >= 5)", "d_step { z = 0; x = 2 }"), one_by_one);
  EXPECT_GT(states("!(x >= 5)", "d_step { z = 0; x = 7 }"), one_by_one);
  // 257 is 1 in a byte.
  EXPECT_GT(states("x == 1", "x = 257; x = 0"), one_by_one);
}

TEST(Reduce, ComparisonsThatExcludeEachOther) {
  const reduce::Test one{true, false, 1, 1}, not_one{true, true, 1, 1}, small{true, false, -9, 3},
      large{true, false, 4, 9};
  EXPECT_TRUE(one.excludes(not_one) && not_one.excludes(one) && small.excludes(large) && large.excludes(one));
  EXPECT_FALSE(one.excludes(small) || small.excludes(not_one) || not_one.excludes(not_one) || one.excludes({}));
}

// A loop of one process must not hide the other for ever.
TEST(Reduce, NothingIsPutOffForEver) {
  const auto program = test::program_of(R"(
    byte x, y;
    active proctype A() { do :: x = 1; x = 0 od }
    active proctype B() { y = 1; assert(false) })");
  EXPECT_EQ(explore(program, true).found.size(), 1);
}

// The receiving half of a rendezvous may write what others read.
TEST(Reduce, AHandshakeIsAMoveOfBoth) {
  const auto program = test::program_of(R"(
    byte g; chan c = [0] of { byte };
    active proctype A() { c!1 }
    active proctype B() { c?g }
    active proctype C() { assert(g == 0) })");
  EXPECT_EQ(explore(program, false).found.size(), 1);
  EXPECT_EQ(explore(program, true).found.size(), 1);
}

TEST(Reduce, LocalStatementsAreMerged) {
  const auto program = test::program_of(R"(
    byte g;
    active [2] proctype A() { byte i; do :: i < 9 -> i++ :: else -> break od; g++ })");
  const uint64_t full = explore(program, false).counts.states;
  const uint64_t merged_states = explore(merged(program), false).counts.states;
  EXPECT_LT(merged_states * 3, full);
  EXPECT_EQ(explore(program, false).errors, explore(merged(program), false).errors);
}

TEST(Reduce, DeadVariablesDoNotTellStatesApart) {
  const auto program = test::program_of(R"(
    byte g;
    active proctype A() { byte i; select (i : 0 .. 9); g = i > 4; g = 0; g = 1 })");
  EXPECT_LT(explore(merged(program), false).counts.states + 15, explore(program, false).counts.states);
}

// What a d_step writes first is dead before it, and what it reads is not; nor is what comes behind it, unless it is
// written inside on every way.
TEST(Reduce, DeadVariablesBeforeADStep) {
  const auto states = [](const std::string& inside, bool merge) {
    const auto program = test::program_of(
        "byte g; active proctype A() { byte i; select (i : 0 .. 9); g = i > 4; g = 0; "
        "d_step { " +
        inside + " }; g = i }");
    return explore(merge ? merged(program) : program, false).counts.states;
  };
  const uint64_t clear = states("g = 1; i = 3", true);
  EXPECT_LT(clear + 15, states("g = 1; i = 3", false));
  EXPECT_GE(states("g = 1", true), clear + 8);
  EXPECT_GE(states("g = i; i = 3", true), clear + 8);
  EXPECT_GE(states("if :: g == 2 -> i = 3 :: else fi", true), clear + 8);
}

TEST(Reduce, WriteOnlyVariablesInSequences) {
  const auto states = [](const std::string& body) {
    return explore(merged(test::program_of("byte n, g; active proctype A() { do :: " + body + " od }")), false)
        .counts.states;
  };
  EXPECT_LE(states("d_step { n++; g = 1 - g }"), 3);
  EXPECT_LE(states("atomic { n++; g = 1 - g }"), 3);
  // It is read, by a condition.
  EXPECT_GE(states("d_step { n < 200 -> n++ }"), 200);
}

// A loop inside a sequence that ends because a variable overflows ends, or not, as it did.
TEST(Reduce, WriteOnlyVariablesInInnerLoops) {
  const auto kept = [](const std::string& body) {
    const auto out = merged(test::program_of("byte n, g; active proctype A() { " + body + " }"));
    return std::any_of(out->processes[0].edges.begin(), out->processes[0].edges.end(), [&](const ir::Edge& e) {
      const ir::Action& a = out->action(e.action);
      return a.kind == ir::ActionKind::assign && a.place.var == out->globals[0];
    });
  };
  EXPECT_TRUE(kept("d_step { do :: g < 3 -> g++; n++ :: else -> break od }"));
  EXPECT_TRUE(kept("atomic { do :: g < 3 -> g++; n++ :: else -> break od }"));
  EXPECT_TRUE(kept("atomic { do :: d_step { g < 3 -> g++; n++ } :: else -> break od }"));
  EXPECT_FALSE(kept("d_step { do :: g < 3 -> g++ :: else -> break od; n++ }"));
}

TEST(Reduce, WriteOnlyVariablesKeepTheirValue) {
  const auto program = test::program_of("byte n; active proctype A() { do :: n++ od }");
  EXPECT_GT(explore(program, false).counts.states, 200);
  EXPECT_LE(explore(merged(program), false).counts.states, 2);
}

// Arrays too, and inside a sequence where that is no loop; but an index is checked.
TEST(Reduce, WriteOnlyArraysKeepTheirValues) {
  const auto program = test::program_of(R"(
    byte a[10], i;
    active proctype A() { do :: atomic { select (i : 0 .. 9); a[i] = i; a[0] = 7 } od })");
  EXPECT_GT(explore(program, false).counts.states, 1000);
  EXPECT_LE(explore(merged(program), false).counts.states, 20);
  const auto outside = test::program_of("byte a[4], i; active proctype A() { i = 9; atomic { skip; a[i] = i } }");
  EXPECT_EQ(explore(outside, false).errors, 1);
  EXPECT_EQ(explore(merged(outside), false).errors, 1);
  // Its value decides nothing but when the loop is one that never ends.
  const auto loop = test::program_of("byte n; active proctype A() { atomic { do :: n++ :: break od } }");
  EXPECT_EQ(explore(loop, false).counts.states, explore(merged(loop), false).counts.states);
}

// Thousands of statements: in one sequence, all local, or in conflict with others here and there.
TEST(Reduce, ManyStatementsTakeNoTime) {
  std::string sequence, local, shared;
  for (int i = 0; i < 3000; ++i) {
    sequence += "x = l; g[" + std::to_string(i % 8) + "] = l; ";
    local += "l = l + 1; ";
    shared += i == 1500 ? "y = y + 1; " : "x = l; ";
  }
  const auto program = test::program_of("byte x, y, g[8]; active proctype A() { byte l; atomic { " + sequence +
                                        " } } active proctype B() { byte l; " + local +
                                        " assert(x == 0 && y == 0); } active proctype C() { byte l; l = y; y = l }");
  EXPECT_EQ(Summary::why_not(*program), "");
  const search::Outcome reduced = explore(merged(program), true);
  EXPECT_EQ(reduced.found.size(), 0);
  EXPECT_LT(reduced.counts.states, 20);
  const auto two = test::program_of("byte x, y; active proctype A() { byte l; " + shared +
                                    " } active proctype B() { y = 1; assert(y == 1); y = 0 }");
  const search::Outcome seen = explore(two, true);
  EXPECT_EQ(seen.found.size(), 1);  // the one increment in between is not overlooked
  EXPECT_LT(seen.counts.states, explore(two, false).counts.states);
}

TEST(PrintClasses, GroupWhatIsEqualAndFindWhatIsRelated) {
  Prints x, y, other;
  x.variables = {{1, -1, -1, true}};
  y.variables = {{1, 2, -1, false}, {3}};
  other.channels = {{1, kSend}};
  PrintClasses classes;
  EXPECT_EQ(classes.add(x), 0);
  EXPECT_EQ(classes.add(y), 1);
  EXPECT_EQ(classes.add(x), 0);
  EXPECT_EQ(classes.add(other), 2);
  EXPECT_EQ(classes.add(x, {7}), 3);
  EXPECT_EQ(classes.of(), (std::vector<uint32_t>{0, 1, 0, 2, 3}));
  EXPECT_EQ(classes.members(0), (std::vector<uint32_t>{0, 2}));
  const auto related = [&](const Prints& p) {
    std::vector<uint32_t> out;
    classes.each_related(p, [&](uint32_t c) { out.push_back(c); });
    std::sort(out.begin(), out.end());
    return out;
  };
  EXPECT_EQ(related(x), (std::vector<uint32_t>{0, 1, 2, 3}));
  Prints third;
  third.variables = {{3}};
  EXPECT_EQ(related(third), (std::vector<uint32_t>{1, 2}));
  third.variables = {{9}};
  EXPECT_EQ(related(third), (std::vector<uint32_t>{2}));
  third.everything = true;
  EXPECT_EQ(related(third), (std::vector<uint32_t>{0, 1, 2, 3}));
}

// How many edges of the first process keep control as it is written, and not in the merged program.
int64_t loosened(const std::shared_ptr<const ir::Program>& program, const MergeFor& purpose = {}) {
  const auto out = merged(program, purpose);
  int64_t count = 0;
  for (size_t e = 0; e < program->processes[0].edges.size(); ++e)
    count += program->processes[0].edges[e].atomic && !out->processes[0].edges[e].atomic ? 1 : 0;
  return count;
}
int64_t loosened(const std::string& text) { return loosened(test::program_of(text)); }

// A local condition in front of a rendezvous: nobody notices that others move in between.
TEST(Reduce, ASequenceGivesUpControlBeforeARendezvous) {
  const std::string others =
      " active [2] proctype R() { byte y; do :: c?y; d!y od }"
      " active proctype S() { do :: d?_ -> g = 1 - g od }";
  const auto program = test::program_of(
      "chan c = [0] of { byte }, d = [0] of { byte }; byte g;"
      "active proctype P() { byte x; do :: atomic { x < 9; c!x; x++ } :: atomic "
      "{ x == 9; x = 0; c!x } od }" +
      others);
  EXPECT_GT(loosened(program), 0);
  const search::Outcome full = explore(program, false), reduced = explore(merged(program), true);
  EXPECT_LT(reduced.counts.states * 2, full.counts.states);
  EXPECT_TRUE(full.found.empty() && reduced.found.empty());
  // A formula that looks at where the process stands.
  const auto watched = test::program_of(
      "chan c = [0] of { byte }; active proctype P() { byte x; "
      "do :: atomic { x < 9; a: c!x; x++ } od } active proctype R() { do :: c?_ od } "
      "ltl f { [] <> P@a }");
  EXPECT_EQ(loosened(watched, {true, false, {watched->atoms, false, false}}), 0);
  EXPECT_EQ(loosened(watched, {true, true, {}}), 0);
  EXPECT_GT(loosened(watched, {true, false, {}}), 0);
}

// A process that can do nothing but receive from a channel without a buffer has no control to keep.
TEST(Reduce, ASequenceGivesUpControlBeforeItIsMet) {
  const std::string rest = " active proctype S() { c!1; g = 1 }";
  EXPECT_GT(loosened("chan c = [0] of { byte }; byte g; active proctype P() { atomic { g == 0; c?_; g = 2 } }" + rest),
            0);
  EXPECT_EQ(loosened("chan c = [1] of { byte }; byte g; active proctype P() { atomic { g == 0; c?_; g = 2 } }" + rest),
            0);
}

// Where it would be wrong: the condition is not local, or not the first; somebody notices; a timeout.
TEST(Reduce, ASequenceKeepsControlWhereThatMatters) {
  const std::string rest = " active proctype R() { do :: c?_ od }";
  EXPECT_EQ(loosened("chan c = [0] of { byte }; byte g; active proctype P() { atomic { g == 0; c!1 } }" + rest), 0);
  EXPECT_EQ(
      loosened("chan c = [0] of { byte }; byte g, x; active proctype P() { byte i; atomic { g = 1; i = g; c!i } }" +
               rest),
      0);
  EXPECT_EQ(loosened("chan c = [0] of { byte }; active proctype P() { byte i; atomic { i == 0; c!1 } }"
                     "active proctype Q() { timeout }" +
                     rest),
            0);
  EXPECT_EQ(loosened("chan c = [0] of { byte }, d = [0] of { byte }; active proctype P() { byte i; "
                     "if :: atomic { i == 0; c!1 } :: d?_ fi } active proctype Q() { if :: d!1 :: else fi }" +
                     rest),
            0);
  EXPECT_GT(loosened("chan c = [0] of { byte }, d = [0] of { byte }; active proctype P() { byte i; "
                     "if :: atomic { i == 0; c!1 } :: d?_ fi } active proctype Q() { d!1 }" +
                     rest),
            0);
}

// R is always there, so P never waits for D behind its condition.
TEST(Reduce, ASequenceThatMayBeMetKeepsControl) {
  const auto program = test::program_of(R"(
    chan c = [0] of { byte }, d = [0] of { byte };
    active proctype P() { byte x; do :: atomic { x == 0; if :: c!1 :: d?_ -> assert(false) fi } od }
    active proctype R() { do :: c?_ od }
    active proctype D() { end: d!1 })");
  EXPECT_EQ(loosened(program), 0);
  EXPECT_TRUE(explore(program, false).found.empty());
  EXPECT_TRUE(explore(merged(program), true).found.empty());
}

TEST(Reduce, LocalDStepsAreMerged) {
  const auto states = [](const std::string& step) {
    return explore(merged(test::program_of("byte g; active [2] proctype A() { byte i; g = 1; " + step +
                                           "; assert(g < 9) }")),
                   false)
        .counts.states;
  };
  EXPECT_EQ(states("d_step { i = 1; i = 2 }"), states("skip"));
  EXPECT_GT(states("d_step { i = 1; g = 2 }"), states("skip"));
}

// How many edges of the first process go together with the next, for the formula of the model.
int64_t joined(const std::string& text, bool branching = false) {
  const auto program = test::program_of(text);
  const auto out = merged(program, {true, branching, {program->atoms, false, false}});
  const std::vector<ir::Edge>& edges = out->processes[0].edges;
  return std::count_if(edges.begin(), edges.end(), [](const ir::Edge& e) { return e.atomic; });
}

// What a formula can see is not merged: a label, the way to it, a local variable.
TEST(Reduce, AFormulaKeepsWhatItSees) {
  const std::string text = "byte g; active proctype P() { byte i, j; g = 1; i = 1; j = 1; a: j = i; g = j } ";
  EXPECT_EQ(joined(text + "ltl f { [] g < 3 }"), 3);
  EXPECT_EQ(joined(text + "ltl f { [] (g < 3 && !(P@a)) }"), 1);
  EXPECT_EQ(joined(text + "ltl f { [] (g < 3 && P:i < 3) }"), 2);
}

// One that may fail would take the step before with it; a choice would be made before others can move.
TEST(Reduce, AFormulaKeepsErrorsAndChoices) {
  EXPECT_EQ(joined("byte g; active proctype P() { byte i; g = 1; i = 1 / i; g = 2 } ltl f { [] g < 3 }"), 0);
  EXPECT_EQ(joined("byte g; active proctype P() { byte i[2], j; g = 1; i[j] = 1; g = 2 } ltl f { [] g < 3 }"), 0);
  const std::string choice = "byte g; active proctype P() { byte i; g = 1; if :: i = 1 :: i = 2 fi; g = i } ";
  EXPECT_EQ(joined(choice + "ltl f { [] g < 3 }"), 1);
  EXPECT_EQ(joined(choice + "ltl f { [] g < 3 }", true), 0);
  const std::string loop = "byte g; active proctype P() { byte i; g = 1; if :: i > 0 -> i = 1 :: else fi; g = i } ";
  EXPECT_GT(joined(loop + "ltl f { [] g < 3 }", true), 0);
  // A d_step that may block behind its first statement fails then.
  const auto d_step = [](const std::string& inside) {
    return joined("byte g; active proctype P() { byte i; g = 1; d_step { " + inside + " }; g = i } ltl f { [] g < 3 }");
  };
  EXPECT_EQ(d_step("i == 0; i = 2"), 1);
  EXPECT_EQ(d_step("i = 2; i == 0"), 0);
  EXPECT_EQ(d_step("i = 1; i = 1 / i"), 0);
  EXPECT_EQ(d_step("do :: i = 1 - i od"), 0);
}

// What it reads is not cleared, and a counter is not dropped: the cycle would not close in the program itself.
TEST(Reduce, AFormulaKeepsWhatItReads) {
  const auto keeps = [](const std::string& text) {
    const auto program = test::program_of(text);
    return merged(program, {true, false, {program->atoms, false, false}}) == program;
  };
  const std::string text = "byte g, h; active proctype P() { do :: g = h; h = 1 :: h = 0 od } ";
  EXPECT_FALSE(keeps(text + "ltl f { [] h < 3 }"));
  EXPECT_TRUE(keeps(text + "ltl f { [] g < 3 }"));
  EXPECT_TRUE(keeps("byte g, h; active proctype P() { do :: g++; h = 1 :: h = 0 od } ltl f { [] h < 3 }"));
}

TEST(Reduce, HiddenValuesThatAreCarriedOnMatter) {
  EXPECT_TRUE(hidden_values_matter(*test::program_of("hidden byte h; active proctype A() { h = 1; assert(h == 1) }")));
  EXPECT_FALSE(hidden_values_matter(
      *test::program_of("hidden byte h; byte g; active proctype A() { d_step { h = 1; g = h } }")));
}

// How many edges of a process must be followed together with everything, if the program's atoms are looked at. `steps`:
// the first successor is taken so many times before.
int64_t excluded(const std::string& text, int32_t pid, int steps = 0) {
  const auto program = test::program_of(text);
  vm::Machine machine(program);
  const Summary summary(*program);
  Visibility visibility(summary, {program->atoms, false, false});
  Instances instances(summary);
  Situations situations(*machine.image().shapes);
  model::SuccessorBuffer out;
  machine.initial(out);
  for (int i = 0; i < steps; ++i) {
    const trace::State state(out.view(0));
    machine.expand(state.view(), out);
  }
  Situation at = situations.of(out.view(0));
  at.pid = pid;
  const std::vector<bool>& edges = visibility.excluded(instances, instances.of(at), at);
  return std::count(edges.begin(), edges.end(), true);
}

// Every cycle of a process has an edge that is followed only together with everything.
TEST(Visibility, CyclesAreCut) {
  EXPECT_EQ(excluded("byte g; active proctype A() { byte i; do :: i++ :: g = 1 od }", 0), 2);
}

// An end is seen by whoever asks where a process is: it may be gone.
TEST(Visibility, ALabelIsOneOfAProcess) {
  const std::string text = "byte g; active [2] proctype P() { n: skip; t: g = 1; u: g = 2 } ";
  EXPECT_EQ(excluded(text + "ltl f { [] !(P[0]@t) }", 0), 3);
  EXPECT_EQ(excluded(text + "ltl f { [] !(P[0]@t) }", 1), 1);
  EXPECT_EQ(excluded(text + "ltl f { [] !(P[g]@t) }", 1), 4);  // of which process is not known; and g is seen
}

TEST(Visibility, ARemoteVariableIsOneOfAProcess) {
  const std::string text = "active [2] proctype P() { byte x[2]; x[0] = 1; x[1] = 1 } ";
  EXPECT_EQ(excluded(text + "ltl f { [] P[0]:x[0] == 0 }", 0), 2);
  EXPECT_EQ(excluded(text + "ltl f { [] P[0]:x[0] == 0 }", 1), 1);
}

TEST(Visibility, AnElementIsSeenAlone) {
  const std::string text = "byte a[2], i; active [2] proctype P() { a[_pid] = 1; a[0] = 2; a[1] = 3; i = 1 } ";
  EXPECT_EQ(excluded(text + "ltl f { [] a[0] == 0 }", 0), 2);
  EXPECT_EQ(excluded(text + "ltl f { [] a[0] == 0 }", 1), 1);
  EXPECT_EQ(excluded(text + "ltl f { [] a[i] == 0 }", 1), 4);
  EXPECT_EQ(excluded("byte a[2], i; active proctype P() { a[i] = 1 } ltl f { [] a[0] == 0 }", 0), 1);
}

// A parameter that is never assigned tells processes of one type apart.
TEST(Visibility, AnElementByParameter) {
  const std::string text =
      "byte a[2]; proctype P(byte me) { a[me] = 1 } init { atomic { run P(0); run P(1) } } ltl f { [] a[1] == 0 }";
  EXPECT_EQ(excluded(text, 1, 1), 0);
  EXPECT_EQ(excluded(text, 2, 1), 1);
}

TEST(Visibility, AChannelIsSeenAlone) {
  const std::string text =
      "chan c = [1] of { byte }; chan d = [1] of { byte }; active proctype P() { c!1; d!1; c?_; d?_ } ";
  EXPECT_EQ(excluded(text + "ltl f { [] len(c) == 0 }", 0), 2);
  EXPECT_EQ(excluded(text + "ltl f { [] (len(c) == 0 && len(d) == 0) }", 0), 4);
}

}  // namespace
}  // namespace gyre::reduce
