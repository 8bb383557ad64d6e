// Which store goes with which search, and the way from their names to their code.
//
// A search is a template over its store. Each store's pairs are instantiated in one file (pairs_exact.cc, ...) with the
// help of pair_runs.h, so a change of a store compiles one file, and nobody else sees the templates. pairs.def is the
// matrix: every pair is in it, those that are not there with the sentence that says why. Searches for cycles:
// cycle_search.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/state_view.h"
#include "engine/options.h"
#include "model/model.h"
#include "search/search.h"

namespace gyre::engine {

struct PairTask {
  model::Model& model;
  const search::Task& task;
  const search::Progress& progress;
  const Options& options;
  bool reduced = false;                            // the model passes over successors (depth-first search only)
  std::function<void(StateView)> each_state = {};  // called at the end for every stored state, if set
  std::vector<model::Model*> others = {};          // the models of the other threads
  std::function<void(bool)> want_hashes = {};      // says whether the model has to hash its successors
};

struct PairResult {
  search::Outcome outcome;
  bool lossy = false;          // the store may have taken a new state for an old one
  std::string note;            // what the report should add to the reason
  std::string algorithm = {};  // what was done in the end, where the search is not a single one
  unsigned threads = 1;        // that did it
};

using PairFunction = PairResult (*)(const PairTask&);

// The store that `auto` means for this search: the tree where that keeps roots by value, otherwise the exact one.
std::string resolve_store(const std::string& store, const std::string& search);

// Does the store of this pair never look at a hash? (A tree without notes.)
bool finds_by_value(const std::string& search, const std::string& store);

// Can states be visited in any order with this store, if nothing else forbids it?
bool has_any_order(const std::string& store);

// `search`: any_order, dfs, pseudo-dfs, bfs, shortest, bounded, shorten; with several threads parallel_any_order,
// parallel_pseudo-dfs, parallel_bfs. Throws Error with the reason if the pair is
// not there.
PairFunction find_pair(const std::string& search, const std::string& store);

// The same as a question: the reason, or nothing if the pair is there.
std::string why_no_pair(const std::string& search, const std::string& store);

}  // namespace gyre::engine
