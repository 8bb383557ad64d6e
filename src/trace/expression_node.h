// The tree of an expression (expression.h), and its parser.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/program.h"

namespace gyre::trace {

struct ExpressionNode {
  enum class Kind : uint8_t {
    number,       // number; text: its name, if it was written as one
    variable,     // text = "a[].b[]", kids = indices
    remote,       // process, kids[0] = pid or null, kids[1] = a variable
    at,           // process, kids[0] = pid or null, text = label
    computed,     // op, kids: unary and binary
    conditional,  // kids: c, a, b
    channel,      // op = len, full, ..., kids[0]
    pid,
    nr_pr,
  };
  Kind kind = Kind::number;
  ir::Op op = ir::Op::constant;
  int32_t number = 0;
  std::string text;
  std::string process;
  std::vector<std::unique_ptr<ExpressionNode>> kids;
};
using ExpressionPtr = std::unique_ptr<ExpressionNode>;

// Throws Error.
ExpressionPtr parse_expression(const ir::Program& program, const std::string& text);

}  // namespace gyre::trace
