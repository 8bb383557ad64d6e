// A footprint in the making: what the parts of a Summary (summary.cc, summary_footprints.cc, summary_guards.cc) hand to
// each other, and nobody else uses.
#pragma once

#include <cstdint>
#include <vector>

#include "reduce/summary.h"

namespace gyre::reduce {

// What is collected, and under which circumstances.
struct Summary::Reading {
  Footprint out = {};
  std::vector<ir::VarId> locals_read = {}, locals_written = {};
  bool foreign = false;  // code of a process that is started
  uint8_t inner = 0;     // kTest | kInner: what follows the first statement of a sequence
  std::vector<int32_t> started = {};
};

}  // namespace gyre::reduce
