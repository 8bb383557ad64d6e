// Checking the evidence for a formula of branching time, by code that shares nothing with the search, and telling it.
//
// Each piece is followed again from the initial state on the abstract machine: its steps must be there, a cycle must
// close and be fair, a run that is said to end must have nowhere to go. Subformulas without temporal operators are
// evaluated on the states of the path; what is said about all paths rests on the search alone.
#pragma once

#include <string>
#include <vector>

#include "logic/ctl.h"
#include "search/ctl_evidence.h"
#include "search/fairness.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace gyre::engine {

// A piece of evidence that stood up.
struct ToldEvidence {
  int32_t formula = -1;
  bool value = false;
  std::string kind;     // "fact", "path", "lasso", "universal", "fair"
  std::string text;     // a sentence
  uint64_t after = 0;   // steps before it begins
  bool shown = false;   // there are steps to show
  trace::Trace trace;   // from the initial state on
  bool certain = true;  // false: an error of the model cuts off what would follow the last state
  std::vector<ToldEvidence> children;
};

struct EvidenceRules {
  search::Fairness fairness = search::Fairness::none;
  search::FairnessUnit unit = search::FairnessUnit::process;
};

// Throws std::logic_error when a piece does not stand up.
ToldEvidence tell_evidence(vm::Machine& machine, const logic::CtlFormula& formula, const EvidenceRules& rules,
                           const search::CtlEvidence& evidence);

}  // namespace gyre::engine
