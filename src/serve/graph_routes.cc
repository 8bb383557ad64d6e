// State graphs and the automata of processes.
#include <optional>

#include "serve/encode.h"
#include "serve/routes.h"

namespace gyre::serve {

namespace {

constexpr uint64_t kDepth = 2;  // of a neighbourhood that nobody has asked for

Model model_now(Session& s) {
  Model model = s.file.model(s.file.now().text, s.file.settings());
  if (!model.ok()) throw Refusal(400, "the model has errors, and has no states");
  return model;
}

// The whole, if it is small enough; otherwise what lies around the cursor: a state of a trace or a node of the tree.
Response get_graph(Session& s, const Call& call) {
  const auto states = static_cast<uint64_t>(call.number("states", 300, 1, Graphs::kMostInAnswer));
  const bool has_trace = call.request.query.contains("trace");
  std::shared_ptr<const KeptTrace> kept;
  if (has_trace) kept = s.traces.get(call.number("trace", 0, 0, INT64_MAX));
  const Model model = kept ? kept->model : model_now(s);
  Graph graph = state_graph(model, {states, 0});
  if (graph.complete) {
    if (kept) mark_trail(graph, kept->trace);
    Json out = graph_json(graph);
    out["center"] = graph.nodes.empty() ? Json(nullptr) : Json(graph.nodes[0].id);
    return json_response(out);
  }
  std::optional<Position> center;
  if (kept) {
    const auto size = static_cast<int64_t>(kept->trace.size());
    center.emplace(kept->trace, static_cast<size_t>(call.number("after", 0, 0, size)));
  } else {
    center.emplace(model);
  }
  Json out = s.graphs.around(*center, kDepth, kept ? &kept->trace : nullptr);
  out["complete"] = false;
  return json_response(out);
}

Response around(Session& s, const Call& call) {
  const auto depth = static_cast<uint64_t>(number_or(call.body, "depth", kDepth, 0, 20));
  std::shared_ptr<const KeptTrace> kept;
  std::optional<Position> center;
  if (has(call.body, "trace")) {
    kept = s.traces.get(number_of(call.body, "trace", 0, INT64_MAX));
    const auto size = static_cast<int64_t>(kept->trace.size());
    center.emplace(kept->trace, static_cast<size_t>(number_or(call.body, "after", size, 0, size)));
  }
  if (has(call.body, "node")) center = s.tree.get(number_of(call.body, "node", 0, INT64_MAX))->position;
  if (!center) center.emplace(model_now(s));
  return json_response(s.graphs.around(*center, depth, kept ? &kept->trace : nullptr));
}

Response expand(Session& s, const Call& call) { return json_response(s.graphs.expand(text_of(call.body, "id"))); }

Response get_processes(Session& s, const Call&) { return json_response(graph_json(process_graph(model_now(s)))); }

}  // namespace

std::vector<Route> graph_routes() {
  return {{"GET", "/api/graph", get_graph},
          {"POST", "/api/graph/around", around},
          {"POST", "/api/graph/expand", expand},
          {"GET", "/api/graph/processes", get_processes}};
}

}  // namespace gyre::serve
