// Reports and graphs as JSON.
#include <map>

#include <fmt/format.h>

#include "serve/encode.h"

namespace gyre::serve {

Json progress_json(const Progress& p) {
  return {{"property", p.property},
          {"states", p.states},
          {"transitions", p.transitions},
          {"depth", p.depth},
          {"memory", p.memory},
          {"seconds", p.seconds},
          {"statesPerSecond", p.seconds > 0 ? static_cast<double>(p.states) / p.seconds : 0.0}};
}

namespace {

Json violation_json(const Violation& v, const std::string& property, const KeepTrace& keep) {
  const std::string title = property.empty() ? v.message : fmt::format("{}: {}", property, v.message);
  Json out{{"error", v.error},       {"count", v.count},
           {"message", v.message},   {"location", location_json(v.location)},
           {"process", v.process},   {"pid", v.pid},
           {"length", v.length},     {"trace", v.trace ? keep(*v.trace, title) : Json(nullptr)},
           {"others", Json::array()}};
  for (size_t i = 0; i < v.others.size(); ++i)
    out["others"].push_back(keep(v.others[i].trace, fmt::format("{} ({})", title, i + 2)));
  return out;
}

Json evidence_json(const Evidence& e, const KeepTrace& keep) {
  Json out{{"formula", e.formula},     {"value", e.value}, {"kind", e.kind},
           {"text", e.text},           {"after", e.after}, {"trace", e.trace ? keep(*e.trace, e.text) : Json(nullptr)},
           {"children", Json::array()}};
  for (const Evidence& child : e.children) out["children"].push_back(evidence_json(child, keep));
  return out;
}

Json property_json(const Property& p, const KeepTrace& keep) {
  Json out{{"name", p.name},
           {"kind", p.kind},
           {"formula", p.formula},
           {"verdict", verdict_name(p.verdict)},
           {"reason", p.reason},
           {"vacuous", p.vacuous},
           {"errors", p.errors},
           {"states", p.states},
           {"transitions", p.transitions},
           {"depth", p.depth},
           {"seconds", p.seconds},
           {"search", p.search},
           {"store", p.store},
           {"complete", p.complete},
           {"violations", Json::array()},
           {"limits", Json::array()},
           {"evidence", Json::array()}};
  for (const Violation& v : p.violations) out["violations"].push_back(violation_json(v, p.name, keep));
  for (const Violation& v : p.limits) out["limits"].push_back(violation_json(v, p.name, keep));
  for (const Evidence& e : p.evidence) out["evidence"].push_back(evidence_json(e, keep));
  return out;
}

Json node_json(const Graph::Node& n, size_t index) {
  Json processes = Json::array();
  for (const Graph::Standing& s : n.processes) {
    processes.push_back(
        {{"process", s.process}, {"pid", s.pid}, {"line", s.location.line}, {"labels", s.labels}, {"next", s.next}});
  }
  return {{"id", n.id.empty() ? fmt::to_string(index) : n.id},
          {"text", n.text},
          {"processes", std::move(processes)},
          {"values", values_json(n.values)},
          {"initial", n.initial},
          {"end", n.end},
          {"deadlock", n.deadlock},
          {"accepting", n.accepting},
          {"violation", n.violation},
          {"onTrail", n.on_trail}};
}

}  // namespace

namespace {

// Why the model has so many states, as far as it can be seen: what takes many values, what is done most often.
Json explosions(const Coverage& coverage) {
  constexpr uint64_t kMany = 8;
  constexpr size_t kTold = 5;
  Json out = Json::array();
  for (const Coverage::Variable& v : coverage.variables) {
    if (out.size() >= kTold || v.distinct < kMany) break;
    out.push_back(fmt::format("{} takes {}{} different values", v.name, v.at_least ? "at least " : "", v.distinct));
  }
  uint64_t steps = 0;
  for (const Coverage::Statement& s : coverage.statements) steps += s.count;
  for (const Coverage::Statement& s : coverage.statements) {
    if (s.count * 4 < steps || s.count == 0) break;
    out.push_back(fmt::format("{}% of all steps are `{}` of {} (line {})", s.count * 100 / steps, s.text, s.process,
                              s.location.line));
  }
  return out;
}

Json coverage_json(const Coverage& coverage) {
  using Place = std::pair<std::string, uint32_t>;
  std::map<Place, Json> lines;
  Json unreached = Json::array(), variables = Json::array();
  for (const Coverage::Statement& s : coverage.statements) {
    Json& line = lines[{s.location.file, s.location.line}];
    if (line.is_null()) {
      line = {{"file", s.location.file}, {"line", s.location.line}, {"count", 0}, {"statements", Json::array()}};
    }
    line["count"] = line["count"].get<uint64_t>() + s.count;
    line["statements"].push_back({{"text", s.text}, {"count", s.count}, {"process", s.process}});
    if (s.count == 0) unreached.push_back({{"process", s.process}, {"line", s.location.line}, {"text", s.text}});
  }
  for (const Coverage::Variable& v : coverage.variables) {
    Json values = Json::array();
    for (const auto& [value, count] : v.values) values.push_back(Json::array({value, count}));
    variables.push_back(
        {{"name", v.name}, {"values", std::move(values)}, {"distinct", v.distinct}, {"atLeast", v.at_least}});
  }
  Json out{{"lines", Json::array()}};
  for (auto& [place, line] : lines) out["lines"].push_back(std::move(line));
  out["variables"] = std::move(variables);
  out["explodes"] = explosions(coverage);
  out["unreached"] = std::move(unreached);
  return out;
}

}  // namespace

Json report_json(const Report& report, const KeepTrace& keep) {
  Json out{{"properties", Json::array()}, {"warnings", report.warnings}, {"text", report.text()}};
  for (const Property& p : report.properties) out["properties"].push_back(property_json(p, keep));
  if (report.coverage) out["coverage"] = coverage_json(*report.coverage);
  return out;
}

Json graph_json(const Graph& graph) {
  Json out{{"complete", graph.complete}, {"nodes", Json::array()}, {"edges", Json::array()}};
  for (size_t i = 0; i < graph.nodes.size(); ++i) out["nodes"].push_back(node_json(graph.nodes[i], i));
  for (const Graph::Edge& e : graph.edges) {
    out["edges"].push_back({{"from", out["nodes"][e.from]["id"]},
                            {"to", out["nodes"][e.to]["id"]},
                            {"label", e.label},
                            {"onTrail", e.on_trail}});
  }
  return out;
}

}  // namespace gyre::serve
