// Footprints of edges and conditions of a process that lives (instances.h).
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"
#include "reduce/summary.h"

namespace gyre::reduce {

// What an edge or a condition touches, with elements and channels as numbers.
struct Prints {
  struct Variable {
    ir::VarId var = 0;
    int32_t element = -1;  // -1: any
    int32_t owner = -1;    // a local variable: of which process; -1: of any
    bool write = false;
    bool own = false;
    bool constant = false;
    int32_t value = 0;
    Test test = {};

    bool operator==(const Variable&) const = default;
  };
  struct Channel {
    int32_t id = -1;  // -1: any
    uint8_t use = 0;

    bool operator==(const Channel&) const = default;
  };
  std::vector<Variable> variables;
  std::vector<Channel> channels;
  std::vector<int32_t> control;
  bool reads_count = false, writes_count = false, everything = false;

  bool operator==(const Prints&) const = default;
};

// Numbers of elements, processes or channels, of which -1 is any.
inline bool same(int32_t a, int32_t b) { return a == b || a < 0 || b < 0; }
inline bool same_variable(const Prints::Variable& x, const Prints::Variable& y) {
  return x.var == y.var && same(x.element, y.element) && same(x.owner, y.owner);
}

}  // namespace gyre::reduce
