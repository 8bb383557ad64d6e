// What is told about the strongly connected components of a state graph (--components); component_walk.h finds it.
#pragma once

#include <cstdint>
#include <vector>

namespace gyre::search {

struct Structure {
  uint64_t components = 0;
  uint64_t trivial = 0;   // of one state without an edge to itself: no cycle
  uint64_t largest = 0;   // states
  uint64_t terminal = 0;  // that cannot be left,
  uint64_t terminal_states = 0;
  uint64_t height = 0;          // components on a path, at most
  std::vector<uint64_t> sizes;  // how many have 1, 2 to 3, 4 to 7, ... states
};

}  // namespace gyre::search
