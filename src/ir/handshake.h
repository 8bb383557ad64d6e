// Guarded commands: what is known of a send or a receive before the model runs. Channels are constants or arguments of
// the instance, signals are constants.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/program.h"

namespace gyre::ir {

inline int32_t channel_of(const Program& program, const Instance& instance, const Action& action) {
  const Expr& e = program.expr(action.channel);
  return e.op == Op::argument ? instance.arguments[static_cast<size_t>(e.value)] : e.value;
}

inline int32_t signal_of(const Program& program, const Action& action) {
  const ExprId e = action.kind == ActionKind::send ? action.exprs[0] : action.receive[0].value;
  return program.expr(e).value;
}

}  // namespace gyre::ir
