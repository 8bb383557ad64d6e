#include "serve/graphs.h"

#include <fmt/format.h>

#include "serve/encode.h"

namespace gyre::serve {

Json Graphs::around(const Position& center, uint64_t depth, const Trace* trail) {
  Neighbourhood piece = neighbourhood(center, depth, kMostInAnswer);
  if (trail != nullptr) mark_trail(piece.graph, *trail);
  Json out = graph_json(piece.graph);
  out["center"] = piece.graph.nodes[piece.center].id;
  const std::scoped_lock lock(mutex_);
  // Who has seen so many begins anew; a node of an old answer can be reached from its neighbours again.
  if (known_.size() + piece.positions.size() > kMost) known_.clear();
  for (size_t i = 0; i < piece.positions.size(); ++i) known_.emplace(piece.graph.nodes[i].id, piece.positions[i]);
  return out;
}

Json Graphs::expand(const std::string& id) {
  std::optional<Position> from;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(id);
    if (found != known_.end()) from = found->second;
  }
  if (!from) throw Refusal(410, "this node is not known any more: look at the graph around the cursor again");
  return around(*from, 1, nullptr);
}

}  // namespace gyre::serve
