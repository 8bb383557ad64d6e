// The judge confirms true counterexamples and turns down damaged ones. It is linked without any search.
// link: promela
#include "judge/claim.h"

#include <gtest/gtest.h>

#include "judge/evidence.h"
#include "trace_models.h"

namespace gyre::judge {
namespace {

using model::ErrorKind;
using test::machine_of;

const ir::Property& property(const vm::Machine& machine) { return machine.program().properties.at(0); }

// The automaton of <> !p, p being the formula's one atom.
automata::Automaton finally_not() {
  automata::Automaton a;
  a.sets = 1;
  a.state_based = true;
  a.states.resize(2);
  a.states[0].edges = {{0, {{}}, 0}, {1, {{0, 1}}, 0}};
  a.states[1].edges = {{1, {{}}, 1}};
  a.states[1].accepting = true;
  return a;
}

Claim formula_of(const vm::Machine& machine) {
  Claim claim;
  claim.formula = property(machine).nodes;
  claim.automaton = finally_not();
  claim.atoms = {0};
  return claim;
}
Claim never_of(const vm::Machine& machine) {
  Claim claim;
  claim.kind = Claim::Kind::never;
  claim.process = property(machine).process;
  return claim;
}
Claim labels(Claim::Kind kind) {
  Claim claim;
  claim.kind = kind;
  return claim;
}

// Why not; empty: it is confirmed.
std::string ruling(vm::Machine& machine, const Claim& claim, const FoundRun& run, const Fairness& fairness = {}) {
  const ClaimRuling r = judge_claim(machine, claim, fairness, run);
  EXPECT_EQ(r.confirmed, r.why_not.empty());
  return r.why_not;
}
FoundRun lasso(std::vector<uint32_t> choices, int64_t cycle_start, ErrorKind kind = ErrorKind::acceptance_cycle) {
  return {kind, std::move(choices), cycle_start};
}

TEST(JudgeClaim, ABadPrefixEndsInTheStateThatShowsIt) {
  auto m = machine_of("byte x; init { x = 1; x = 2; x = 3 } ltl p { [] (x < 3) }");
  const Claim claim = formula_of(*m);
  const ClaimRuling r = judge_claim(*m, claim, {}, {ErrorKind::claim_completed, {0, 0, 0, 0}, -1});
  EXPECT_TRUE(r.confirmed) << r.why_not;
  EXPECT_EQ(r.trace.length, 3u);
  EXPECT_EQ(r.trace.choices.size(), 3u);
  EXPECT_EQ(ruling(*m, claim, {ErrorKind::claim_completed, {0, 0}, -1}), "the formula may still become true");
  EXPECT_EQ(ruling(*m, claim, {ErrorKind::claim_completed, {0, 5}, -1}), "transition 2: there is no choice 5");
  EXPECT_EQ(ruling(*m, claim, {ErrorKind::claim_completed, {kStutter}, -1}),
            "transition 1: the run does not end there");
  EXPECT_EQ(ruling(*m, claim, lasso({0, 0, 0, 0}, 2)), "the cycle does not close");
  EXPECT_EQ(ruling(*m, claim, lasso({0, 0, 0, 0}, 4)), "the cycle has no step");
}

TEST(JudgeClaim, AnAutomatonOfAnotherFormulaIsFoundOut) {
  auto m = machine_of("byte x; init { x = 1; x = 2 } ltl p { <> (x < 0) || [] (x < 3) }");
  Claim claim = formula_of(*m);  // says that x < 0 in all states is what the formula asks for
  EXPECT_EQ(ruling(*m, claim, {ErrorKind::claim_completed, {0}, -1}),
            "the formula holds on a continuation of this run");
}

TEST(JudgeClaim, ALassoOnWhichTheFormulaIsFalse) {
  auto m = machine_of("byte x; active proctype P() { do :: x = 1 - x od } ltl p { <> (x == 2) }");
  EXPECT_EQ(ruling(*m, formula_of(*m), lasso({0, 0}, 0)), "");
  EXPECT_EQ(ruling(*m, formula_of(*m), lasso({0}, 0)), "the cycle does not close");
  EXPECT_EQ(ruling(*m, formula_of(*m), lasso({0, 1}, 0)), "transition 2: there is no choice 1");
  EXPECT_EQ(ruling(*m, formula_of(*m), lasso({0, 0}, -1)), "there is no cycle");
  auto other = machine_of("byte x; active proctype P() { do :: x = 1 - x od } ltl p { []<> (x == 1) }");
  EXPECT_EQ(ruling(*other, formula_of(*other), lasso({0, 0}, 0)), "the formula holds on this run");
}

TEST(JudgeClaim, AnAutomatonAsItWasGivenMustAcceptTheRun) {
  auto m = machine_of("byte x; active proctype P() { do :: x = 1 - x od } ltl p { <> (x == 1) }");
  Claim claim;
  claim.kind = Claim::Kind::automaton;
  claim.atoms = {0};
  claim.automaton = finally_not();
  claim.given = finally_not();
  EXPECT_EQ(ruling(*m, claim, lasso({0, 0}, 0)), "");
  EXPECT_EQ(ruling(*m, claim, {ErrorKind::claim_completed, {0}, -1}), "");
  // Another one than the search had: x == 1 for ever.
  claim.given.states = {{{{0, {{1, 0}}, 1}}, true}};
  EXPECT_EQ(ruling(*m, claim, lasso({0, 0}, 0)), "the automaton does not accept this run");
  EXPECT_EQ(ruling(*m, claim, {ErrorKind::claim_completed, {0}, -1}), "a continuation of this run is rejected");
  // Two sets on edges: x == 0 and x == 1, again and again.
  claim.given.sets = 2;
  claim.given.state_based = false;
  claim.given.states = {{{{0, {{1, 0}}, 1}, {0, {{0, 1}}, 2}}, false}};
  EXPECT_EQ(ruling(*m, claim, lasso({0, 0}, 0)), "");
}

TEST(JudgeClaim, AProcessAtItsEndNeedNotMove) {
  auto m = machine_of(
      "byte x; active proctype P() { skip } active proctype Q() { do :: x = 1 - x od } ltl p { <> (x == 2) }");
  const Claim claim = formula_of(*m);
  // P comes to its end, where it has to stay because Q was born later; then Q goes on for ever.
  const FoundRun run = lasso({1, 0, 0}, 1);
  EXPECT_EQ(ruling(*m, claim, run, {FairnessKind::impartial}), "");
  EXPECT_EQ(ruling(*m, claim, run, {FairnessKind::strictly_impartial}), "the cycle is not fair");
  // While P still has to move, it must.
  EXPECT_EQ(ruling(*m, claim, lasso({0, 0}, 0), {FairnessKind::impartial}), "the cycle is not fair");
}

TEST(JudgeClaim, ARunThatEndsStutters) {
  auto m = machine_of("byte x; init { x = 1 } ltl p { <> (x == 2) }");
  EXPECT_EQ(ruling(*m, formula_of(*m), lasso({0, 0, kStutter}, 2)), "");
  EXPECT_EQ(ruling(*m, formula_of(*m), lasso({0, kStutter}, 1)), "transition 2: the run does not end there");
}

TEST(JudgeClaim, Labels) {
  auto m = machine_of("byte x; active proctype P() { do :: x = 0 :: x = 1; accept: x = 0 od }");
  const Claim accept = labels(Claim::Kind::accept_labels);
  EXPECT_EQ(ruling(*m, accept, lasso({1, 0}, 0)), "");
  EXPECT_EQ(ruling(*m, accept, lasso({0}, 0)), "the cycle is not accepting");
  EXPECT_EQ(ruling(*m, accept, lasso({1, 0, 0}, 2)), "the cycle is not accepting");
  auto p = machine_of("byte x; active proctype P() { do :: x = 0 :: x = 1; progress: x = 0 od }");
  const Claim lazy = labels(Claim::Kind::non_progress);
  EXPECT_EQ(ruling(*p, lazy, lasso({0}, 0, ErrorKind::non_progress_cycle)), "");
  EXPECT_EQ(ruling(*p, lazy, lasso({1, 0}, 0, ErrorKind::non_progress_cycle)), "there is progress on the cycle");
  EXPECT_EQ(ruling(*p, lazy, lasso({0}, 0)), "this is no cycle that the claim is about");
  auto end = machine_of("init { skip }");
  EXPECT_EQ(ruling(*end, lazy, lasso({0, 0, kStutter}, 2, ErrorKind::non_progress_cycle)), "the run ends");
}

TEST(JudgeClaim, NeverClaims) {
  const std::string model = "byte x; active proctype P() { do :: x = 1 :: x = 0 od } ";
  auto m = machine_of(model + "never { do :: true :: x == 1 -> goto acc od; acc: accept: do :: x == 1 od }");
  EXPECT_EQ(ruling(*m, never_of(*m), lasso({0, 0}, 1)), "");
  EXPECT_EQ(ruling(*m, never_of(*m), lasso({0, 1}, 0)), "the cycle is not accepting");
  EXPECT_EQ(ruling(*m, never_of(*m), {ErrorKind::claim_completed, {0, 0}, -1}), "the claim is not completed");
  auto ends = machine_of(model + "never { do :: x == 1 -> break :: else od }");
  const ClaimRuling r = judge_claim(*ends, never_of(*ends), {}, {ErrorKind::claim_completed, {1, 0, 0, 0}, -1});
  EXPECT_TRUE(r.confirmed) << r.why_not;
  EXPECT_EQ(r.trace.length, 2u);
  EXPECT_EQ(ruling(*ends, never_of(*ends), {ErrorKind::claim_completed, {1, 1}, -1}), "the claim is not completed");
}

TEST(JudgeClaim, AnAtomWithoutAValue) {
  auto m = machine_of("byte x, a[2]; init { x = 1; x = 2 } ltl p { [] (a[x] == 0) }");
  EXPECT_EQ(ruling(*m, formula_of(*m), {ErrorKind::index, {0, 0}, -1}), "");
  EXPECT_EQ(ruling(*m, formula_of(*m), {ErrorKind::index, {0}, -1}), "the formula has a value there");
  EXPECT_EQ(ruling(*m, formula_of(*m), {ErrorKind::division, {0, 0}, -1}), "the formula has a value there");
}

const Fairness kImpartial{FairnessKind::impartial, FairnessUnit::process};
const Fairness kWeak{FairnessKind::weak, FairnessUnit::process};
const Fairness kStrong{FairnessKind::strong, FairnessUnit::process};

TEST(JudgeClaim, FairnessOfProcesses) {
  // The youngest first: choice 0 is B's if it can move.
  auto m = machine_of(
      "bit y, z; active proctype A() { do :: y = 1 - y od } active proctype B() { do :: y == 1 od } "
      "ltl p { <> (z == 1) }");
  const Claim claim = formula_of(*m);
  const FoundRun a_alone = lasso({0, 1}, 0), both = lasso({0, 0, 1}, 0);
  EXPECT_EQ(ruling(*m, claim, a_alone), "");
  EXPECT_EQ(ruling(*m, claim, a_alone, kWeak), "");
  EXPECT_EQ(ruling(*m, claim, a_alone, kStrong), "the cycle is not fair");
  EXPECT_EQ(ruling(*m, claim, a_alone, kImpartial), "the cycle is not fair");
  for (const Fairness& f : {kWeak, kStrong, kImpartial}) EXPECT_EQ(ruling(*m, claim, both, f), "");
  auto two = machine_of("bit z; active [2] proctype P() { do :: z == 0 od } ltl p { <> (z == 1) }");
  EXPECT_EQ(ruling(*two, formula_of(*two), lasso({0}, 0), kWeak), "the cycle is not fair");
  EXPECT_EQ(ruling(*two, formula_of(*two), lasso({0, 1}, 0), kWeak), "");
}

TEST(JudgeClaim, FairnessOfStatementsAndEdges) {
  auto m = machine_of("bit z; active proctype P() { do :: z == 0 :: z < 1 od } ltl p { <> (z == 1) }");
  const Claim claim = formula_of(*m);
  for (const FairnessUnit unit : {FairnessUnit::transition, FairnessUnit::edge}) {
    for (const FairnessKind kind : {FairnessKind::weak, FairnessKind::strong}) {
      EXPECT_EQ(ruling(*m, claim, lasso({0}, 0), {kind, unit}), "the cycle is not fair");
      EXPECT_EQ(ruling(*m, claim, lasso({0, 1}, 0), {kind, unit}), "");
    }
  }
  EXPECT_EQ(ruling(*m, claim, lasso({0}, 0), kStrong), "");
}

TEST(JudgeEvidence, PathsAndLassos) {
  auto m = machine_of("byte x; active proctype P() { do :: x < 3 -> x++ :: x = 0 od } ctl c { AG (x < 3) }");
  const logic::CtlFormula& f = property(*m).ctl;
  Evidence path;
  path.formula = static_cast<int32_t>(f.size()) - 1;
  path.kind = Evidence::Kind::path;
  path.choices = {0, 0, 0, 0, 0, 0};
  EXPECT_EQ(judge_evidence(*m, f, {}, path).trace.length, 6u);
  path.choices.pop_back();
  EXPECT_THROW(judge_evidence(*m, f, {}, path), std::logic_error);
  path.choices.back() = 9;
  EXPECT_THROW(judge_evidence(*m, f, {}, path), std::logic_error);

  auto n = machine_of("byte x; active proctype P() { do :: x = 0 :: x = 1 od } ctl c { AF (x == 1) }");
  const logic::CtlFormula& g = property(*n).ctl;
  Evidence round;
  round.formula = static_cast<int32_t>(g.size()) - 1;
  round.kind = Evidence::Kind::lasso;
  round.choices = {0};
  round.cycle_start = 0;
  EXPECT_EQ(judge_evidence(*n, g, {}, round).trace.cycle_start, 0);
  EXPECT_THROW(judge_evidence(*n, g, {FairnessKind::strong, FairnessUnit::edge}, round), std::logic_error);
  round.choices = {1};  // x becomes 1
  EXPECT_THROW(judge_evidence(*n, g, {}, round), std::logic_error);
}

}  // namespace
}  // namespace gyre::judge
