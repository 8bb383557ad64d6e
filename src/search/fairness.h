// The units of fairness on a product: which are enabled in a state, which move in an arc, and whether a set of arcs is
// fair to them by the definitions of logic/fairness.h.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/narrow.h"
#include "logic/fairness.h"
#include "model/product.h"

namespace gyre::search {

using logic::Fairness;
using logic::FairnessUnit;

// NumberById the units as they are met, and tells which are enabled in an expanded state and which move in an arc.
class Units {
 public:
  Units(Fairness fairness, FairnessUnit unit) : fairness_(fairness), unit_(unit) {}

  // The units that count as enabled in the state that was expanded into `buffer` (impartial: that live and need to
  // move), each once.
  // `system` is that state; only edges need it.
  const std::vector<uint32_t>& enabled(const model::ProductBuffer& buffer, StateView system) {
    enabled_.clear();
    state_ = unit_ == FairnessUnit::edge ? number_of(system) : 0;
    if (traits(fairness_).living()) {
      for (uint32_t pid = 0; pid < buffer.processes; ++pid) {
        if (!buffer.has_ended(pid)) add(number(pid));
      }
      return enabled_;
    }
    for (uint32_t i = 0; i < buffer.system.list.size(); ++i) add(unit_of(buffer, i));
    return enabled_;
  }
  // Calls f(unit) for the units that move in an arc of the state for which enabled() was asked last.
  template <class F>
  void moved(const model::ProductBuffer& buffer, const model::Arc& arc, F&& f) {
    if (arc.successor == model::Arc::kStutter) return;
    if (unit_ == FairnessUnit::process)
      buffer.movers(arc, [&](uint32_t pid) { f(number(pid)); });
    else
      f(unit_of(buffer, arc.successor));
  }
  uint32_t count() const { return narrow<uint32_t>(numbers_.size()); }

 private:
  uint32_t unit_of(const model::ProductBuffer& buffer, uint32_t successor) {
    const model::Successor& s = buffer.system.list[successor];
    switch (unit_) {
      case FairnessUnit::process: return number(s.mover);
      case FairnessUnit::transition: return number((uint64_t{s.mover} << 32) | s.statement);
      case FairnessUnit::edge: break;
    }
    return number((state_ << 32) | successor);
  }
  uint32_t number(uint64_t key) { return numbers_.try_emplace(key, count()).first->second; }
  uint64_t number_of(StateView system) {
    return states_.try_emplace(std::string(reinterpret_cast<const char*>(system.data), system.key), states_.size())
        .first->second;
  }
  void add(uint32_t unit) {
    for (const uint32_t u : enabled_) {
      if (u == unit) return;
    }
    enabled_.push_back(unit);
  }

  Fairness fairness_;
  FairnessUnit unit_;
  std::unordered_map<uint64_t, uint32_t> numbers_;
  std::unordered_map<std::string, uint64_t> states_;
  uint64_t state_ = 0;
  std::vector<uint32_t> enabled_;
};

// What was seen of a unit in a component or on a cycle.
struct UnitSeen {
  uint64_t enabled = 0;  // in how many nodes
  bool moved = false;
};

// Whether a cycle or component of `nodes` nodes treats this unit unfairly.
inline bool unfair(Fairness fairness, const UnitSeen& seen, uint64_t nodes) {
  if (seen.moved) return false;
  return traits(fairness).somewhere() ? seen.enabled > 0 : seen.enabled == nodes;
}

}  // namespace gyre::search
