// Which infinite executions count.
//
//   impartial  every process that lives throughout the cycle moves in it
//   weak       every unit that is enabled in all states of the cycle moves in it
//   strong     every unit that is enabled in some state of the cycle moves in it
//
// A unit is a process, a statement of a process, or an edge of the system's state graph. A finite execution, extended
// by stuttering, is fair.
#pragma once

#include "base/named_enum.h"

namespace gyre::logic {

#define GYRE_FAIRNESS(X) X(none, "none") X(impartial, "impartial") X(weak, "weak") X(strong, "strong")
GYRE_NAMED_ENUM(Fairness, GYRE_FAIRNESS);

#define GYRE_FAIRNESS_UNITS(X) X(process, "process") X(transition, "transition") X(edge, "edge")
GYRE_NAMED_ENUM(FairnessUnit, GYRE_FAIRNESS_UNITS);

}  // namespace gyre::logic
