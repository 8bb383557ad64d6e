// `gyre graph`: the state space, or the automata of the processes, for other tools and for small pictures.
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/show.h"
#include "ir/dump.h"
#include "trace/state_text.h"

namespace gyre::cli {

namespace {

struct GraphEdge {
  size_t from, to;
  std::string label;
};

struct Graph {
  std::vector<std::string> names;  // of the nodes
  std::vector<GraphEdge> edges;
  bool cut = false;
};

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out;
}

Graph state_space(vm::Machine& machine, uint64_t limit, uint64_t depth) {
  Graph g;
  const ir::Program& program = machine.program();
  std::map<std::string, size_t> known;  // by the bytes of the key
  std::deque<std::pair<std::vector<uint8_t>, uint64_t>> queue;
  std::vector<StateView> views;
  auto node = [&](StateView s, uint64_t at) {
    const std::string key(reinterpret_cast<const char*>(s.data), s.key);
    auto [it, inserted] = known.emplace(key, g.names.size());
    if (inserted) {
      std::string name;
      for (const trace::ProcessPlace& p : trace::places(program, *machine.image().shapes, s)) {
        name += fmt::format("{}{}@{}", name.empty() ? "" : " ", program.processes[static_cast<size_t>(p.process)].name,
                            p.state);
      }
      for (const trace::NamedValue& v : trace::describe(program, *machine.image().shapes, s))
        name += fmt::format("\n{}={}", v.name, v.value);
      g.names.push_back(name);
      std::vector<uint8_t> bytes(s.data, s.data + s.total);
      bytes.resize(s.total + 24);
      queue.emplace_back(std::move(bytes), at);
      views.push_back({nullptr, s.key, s.total});
    }
    return it->second;
  };
  model::SuccessorBuffer buffer;
  machine.initial(buffer);
  if (buffer.list.empty() || buffer.list[0].dead_end) return g;
  node(buffer.view(0), 0);
  for (size_t at = 0; !queue.empty(); ++at) {
    auto [bytes, steps] = std::move(queue.front());
    queue.pop_front();
    const StateView here{bytes.data(), views[at].key, views[at].total};
    if (depth > 0 && steps >= depth) {
      g.cut = true;
      continue;
    }
    machine.expand(here, buffer);
    model::SuccessorBuffer successors = buffer;
    for (uint32_t i = 0; i < successors.list.size(); ++i) {
      if (successors.list[i].dead_end) continue;
      std::vector<vm::StepRecord> records;
      machine.explain(here, i, records);
      std::string label;
      for (const vm::StepRecord& r : records) {
        const ir::Process& p = program.processes[static_cast<size_t>(r.process)];
        label += fmt::format("{}{}({}): {}", label.empty() ? "" : "; ", p.name, r.pid,
                             program.actions[static_cast<size_t>(p.edges[r.edge].action)].source);
      }
      if (g.names.size() >= limit) {
        const StateView next = successors.view(i);
        const std::string key(reinterpret_cast<const char*>(next.data), next.key);
        if (!known.count(key)) {
          g.cut = true;
          continue;
        }
      }
      const size_t to = node(successors.view(i), steps + successors.list[i].steps);
      g.edges.push_back({at, to, label});
    }
  }
  return g;
}

Graph process_automata(const ir::Program& program) {
  Graph g;
  for (const ir::Process& p : program.processes) {
    const std::vector<bool> reachable = ir::reachable_states(p);
    std::map<uint32_t, size_t> node;
    auto id = [&](uint32_t s) {
      auto [it, inserted] = node.emplace(s, g.names.size());
      if (inserted) g.names.push_back(fmt::format("{}\n{}", p.name, s == 0 ? "gone" : std::to_string(s)));
      return it->second;
    };
    id(p.initial);
    for (size_t s = 0; s < p.states.size(); ++s) {
      if (!reachable[s]) continue;
      for (uint32_t e : p.states[s].edges) {
        const ir::Edge& edge = p.edges[e];
        g.edges.push_back({id(edge.from), id(edge.to), program.actions[static_cast<size_t>(edge.action)].source});
      }
    }
  }
  return g;
}

}  // namespace

int graph(const plan::Settings& options) {
  using plan::Format;
  const Format format = options.format == Format::automatic ? Format::dot : options.format;
  if (format != Format::dot && format != Format::aut && format != Format::json)
    throw Error(fmt::format("--format: '{}' is not one of dot, aut, json", name_of(format)));
  const api::Loaded loaded = load_or_throw(options);
  vm::Machine machine(loaded.program);
  const Graph g = options.what == plan::GraphOf::states ? state_space(machine, options.limit, options.depth)
                                                        : process_automata(*loaded.program);
  std::string out;
  if (format == Format::dot) {
    out = "digraph gyre {\n  node [shape=box];\n";
    for (size_t i = 0; i < g.names.size(); ++i) out += fmt::format("  {} [label=\"{}\"];\n", i, escaped(g.names[i]));
    for (const GraphEdge& e : g.edges)
      out += fmt::format("  {} -> {} [label=\"{}\"];\n", e.from, e.to, escaped(e.label));
    out += "}\n";
  } else if (format == Format::aut) {
    out = fmt::format("des (0, {}, {})\n", g.edges.size(), g.names.size());
    for (const GraphEdge& e : g.edges) out += fmt::format("({}, \"{}\", {})\n", e.from, escaped(e.label), e.to);
  } else {
    nlohmann::ordered_json j;
    j["complete"] = !g.cut;
    j["nodes"] = g.names;
    j["edges"] = nlohmann::ordered_json::array();
    for (const GraphEdge& e : g.edges) j["edges"].push_back({{"from", e.from}, {"to", e.to}, {"label", e.label}});
    out = j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  put_out(options, out);
  if (g.cut) {
    fmt::print(stderr, "gyre: the graph is cut off at {} states; --limit allows more\n", g.names.size());
    return 3;
  }
  return 0;
}

}  // namespace gyre::cli
