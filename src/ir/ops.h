// What the operators of ops.def are worth, for whoever computes at other times than a run: constant folding in the
// front ends, guards that reductions evaluate. The abstract machine expands the same lines in its loop.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace gyre::ir {

// Why an operator has no value.
enum class Fault : uint8_t { none, division, range };

constexpr int64_t floor_quotient(int64_t x, int64_t y) { return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0); }

// Operators that look at all their operands.
constexpr bool is_unary(Op op) {
#define GYRE_UNARY(name, ...) \
  if (op == Op::name) return true;
#include "ir/ops.def"
  return false;
}
constexpr bool is_binary(Op op) {
#define GYRE_BINARY(name, ...) \
  if (op == Op::name) return true;
#include "ir/ops.def"
  return false;
}
constexpr bool is_logical(Op op) {
#define GYRE_LOGICAL(name, ...) \
  if (op == Op::name) return true;
#include "ir/ops.def"
  return false;
}
// All of them: the value depends on the operands alone.
constexpr bool is_operator(Op op) { return is_unary(op) || is_binary(op) || is_logical(op); }

constexpr bool is_comparison(Op op) {
#define GYRE_COMPARISON(name, ...) \
  if (op == Op::name) return true;
#include "ir/ops.def"
  return false;
}

// May it have no value though its operands have one? Of what is no operator nothing is known.
constexpr bool may_fail(Op op, bool exact) {
  if (exact) {
#define GYRE_EXACT_UNARY(name, ...) \
  if (op == Op::name) return true;
#define GYRE_EXACT_BINARY(name, ...) \
  if (op == Op::name) return true;
#include "ir/ops.def"
  }
#define GYRE_BINARY(name, text, precedence, word, fault, value) \
  if (op == Op::name) return Fault::fault != Fault::none;
#include "ir/ops.def"
  return !is_operator(op);
}

// The binary operators alone, and those that exact arithmetic has: for a switch that must name each of them.
enum class Binary : uint8_t {
#define GYRE_BINARY(name, ...) name,
#include "ir/ops.def"
};
enum class ExactBinary : uint8_t {
#define GYRE_EXACT_BINARY(name, ...) name,
#include "ir/ops.def"
};
constexpr std::optional<Binary> binary_of(Op op) {
#define GYRE_BINARY(name, ...) \
  if (op == Op::name) return Binary::name;
#include "ir/ops.def"
  return std::nullopt;
}
constexpr std::optional<ExactBinary> exact_binary_of(Op op) {
#define GYRE_EXACT_BINARY(name, ...) \
  if (op == Op::name) return ExactBinary::name;
#include "ir/ops.def"
  return std::nullopt;
}

// In exact arithmetic: a value that does not fit has none.
constexpr std::optional<int32_t> exactly(int64_t value) {
  if (value < INT32_MIN || value > INT32_MAX) return std::nullopt;
  return static_cast<int32_t>(value);
}

// The value of a unary operator; none: the model is in error there, or `op` is not one.
constexpr std::optional<int32_t> compute(Op op, int32_t x, bool exact) {
  if (exact) {
#define GYRE_EXACT_UNARY(name, word, value) \
  if (op == Op::name) return exactly(value);
#include "ir/ops.def"
  }
#define GYRE_UNARY(name, text, word, value) \
  if (op == Op::name) return static_cast<int32_t>(value);
#include "ir/ops.def"
  return std::nullopt;
}

// Likewise of a binary or logical one.
constexpr std::optional<int32_t> compute(Op op, int32_t x, int32_t y, bool exact) {
  if (exact) {
#define GYRE_EXACT_BINARY(name, word, fault, value)                     \
  if (op == Op::name) {                                                 \
    if (Fault::fault == Fault::division && y == 0) return std::nullopt; \
    return exactly(value);                                              \
  }
#include "ir/ops.def"
  }
#define GYRE_BINARY(name, text, precedence, word, fault, value)         \
  if (op == Op::name) {                                                 \
    if (Fault::fault == Fault::division && y == 0) return std::nullopt; \
    return static_cast<int32_t>(value);                                 \
  }
#define GYRE_LOGICAL(name, text, precedence, value) \
  if (op == Op::name) return value;
#include "ir/ops.def"
  return std::nullopt;
}

}  // namespace gyre::ir
