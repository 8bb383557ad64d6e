// `gyre graph`: the state space, or the automata of the processes, for other tools and for small pictures.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <gyre/graph.h>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/show.h"
#include "serve/standalone.h"

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

constexpr size_t kLongest = 48;  // characters of a line in a picture

// Lines that are too long for a picture are cut.
std::string cut_lines(const std::string& text) {
  std::string out;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    size_t keep = end - at;
    if (keep > kLongest) {
      keep = kLongest - 1;
      while (keep > 0 && (static_cast<unsigned char>(text[at + keep]) & 0xc0) == 0x80) --keep;
    }
    out += text.substr(at, keep) + (keep < end - at ? "…" : "") + (end < text.size() ? "\n" : "");
    at = end + 1;
  }
  return out;
}

std::string dot_node(const Graph::Node& n, size_t i) {
  std::string label = escaped(cut_lines(n.text));
  std::string more;
  if (n.deadlock) {
    label += "\\n(deadlock)";
    more += ", color=\"#c62828\", style=filled, fillcolor=\"#fdecea\"";
  } else if (!n.violation.empty()) {
    label += fmt::format("\\n({})", n.violation);
    more += ", color=\"#c62828\", style=filled, fillcolor=\"#fff3cd\"";
  } else if (n.end) {
    label += "\\n(end)";
    more += ", style=filled, fillcolor=\"#e8f5e9\"";
  }
  if (n.accepting) more += ", peripheries=2";
  if (n.on_trail) more += ", penwidth=3";
  return fmt::format("  {} [label=\"{}\"{}];\n", i, label, more);
}

std::string dot(const Graph& g) {
  std::string out = "digraph gyre {\n  node [shape=box];\n";
  for (size_t i = 0; i < g.nodes.size(); ++i) {
    out += dot_node(g.nodes[i], i);
    if (g.nodes[i].initial) out += fmt::format("  start{0} [shape=point];\n  start{0} -> {0};\n", i);
  }
  for (const Graph::Edge& e : g.edges) {
    out += fmt::format("  {} -> {} [label=\"{}\"{}];\n", e.from, e.to, escaped(cut_lines(e.label)),
                       e.on_trail ? ", penwidth=3" : "");
  }
  return out + "}\n";
}

std::vector<size_t> accepting(const Graph& g) {
  std::vector<size_t> out;
  for (size_t i = 0; i < g.nodes.size(); ++i) {
    if (g.nodes[i].accepting) out.push_back(i);
  }
  return out;
}

// The format has no labels of states: an accepting one has a loop that says so.
std::string aut(const Graph& g) {
  const std::vector<size_t> marked = accepting(g);
  std::string out = fmt::format("des (0, {}, {})\n", g.edges.size() + marked.size(), g.nodes.size());
  for (const Graph::Edge& e : g.edges) out += fmt::format("({}, \"{}\", {})\n", e.from, escaped(e.label), e.to);
  for (const size_t node : marked) out += fmt::format("({}, \"accepting\", {})\n", node, node);
  return out;
}

using Json = nlohmann::ordered_json;

Json node_json(const Graph::Node& n) {
  Json j;
  j["text"] = n.text;
  j["processes"] = Json::array();
  for (const Graph::Standing& s : n.processes) {
    Json p{{"process", s.process}, {"pid", s.pid}, {"state", s.state}};
    if (s.location.line > 0) {
      p["file"] = s.location.file;
      p["line"] = s.location.line;
    }
    if (!s.labels.empty()) p["labels"] = s.labels;
    if (!s.next.empty()) p["next"] = s.next;
    j["processes"].push_back(std::move(p));
  }
  j["values"] = Json::object();
  for (const Value& v : n.values) j["values"][v.name] = v.value;
  if (!n.claim.empty()) j["claim"] = n.claim;
  const std::pair<const char*, bool> marks[] = {{"initial", n.initial},
                                                {"end", n.end},
                                                {"deadlock", n.deadlock},
                                                {"accepting", n.accepting},
                                                {"trail", n.on_trail}};
  for (const auto& [name, set] : marks) {
    if (set) j[name] = true;
  }
  if (!n.violation.empty()) j["violation"] = n.violation;
  return j;
}

std::string json(const Graph& g) {
  Json j;
  j["complete"] = g.complete;
  j["nodes"] = Json::array();
  for (const Graph::Node& n : g.nodes) j["nodes"].push_back(node_json(n));
  j["edges"] = Json::array();
  if (const std::vector<size_t> marked = accepting(g); !marked.empty()) j["accepting"] = marked;
  for (const Graph::Edge& e : g.edges) {
    Json edge{{"from", e.from}, {"to", e.to}, {"label", e.label}};
    if (e.on_trail) edge["trail"] = true;
    j["edges"].push_back(std::move(edge));
  }
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
    case Format::itf: break;
    case Format::svg: return graph_picture;
    case Format::html: return nullptr;  // it needs the model besides
  }
  throw Error(fmt::format("--format: '{}' is not one of dot, aut, json, svg, html", name_of(format)));
}

Graph with_trail(const Model& model, const Arguments& arguments, const GraphLimits& limits, bool claim) {
  if (claim || chosen<GraphOf>(arguments) != GraphOf::states)
    throw Error("graph: --trail goes through the states of the system: leave --property, --ltl, --hoa and --what out");
  if (chosen<Format>(arguments) == Format::aut)
    throw Error("graph: --format aut has nothing but names: a trail cannot be marked in it");
  MarkedGraph marked = marked_graph(model, follow(model, arguments.text("trail")).trace, limits);
  if (marked.beyond > 0)
    fmt::print(stderr, "gyre: {} transitions of the trail are beyond the part of the graph that is shown\n",
               marked.beyond);
  return std::move(marked.graph);
}

Graph graph_of(const Model& model, const Arguments& arguments) {
  const GraphLimits limits{arguments.number("limit"), arguments.number("depth")};
  const bool claim = arguments.has("property") || arguments.has("ltl") || arguments.has("hoa");
  const std::string trail = arguments.text("trail");
  if (!trail.empty()) return with_trail(model, arguments, limits, claim);
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
  put_out(arguments, write != nullptr ? write(g) : serve::graph_page(serve::Page::built_in(), arguments.model, g));
  if (!g.complete) {
    fmt::print(stderr, "gyre: the graph is cut off at {} states; --limit allows more\n", g.nodes.size());
    return 3;
  }
  return 0;
}

}  // namespace gyre::cli
