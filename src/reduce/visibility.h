// Which edges a stubborn set must not contain when a property looks at infinite runs (unless it contains everything):
//  - visible ones, which may change what the property looks at: their order among each other matters;
//  - enough others that every cycle of every process has one. Then every cycle of the reduced graph has a state that is
//    followed with all its successors, whatever the search (Kurshan, Levin, Minea, Peled & Yenigün 1998), and nested
//    searches see the same graph.
#pragma once

#include <string>
#include <vector>

#include "reduce/summary.h"

namespace gyre::reduce {

struct Observed {
  std::vector<ir::ExprId> atoms;
  bool accept_labels = false;
  bool progress_labels = false;
};

// Why runs that differ in stuttering only can be told apart by these atoms; empty: they cannot.
std::string why_not_observable(const ir::Program& program, const Observed& observed);

// The edges that can be observed, by place, which is the number of an edge in the whole program.
std::vector<bool> excluded_edges(const Summary& summary, const Observed& observed);

}  // namespace gyre::reduce
