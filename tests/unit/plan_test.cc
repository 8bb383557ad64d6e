// link: cli promela esml
// The plan as a function: hundreds of combinations of options, and what comes of them.
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "api/library.h"
#include "cli/arguments.h"
#include "esml/esml.h"
#include "plan/plan.h"
#include "plan/settings.h"
#include "plan/stores.h"
#include "promela/promela.h"

namespace gyre::plan {
namespace {

using Program = std::shared_ptr<const ir::Program>;

Program promela(const std::string& text) {
  auto sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
  ir::Program program = promela::compile_text("m.pml", text, {}, sources, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format(*sources);
  return std::make_shared<const ir::Program>(std::move(program));
}

const Program& plain() {
  static const Program p = promela("byte x; active [2] proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }");
  return p;
}
const Program& with_formula() {
  static const Program p = promela(
      "byte x; active [2] proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od } ltl p { []<> (x == 0) -> []<> (x == "
      "1) }");
  return p;
}
const Program& with_branching() {
  static const Program p =
      promela("byte x; active [2] proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od } ctl q { AG EF (x == 0) }");
  return p;
}
const Program& with_labels() {
  static const Program p = promela("byte x; active proctype P() { accept: do :: x = 1 - x od }");
  return p;
}
const Program& with_hidden() {
  static const Program p = promela("hidden byte h; byte x; active proctype P() { do :: h = x; x = h od }");
  return p;
}
const Program& with_bad_claim() {
  static const Program p = promela("byte x; active proctype P() { skip } never { do :: x = 1 od }");
  return p;
}

Settings settings_of(const std::vector<std::string>& arguments) {
  return *api::settings_named("m.pml", cli::parse(cli::command_table()[0], arguments).settings);
}

Plan planned(const Program& program, const std::string& options) {
  std::vector<std::string> arguments = {"m.pml"};
  std::istringstream words(options);
  for (std::string word; words >> word;) arguments.push_back(word);
  return make(settings_of(arguments), program);
}

// "safety dfs tree, p nested exact"; a refusal begins with "!".
std::string text(const Plan& plan) {
  if (!plan.refusal.empty()) return "! " + plan.refusal;
  std::string out;
  for (const Job& job : plan.jobs) {
    if (!out.empty()) out += ", ";
    out += job.name;
    if (!job.not_checked.empty()) {
      out += " not-checked";
      continue;
    }
    if (!job.settled.empty()) {
      out += " settled";
      continue;
    }
    static const char* const kAlgorithms[] = {
#define GYRE_ID(id, ...) #id,
        GYRE_ALGORITHMS(GYRE_ID)
#undef GYRE_ID
    };
    out += std::string(" ") + kAlgorithms[static_cast<size_t>(job.algorithm)] + " " + name_of(job.store);
    if (job.reduction.on) out += job.reduction.adaptive ? " por" : " por!";
    if (job.merged) out += " merged";
  }
  return out;
}

std::string text(const Program& program, const std::string& options) { return text(planned(program, options)); }

// Whether a run is refused with a sentence that has this in it.
testing::AssertionResult refused(const Program& program, const std::string& options, const std::string& part) {
  const Plan plan = planned(program, options);
  if (plan.refusal.find(part) != std::string::npos && !plan.refusal.empty() && plan.jobs.empty())
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << options << ": " << text(plan);
}

TEST(Plan, WhatIsChecked) {
  EXPECT_EQ(text(plain(), ""), "safety any_order tree por merged");
  EXPECT_EQ(text(with_formula(), ""), "safety any_order tree por merged, p nested exact por");
  EXPECT_EQ(text(with_formula(), "--safety"), "safety any_order tree por merged");
  EXPECT_EQ(text(with_formula(), "--property p"), "p nested exact por");
  EXPECT_EQ(text(with_formula(), "--property p --property safety"),
            "safety any_order tree por merged, p nested exact por");
  EXPECT_EQ(text(with_formula(), "--safety --property p"), "safety any_order tree por merged, p nested exact por");
  EXPECT_EQ(text(with_branching(), ""), "safety any_order tree por merged, q ctl exact por");
  EXPECT_EQ(text(with_labels(), "--acceptance"), "acceptance nested exact por");
  EXPECT_EQ(text(plain(), "--acceptance"), "acceptance settled");
  EXPECT_EQ(text(plain(), "--non-progress"), "non-progress single exact por");
  EXPECT_TRUE(refused(plain(), "--property nobody", "there are: safety"));
}

TEST(Plan, Orders) {
  EXPECT_EQ(text(plain(), "--por off --merge off"), "safety any_order tree");
  EXPECT_EQ(text(plain(), "--por off --search dfs"), "safety dfs tree merged");
  EXPECT_EQ(text(plain(), "--por off --depth 7"), "safety dfs tree");
  EXPECT_EQ(text(plain(), "--por off --store collapse"), "safety dfs collapse merged");
  EXPECT_EQ(text(plain(), "--por off --store exact"), "safety any_order exact merged");
  EXPECT_EQ(text(plain(), "--por off --profile"), "safety dfs tree merged");
  EXPECT_EQ(text(plain(), "--threads 2"), "safety any_order tree por merged");
  EXPECT_EQ(text(plain(), "--threads 2 --por on"), "safety any_order tree por! merged");
  EXPECT_EQ(text(plain(), "--por on"), "safety dfs tree por! merged");
  EXPECT_EQ(text(plain(), "--search pseudo-dfs"), "safety pseudo_dfs tree por merged");
  EXPECT_EQ(text(plain(), "--store bitstate"), "safety dfs bitstate por merged");
  EXPECT_EQ(text(plain(), "--search pseudo-dfs --store bitstate"), "safety pseudo_dfs bitstate merged");
  EXPECT_EQ(text(plain(), "--threads 2 --search bfs"), "safety bfs tree");
  EXPECT_EQ(text(with_hidden(), "--por off"), "safety dfs tree");
}

TEST(Plan, Cycles) {
  EXPECT_EQ(text(with_formula(), "--property p --search scc"), "p components exact por");
  EXPECT_EQ(text(with_formula(), "--property p --search magic --hybrid none"), "p magic exact por");
  EXPECT_EQ(text(with_formula(), "--property p --threads 2"), "p nested tree por");
  EXPECT_EQ(text(with_formula(), "--search nested --threads 2"), "safety any_order tree por merged, p nested tree por");
  EXPECT_EQ(text(with_formula(), "--property p --threads 2 --fairness weak"), "p nested tree");
  EXPECT_EQ(text(with_formula(), "--property p --threads 2 --search reachability"), "p reachability tree por");
  EXPECT_EQ(text(plain(), "--non-progress --threads 2"), "non-progress nested tree por");
  EXPECT_EQ(text(with_formula(), "--property p --fairness weak"), "p components exact");
  EXPECT_EQ(text(with_formula(), "--property p --fairness strong --fairness-unit edge"), "p components exact");
  EXPECT_EQ(text(with_formula(), "--property p --fairness impartial --search nested"), "p nested exact");
  EXPECT_EQ(text(with_formula(), "--property p --fairness strictly-impartial --search magic"), "p magic exact");
  EXPECT_EQ(text(with_formula(), "--property p --shortest"), "p shortest_lasso exact");
  EXPECT_EQ(text(with_formula(), "--property p --shortest --fairness strong"), "p shortest_lasso exact");
  EXPECT_EQ(text(with_formula(), "--property p --shorten --fairness weak"), "p shortest_lasso exact");
  EXPECT_EQ(text(with_formula(), "--property p --store tree"), "p nested tree por");
  EXPECT_EQ(text(with_formula(), "--property p --depth 9"), "p nested exact");
  EXPECT_TRUE(refused(with_formula(), "--fairness strong --search nested", "--search scc does the others"));
  EXPECT_TRUE(refused(with_formula(), "--search reachability --fairness weak", "does not look for cycles"));
  EXPECT_TRUE(refused(with_formula(), "--depth 9 --search scc", "a depth bound"));
  EXPECT_TRUE(refused(with_formula(), "--hybrid claim --search scc", "--hybrid claim"));
}

// Nested and magic search have every store. What needs numbers has not.
TEST(Plan, CyclesWithSetsOfVisitedStates) {
  for (const char* store : {"tree-compact", "linear", "dfa", "cache", "hash-compact", "bitstate"}) {
    const auto with = [&](const std::string& more) {
      return text(with_formula(), std::string("--property p --store ") + store + more);
    };
    EXPECT_EQ(with(""), std::string("p nested ") + store + " por");
    EXPECT_EQ(with(" --search magic"), std::string("p magic ") + store + " por");
    EXPECT_EQ(with(" --search reachability"), std::string("p reachability ") + store + " por");
    EXPECT_EQ(with(" --fairness weak"), std::string("p nested ") + store);
    EXPECT_EQ(with(" --fairness impartial --search magic"), std::string("p magic ") + store);
    EXPECT_EQ(text(plain(), std::string("--non-progress --store ") + store),
              std::string("non-progress single ") + store + " por");
    EXPECT_EQ(text(with_formula(), std::string("--por off --merge off --search dfs --store ") + store),
              std::string("safety dfs ") + store + ", p nested " + store);
    for (const char* more : {"--search scc", "--fairness strong", "--fairness weak --fairness-unit edge", "--shortest"})
      EXPECT_TRUE(refused(with_formula(), std::string("--property p --store ") + store + " " + more,
                          "need a number with each state"))
          << store << " " << more;
    EXPECT_TRUE(refused(with_formula(), std::string("--hybrid claim --property p --store ") + store, "--hybrid claim"));
    EXPECT_TRUE(planned(with_formula(), std::string("--property p --store ") + store).jobs.at(0).cycles.in_keys);
  }
  EXPECT_FALSE(planned(with_formula(), "--property p --store tree").jobs.at(0).cycles.in_keys);
}

TEST(Plan, CyclesInSwarms) {
  EXPECT_EQ(text(with_formula(), "--property p --swarm 3"), "p nested bitstate por");
  EXPECT_EQ(text(with_formula(), "--swarm 3"), "safety swarm bitstate por merged, p nested bitstate por");
  EXPECT_EQ(text(with_formula(), "--property p --swarm 3 --search magic --store bitstate"), "p magic bitstate por");
  EXPECT_EQ(text(with_formula(), "--property p --swarm 3 --fairness weak"), "p nested bitstate");
  EXPECT_TRUE(planned(with_formula(), "--property p --swarm 3").jobs.at(0).cycles.in_keys);
  EXPECT_TRUE(refused(with_formula(), "--property p --swarm 3 --store tree", "--swarm is for --store bitstate"));
  EXPECT_TRUE(refused(with_formula(), "--property p --swarm 3 --search scc", "need a number with each state"));
  EXPECT_TRUE(refused(with_formula(), "--property p --swarm 3 --fairness strong", "need a number with each state"));
  EXPECT_TRUE(refused(with_formula(), "--property p --swarm 3 --shortest", "searches depth-first"));
  EXPECT_TRUE(refused(with_formula(), "--property p --swarm 3 --search bfs", "cannot find cycles"));
  EXPECT_TRUE(refused(with_branching(), "--swarm 3", "safety and linear time"));
}

TEST(Plan, CyclesWhenFull) {
  const std::string hashes = "--property p --memory 1G --when-full hash-compact ";
  const std::string cache = "--property p --memory 1G --when-full cache ";
  EXPECT_EQ(text(with_formula(), hashes), "p nested exact por");
  EXPECT_EQ(text(with_formula(), cache), "p nested tree por");
  EXPECT_EQ(text(with_formula(), hashes + "--store collapse --search magic"), "p magic collapse por");
  EXPECT_EQ(text(with_formula(), cache + "--fairness impartial"), "p nested tree");
  EXPECT_TRUE(planned(with_formula(), cache).jobs.at(0).cycles.in_keys);
  EXPECT_TRUE(refused(with_formula(), cache + "--search scc", "--when-full goes on without"));
  EXPECT_TRUE(refused(with_formula(), cache + "--fairness strong", "--when-full goes on without"));
  EXPECT_TRUE(refused(with_formula(), cache + "--shortest", "--when-full cache is for --search dfs"));
  EXPECT_TRUE(refused(with_formula(), cache + "--store dfa", "--when-full moves states"));
  EXPECT_TRUE(refused(with_formula(), cache + "--store bitstate", "--when-full moves states"));
  EXPECT_TRUE(refused(with_formula(), hashes + "--store tree", "gains nothing"));
  EXPECT_TRUE(refused(with_branching(), "--memory 1G --when-full cache", "safety and linear time"));
}

// Statements are merged for a formula if it can see neither them nor that there are fewer steps.
TEST(Plan, MergingForFormulas) {
  const Program program = promela(
      "byte g; active proctype P() { byte i; do :: g = 1; i = 1; i = 0; g = 0 od } ltl p { []<> (g == 0) } "
      "ltl n { []<> X (g == 0) } ltl w { []<> (P:i == g) } ctl q { AG EF (g == 0) } ctl r { EX (g == 0) }");
  const auto merged = [&](const std::string& options) {
    const Plan plan = planned(program, options);
    EXPECT_EQ(plan.jobs.size(), 1) << text(plan);
    return !plan.jobs.empty() && plan.jobs[0].merged;
  };
  for (const char* name : {"p", "q"}) {
    const std::string property = std::string("--property ") + name;
    EXPECT_TRUE(merged(property));
    EXPECT_TRUE(merged(property + " --merge on"));
    EXPECT_FALSE(merged(property + " --merge off"));
    EXPECT_FALSE(merged(property + " --fairness weak"));
    EXPECT_TRUE(refused(program, property + " --merge on --fairness weak", "fairness is about all processes"));
  }
  EXPECT_FALSE(merged("--property w --merge on"));  // all of it can be seen
  EXPECT_FALSE(merged("--property p --shortest"));
  EXPECT_FALSE(merged("--property n"));
  EXPECT_FALSE(merged("--property r"));
  EXPECT_NE(planned(program, "--property r --por off").jobs.at(0).details.find("not merged: 'r' has EX"),
            std::string::npos);
  EXPECT_TRUE(refused(program, "--property n --merge on", "'n' has X"));
  EXPECT_TRUE(refused(program, "--property r --merge on", "'r' has EX"));
  EXPECT_TRUE(refused(promela("byte x; active proctype P() { x = 1 } never { do :: x == 0 od }"),
                      "--property never --merge on", "a never claim may count steps"));
}

// What was asked for and cannot be done refuses the run, whatever the property is.
TEST(Plan, OnePolicy) {
  for (const char* option : {"--search bfs", "--search pseudo-dfs", "--search stateless", "--search random",
                             "--search bounded --depth 5"}) {
    EXPECT_TRUE(refused(with_formula(), option, "'p'")) << option;
    EXPECT_TRUE(refused(with_branching(), option, "'q'")) << option;
    EXPECT_TRUE(planned(with_formula(), std::string(option) + " --safety").refusal.empty()) << option;
  }
  for (const char* option : {"--swarm 3", "--when-full cache --memory 1G", "--store bitstate", "--store hash-compact",
                             "--store dfa", "--store linear", "--store tree-compact"}) {
    EXPECT_TRUE(refused(with_branching(), option, "'q'")) << option;
    EXPECT_TRUE(planned(with_branching(), std::string(option) + " --safety").refusal.empty()) << option;
  }
  EXPECT_TRUE(planned(with_branching(), "--store cache").refusal.empty());
  EXPECT_TRUE(refused(plain(), "--seed 7", "nothing in this run is random"));
  EXPECT_TRUE(planned(plain(), "--seed 7 --search random").refusal.empty());
  EXPECT_TRUE(planned(plain(), "--seed 7 --store cache").refusal.empty());
  EXPECT_TRUE(refused(with_branching(), "--property q --errors 3", "one answer"));
  EXPECT_TRUE(refused(with_formula(), "--property p --ignore deadlock", "--ignore"));
  EXPECT_TRUE(refused(with_bad_claim(), "--property never", "side effects"));
  EXPECT_EQ(text(with_bad_claim(), "--por off --merge off"), "safety any_order tree, never not-checked");
}

TEST(Plan, Combinations) {
  EXPECT_TRUE(refused(plain(), "--shortest --shorten", "choose one"));
  EXPECT_TRUE(refused(plain(), "--shortest --search dfs", "its own search"));
  EXPECT_TRUE(refused(plain(), "--shorten --errors 2", "--errors"));
  EXPECT_TRUE(refused(with_formula(), "--shortest --fairness weak --search scc", "its own search"));
  EXPECT_TRUE(refused(with_formula(), "--shorten --search bounded --depth 9", "its own search"));
  EXPECT_TRUE(refused(plain(), "--search bounded", "--depth N"));
  EXPECT_TRUE(refused(plain(), "--search nested", "none is checked here"));
  EXPECT_TRUE(refused(plain(), "--fairness weak", "infinite runs"));
  EXPECT_TRUE(refused(plain(), "--fairness-unit edge", "--fairness"));
  EXPECT_TRUE(refused(plain(), "--hybrid claim", "--hybrid"));
  EXPECT_TRUE(refused(plain(), "--path-end exclude", "--path-end"));
  EXPECT_TRUE(refused(plain(), "--bits 20", "--store bitstate"));
  EXPECT_TRUE(refused(plain(), "--cache-size 20", "--store cache"));
  EXPECT_TRUE(refused(plain(), "--store cache --cache-collisions 300", "--cache-probes"));
  EXPECT_TRUE(refused(plain(), "--codec tree", "--store cache"));
  EXPECT_TRUE(refused(plain(), "--store exact --codec compact", "--store compact"));
  EXPECT_TRUE(planned(plain(), "--store cache --codec as-is").refusal.empty());
  EXPECT_TRUE(planned(plain(), "--when-full cache --memory 1G --codec collapse").refusal.empty());
  EXPECT_TRUE(refused(plain(), "--when-full cache", "--memory"));
  EXPECT_TRUE(refused(plain(), "--thesis", "ESML"));
  EXPECT_TRUE(refused(plain(), "--store bitstate --profile", "cannot list"));
  EXPECT_TRUE(refused(plain(), "--search random --store tree", "stores no states"));
  EXPECT_TRUE(refused(plain(), "--search pseudo-dfs --store bitstate --por on", "--por on is not possible"));
  EXPECT_TRUE(refused(plain(), "--search bfs --merge on", "--merge on is not possible"));
  EXPECT_TRUE(refused(with_hidden(), "--threads 2", "hidden"));
  EXPECT_TRUE(refused(with_branching(), "--threads 2", "'q'"));
  EXPECT_TRUE(planned(with_branching(), "--threads 2 --safety").refusal.empty());
  EXPECT_TRUE(refused(with_formula(), "--threads 2 --errors 0", "'p'"));
  EXPECT_TRUE(refused(with_formula(), "--threads 2 --search scc", "auto, pseudo-dfs, bfs, nested and reachability"));
  EXPECT_TRUE(refused(with_formula(), "--threads 2 --search magic", "--search magic is a search of one thread"));
  EXPECT_TRUE(refused(with_formula(), "--threads 2 --fairness strong", "strongly connected components"));
  EXPECT_TRUE(refused(with_formula(), "--threads 2 --fairness weak --fairness-unit edge", "components"));
  EXPECT_TRUE(refused(with_formula(), "--threads 2 --store exact", "threads share the tree store"));
  EXPECT_TRUE(refused(with_formula(), "--por on --fairness weak", "--por on is not possible"));
}

// Every search with every store: it is there, or there is a sentence that names the store or the search.
TEST(Plan, EveryPair) {
  size_t there = 0, refusals = 0;
  for (const auto& [search, search_name] : names_of(Search{})) {
    for (const auto& [store, store_name] : names_of(Store{})) {
      for (const Program& program : {plain(), with_formula(), with_branching(), with_labels()}) {
        for (const char* more : {"", " --depth 4", " --errors 0", " --shortest", " --property safety", " --por on"}) {
          const std::string options = std::string("--search ") + search_name + " --store " + store_name + more;
          const Plan plan = planned(program, options);
          EXPECT_EQ(plan.refusal.empty(), !plan.jobs.empty()) << options;
          plan.refusal.empty() ? ++there : ++refusals;
          for (const Job& job : plan.jobs) {
            if (!job.runs()) continue;
            EXPECT_EQ(why_no_pair(job.algorithm, job.store), "") << options;
            EXPECT_TRUE(store == Store::automatic || job.store == store) << options;
          }
        }
      }
    }
  }
  EXPECT_GT(there, 500u);
  EXPECT_GT(refusals, 500u);
}

// Symmetry is used where it is sound; asked for elsewhere it is refused, or left out by auto.
TEST(Plan, Symmetry) {
  const auto used = [](const Program& program, const std::string& options) {
    const Plan plan = planned(program, options);
    EXPECT_EQ(plan.refusal, "") << options;
    return !plan.jobs.empty() && plan.jobs[0].symmetry.found != nullptr;
  };
  EXPECT_FALSE(used(plain(), ""));
  EXPECT_FALSE(used(plain(), "--symmetry auto --por off --merge off"));
  for (const char* options : {"", "--por off", "--merge off", "--search bfs", "--search pseudo-dfs", "--swarm 2",
                              "--store dfa", "--store bitstate", "--errors 0", "--ignore deadlock"}) {
    EXPECT_TRUE(used(plain(), std::string("--symmetry auto ") + options)) << options;
    EXPECT_TRUE(used(plain(), std::string("--symmetry on --por off --merge off ") + options)) << options;
  }
  for (const char* options : {"--threads 2", "--depth 10", "--search bounded --depth 10", "--search stateless",
                              "--search random", "--shortest", "--shorten", "--profile"}) {
    EXPECT_FALSE(used(plain(), std::string("--symmetry auto ") + options)) << options;
    const std::string refusal = planned(plain(), std::string("--symmetry on ") + options).refusal;
    EXPECT_TRUE(refusal.starts_with("--symmetry on is not possible: ")) << options << ": " << refusal;
  }
  EXPECT_TRUE(used(with_formula(), "--symmetry on --property p"));
  EXPECT_TRUE(used(with_formula(), "--symmetry on --property p --search scc"));
  for (const char* options : {"--property p --fairness weak", "--property p --shortest", "--property p --depth 9"})
    EXPECT_NE(planned(with_formula(), std::string("--symmetry on ") + options).refusal, "") << options;
  EXPECT_NE(planned(with_branching(), "--symmetry on --property q").refusal, "");
  EXPECT_FALSE(used(with_branching(), "--symmetry auto --property q"));
  EXPECT_NE(planned(with_hidden(), "--symmetry on").refusal, "");
  EXPECT_NE(planned(with_labels(), "--symmetry on").refusal, "");  // there is only one
  const Program claim =
      promela("byte x; active [2] proctype P() { x = 1 - x } never { do :: x == 1 -> break :: true od }");
  EXPECT_NE(planned(claim, "--symmetry on").refusal.find("never claim"), std::string::npos);
}

TEST(Plan, AnInterruptedTranslationIsUndecided) {
  const std::string name = "m.pml";
  const Plan plan = make(settings_of({name, "--property", "p"}), with_formula(), [] { return true; });
  ASSERT_EQ(plan.jobs.size(), 1u);
  EXPECT_TRUE(plan.jobs[0].undecided.empty() || !plan.jobs[0].runs());
}

}  // namespace
}  // namespace gyre::plan
