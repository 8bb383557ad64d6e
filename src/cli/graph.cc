// `gyre graph`: the state space, or the automata of the processes, for other tools and for small pictures.
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "api/graph.h"
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

int graph(const plan::Settings& options) {
  using plan::Format;
  const Format format = options.format == Format::automatic ? Format::dot : options.format;
  if (format != Format::dot && format != Format::aut && format != Format::json)
    throw Error(fmt::format("--format: '{}' is not one of dot, aut, json", name_of(format)));
  const api::Loaded loaded = load_or_throw(options);
  const Graph g = options.what == plan::GraphOf::states
                      ? api::state_graph(loaded.program, {options.limit, options.depth})
                      : api::process_graph(*loaded.program);
  std::string out;
  if (format == Format::dot) {
    out = "digraph gyre {\n  node [shape=box];\n";
    for (size_t i = 0; i < g.nodes.size(); ++i) out += fmt::format("  {} [label=\"{}\"];\n", i, escaped(g.nodes[i]));
    for (const Graph::Edge& e : g.edges)
      out += fmt::format("  {} -> {} [label=\"{}\"];\n", e.from, e.to, escaped(e.label));
    out += "}\n";
  } else if (format == Format::aut) {
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
  put_out(options, out);
  if (!g.complete) {
    fmt::print(stderr, "gyre: the graph is cut off at {} states; --limit allows more\n", g.nodes.size());
    return 3;
  }
  return 0;
}

}  // namespace gyre::cli
