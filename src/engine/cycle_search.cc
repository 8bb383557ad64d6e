#include "engine/cycle_search.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/codecs.h"

namespace gyre::engine {

using search::Fairness;
using search::FairnessUnit;
using Search = CyclePlan::Search;

CyclePlan plan_cycles(const Options& options, automata::Strength strength, bool is_formula) {
  CyclePlan plan;
  plan.fairness = options.fairness;
  plan.unit = options.fairness_unit;
  const bool fair = plan.fairness != Fairness::none;
  const bool process = plan.unit == FairnessUnit::process;
  const plan::Search how = options.search;
  // A bad prefix stays bad in every fair continuation, and under weak and strong fairness there always is one.
  const bool terminal = strength == automata::Strength::terminal && plan.fairness != Fairness::impartial;
  if (how == plan::Search::reachability) {
    if (options.shortest) throw Error("--search reachability is no search for shortest counterexamples: leave it out");
    if (fair && !terminal)
      throw Error("--search reachability does not look for cycles, and fairness is about nothing else: leave it out");
    plan.search = Search::reachability;
  } else if (options.shortest && !fair) {
    plan.search = Search::shortest;
  } else if (how == plan::Search::nested || how == plan::Search::magic) {
    if (plan.fairness == Fairness::strong || !process) {
      throw Error(fmt::format(
          "--search {} knows weak fairness and impartiality, of processes, only; --search scc does the others",
          name_of(how)));
    }
    plan.search = how == plan::Search::nested ? Search::nested : Search::magic;
  } else if (how == plan::Search::scc) {
    plan.search = Search::components;
  } else if (terminal) {
    plan.search = Search::reachability;
  } else if (fair) {
    plan.search = Search::components;
  } else {
    plan.search = strength == automata::Strength::general ? Search::nested : Search::single;
  }
  plan.finite = terminal;
  plan.generalised = plan.search == Search::components && is_formula;
  switch (plan.search) {
    case Search::reachability:
      plan.algorithm = "dfs";
      plan.why = terminal ? "a bad prefix decides (the automaton is terminal), so reachability is enough"
                          : "the states of the product were visited once, and no cycle was looked for";
      break;
    case Search::single:
      plan.algorithm = "dfs";
      plan.why = "the automaton is weak, so one depth-first search is enough";
      break;
    case Search::nested: plan.algorithm = "nested"; break;
    case Search::magic: plan.algorithm = "magic"; break;
    case Search::components:
      plan.algorithm = "scc";
      plan.short_stem = options.shortest;
      break;
    case Search::shortest: plan.algorithm = "shortest"; break;
  }
  return plan;
}

std::string CyclePlan::length_text(bool whole) const {
  if (short_stem) return "the stem was shortened; the lasso need not be of the smallest length";
  if (search != Search::shortest) return "";
  return whole ? "the counterexample is of the smallest length"
               : "the search for the shortest counterexample did not come to its end: there may be a shorter one";
}

void plan_storage(CyclePlan& plan, const Options& options, uint32_t claim_states, uint64_t system_bits) {
  const plan::Hybrid hybrid = options.hybrid;
  if (plan.search == Search::components || plan.search == Search::shortest) {
    if (hybrid == plan::Hybrid::claim || hybrid == plan::Hybrid::demon)
      throw Error(fmt::format("--hybrid {}: this search needs a number for each product state, which no tail can hold",
                              name_of(hybrid)));
    return;
  }
  if (hybrid == plan::Hybrid::none) {
    if (plan.search != Search::magic)
      throw Error("--hybrid none stores a state once for each search that sees it; only --search magic does that");
    if (plan.fairness != Fairness::none)
      throw Error("the copies for fairness are always in the tail: leave --hybrid none out");
    plan.demon_in_key = true;
    return;
  }
  // Seed 003, section 4.2: from this share of states whose head was seen before, hybrid storage needs less memory.
  const double tail = 2.0 * claim_states;
  const double tail_name = std::log2(tail);
  const double critical = (tail - tail_name) / (static_cast<double>(system_bits) + tail);
  // The state of a claim that has but one needs no place in the key.
  const bool only_one = claim_states == 1;
  plan.claim_in_tail =
      hybrid == plan::Hybrid::claim || (hybrid == plan::Hybrid::automatic && (only_one || critical <= 0.2));
  if (plan.claim_in_tail && !only_one) {
    plan.why += fmt::format("{}the claim's state is in the tail (hybrid storage, m_crit/n = {:.3f})",
                            plan.why.empty() ? "" : "; ", critical);
  }
}

std::string why_no_cycles(const std::string& store) {
  if (store == "exact" || store == "tree" || is_coded(store)) return "";
  return fmt::format(
      "searches for cycles keep colours or numbers with each state, and the {} store has no place for "
      "them: use --store exact, tree, collapse or compact",
      store);
}

search::Outcome find_cycles(const CyclePlan& plan, const std::string& store, const CycleJob& job) {
  if (is_coded(store)) return cycles_coded(plan, job, store);
  return store == "tree" ? cycles_tree(plan, job) : cycles_exact(plan, job);
}

}  // namespace gyre::engine
