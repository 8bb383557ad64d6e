// Strongly connected components by Tarjan's algorithm, without recursion.
#pragma once

#include <cstdint>
#include <vector>

namespace gyre::automata {

struct Components {
  // Component of each node; kNone for nodes that were not reached. Numbers are in reverse topological order: an edge
  // never leads to a greater number.
  static constexpr uint32_t kNone = 0xffffffff;
  std::vector<uint32_t> of;
  uint32_t count = 0;
};

using Adjacency = std::vector<std::vector<uint32_t>>;

// Components of what is reachable from the roots.
Components strongly_connected(const Adjacency& successors, const std::vector<uint32_t>& roots);

}  // namespace gyre::automata
