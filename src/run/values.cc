#include "run/values.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "base/nth.h"
#include "ir/layout.h"

namespace gyre::run {

namespace {
constexpr size_t kMost = 4096;
}

void Values::add(StateView state) {
  uint32_t number;
  std::memcpy(&number, state.data, 4);
  const ir::Shape& shape = shapes_.get(number);
  for (ir::VarId var : program_.globals) {
    if (nth(program_.variables, var).scope == ir::Scope::global) add(var, state.data + ir::kGlobalsOffset);
  }
  for (const ir::FrameRef& f : shape.processes) {
    const ir::Process& p = nth(program_.processes, f.type);
    nth(control_, f.type).insert(load_bits(state.data + f.offset, p.pc_offset, p.pc_bits, false));
    for (ir::VarId var : p.variables) add(var, state.data + f.offset);
  }
}

void Values::add(ir::VarId var, const uint8_t* base) {
  const ir::Variable& v = nth(program_.variables, var);
  auto& values = nth(seen_, var);
  for (uint32_t i = 0; i < v.count && values.size() < kMost; ++i)
    values.insert(load_bits(base, v.bit_offset + i * v.type.width, v.type.width, v.type.is_signed));
}

std::vector<ValueCount> Values::counts() const {
  std::vector<ValueCount> out;
  for (size_t i = 0; i < seen_.size(); ++i) {
    const ir::Variable& v = program_.variables[i];
    if (seen_[i].empty() || v.internal) continue;
    std::string name = v.name;
    for (const ir::Process& p : program_.processes) {
      if (std::find(p.variables.begin(), p.variables.end(), static_cast<ir::VarId>(i)) != p.variables.end())
        name = p.name + ":" + name;
    }
    out.push_back({name, seen_[i].size(), seen_[i].size() >= kMost});
  }
  for (size_t i = 0; i < control_.size(); ++i) {
    if (!control_[i].empty())
      out.push_back({program_.processes[i].name + " (control states)", control_[i].size(), false});
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.distinct > b.distinct; });
  return out;
}

}  // namespace gyre::run
