#include "judge/fairness.h"

#include <algorithm>

#include <fmt/format.h>

namespace gyre::judge {

std::set<uint32_t> movers(const model::SuccessorBuffer& expanded, uint32_t choice) {
  const model::Successor& s = expanded.list[choice];
  std::set<uint32_t> out{s.mover};
  if (s.partner != model::kNobody) out.insert(s.partner);
  for (const model::ExtraMover& e : expanded.extra_movers) {
    if (e.successor == choice) out.insert(e.pid);
  }
  return out;
}

CycleFairness::Unit CycleFairness::unit_of(const trace::State& state, const model::SuccessorBuffer& expanded,
                                           uint32_t choice) const {
  const model::Successor& s = expanded.list[choice];
  switch (fairness_.unit) {
    case FairnessUnit::process: return std::to_string(s.mover);
    case FairnessUnit::transition: return fmt::format("{}:{}", s.mover, s.statement);
    case FairnessUnit::edge: {
      const StateView view = state.view();
      return std::string(reinterpret_cast<const char*>(view.data), view.key) + fmt::format(":{}", choice);
    }
  }
  return "";
}

void CycleFairness::step(const trace::State& state, const Processes& processes, const model::SuccessorBuffer& expanded,
                         uint32_t choice) {
  if (fairness_.kind == FairnessKind::none || ends_) return;
  if (choice == kStutter) {
    ends_ = true;
    return;
  }
  std::set<Unit>& here = candidates_.emplace_back();
  const bool impartial =
      fairness_.kind == FairnessKind::impartial || fairness_.kind == FairnessKind::strictly_impartial;
  if (impartial) {
    for (uint32_t pid = 0; pid < processes.living; ++pid) {
      const bool excused = fairness_.kind == FairnessKind::impartial && processes.ended.count(pid) > 0;
      if (!excused) here.insert(std::to_string(pid));
    }
  } else {
    for (uint32_t i = 0; i < expanded.list.size(); ++i) here.insert(unit_of(state, expanded, i));
  }
  if (impartial || fairness_.unit == FairnessUnit::process) {
    for (const uint32_t pid : movers(expanded, choice)) moved_.insert(std::to_string(pid));
  } else {
    moved_.insert(unit_of(state, expanded, choice));
  }
}

bool CycleFairness::fair() const {
  if (ends_ || candidates_.empty()) return true;
  const auto has_moved = [&](const Unit& u) { return moved_.count(u) > 0; };
  switch (fairness_.kind) {
    case FairnessKind::none: return true;
    case FairnessKind::strong:  // whatever is enabled somewhere
      return std::all_of(candidates_.begin(), candidates_.end(),
                         [&](const auto& here) { return std::all_of(here.begin(), here.end(), has_moved); });
    case FairnessKind::impartial:
    case FairnessKind::strictly_impartial:
    case FairnessKind::weak:  // what is there in every state
      return std::all_of(candidates_[0].begin(), candidates_[0].end(), [&](const Unit& u) {
        return has_moved(u) || std::any_of(candidates_.begin(), candidates_.end(),
                                           [&](const auto& here) { return here.count(u) == 0; });
      });
  }
  return false;
}

}  // namespace gyre::judge
