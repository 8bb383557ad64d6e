#include "api/graph.h"

#include <cassert>
#include <deque>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/library.h"
#include "base/nth.h"
#include "ir/dump.h"
#include "trace/state.h"
#include "trace/state_text.h"
#include "vm/machine.h"

namespace gyre::api {

namespace {

// Breadth-first, on the abstract machine and without any reduction. The states are in a std::map: what is drawn or
// handed to another tool is small.
class StateGraph {
 public:
  StateGraph(const std::shared_ptr<const ir::Program>& program, const GraphLimits& limits)
      : machine_(program), program_(*program), limits_(limits) {}

  Graph make() {
    model::SuccessorBuffer buffer;
    machine_.initial(buffer);
    if (buffer.list.empty() || buffer.list[0].dead_end) return graph_;
    node(buffer.view(0), 0);
    for (size_t at = 0; !queue_.empty(); ++at) {
      const Waiting here = std::move(queue_.front());
      queue_.pop_front();
      if (limits_.depth > 0 && here.depth >= limits_.depth)
        graph_.complete = false;
      else
        expand(at, here);
    }
    return graph_;
  }

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
      graph_.nodes.push_back(state_text(program_, *machine_.image().shapes, queue_.back().state.view()));
    }
    return it->second;
  }

  void expand(size_t from, const Waiting& here) {
    assert(from < graph_.nodes.size());
    model::SuccessorBuffer successors;
    machine_.expand(here.state.view(), successors);
    for (uint32_t i = 0; i < successors.list.size(); ++i) {
      if (successors.list[i].dead_end) continue;
      const StateView next = successors.view(i);
      if (graph_.nodes.size() >= limits_.states && !known_.contains(key(next))) {
        graph_.complete = false;
        continue;
      }
      const size_t to = node(next, here.depth + successors.list[i].steps);
      graph_.edges.push_back({from, to, transition_text(machine_, here.state.view(), i)});
    }
  }

  vm::Machine machine_;
  const ir::Program& program_;
  GraphLimits limits_;
  Graph graph_;
  std::map<std::string, size_t> known_;  // by the bytes of the key
  std::deque<Waiting> queue_;
};

}  // namespace

std::vector<std::string> places_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  std::vector<std::string> out;
  for (const trace::ProcessPlace& p : trace::places(program, shapes, state))
    out.push_back(fmt::format("{}@{}", nth(program.processes, p.process).name, p.state));
  return out;
}

std::string state_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  std::string out = fmt::format("{}", fmt::join(places_text(program, shapes, state), " "));
  for (const trace::NamedValue& v : trace::describe(program, shapes, state))
    out += fmt::format("\n{}={}", v.name, v.value);
  return out;
}

std::string transition_text(vm::Machine& machine, StateView state, uint32_t choice) {
  std::vector<vm::StepRecord> records;
  [[maybe_unused]] const bool there = machine.explain(state, choice, records);
  assert(there && !records.empty());
  const ir::Program& program = machine.program();
  std::string out;
  for (const vm::StepRecord& r : records) {
    const ir::Process& p = nth(program.processes, r.process);
    out += fmt::format("{}{}({}): {}", out.empty() ? "" : "; ", p.name, r.pid,
                       nth(program.actions, p.edges[r.edge].action).source);
  }
  return out;
}

Graph state_graph(const std::shared_ptr<const ir::Program>& program, const GraphLimits& limits) {
  return StateGraph(program, limits).make();
}

Graph process_graph(const ir::Program& program) {
  Graph g;
  for (const ir::Process& p : program.processes) {
    const std::vector<bool> reachable = ir::reachable_states(p);
    std::map<uint32_t, size_t> node;
    auto id = [&](uint32_t s) {
      auto [it, inserted] = node.emplace(s, g.nodes.size());
      if (inserted) g.nodes.push_back(fmt::format("{}\n{}", p.name, s == 0 ? "gone" : std::to_string(s)));
      return it->second;
    };
    id(p.initial);
    for (size_t s = 0; s < p.states.size(); ++s) {
      if (!reachable[s]) continue;
      for (uint32_t e : p.states[s].edges) {
        const ir::Edge& edge = p.edges[e];
        const size_t from = id(edge.from);
        g.edges.push_back({from, id(edge.to), nth(program.actions, edge.action).source});
      }
    }
  }
  return g;
}

}  // namespace gyre::api

namespace gyre {

Graph state_graph(const Model& model, const GraphLimits& limits) {
  return api::as_errors([&] { return api::state_graph(api::program_of(model.impl()), limits); });
}

Graph process_graph(const Model& model) {
  return api::as_errors([&] { return api::process_graph(*api::program_of(model.impl())); });
}

}  // namespace gyre
