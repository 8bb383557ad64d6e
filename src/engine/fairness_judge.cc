#include "engine/fairness_judge.h"

#include <set>

#include <fmt/format.h>

namespace gyre::engine {

void FairnessJudge::step(const Position& at, const model::ProductBuffer& buffer, const model::Arc& arc) {
  ++nodes_;
  stutters_ |= arc.successor == model::Arc::kStutter;
  std::set<std::string> enabled;
  if (fairness_ == search::Fairness::impartial) {
    for (uint32_t pid = 0; pid < buffer.processes; ++pid) enabled.insert(std::to_string(pid));
  } else {
    for (uint32_t i = 0; i < buffer.system.list.size(); ++i) enabled.insert(name(at, buffer, i));
  }
  for (const std::string& unit : enabled) ++units_[unit].enabled;
  if (stutters_) return;
  if (unit_ == search::FairnessUnit::process)
    buffer.movers(arc, [&](uint32_t pid) { units_[std::to_string(pid)].moved = true; });
  else
    units_[name(at, buffer, arc.successor)].moved = true;
}

bool FairnessJudge::fair() const {
  if (fairness_ == search::Fairness::none || stutters_) return true;
  return std::none_of(units_.begin(), units_.end(),
                      [&](const auto& u) { return search::unfair(fairness_, u.second, nodes_); });
}

std::string FairnessJudge::name(const Position& at, const model::ProductBuffer& buffer, uint32_t successor) const {
  const model::Successor& s = buffer.system.list[successor];
  if (unit_ == search::FairnessUnit::process) return std::to_string(s.mover);
  if (unit_ == search::FairnessUnit::transition) return fmt::format("{}:{}", s.mover, s.statement);
  return std::string(reinterpret_cast<const char*>(at.bytes.data()), at.key) + std::to_string(successor);
}

}  // namespace gyre::engine
