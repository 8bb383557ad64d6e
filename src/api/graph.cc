#include "api/graph.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/library.h"
#include "base/nth.h"
#include "ir/dump.h"
#include "report/picture.h"
#include "trace/state.h"
#include "trace/state_text.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace gyre::api {

namespace {

std::vector<std::string> labels_of(const ir::Process& process, uint32_t state) {
  std::vector<std::string> out;
  for (const ir::Label& l : process.labels) {
    if (l.state == state) out.push_back(l.name);
  }
  return out;
}

// Breadth-first, on the abstract machine and without any reduction. The states are in a std::map: what is drawn or
// handed to another tool is small.
class StateGraph {
 public:
  StateGraph(const std::shared_ptr<const ir::Program>& program, const GraphLimits& limits)
      : machine_(program), program_(*program), limits_(limits) {}

  void make() {
    model::SuccessorBuffer buffer;
    machine_.initial(buffer);
    if (buffer.list.empty() || buffer.list[0].dead_end) return;
    node(buffer.view(0), 0);
    graph_.nodes[0].initial = true;
    for (size_t at = 0; !queue_.empty(); ++at) {
      const Waiting here = std::move(queue_.front());
      queue_.pop_front();
      if (limits_.depth > 0 && here.depth >= limits_.depth)
        graph_.complete = false;
      else
        expand(at, here);
    }
  }

  // Marks the nodes and edges that these choices lead through; returns how many of them cannot be followed.
  size_t mark(const std::vector<uint32_t>& choices) {
    if (graph_.nodes.empty()) return choices.size();
    size_t at = 0;
    graph_.nodes[at].on_trail = true;
    for (size_t i = 0; i < choices.size(); ++i) {
      const auto edge = taken_.find({at, choices[i]});
      if (edge == taken_.end()) {
        // An error may leave no state behind.
        const bool fails = i + 1 == choices.size() && !graph_.nodes[at].violation.empty();
        return fails ? 0 : choices.size() - i;
      }
      graph_.edges[edge->second].on_trail = true;
      at = graph_.edges[edge->second].to;
      graph_.nodes[at].on_trail = true;
    }
    return 0;
  }

  Graph& graph() { return graph_; }

 private:
  struct Waiting {
    trace::State state;
    uint64_t depth;
  };

  static std::string key(StateView s) { return {reinterpret_cast<const char*>(s.data), s.key}; }

  size_t node(StateView state, uint64_t depth) {
    const auto [it, inserted] = known_.emplace(key(state), graph_.nodes.size());
    if (inserted) {
      queue_.push_back({trace::State(state), depth});
      graph_.nodes.push_back(node_of(program_, *machine_.image().shapes, queue_.back().state.view()));
    }
    return it->second;
  }

  void expand(size_t from, const Waiting& here) {
    assert(from < graph_.nodes.size());
    model::SuccessorBuffer successors;
    machine_.expand(here.state.view(), successors);
    judge_node(successors, graph_.nodes[from]);
    for (uint32_t i = 0; i < successors.list.size(); ++i) {
      if (successors.list[i].dead_end) continue;
      const StateView next = successors.view(i);
      if (graph_.nodes.size() >= limits_.states && !known_.contains(key(next))) {
        graph_.complete = false;
        continue;
      }
      const size_t to = node(next, here.depth + successors.list[i].steps);
      taken_.emplace(std::pair{from, i}, graph_.edges.size());
      graph_.edges.push_back({from, to, transition_text(machine_, here.state.view(), i), false});
    }
  }

  vm::Machine machine_;
  const ir::Program& program_;
  GraphLimits limits_;
  Graph graph_;
  std::map<std::string, size_t> known_;                  // by the bytes of the key
  std::map<std::pair<size_t, uint32_t>, size_t> taken_;  // the edge of a node's choice
  std::deque<Waiting> queue_;
};

}  // namespace

std::vector<Graph::Standing> standings_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  std::vector<Graph::Standing> out;
  const std::vector<trace::Standing> standings = trace::standings(program, shapes, state);
  const std::vector<trace::ProcessPlace> places = trace::places(program, shapes, state);
  assert(standings.size() == places.size());
  for (size_t i = 0; i < places.size(); ++i) {
    Graph::Standing s;
    s.process = standings[i].process;
    s.pid = places[i].pid;
    s.state = places[i].state;
    s.location = location_of(*program.sources, standings[i].span);
    s.labels = labels_of(nth(program.processes, places[i].process), places[i].state);
    s.next = standings[i].waits_in;
    out.push_back(std::move(s));
  }
  return out;
}

std::vector<std::string> standing_texts(const std::vector<Graph::Standing>& standings) {
  std::vector<std::string> out;
  for (const Graph::Standing& s : standings) {
    const auto same = std::count_if(standings.begin(), standings.end(),
                                    [&](const Graph::Standing& other) { return other.process == s.process; });
    std::string text = same > 1 ? fmt::format("{}({}):", s.process, s.pid) : s.process + ":";
    if (s.location.line > 0) text += fmt::format(" {}", s.location.line);
    for (const std::string& label : s.labels) text += fmt::format(" {}:", label);
    if (!s.next.empty()) text += fmt::format(" {}", fmt::join(s.next, " | "));
    out.push_back(std::move(text));
  }
  return out;
}

