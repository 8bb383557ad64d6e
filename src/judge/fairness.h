// Is a cycle fair? Written from the definitions, for whoever follows a lasso again; the searches have a predicate of
// their own, which this one is to check.
//
// A process moves in a step when it executes a statement; in a rendezvous both partners move. It is enabled in a state
// when it can start a step there. On its cycle an execution is
//   impartial      if every process that lives throughout the cycle, and does not stand at its end, moves in it,
//   strictly impartial  if every process that lives throughout the cycle moves in it,
//   weakly fair    if every unit that is enabled in all states of the cycle moves in it,
//   strongly fair  if every unit that is enabled in some state of the cycle moves in it.
// At its end a process can do nothing but die. A unit is a process, a statement of a process instance (the one that a
// transition begins with), or an edge of the state graph. A finite execution, extended by stuttering, is fair.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "logic/fairness.h"
#include "model/model.h"
#include "trace/state.h"

namespace gyre::judge {

using FairnessKind = logic::Fairness;
using logic::FairnessUnit;

struct Fairness {
  FairnessKind kind = FairnessKind::none;
  FairnessUnit unit = FairnessUnit::process;
};

// "Takes a step" of a run that has come to its end: it stays where it is.
inline constexpr uint32_t kStutter = ~uint32_t{0};

// The processes that move in a transition.
std::set<uint32_t> movers(const model::SuccessorBuffer& expanded, uint32_t choice);

class CycleFairness {
 public:
  explicit CycleFairness(Fairness fairness) : fairness_(fairness) {}

  // A step of the cycle: `state` was expanded, and `choice` was taken.
  struct Processes {
    uint32_t living = 0;
    std::set<uint32_t> ended;  // which of them stand at their end
  };
  void step(const trace::State& state, const Processes& processes, const model::SuccessorBuffer& expanded,
            uint32_t choice);
  bool fair() const;

 private:
  using Unit = std::string;
  Unit unit_of(const trace::State& state, const model::SuccessorBuffer& expanded, uint32_t choice) const;

  Fairness fairness_;
  bool ends_ = false;                       // the run stutters
  std::vector<std::set<Unit>> candidates_;  // state by state: what has a claim to move there
  std::set<Unit> moved_;
};

}  // namespace gyre::judge
