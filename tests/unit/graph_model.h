// A graph as a model, and a naive depth-first explorer after the book, for the tests of searches.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "model/model.h"
#include "search/search.h"

namespace gyre::test {

struct Fault {
  model::ErrorKind kind = model::ErrorKind::assertion;
  uint32_t place = 0;
  uint32_t steps = 1;
};

struct Edge {
  uint32_t target = 0;
  uint32_t steps = 1;
  bool dead_end = false;
  std::vector<Fault> faults = {};
};

struct Node {
  std::vector<Edge> edges = {};
  bool deadlock = false;  // if it has no edges: not a valid end
  uint32_t inner_depth = 0;
  uint64_t atomic_steps = 0;
  uint32_t key = 4;     // bytes
  uint32_t hidden = 0;  // bytes
};

struct Graph {
  std::vector<Node> nodes;  // the first is the initial one
};

// Plain graph: adjacency lists, one step each.
inline Graph plain_graph(const std::vector<std::vector<uint32_t>>& lists) {
  Graph graph;
  for (const auto& list : lists) {
    Node node;
    for (const uint32_t target : list) node.edges.push_back({target});
    graph.nodes.push_back(node);
  }
  return graph;
}

enum class Hashing { good, four_values, zero };

// A state is its node's number and filler up to the node's size; hidden bytes tell from where it was reached.
class GraphModel : public model::Model {
 public:
  explicit GraphModel(const Graph& graph, Hashing hashing = Hashing::good) : graph_(graph), hashing_(hashing) {}

  void initial(model::SuccessorBuffer& out) override { add(out, {0, 0}, 0xff); }
  void expand(StateView state, model::SuccessorBuffer& out) override {
    ++expansions;
    out.clear();
    const uint32_t number = node_of(state);
    const Node& node = graph_.nodes.at(number);
    for (uint32_t i = 0; i < node.edges.size(); ++i) {
      for (const Fault& fault : node.edges[i].faults) out.errors.push_back({fault.kind, fault.place, i, fault.steps});
      add(out, node.edges[i], number);
    }
    out.deadlock = node.deadlock && node.edges.empty();
    out.deadlock_place = number % 3;
    out.inner_depth = node.inner_depth;
    out.atomic_steps = node.atomic_steps;
  }
  std::unique_ptr<model::Model> clone() const override { return std::make_unique<GraphModel>(graph_, hashing_); }
  const StateShape& shape(uint32_t) const override { return shape_; }

  static uint32_t node_of(StateView state) {
    uint32_t number = 0;
    std::memcpy(&number, state.data, 4);
    return number;
  }

  uint64_t expansions = 0;

 private:
  void add(model::SuccessorBuffer& out, const Edge& edge, uint32_t from) {
    model::Successor successor;
    successor.steps = edge.steps;
    successor.dead_end = edge.dead_end;
    if (!edge.dead_end) {
      const Node& node = graph_.nodes.at(edge.target);
      successor.offset = static_cast<uint32_t>(out.bytes.size());
      successor.key = node.key;
      successor.total = node.key + node.hidden;
      std::vector<uint8_t> bytes((successor.total + 7) / 8 * 8);
      std::memcpy(bytes.data(), &edge.target, 4);
      for (uint32_t i = 4; i < node.key; ++i) bytes[i] = static_cast<uint8_t>(edge.target * 31 + i);
      if (hashing_ == Hashing::good) {
        successor.hash = hash_words(bytes.data(), node.key / 8 * 8) + edge.target * 0x9e3779b97f4a7c15ULL;
      } else {
        successor.hash = hashing_ == Hashing::zero ? 0 : uint64_t{edge.target % 4} << 62;
      }
      for (uint32_t i = node.key; i < successor.total; ++i) bytes[i] = static_cast<uint8_t>(from);
      out.bytes.append(bytes.data(), bytes.size());
    }
    out.list.push_back(successor);
  }