std::string state_id(StateView state) {
  uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (uint32_t i = 0; i < state.key; ++i) hash = (hash ^ state.data[i]) * 0x100000001b3ULL;
  return fmt::format("{:016x}", hash);
}

Graph::Node node_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  Graph::Node node;
  node.id = state_id(state);
  node.processes = standings_of(program, shapes, state);
  node.values = values_of(program, shapes, state);
  node.text = fmt::format("{}", fmt::join(standing_texts(node.processes), "\n"));
  for (const Value& v : node.values)
    node.text += fmt::format("{}{}={}", node.text.empty() ? "" : "\n", v.name, v.value);
  return node;
}

void judge_node(const model::SuccessorBuffer& successors, Graph::Node& node) {
  node.deadlock = successors.deadlock;
  node.end = successors.list.empty() && !successors.deadlock && successors.errors.empty();
  if (!successors.errors.empty()) node.violation = model::error_name(successors.errors.front().kind);
}

std::string transition_text(vm::Machine& machine, StateView state, uint32_t choice) {
  std::vector<vm::StepRecord> records;
  [[maybe_unused]] const bool there = machine.explain(state, choice, records);
  assert(there && !records.empty());
  const ir::Program& program = machine.program();
  std::string out;
  for (const vm::StepRecord& r : records) {
    const ir::Process& p = nth(program.processes, r.process);
    const ir::Action& action = nth(program.actions, p.edges[r.edge].action);
    out += fmt::format("{}{}({}): {}", out.empty() ? "" : "; ", trace::display_name(p), r.pid,
                       action.written.empty() ? action.source : action.written);
  }
  return out;
}

Graph process_graph(const ir::Program& program) {
  Graph g;
  for (const ir::Process& p : program.processes) {
    const std::vector<bool> reachable = ir::reachable_states(p);
    std::map<uint32_t, size_t> node;
    auto id = [&](uint32_t s) {
      auto [it, inserted] = node.emplace(s, g.nodes.size());
      if (!inserted) return it->second;
      Graph::Node& n = g.nodes.emplace_back();
      n.initial = s == p.initial;
      n.end = s != 0 && p.states[s].end;
      n.accepting = s != 0 && p.states[s].accept;
      Graph::Standing at;
      at.process = trace::display_name(p);
      at.state = s;
      at.labels = labels_of(p, s);
      std::string where = "gone";
      if (s != 0) {
        Span span = p.states[s].span;
        if (!span.known() && !p.states[s].edges.empty())
          span = nth(program.actions, p.edges[p.states[s].edges[0]].action).span;
        at.location = location_of(*program.sources, span);
        where = span.known() ? fmt::format("line {}", span.line) : fmt::format("state {}", s);
        for (const std::string& label : at.labels) where += " " + label + ":";
      }
      n.text = fmt::format("{}\n{}", at.process, where);
      n.processes.push_back(std::move(at));
      return it->second;
    };
    id(p.initial);
    for (size_t s = 0; s < p.states.size(); ++s) {
      if (!reachable[s]) continue;
      for (uint32_t e : p.states[s].edges) {
        const ir::Edge& edge = p.edges[e];
        const size_t from = id(edge.from);
        const ir::Action& action = nth(program.actions, edge.action);
        g.edges.push_back({from, id(edge.to), action.written.empty() ? action.source : action.written, false});
      }
    }
  }
  return g;
}

}  // namespace gyre::api

namespace gyre {

Graph state_graph(const Model& model, const GraphLimits& limits) {
  return api::as_errors([&] {
    api::StateGraph graph(api::program_of(model.impl()), limits);
    graph.make();
    return std::move(graph.graph());
  });
}

MarkedGraph marked_graph(const Model& model, const Trace& trace, const GraphLimits& limits) {
  return api::as_errors([&]() -> MarkedGraph {
    const std::shared_ptr<const ir::Program>& program = api::program_of(model.impl());
    const trace::Trace& run = *trace.impl().trace;
    const auto same = [](const ir::Process& a, const ir::Process& b) {
      return a.name == b.name && a.edges.size() == b.edges.size();
    };
    if (!std::equal(run.program().processes.begin(), run.program().processes.end(), program->processes.begin(),
                    program->processes.end(), same))
      throw Error("the execution is not one of this model");
    std::vector<uint32_t> choices = run.choices;
    if (choices.empty() && !run.steps.empty()) {
      trace::Trace own = run;
      trace::find_choices(own);
      choices = own.choices;
    }
    api::StateGraph graph(program, limits);
    graph.make();
    const size_t beyond = graph.mark(choices);
    return {std::move(graph.graph()), beyond};
  });
}

std::string graph_picture(const Graph& graph) {
  return api::as_errors([&] {
    report::Picture picture;
    for (const Graph::Node& n : graph.nodes) {
      report::Picture::Node node{n.text, n.initial, n.end, n.accepting, n.on_trail, n.violation};
      if (n.deadlock) node.error = "deadlock";
      picture.nodes.push_back(std::move(node));
    }
    for (const Graph::Edge& e : graph.edges) picture.edges.push_back({e.from, e.to, e.label, e.on_trail});
    return report::to_svg(picture);
  });
}

Graph process_graph(const Model& model) {
  return api::as_errors([&] { return api::process_graph(*api::program_of(model.impl())); });
}

}  // namespace gyre
