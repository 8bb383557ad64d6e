// Which store goes with which search: what a store can (store/stores.def), what a search needs of it
// (search/searches.def), and the sentence if that is not there.
#pragma once

#include <string>

#include "plan/job.h"

namespace gyre::plan {

struct StoreTraits {
  bool numbers = false;    // states have numbers, by which they can be read back, and notes of any size beside them
  bool any_order = false;  // states can be visited in any order
  bool shared = false;     // threads can share it
  bool lossy = false;      // may take a new state for an old one
  bool forgets = false;    // keeps for sure only what is on a stack
  bool by_value = false;   // without notes it never looks at a hash
  bool seeded = false;     // makes random choices
};
StoreTraits traits(Store store);

// Why the search cannot have this store; empty: it can.
std::string why_no_pair(Algorithm algorithm, Store store);

// The store that `auto` means for this search.
Store resolve(Store store, Algorithm algorithm);

// Whether this pair never looks at a hash (a tree without notes).
bool finds_by_value(Algorithm algorithm, Store store);

// The help of --store.
const char* store_help();

}  // namespace gyre::plan
