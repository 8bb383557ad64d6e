// `gyre graph`: the state space, or the automata of the processes, for other tools and for small pictures.
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <gyre/graph.h>

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

}  // namespace

int graph(const Arguments& arguments) {
  const std::string asked = arguments.text("format"), format = asked == "auto" ? "dot" : asked;
  if (format != "dot" && format != "aut" && format != "json")
    throw Error(fmt::format("--format: '{}' is not one of dot, aut, json", format));
  const Model model = load_or_throw(arguments);
  const Graph g = arguments.text("what") == "states"
                      ? state_graph(model, {arguments.number("limit"), arguments.number("depth")})
                      : process_graph(model);
  std::string out;
  if (format == "dot") {
    out = "digraph gyre {\n  node [shape=box];\n";
    for (size_t i = 0; i < g.nodes.size(); ++i) out += fmt::format("  {} [label=\"{}\"];\n", i, escaped(g.nodes[i]));
    for (const Graph::Edge& e : g.edges)
      out += fmt::format("  {} -> {} [label=\"{}\"];\n", e.from, e.to, escaped(e.label));
    out += "}\n";
  } else if (format == "aut") {
    out = fmt::format("des (0, {}, {})\n", g.edges.size(), g.nodes.size());
    for (const Graph::Edge& e : g.edges) out += fmt::format("({}, \"{}\", {})\n", e.from, escaped(e.label), e.to);
  } else {
    nlohmann::ordered_json j;
    j["complete"] = g.complete;
    j["nodes"] = g.nodes;
    j["edges"] = nlohmann::ordered_json::array();
    for (const Graph::Edge& e : g.edges) j["edges"].push_back({{"from", e.from}, {"to", e.to}, {"label", e.label}});
    out = j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  put_out(arguments, out);
  if (!g.complete) {
    fmt::print(stderr, "gyre: the graph is cut off at {} states; --limit allows more\n", g.nodes.size());
    return 3;
  }
  return 0;
}

}  // namespace gyre::cli
