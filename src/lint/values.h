// What is known of values without running the program: constants, and what a type can hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/program.h"

namespace gyre::lint {

// The value of an expression of constants; nothing if it is none, or has no value.
std::optional<int32_t> constant_value(const ir::Program& program, ir::ExprId id);

struct Range {
  int64_t low, high;
  bool has(int64_t value) const { return low <= value && value <= high; }
};

// What a variable or a message field of this type can hold.
Range range_of(const ir::ScalarType& type);

// What becomes of a value that is stored there.
int64_t stored(const ir::ScalarType& type, int32_t value);

// "a byte", "a bit", "an unsigned : 5", "an mtype", "an mtype:colour".
std::string type_text(const ir::Program& program, const ir::ScalarType& type);

// The variable as messages name it: "a[].x" is "a[..].x".
std::string variable_text(const ir::Program& program, ir::VarId var);

}  // namespace gyre::lint
