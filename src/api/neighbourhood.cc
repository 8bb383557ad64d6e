// Pieces of the state graph, and the way of an execution through one.
#include <map>
#include <set>
#include <string>
#include <utility>

#include "api/graph.h"
#include "api/library.h"
#include "api/position.h"

namespace gyre {

namespace {

using trace::Point;

// Breadth-first from the centre. The machine is that of the centre, whose lock is held.
class Around {
 public:
  Around(const Point& center, uint64_t most_states)
      : center_(center), machine_(*center.shared().machine), most_states_(most_states) {
    node(center.state());
  }

  void grow(uint64_t depth) {
    size_t done = 0;
    for (uint64_t level = 0; level < depth && done < points_.size(); ++level) {
      for (const size_t end = points_.size(); done < end; ++done) expand(done, true);
    }
    // What lies at the edge is judged as the others, and its edges to known states are there.
    for (; done < points_.size(); ++done) expand(done, false);
  }

  Graph& graph() { return graph_; }
  std::vector<std::shared_ptr<const Point>>& points() { return points_; }

 private:
  static std::string key(StateView s) { return {reinterpret_cast<const char*>(s.data), s.key}; }

  size_t node(StateView state) {
    const auto [it, inserted] = known_.emplace(key(state), points_.size());
    if (inserted) {
      points_.push_back(Point::at(center_, state));
      graph_.nodes.push_back(api::node_of(machine_.program(), *machine_.image().shapes, points_.back()->state()));
    }
    return it->second;
  }

  void expand(size_t from, bool grows) {
    model::SuccessorBuffer successors;
    const StateView state = points_[from]->state();
    machine_.expand(state, successors);
    api::judge_node(successors, graph_.nodes[from]);
    for (uint32_t i = 0; i < successors.list.size(); ++i) {
      if (successors.list[i].dead_end) continue;
      const StateView next = successors.view(i);
      if (!known_.contains(key(next)) && (!grows || points_.size() >= most_states_)) {
        graph_.complete = false;
        continue;
      }
      const size_t to = node(next);
      graph_.edges.push_back({from, to, api::transition_text(machine_, state, i), false});
    }
  }

  const Point& center_;
  vm::Machine& machine_;
  uint64_t most_states_;
  Graph graph_;
  std::vector<std::shared_ptr<const Point>> points_;  // of the nodes
  std::map<std::string, size_t> known_;
};

// The id of the initial state; empty: there is none.
std::string initial_id(vm::Machine& machine) {
  model::SuccessorBuffer buffer;
  machine.initial(buffer);
  return buffer.list.empty() || buffer.list[0].dead_end ? "" : api::state_id(buffer.view(0));
}

}  // namespace

Neighbourhood neighbourhood(const Position& center, uint64_t depth, uint64_t most_states) {
  return api::as_errors([&] {
    if (!center.impl().point->has_state()) throw Error("there is no initial state, and no graph");
    const std::shared_ptr<const Point> from = Point::outside_atomic(center.impl().point);
    if (!from) throw Error("this state is inside an atomic sequence, and no node of the graph");
    const std::scoped_lock lock(from->shared().mutex);
    Around around(*from, most_states);
    around.grow(depth);
    Neighbourhood out;
    out.graph = std::move(around.graph());
    const std::string initial = initial_id(*from->shared().machine);
    for (Graph::Node& n : out.graph.nodes) n.initial = n.id == initial;
    for (const std::shared_ptr<const Point>& p : around.points())
      out.positions.emplace_back(std::make_shared<const Position::Impl>(Position::Impl{p}));
    return out;
  });
}

void mark_trail(Graph& graph, const Trace& trace) {
  api::as_errors([&] {
    const trace::Trace& run = *trace.impl().trace;
    if (run.initial.empty()) return;
    std::set<std::string> nodes;
    std::set<std::pair<std::string, std::string>> edges;
    std::string at = api::state_id(run.initial.view());
    nodes.insert(at);
    for (size_t i = 0; i < run.steps.size(); ++i) {
      if (!trace::leaves_control(run, i) && (!run.steps[i].handshake || run.steps[i].atomic)) continue;
      std::string next = api::state_id(run.steps[i].state.view());
      edges.emplace(at, next);
      nodes.insert(next);
      at = std::move(next);
    }
    for (Graph::Node& n : graph.nodes) n.on_trail = nodes.contains(n.id);
    for (Graph::Edge& e : graph.edges) e.on_trail = edges.contains({graph.nodes[e.from].id, graph.nodes[e.to].id});
  });
}

}  // namespace gyre
