// A formula of linear temporal logic as a model states it: what a front end writes, a judge evaluates, and the
// translation to automata begins with (formula.h has its normal forms). As with CtlNode, a formula is a list of nodes
// of which the last one is the whole.
#pragma once

#include <cstdint>

namespace gyre::logic {

struct LtlNode {
  enum class Op : uint8_t {
    atom,  // of the model: it is not 0
    constant,
    negation,
    conjunction,
    disjunction,
    implication,
    equivalence,
    next,
    always,
    eventually,
    until,
    weak_until,
    release,
    strong_release,
  } op = Op::atom;
  int32_t atom = -1;
  bool value = false;             // constant
  int32_t left = -1, right = -1;  // nodes of the same formula; -1: none
};

}  // namespace gyre::logic
