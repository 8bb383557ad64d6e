// Trying.
#include <random>

#include <fmt/format.h>

#include "serve/routes.h"

namespace gyre::serve {

namespace {

TreeSource model_now(Session& s) {
  Snapshot now = s.file.now();
  Model model = s.file.model(now.text, s.file.settings());
  if (!model.ok()) throw Refusal(400, "the model has errors, and cannot be executed");
  return {std::move(model), std::move(now)};
}

int64_t root(Session& s, const Json& body) {
  if (!has(body, "trace")) {
    if (has(body, "after")) throw Refusal(400, "`after` so many steps of which `trace`?");
    TreeSource source = model_now(s);
    Position start(source.model);
    return s.tree.add_root(std::move(start), std::move(source), "initial state");
  }
  const auto kept = s.traces.get(number_of(body, "trace", 0, INT64_MAX));
  const auto size = static_cast<int64_t>(kept->trace.size());
  const auto after = static_cast<size_t>(number_or(body, "after", size, 0, size));
  return s.tree.add_root(Position(kept->trace, after), {kept->model, kept->source},
                         fmt::format("after {} steps of {}", after, kept->title));
}

Response begin(Session& s, const Call& call) { return json_response(s.tree.node_json(root(s, call.body))); }
Response get_tree(Session& s, const Call&) { return json_response(s.tree.all()); }
Response get_node(Session& s, const Call& call) { return json_response(s.tree.node_json(call.id("node"))); }

Response take(Session& s, const Call& call) {
  const auto move = static_cast<size_t>(number_of(call.body, "move", 0, INT32_MAX));
  return json_response(s.tree.node_json(s.tree.take(call.id("node"), move)));
}

uint64_t seed_of(const Json& body) {
  if (!has(body, "seed")) return std::random_device{}();
  return static_cast<uint64_t>(number_of(body, "seed", 0, INT64_MAX));
}

Json walked(Session& s, int64_t from, const std::vector<int64_t>& nodes, uint64_t seed) {
  return {{"nodes", nodes}, {"last", s.tree.node_json(nodes.empty() ? from : nodes.back())}, {"seed", seed}};
}

Response random_walk(Session& s, const Call& call) {
  const int64_t from = call.id("node");
  const auto moves = static_cast<uint64_t>(number_of(call.body, "steps", 1, Tree::kMostSteps));
  const uint64_t seed = seed_of(call.body);
  const std::vector<int64_t> nodes = s.tree.walk(from, moves, seed, [](const Position&) { return false; });
  return json_response(walked(s, from, nodes, seed));
}

Response until(Session& s, const Call& call) {
  const int64_t from = call.id("node");
  const Expression expression(s.tree.get(from)->source->model, text_of(call.body, "expression"));
  const auto moves = static_cast<uint64_t>(number_or(call.body, "steps", 1000, 1, Tree::kMostSteps));
  const uint64_t seed = seed_of(call.body);
  bool found = false;
  const std::vector<int64_t> nodes = s.tree.walk(from, moves, seed, [&](const Position& p) {
    try {
      found = p.value(expression).number != 0;
    } catch (const InternalError&) {
      throw;
    } catch (const Error&) {
      found = false;  // it has no value here
    }
    return found;
  });
  Json out = walked(s, from, nodes, seed);
  out["found"] = found;
  return json_response(out);
}

Response to_trace(Session& s, const Call& call) {
  const auto node = s.tree.get(call.id("node"));
  const int64_t id = s.traces.put({node->position.trace(), node->source->model, node->source->source,
                                   fmt::format("tried: {} steps", node->position.steps())});
  return json_response({{"trace", id}});
}

Response save(Session& s, const Call& call) {
  const auto node = s.tree.get(call.id("node"));
  const std::string text = node->position.trace().json(s.file.name());
  return json_response({{"file", s.file.save_beside(text_of(call.body, "name"), text)}});
}

}  // namespace

std::vector<Route> try_routes() {
  return {{"GET", "/api/try", get_tree},
          {"POST", "/api/try", begin},
          {"GET", "/api/try/*", get_node},
          {"POST", "/api/try/*/take", take},
          {"POST", "/api/try/*/random", random_walk},
          {"POST", "/api/try/*/until", until},
          {"POST", "/api/try/*/trace", to_trace},
          {"POST", "/api/try/*/save", save}};
}

}  // namespace gyre::serve
