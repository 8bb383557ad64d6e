#include "ir/program.h"

#include <algorithm>

namespace gyre::ir {

std::string mtype_name(const Program& program, int32_t set, int32_t value) {
  if (set >= 0 && static_cast<size_t>(set) < program.mtype_sets.size()) {
    const MtypeSet& s = program.mtype_sets[static_cast<size_t>(set)];
    if (value >= 1 && static_cast<size_t>(value) <= s.names.size()) return s.names[static_cast<size_t>(value - 1)];
  }
  return std::to_string(value);
}

bool has_signals(const Program& program) {
  return std::any_of(program.channel_types.begin(), program.channel_types.end(),
                     [](const ChannelType& c) { return !c.signals.empty(); });
}

bool has_accept_labels(const Program& program) {
  return std::any_of(program.processes.begin(), program.processes.end(), [](const Process& p) {
    return p.kind != ProcessKind::never &&
           std::any_of(p.states.begin(), p.states.end(), [](const ControlState& s) { return s.accept; });
  });
}

}  // namespace gyre::ir
