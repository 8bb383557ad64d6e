// Judging what a search for cycles, bad prefixes and completed claims has found: the run is followed again on the
// abstract machine, and held against the claim by code of our own. No product, no reduction and no fairness predicate
// of the searches takes part.
//
// A *formula* must be false on the run: of a lasso by evaluating it on the lasso word, of a finite run by reading its
// letters with the automaton of the negation, all of whose continuations must be accepted from there; any continuation
// is then evaluated as well. An *automaton* of bad runs must accept the run as it was given, whatever form of it the
// search had; finite runs are read by that form first. A *never claim* is run beside the lasso in all possible ways,
// and one of them must be accepting. *Labels* are looked up in the states of the cycle. A cycle must close, and be fair
// by the definitions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "automata/automaton.h"
#include "ir/program.h"
#include "judge/fairness.h"
#include "model/model.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace gyre::judge {

// What a run is held against.
struct Claim {
  enum class Kind : uint8_t { formula, automaton, never, accept_labels, non_progress };
  Kind kind = Kind::formula;
  std::vector<logic::LtlNode> formula;  // the property, which must be false
  automata::Automaton given;            // of bad runs, as the user gave it
  automata::Automaton automaton;        // what the search had, of the negation or of bad runs; finite runs need it
  std::vector<uint32_t> atoms;          // atom i of both automata is Program::atoms[atoms[i]]
  int32_t process = ir::kNone;          // the never claim
};

// What a search says it has found.
struct FoundRun {
  model::ErrorKind kind = model::ErrorKind::none;
  std::vector<uint32_t> choices;  // of the system, from its initial state on; kStutter where it has come to its end
  int64_t cycle_start = -1;       // choices before the cycle; -1: a finite run
};

// How a process fares on the cycle of a lasso.
struct CycleShare {
  uint32_t pid = 0;
  std::string process;
  std::vector<uint64_t> moves;     // the steps of the trace in which it moves, from 1 on
  int64_t not_enabled_after = -1;  // it cannot move after this step; -1: it always can
};

struct ClaimRuling {
  bool confirmed = false;
  std::string why_not;
  // A finite run ends in the first state (or, if the claim watches steps, with the first step) that shows it.
  trace::Trace trace;
  std::vector<CycleShare> shares;  // of the processes that live on the cycle
};

// The machine must run the program in which the run was found, or was followed again (retrace.h).
ClaimRuling judge_claim(vm::Machine& machine, const Claim& claim, const Fairness& fairness, const FoundRun& run);

}  // namespace gyre::judge
