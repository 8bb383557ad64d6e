// The layout of the state vector: where each variable lies, in exact bit widths.
//
//   [shape number, 32 bits] [globals] [frame] [frame] ... [hidden variables]
//
// A frame is a process (control state, priority if used, variables) or a channel (slots, length), in the order of
// creation; each starts at a byte. Within a block, fields of whole bytes come first, widest first, so that they are
// aligned without padding; the rest follows bit by bit. Which frames there are is the state's shape (ir/shapes.h).
#pragma once

#include "ir/program.h"

namespace gyre::ir {

inline constexpr uint32_t kGlobalsOffset = 4;  // bytes: behind the shape number
inline constexpr uint32_t kMaxStateBytes = 1u << 24;
inline constexpr uint64_t kMaxElements = 1'000'000;  // of all variables of a model, and of a channel

void lay_out(Program& program);

// For `gyre compile --dump layout`.
std::string dump_layout(const Program& program);

}  // namespace gyre::ir
