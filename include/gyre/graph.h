// State spaces and automata as graphs, for pictures and for other tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gyre/model.h>

namespace gyre {

struct Graph {
  struct Edge {
    size_t from = 0, to = 0;  // indices into nodes
    std::string label;
  };
  // Of states: "P@2 Q@1" (where each process stands), then a line "x=1" for each variable and channel.
  std::vector<std::string> nodes;
  std::vector<Edge> edges;
  bool complete = true;  // false: a limit cut something off
};

struct GraphLimits {
  uint64_t states = 100'000;
  uint64_t depth = 0;  // steps from the initial state; 0: no limit
};

// The reachable states in the order of breadth-first search, node 0 the initial one; an edge is a transition, labelled
// with who executes what. There are no nodes if the initial state cannot be made. Nothing is reduced.
// REQUIRES: model.ok(); otherwise an Error is thrown.
Graph state_graph(const Model& model, const GraphLimits& limits = {});

// The automata of the process types, side by side.
// REQUIRES: model.ok(); otherwise an Error is thrown.
Graph process_graph(const Model& model);

}  // namespace gyre
