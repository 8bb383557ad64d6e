// `gyre graph`: the state space, or the automata of the processes, for other tools and for small pictures.
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <gyre/graph.h>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/show.h"

namespace gyre::cli {

namespace {

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

std::string dot(const Graph& g) {
  std::string out = "digraph gyre {\n  node [shape=box];\n";
  for (size_t i = 0; i < g.nodes.size(); ++i) out += fmt::format("  {} [label=\"{}\"];\n", i, escaped(g.nodes[i]));
  for (const Graph::Edge& e : g.edges)
    out += fmt::format("  {} -> {} [label=\"{}\"];\n", e.from, e.to, escaped(e.label));
  return out + "}\n";
}

std::string aut(const Graph& g) {
  std::string out = fmt::format("des (0, {}, {})\n", g.edges.size(), g.nodes.size());
  for (const Graph::Edge& e : g.edges) out += fmt::format("({}, \"{}\", {})\n", e.from, escaped(e.label), e.to);
  return out;
}

std::string json(const Graph& g) {
  nlohmann::ordered_json j;
  j["complete"] = g.complete;
  j["nodes"] = g.nodes;
  j["edges"] = nlohmann::ordered_json::array();
  for (const Graph::Edge& e : g.edges) j["edges"].push_back({{"from", e.from}, {"to", e.to}, {"label", e.label}});
  return j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

using Writer = std::string (*)(const Graph&);

Writer writer(Format format) {
  switch (format) {
    case Format::automatic:
    case Format::dot: return dot;
    case Format::aut: return aut;
    case Format::json: return json;
    case Format::never:
    case Format::hoa: break;
  }
  throw Error(fmt::format("--format: '{}' is not one of dot, aut, json", name_of(format)));
}

Graph graph_of(const Model& model, const Arguments& arguments) {
  switch (chosen<GraphOf>(arguments)) {
    case GraphOf::states: return state_graph(model, {arguments.number("limit"), arguments.number("depth")});
    case GraphOf::processes: break;
  }
  return process_graph(model);
}

}  // namespace

int graph(const Arguments& arguments) {
  const Writer write = writer(chosen<Format>(arguments));
  const Graph g = graph_of(load_or_throw(arguments), arguments);
  put_out(arguments, write(g));
  if (!g.complete) {
    fmt::print(stderr, "gyre: the graph is cut off at {} states; --limit allows more\n", g.nodes.size());
    return 3;
  }
  return 0;
}

}  // namespace gyre::cli
