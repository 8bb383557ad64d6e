// `gyre graph`: the state space, or the automata of the processes, for other tools and for small pictures.
#include <algorithm>
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
  for (size_t i = 0; i < g.nodes.size(); ++i) {
    const bool accepting = std::binary_search(g.accepting.begin(), g.accepting.end(), i);
    out += fmt::format("  {} [label=\"{}\"{}];\n", i, escaped(g.nodes[i]), accepting ? ", peripheries=2" : "");
  }
  for (const Graph::Edge& e : g.edges)
    out += fmt::format("  {} -> {} [label=\"{}\"];\n", e.from, e.to, escaped(e.label));
  return out + "}\n";
}

// The format has no labels of states: an accepting one has a loop that says so.
std::string aut(const Graph& g) {
  std::string out = fmt::format("des (0, {}, {})\n", g.edges.size() + g.accepting.size(), g.nodes.size());
  for (const Graph::Edge& e : g.edges) out += fmt::format("({}, \"{}\", {})\n", e.from, escaped(e.label), e.to);
  for (const size_t node : g.accepting) out += fmt::format("({}, \"accepting\", {})\n", node, node);
  return out;
}

std::string json(const Graph& g) {
  nlohmann::ordered_json j;
  j["complete"] = g.complete;
  j["nodes"] = g.nodes;
  j["edges"] = nlohmann::ordered_json::array();
  if (!g.accepting.empty()) j["accepting"] = g.accepting;
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
    case Format::hoa:
    case Format::text:
    case Format::itf:
    case Format::svg: break;
  }
  throw Error(fmt::format("--format: '{}' is not one of dot, aut, json", name_of(format)));
}

Graph graph_of(const Model& model, const Arguments& arguments) {
  const GraphLimits limits{arguments.number("limit"), arguments.number("depth")};
  const bool claim = arguments.has("property") || arguments.has("ltl") || arguments.has("hoa");
  switch (chosen<GraphOf>(arguments)) {
    case GraphOf::states: return claim ? product_graph(model, arguments.settings, limits) : state_graph(model, limits);
    case GraphOf::processes: break;
  }
  if (claim) throw Error("graph: --what processes shows the system alone: leave --property, --ltl and --hoa out");
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
