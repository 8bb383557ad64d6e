// State spaces and automata as graphs, for pictures and for other tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gyre/model.h>
#include <gyre/trace.h>

namespace gyre {

struct Graph {
  // Where a process stands.
  struct Standing {
    std::string process;  // its name
    int32_t pid = 0;
    uint32_t state = 0;  // of its automaton
    Location location;   // of the statements there
    std::vector<std::string> labels;
    std::vector<std::string> next;  // the statements, as they stand in the model
  };
  // What a person sees of a node: "P: 7 cs: x = 1" for each process (its line, its labels and what it would do next;
  // "P(0)" where there are several P), then a line "x=1" for each variable and channel.
  struct Node {
    std::string id;  // of states: a hash, the same for the same state in every graph of the model
    std::string text;
    std::vector<Standing> processes;  // of states
    std::vector<Value> values;
    std::string claim;  // of a product: its state
    bool initial = false;
    bool end = false;        // nothing moves, and that is well
    bool deadlock = false;   // nothing moves, and that is an error
    bool accepting = false;  // of a product
    bool on_trail = false;   // the execution goes through it (marked_graph)
    std::string violation;   // the kind of an error that some step from here meets: "assertion"; empty: none
  };
  struct Edge {
    size_t from = 0, to = 0;  // indices into nodes
    std::string label;
    bool on_trail = false;
  };
  std::vector<Node> nodes;
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

// The product of the system and a claim, as a search for cycles without fairness walks through it: nodes have a line
// "claim: 3" (the claim's state), and an edge is a step of both; "(stays)" is that of a system that has come to its
// end.
// The claim is the one that the settings name by property, or that they add by ltl or hoa; there must be one. A claim
// that is complete leads to a node of its own, "claim completed".
// REQUIRES: model.ok(). What belongs to the model is set as it was when the model was read. Otherwise an Error is
// thrown, and also for settings that name no claim, or several.
Graph product_graph(const Model& model, const Settings& settings, const GraphLimits& limits = {});

// The graph of the states, in which an execution of the model is marked, and how many of its transitions are beyond the
// limits.
struct MarkedGraph {
  Graph graph;
  size_t beyond = 0;
};
// REQUIRES: model.ok(), and the trace is one of this model; otherwise an Error is thrown.
MarkedGraph marked_graph(const Model& model, const Trace& trace, const GraphLimits& limits = {});

// A picture of a graph (SVG): states in layers by their distance from an initial one, and a trail in bold. Readable for
// some hundred nodes.
std::string graph_picture(const Graph& graph);

// The automata of the process types, side by side.
// REQUIRES: model.ok(); otherwise an Error is thrown.
Graph process_graph(const Model& model);

}  // namespace gyre
