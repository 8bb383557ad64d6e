#include "reduce/singletons.h"

#include <algorithm>
#include <stdexcept>

namespace gyre::reduce {

Singletons::Singletons(model::Model& model, const Summary& summary, const std::vector<bool>& excluded)
    : model_(model), alone_(excluded.size()) {
  const std::vector<ir::Process>& processes = summary.program().processes;
  size_t first = 0;
  for (size_t p = 0; p < processes.size(); ++p) {
    for (uint32_t s = 0; s < processes[p].states.size(); ++s) {
      if (summary.processes()[p].edges.empty() || !summary.is_private(p, s)) continue;
      for (const uint32_t e : processes[p].states[s].edges) alone_[first + e] = !excluded[first + e];
    }
    first += processes[p].edges.size();
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
  const auto* one = std::find_if(out.list.begin(), out.list.end(), [&](const model::Successor& s) {
    return moves_[s.mover] == 1 && alone_[s.statement] && !s.dead_end;
  });
  if (one == out.list.end()) return;
  for (model::Successor& s : out.list) s.pruned = &s != one;
  out.reduced = true;
}

std::unique_ptr<model::Model> Singletons::clone() const { throw std::logic_error("a reduced model is for one thread"); }

}  // namespace gyre::reduce
