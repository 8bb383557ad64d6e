// Which search for accepting cycles runs, on which storage. cycles_*.cc instantiate them.
#pragma once

#include <string>

#include "automata/automaton.h"
#include "engine/options.h"
#include "model/product.h"
#include "search/fairness.h"
#include "search/search.h"

namespace gyre::engine {

// What the options and the claim decide before any state is seen.
struct CyclePlan {
  enum class Search { reachability, single, nested, magic, components, shortest };
  Search search = Search::nested;
  search::Fairness fairness = search::Fairness::none;
  search::FairnessUnit unit = search::FairnessUnit::process;
  bool generalised = false;    // the claim may have several acceptance sets, on edges
  bool claim_in_tail = false;  // hybrid storage of the claim's state
  bool demon_in_key = false;   // classical storage of the magic search
  bool finite = false;         // an accepting state is a violation by itself (a terminal automaton)
  bool short_stem = false;     // of fair lassos
  std::string algorithm;       // as the report calls it
  std::string why;             // a sentence for the report, if there was a choice

  bool can_be_bounded() const {
    return search == Search::reachability || search == Search::single || search == Search::nested;
  }
  // A sentence about the length of a counterexample; `whole`: the search for it came to its end.
  std::string length_text(bool whole) const;
  // Whether a complete search that finds nothing means that the property holds.
  bool decides() const { return search != Search::reachability || finite; }
};

// Throws Error for combinations that are refused. `strength` is that of the claim's automaton (general for claims
// whose acceptance depends on the system).
CyclePlan plan_cycles(const Options& options, automata::Strength strength, bool is_formula);
// Decides about hybrid storage, once the sizes are known: states of the claim, bits of a system state.
void plan_storage(CyclePlan& plan, const Options& options, uint32_t claim_states, uint64_t system_bits);

struct CycleJob {
  model::Product& product;
  model::ErrorKind kind;  // what a cycle is called
  const search::Task& task;
  const search::Progress& progress;
  const model::Model& system;  // for stores that know the shapes of its states
};
// Why a store cannot be used for that; nothing if it can.
std::string why_no_cycles(const std::string& store);
search::Outcome find_cycles(const CyclePlan& plan, const std::string& store, const CycleJob& job);
search::Outcome cycles_exact(const CyclePlan& plan, const CycleJob& job);
search::Outcome cycles_tree(const CyclePlan& plan, const CycleJob& job);
search::Outcome cycles_coded(const CyclePlan& plan, const CycleJob& job, const std::string& store);

}  // namespace gyre::engine
