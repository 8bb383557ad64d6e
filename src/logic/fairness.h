// Which infinite executions count.
//
//   impartial  every process that lives throughout the cycle, and does not stand at its end there, moves in it
//   strictly-impartial  every process that lives throughout the cycle moves in it
//   weak       every unit that is enabled in all states of the cycle moves in it
//   strong     every unit that is enabled in some state of the cycle moves in it
//
// A process stands at its end if it has nothing left to do but to die: no edge leaves its control state, or only its
// death. It may have to stay there for ever, because processes that it started live on.
//
// A unit is a process, a statement of a process, or an edge of the system's state graph. A finite execution, extended
// by stuttering, is fair.
#pragma once

#include "base/named_enum.h"

namespace gyre::logic {

// A kind says who has a claim to move: units that are enabled, processes that live, or those of them that do not stand
// at their end; in all states of a cycle, or in some state of it. From that the searches decide. (judge/ has
// definitions of its own.)
enum class Entitled { nobody, enabled, living, unfinished };
enum class Throughout { all, some };
struct FairnessTraits {
  const char* runs = "";  // what such runs are called
  Entitled who = Entitled::nobody;
  Throughout where = Throughout::all;
  bool can_exclude_all = false;  // a prefix need not have a continuation that is fair
  bool by_copies = false;        // a product with copies can tell it, without looking at components

  constexpr bool living() const { return who == Entitled::living || who == Entitled::unfinished; }
  constexpr bool spares_ended() const { return who == Entitled::unfinished; }
  constexpr bool somewhere() const { return where == Throughout::some; }
};

// clang-format off
//   id          name         runs             who      where  can exclude all  by copies
#define GYRE_FAIRNESS(X) \
  X(none,      "none",      "",              nobody,  all,  false, true) \
  X(impartial, "impartial", "impartial",     unfinished, all, true, true) \
  X(strictly_impartial, "strictly-impartial", "strictly impartial", living, all, true, true) \
  X(weak,      "weak",      "weakly fair",   enabled, all,  false, true) \
  X(strong,    "strong",    "strongly fair", enabled, some, false, false)
// clang-format on
GYRE_NAMED_ENUM(Fairness, GYRE_FAIRNESS);

constexpr FairnessTraits traits(Fairness fairness) {
  switch (fairness) {
#define GYRE_CASE(id, name, runs, who, where, can_exclude_all, by_copies) \
  case Fairness::id: return {runs, Entitled::who, Throughout::where, can_exclude_all, by_copies};
    GYRE_FAIRNESS(GYRE_CASE)
#undef GYRE_CASE
  }
  __builtin_unreachable();
}

#define GYRE_FAIRNESS_UNITS(X) X(process, "process") X(transition, "transition") X(edge, "edge")
GYRE_NAMED_ENUM(FairnessUnit, GYRE_FAIRNESS_UNITS);

}  // namespace gyre::logic