  Graph graph_;
  Hashing hashing_;
  StateShape shape_;
};

struct RandomGraphOptions {
  uint32_t max_nodes = 40;
  uint32_t max_edges = 4;
  uint32_t max_steps = 3;
  uint32_t fault_percent = 5;      // of the edges
  uint32_t deadlock_percent = 50;  // of the nodes without edges
  uint32_t locality = 0;           // 0: any target; else within this distance, mostly forward
};

template <class Random>
Graph random_graph(Random& random, const RandomGraphOptions& options) {
  auto upto = [&](uint32_t n) { return static_cast<uint32_t>(random() % (n + 1)); };
  Graph graph;
  const uint32_t count = 1 + upto(options.max_nodes - 1);
  graph.nodes.resize(count);
  for (uint32_t n = 0; n < count; ++n) {
    Node& node = graph.nodes[n];
    node.key = 4 + upto(30);
    node.hidden = upto(3) == 0 ? upto(9) : 0;
    node.inner_depth = upto(5) == 0 ? upto(5) : 0;
    node.atomic_steps = upto(3);
    node.deadlock = upto(99) < options.deadlock_percent;
    const uint32_t edges = upto(options.max_edges);
    for (uint32_t i = 0; i < edges; ++i) {
      Edge edge;
      edge.target = options.locality == 0 ? upto(count - 1)
                                          : (n + 1 + upto(options.locality) + count - options.locality / 3) % count;
      edge.steps = 1 + (upto(2) == 0 ? upto(options.max_steps - 1) : 0);
      if (upto(99) < options.fault_percent) {
        const uint32_t faults = 1 + upto(1);
        for (uint32_t f = 0; f < faults; ++f) {
          edge.faults.push_back({static_cast<model::ErrorKind>(1 + upto(1) * 2), upto(4), 1 + upto(edge.steps - 1)});
        }
        edge.dead_end = upto(2) == 0;
      }
      node.edges.push_back(edge);
    }
  }
  return graph;
}

// Graphs of many sizes, some with faults, some with deadlocks. The vectors have a few sizes, so that states of one size
// follow each other, some with many levels of a tree.
template <class Random>
Graph graph_for(Random& random, int round, int sizes) {
  RandomGraphOptions options;
  options.max_nodes = 1u << (3 + round % sizes);
  options.fault_percent = round % 4 == 0 ? 1 : 0;
  options.deadlock_percent = round % 4 == 1 ? 2 : 0;
  options.locality = round % 3 == 0 ? 6 : 0;
  Graph graph = random_graph(random, options);
  constexpr uint32_t kSizes[] = {4, 20, 33, 8, 32, 13, 100, 300, 1500};
  for (Node& node : graph.nodes) {
    node.hidden = 0;
    node.key = kSizes[random() % (1 + round % 9)];
  }
  return graph;
}

// The numbers that all complete searches of a graph have in common.
inline auto counts_of(const search::Outcome& outcome) {
  const search::Counts& c = outcome.counts;
  return std::tuple(c.states, c.matched, c.atomic_steps, c.vector_bytes);
}
// How often each violation was met: likewise.
inline auto violations_of(const search::Outcome& outcome) {
  std::map<std::pair<model::ErrorKind, uint32_t>, uint64_t> all;
  for (const search::FoundError& one : outcome.found) all[{one.kind, one.place}] += one.count;
  return all;
}

// What a search is expected to give.
struct Expected {
  struct Error {
    model::ErrorKind kind;
    uint32_t place;
    uint64_t length;
    std::vector<uint32_t> path;
    bool operator==(const Error&) const = default;
  };
  uint64_t states = 0;
  uint64_t matched = 0;
  uint64_t depth = 0;
  uint64_t atomic_steps = 0;
  bool cut = false;
  bool stopped = false;
  std::vector<Error> errors;  // occurrences in order
};

// Figure 8.2, recursive, with pan's way of counting and of cutting off at a depth.
class NaiveDfs {
 public:
  NaiveDfs(const Graph& graph, const search::Task& task) : graph_(graph), task_(task) {}
  Expected run() {
    visited_.insert(0);
    explore(0, 0);
    result.states = visited_.size();
    return result;
  }

