// The operators of Promela's expressions: which tokens they are, and how tightly they bind, all from ir/ops.def.
#pragma once

#include "ir/program.h"
#include "promela/token.h"

namespace gyre::promela {

struct Operator {
  ir::Op op = ir::Op::constant;
  int precedence = -1;  // of a binary one; higher binds tighter
  const char* text = nullptr;
};

// The operator that a token is; null if it is none.
const Operator* unary_operator(Tok token);
const Operator* binary_operator(Tok token);

}  // namespace gyre::promela
