// Which operators of ESML are operators of the program (ir/ops.def), in exact arithmetic.
#pragma once

#include <cassert>
#include <optional>

#include "esml/ast.h"
#include "ir/program.h"

namespace gyre::esml {

// The operator of the program; there is none for an operand, or for an operator that lowering makes of others.
inline std::optional<ir::Op> ir_operator(ast::Op op) {
  switch (op) {
    case ast::Op::neg: return ir::Op::neg;
    case ast::Op::not_: return ir::Op::logical_not;
    case ast::Op::add: return ir::Op::add;
    case ast::Op::sub: return ir::Op::sub;
    case ast::Op::mul: return ir::Op::mul;
    case ast::Op::div: return ir::Op::div;
    case ast::Op::mod: return ir::Op::mod;
    case ast::Op::and_: return ir::Op::logical_and;
    case ast::Op::or_: return ir::Op::logical_or;
    case ast::Op::eq: return ir::Op::eq;
    case ast::Op::ne: return ir::Op::ne;
    case ast::Op::lt: return ir::Op::lt;
    case ast::Op::le: return ir::Op::le;
    case ast::Op::gt: return ir::Op::gt;
    case ast::Op::ge: return ir::Op::ge;
    case ast::Op::number:
    case ast::Op::boolean:
    case ast::Op::access:
    case ast::Op::implies:
    case ast::Op::len:
    case ast::Op::head:
    case ast::Op::moves:
    case ast::Op::enabled:
    case ast::Op::ag:
    case ast::Op::eg:
    case ast::Op::af:
    case ast::Op::ef:
    case ast::Op::ax:
    case ast::Op::ex:
    case ast::Op::au:
    case ast::Op::eu:
    case ast::Op::always:
    case ast::Op::eventually:
    case ast::Op::next:
    case ast::Op::until:
    case ast::Op::weak_until:
    case ast::Op::release:
    case ast::Op::strong_release: return std::nullopt;
  }
  assert(false);
  return std::nullopt;
}

}  // namespace gyre::esml
