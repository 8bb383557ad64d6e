#include "serve/tree.h"

#include <random>

#include <fmt/format.h>

#include "serve/encode.h"

namespace gyre::serve {

namespace {

// "P(0): x = 1", for both halves of a rendezvous.
std::string short_text(const std::vector<Step>& steps) {
  std::string out;
  for (const Step& s : steps) out += fmt::format("{}{}({}): {}", out.empty() ? "" : "; ", s.process, s.pid, s.source);
  return out;
}

}  // namespace

int64_t Tree::add_root(Position position, TreeSource source, std::string text) {
  return nodes_.put(std::make_shared<Node>(std::move(position), std::make_shared<const TreeSource>(std::move(source)),
                                           std::nullopt, std::move(text)));
}

int64_t Tree::take(int64_t id, size_t move) {
  const std::shared_ptr<Node> from = get(id);
  const size_t count = from->position.move_count();
  if (move >= count) throw Refusal(400, fmt::format("there is no move {}: there are {}", move, count));
  const std::scoped_lock lock(from->mutex);
  if (const auto known = from->children.find(move); known != from->children.end()) {
    try {
      get(known->second);
      return known->second;
    } catch (const Refusal&) {
      // It was dropped, and is made again.
    }
  }
  Position there = from->position.take(move);
  std::string text = short_text(there.last());
  const int64_t child = nodes_.put(std::make_shared<Node>(std::move(there), from->source, id, std::move(text)));
  from->children[move] = child;
  return child;
}

std::vector<int64_t> Tree::walk(int64_t id, uint64_t moves, uint64_t seed,
                                const std::function<bool(const Position&)>& done) {
  std::mt19937_64 random(seed);
  std::vector<int64_t> out;
  for (uint64_t i = 0; i < moves; ++i) {
    const std::shared_ptr<Node> at = get(id);
    if (at->position.move_count() == 0) break;
    const uint64_t who = random(), what = random();
    id = take(id, at->position.pick(who, what));
    out.push_back(id);
    if (done(get(id)->position)) break;
  }
  return out;
}

Json Tree::node_json(int64_t id) const {
  const std::shared_ptr<Node> node = get(id);
  const Position& p = node->position;
  const std::vector<Step> last = p.last();
  Json moves = Json::array();
  for (const Move& m : p.moves()) {
    const size_t index = moves.size();
    moves.push_back({{"index", index},
                     {"text", p.move_text(index)},
                     {"steps", steps_json(m.steps, p.steps())},
                     {"pid", m.steps.front().pid}});
  }
  Json children = Json::array();
  {
    const std::scoped_lock lock(node->mutex);
    for (const auto& [move, child] : node->children) children.push_back(child);
  }
  return {{"node", id},
          {"parent", node->parent ? Json(*node->parent) : Json(nullptr)},
          {"depth", p.steps()},
          {"step", steps_json(last, p.steps() - last.size())},
          {"values", values_json(p.state())},
          {"processes", processes_json(p.processes())},
          {"moves", std::move(moves)},
          {"end", end_name(p.end())},
          {"endText", p.end() == End::none ? "" : p.end_text()},
          {"children", std::move(children)},
          {"version", node->source->source.version}};
}

Json Tree::all() const {
  Json out = Json::array();
  for (const auto& [id, node] : nodes_.all()) {
    out.push_back({{"node", id}, {"parent", node->parent ? Json(*node->parent) : Json(nullptr)}, {"text", node->text}});
  }
  return out;
}

}  // namespace gyre::serve
