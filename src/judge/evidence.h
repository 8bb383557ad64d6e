// Judging the evidence for a formula of branching time, and telling it.
//
// Each piece is followed again from the initial state on the abstract machine: its steps must be there, a cycle must
// close and be fair by the definitions, a run that is said to end must have nowhere to go. Subformulas without temporal
// operators are evaluated on the states of the path; what is said about all paths rests on the search alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/fairness.h"
#include "logic/ctl.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace gyre::judge {

// Why a subformula has its value in a state, as a search says.
struct Evidence {
  enum class Kind : uint8_t {
    fact,       // no temporal operator, or a Boolean one: the children say why
    path,       // finite: what is looked for is at its end
    lasso,      // what is looked for is in all of its states
    universal,  // about all paths
    fair,       // formula -1: a lasso that shows that a (fair) infinite path begins here
  };
  int32_t formula = -1;  // node of the formula
  bool value = false;
  Kind kind = Kind::fact;
  std::vector<uint32_t> from;     // the system's choices from the initial state to where the piece begins
  std::vector<uint32_t> choices;  // of the piece itself; kStutter: it stays where it ends
  int64_t cycle_start = -1;       // lasso: transitions before the cycle; at the end: it stutters there
  uint64_t component = 0;         // lasso: its cycle, too long to be shown, is among so many states
  // So many of the last choices were one transition of the program that was searched (retrace.h): the states inside
  // must look like the one at the end.
  uint64_t last = 1;
  std::vector<Evidence> children;  // of the state at the end of the path, or where the cycle begins
};

// A piece that stood up.
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

// Throws std::logic_error when a piece does not stand up.
ToldEvidence judge_evidence(vm::Machine& machine, const logic::CtlFormula& formula, const Fairness& fairness,
                            const Evidence& evidence);

}  // namespace gyre::judge
