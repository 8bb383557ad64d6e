// Iterative shortening (Holzmann, chapter 8; pan -DREACH -i): a depth-limited search with stored depths whose bound
// falls, each time an error of length n is found, to n - 1, and that goes on until nothing is left below the bound.
//
// Each error found is shorter than all before it. When the search ends by itself (`complete`), the last one has the
// smallest length of all errors that are looked for and lie within Task::depth_limit: every state is explored
// with its smallest depth below the bound, because a state reached at a smaller depth is explored again. If the search
// ends otherwise, the last one is only the shortest so far. It needs no parent links and finds a first error as soon as
// depth-first search does; shortest.h is faster where the whole breadth up to the error can be afforded. The stateless
// search lowers its bound in the same way (Figure 8.5): it walks every simple path below it.
//
// The outcome has that one error; its `count`, and `errors`, tell how many errors it took. Task::max_errors is not
// used.
#pragma once

#include <algorithm>
#include <vector>

#include "search/bounded.h"
#include "search/stateless.h"

namespace gyre::search {

struct ShorteningBound {
  static constexpr bool kLowers = true;
  std::vector<uint64_t> lengths = {};  // of the errors found, each smaller than the one before
  bool shortens(uint64_t length) {
    lengths.push_back(length);
    return true;
  }
};

struct Shortening {
  Outcome outcome;
  std::vector<uint64_t> lengths;
};

// Runs a search with a ShorteningBound.
template <class Search>
Shortening shortest_of(Search& search) {
  Shortening result{search.run(), std::move(search.policy().lengths)};
  std::vector<FoundError>& found = result.outcome.found;
  if (!found.empty()) {
    const auto best =
        std::min_element(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    FoundError shortest = std::move(*best);
    shortest.count = result.outcome.errors;
    found.clear();
    found.push_back(std::move(shortest));
  }
  return result;
}

template <store::Store StoreT>
Shortening iterative_shortening(model::Model& model, StoreT& store, Task task, const Progress& progress = {},
                                DfsOptions options = {}) {
  task.max_errors = 0;
  BoundedDepthFirst<StoreT, ShorteningBound> search(model, store, task, progress, options);
  return shortest_of(search);
}

inline Shortening stateless_shortening(model::Model& model, Task task, const Progress& progress = {},
                                       DfsOptions options = {}) {
  task.max_errors = 0;
  Stateless<ShorteningBound> search(model, task, progress, options);
  return shortest_of(search);
}

}  // namespace gyre::search
