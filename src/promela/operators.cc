#include "promela/operators.h"

#include <array>
#include <cassert>

#include "base/nth.h"
#include "promela/lexer.h"

namespace gyre::promela {

namespace {

using Table = std::array<Operator, 256>;  // by Tok

void put(Table& table, const Operator& op) {
  const Tok token = punctuation(op.text);
  assert(token != Tok::error);
  nth(table, token) = op;
}

const Operator* find(const Table& table, Tok token) {
  const Operator& found = nth(table, token);
  return found.text ? &found : nullptr;
}

}  // namespace

const Operator* unary_operator(Tok token) {
  static const Table table = [] {
    Table t;
#define GYRE_UNARY(name, text, ...) put(t, {ir::Op::name, -1, text});
#include "ir/ops.def"
    return t;
  }();
  return find(table, token);
}

const Operator* binary_operator(Tok token) {
  static const Table table = [] {
    Table t;
#define GYRE_BINARY(name, text, precedence, ...) put(t, {ir::Op::name, precedence, text});
#define GYRE_LOGICAL(name, text, precedence, ...) put(t, {ir::Op::name, precedence, text});
#include "ir/ops.def"
    return t;
  }();
  return find(table, token);
}

}  // namespace gyre::promela
