// What a search needs of a store and what it does with a model, as the table of searches (search/searches.def) has it.
#pragma once

#include <optional>
#include <string>

#include "plan/job.h"

namespace gyre::plan {

struct SearchTraits {
  enum class Needs {
    no_store,           // it keeps no states
    any_store,          // depth-first: it tells the store what leaves its stack
    any_order,          // states can be visited in any order
    colours,            // depth-first; bits beside each state, or a set that tells a state in each colour apart
    numbers,            // states have numbers and notes
    numbers_or_held,    // the same, or the store forgets, and the search says which states it must keep
    numbers_and_queue,  // the same, and the search has no stack that would hold on to states
    one_store,          // `store` and no other
  };
  Needs needs = Needs::any_store;
  Store store = Store::automatic;  // the one of --store auto; automatic: none is needed
  const char* who = "";            // the subject of the sentence which says that a store does not do
  const char* what = "";           // and what it does with numbers; where there is only one store, all of the sentence
  const char* instead = "";        // what to do then; null: to take one of the stores that do
  bool reduced = false;            // it may leave interleavings out
  bool threads = false;            // several threads may do it
  const char* option = "";         // which asks for it; empty: --search, by its name
};
const SearchTraits& traits(Algorithm algorithm);

// The search for safety that --search names; for `auto` and searches for cycles it is the depth-first one.
Algorithm safety_algorithm(Search search);
// The search for cycles that --search names, if it names one.
std::optional<Algorithm> cycle_algorithm(Search search);

// "auto, pseudo-dfs and bfs": the names of --search for which there are threads.
std::string searches_with_threads();

// "--search bfs", "--shortest": what asked for it.
std::string option_of(Algorithm algorithm);

// The help of --search.
const char* search_help();

}  // namespace gyre::plan
