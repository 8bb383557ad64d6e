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
  std::vector<size_t> accepting;  // of a product: the accepting nodes, in their order
  bool complete = true;           // false: a limit cut something off
};

struct GraphLimits {
  uint64_t states = 100'000;
  uint64_t depth = 0;  // steps from the initial state; 0: no limit
};

// The reachable states in the order of breadth-first search, node 0 the initial one; an edge is a transition, labelled
// with who executes what. There are no nodes if the initial state cannot be made. Nothing is reduced.
// REQUIRES: model.ok(); otherwise an Error is thrown.
Graph state_graph(const Model& model, const GraphLimits& limits = {});

// The product of the system and a claim, as a search for cycles without fairness walks through it: nodes have a line
// "claim@3" (the claim's state), and an edge is a step of both; "(stays)" is that of a system that has come to its end.
// The claim is the one that the settings name by property, or that they add by ltl or hoa; there must be one. A claim
// that is complete leads to a node of its own, "claim completed".
// REQUIRES: model.ok(). What belongs to the model is set as it was when the model was read. Otherwise an Error is
// thrown, and also for settings that name no claim, or several.
Graph product_graph(const Model& model, const Settings& settings, const GraphLimits& limits = {});

// The automata of the process types, side by side.
// REQUIRES: model.ok(); otherwise an Error is thrown.
Graph process_graph(const Model& model);

}  // namespace gyre
