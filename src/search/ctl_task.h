// What a search for a formula of branching time is asked, and how it may end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/narrow.h"
#include "base/state_view.h"
#include "logic/ctl.h"
#include "model/model.h"
#include "search/fairness.h"
#include "search/product_space.h"
#include "search/search.h"

namespace gyre::search {

// What the atoms of a formula are in a state.
class Labels {
 public:
  virtual ~Labels() = default;
  // Sets `error` if the atom has no value there.
  virtual bool holds(uint32_t atom, StateView state, model::ErrorKind& error) = 0;
};

struct CtlTask {
  Fairness fairness = Fairness::none;
  FairnessUnit unit = FairnessUnit::process;
};

// Thrown: an atom has no value in a state that had to be looked at.
struct AtomUndefined {
  Node node = 0;
  uint32_t atom = 0;
  model::ErrorKind kind = model::ErrorKind::none;
};
// Thrown: a budget is used up.
struct CtlStopped {
  Ended why = Ended::complete;
};

// Where a path of the system leads.
struct CtlStep {
  Node to = 0;
  uint32_t successor = 0;  // of the system; model::Arc::kStutter
};

// The subformulas that have a result of their own beside a state: atoms and temporal operators. A store that forgets
// needs room for one more.
inline bool has_result(const logic::ExistentialForm::Node& n) {
  using Op = logic::ExistentialForm::Op;
  return n.op == Op::atom || n.op >= Op::ex;
}
inline uint32_t results_of(const logic::ExistentialForm& form) {
  return narrow<uint32_t>(std::count_if(form.nodes().begin(), form.nodes().end(), has_result));
}

}  // namespace gyre::search