 private:
  void error(model::ErrorKind kind, uint32_t place, uint64_t length) {
    if (!task_.looks_for(kind)) return;
    result.errors.push_back({kind, place, length, path_});
    if (result.errors.size() == task_.max_errors) result.stopped = true;
  }
  void explore(uint32_t number, uint64_t depth) {
    const Node& node = graph_.nodes[number];
    result.depth = std::max(result.depth, depth);
    result.depth = std::max(result.depth, std::min(depth + node.inner_depth, task_.depth_limit - 1));
    result.atomic_steps += node.atomic_steps;
    if (node.edges.empty() && node.deadlock) error(model::ErrorKind::deadlock, number % 3, depth);
    for (uint32_t i = 0; i < node.edges.size() && !result.stopped; ++i) {
      const Edge& edge = node.edges[i];
      path_.push_back(i);
      for (const Fault& fault : edge.faults) {
        if (result.stopped) break;
        if (depth + fault.steps <= task_.depth_limit) {
          error(fault.kind, fault.place, depth + fault.steps);
        } else if (task_.looks_for(fault.kind)) {
          result.cut = true;
        }
      }
      if (!result.stopped && !edge.dead_end) {
        const uint64_t there = depth + edge.steps;
        if (there >= task_.depth_limit) {
          ++result.matched;
          result.cut = true;
        } else if (visited_.insert(edge.target).second) {
          explore(edge.target, there);
        } else {
          ++result.matched;
        }
      }
      path_.pop_back();
    }
  }

  const Graph& graph_;
  const search::Task& task_;
  std::set<uint32_t> visited_;
  std::vector<uint32_t> path_;

 public:
  Expected result;
};

// Smallest lengths by relaxation until nothing changes: of each node, and of each violation.
struct Shortest {
  std::map<uint32_t, uint64_t> nodes;
  std::map<std::pair<model::ErrorKind, uint32_t>, uint64_t> errors;
};
inline Shortest shortest_lengths(const Graph& graph) {
  Shortest result;
  result.nodes[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [number, depth] : std::map<uint32_t, uint64_t>(result.nodes)) {
      for (const Edge& edge : graph.nodes[number].edges) {
        if (edge.dead_end) continue;
        const auto [at, fresh] = result.nodes.try_emplace(edge.target, depth + edge.steps);
        if (fresh || at->second > depth + edge.steps) {
          at->second = depth + edge.steps;
          changed = true;
        }
      }
    }
  }
  auto note = [&](model::ErrorKind kind, uint32_t place, uint64_t length) {
    const auto [at, fresh] = result.errors.try_emplace({kind, place}, length);
    if (!fresh) at->second = std::min(at->second, length);
  };
  for (const auto& [number, depth] : result.nodes) {
    const Node& node = graph.nodes[number];
    if (node.edges.empty() && node.deadlock) note(model::ErrorKind::deadlock, number % 3, depth);
    for (const Edge& edge : node.edges) {
      for (const Fault& fault : edge.faults) note(fault.kind, fault.place, depth + fault.steps);
    }
  }
  return result;
}

// Follows a found error's path; true if it ends in that error, with that length.
inline bool leads_to(const Graph& graph, const search::FoundError& found) {
  uint32_t number = 0;
  uint64_t depth = 0;
  const auto& choices = found.path.choices;
  if (found.kind == model::ErrorKind::deadlock) {
    for (const uint32_t choice : choices) {
      if (choice >= graph.nodes[number].edges.size()) return false;
      const Edge& edge = graph.nodes[number].edges[choice];
      if (edge.dead_end) return false;
      depth += edge.steps;
      number = edge.target;
    }
    const Node& node = graph.nodes[number];
    return node.edges.empty() && node.deadlock && depth == found.length && number % 3 == found.place;
  }
  for (size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] >= graph.nodes[number].edges.size()) return false;
    const Edge& edge = graph.nodes[number].edges[choices[i]];
    if (i + 1 == choices.size()) {
      for (const Fault& fault : edge.faults) {
        if (fault.kind == found.kind && fault.place == found.place && depth + fault.steps == found.length) return true;
      }
      return false;
    }
    if (edge.dead_end) return false;
    depth += edge.steps;
    number = edge.target;
  }
  return false;
}

// The graph of Figure 8.3: s0 -> s1 -> s2 -> e and s0 -> s2; from e the failing assertion, then the end.
inline Graph figure_8_3() {
  Graph graph = plain_graph({{1, 2}, {2}, {3}, {4}, {}});
  graph.nodes[3].edges[0].faults = {{model::ErrorKind::assertion, 0, 1}};
  return graph;
}

}  // namespace gyre::test
