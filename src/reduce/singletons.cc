#include "reduce/singletons.h"

#include <algorithm>
#include <stdexcept>

#include "base/narrow.h"

namespace gyre::reduce {

Singletons::Singletons(model::Model& model, const ir::ShapeTable& shapes, const Summary& summary,
                       const Observed& observed)
    : model_(model), situations_(shapes), instances_(summary), visibility_(summary, observed) {
  const std::vector<ir::Process>& processes = summary.program().processes;
  for (size_t p = 0; p < processes.size(); ++p) {
    const size_t first = private_.size();
    for (uint32_t e = 0; e < processes[p].edges.size(); ++e) {
      private_.push_back(false);
      edge_at_.push_back(e);
    }
    for (uint32_t s = 0; s < processes[p].states.size(); ++s) {
      if (summary.processes()[p].edges.empty() || !summary.is_private(p, s)) continue;
      for (const uint32_t e : processes[p].states[s].edges) private_[first + e] = true;
    }
  }
}

std::string Singletons::why_not(const Summary& summary) {
  for (const ProcessSummary& p : summary.processes()) {
    if (std::any_of(p.edges.begin(), p.edges.end(), [](const EdgeSummary& e) { return e.all.everything; }))
      return "a statement of the model depends on what all processes can do";
  }
  return "";
}

void Singletons::expand(StateView state, model::SuccessorBuffer& out) {
  model_.expand(state, out);
  if (out.list.size() < 2) return;
  moves_.clear();
  for (const model::Successor& s : out.list) {
    if (moves_.size() <= s.mover) moves_.resize(size_t{s.mover} + 1);
    ++moves_[s.mover];
  }
  Situation at;
  const auto* one = std::find_if(out.list.begin(), out.list.end(), [&](const model::Successor& s) {
    if (moves_[s.mover] != 1 || !private_[s.statement] || s.dead_end) return false;
    if (at.shape == nullptr) at = situations_.of(state);
    at.pid = narrow<int32_t>(s.mover);
    return !visibility_.excluded(instances_, instances_.of(at), at)[edge_at_[s.statement]];
  });
  if (one == out.list.end()) return;
  for (model::Successor& s : out.list) s.pruned = &s != one;
  out.reduced = true;
}

std::unique_ptr<model::Model> Singletons::clone() const { throw std::logic_error("a reduced model is for one thread"); }

}  // namespace gyre::reduce
