// The experiment of Geldenhuys's thesis: its search of an ESML model, counting everything that its appendix B has.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/search.h"
#include "vm/machine.h"

namespace gyre::thesis {

struct Components {
  uint64_t number = 0;
  uint64_t largest = 0;  // states
  uint64_t depth = 0;    // most states on the physical stack
};

struct Counts {
  uint64_t unique = 0;
  uint64_t revisits = 0;
  uint64_t loops = 0;
  uint64_t depth = 0;    // most states on the path
  uint64_t updates = 0;  // calls of UpdateValue
  Components as_run, exact;
  std::vector<uint64_t> visits;  // how many states were visited once, twice, ...
  bool violated = false;         // with a goal: it ended at a component without a state from which the goal is reached
};

struct Experiment {
  search::Outcome outcome;
  Counts counts;
};

// The p of AF(p): is it true in a state?
using Goal = std::function<bool(StateView)>;

// With a goal it is the thesis's search for AF(goal) under strong fairness. `each_state` is called for every state in
// the end, if it is given.
Experiment run(vm::Machine& machine, const search::Task& task, const search::Progress& progress, const Goal& goal,
               const std::function<void(StateView)>& each_state);

}  // namespace gyre::thesis
