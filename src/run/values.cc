#include "run/values.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"

namespace gyre::run {

namespace {

constexpr size_t kMost = 4096;
constexpr size_t kTold = 32;

// Those that are in most states, the smaller ones first among equals.
std::vector<std::pair<int32_t, uint64_t>> most_of(const std::unordered_map<int32_t, uint64_t>& seen) {
  std::vector<std::pair<int32_t, uint64_t>> out(seen.begin(), seen.end());
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (out.size() > kTold) out.resize(kTold);
  return out;
}

}  // namespace

void Values::add(StateView state) {
  uint32_t number;
  std::memcpy(&number, state.data, 4);
  const ir::Shape& shape = shapes_.get(number);
  for (ir::VarId var : program_.globals) {
    if (nth(program_.variables, var).scope == ir::Scope::global) add(var, state.data + ir::kGlobalsOffset);
  }
  for (const ir::FrameRef& f : shape.processes) {
    const ir::Process& p = nth(program_.processes, f.type);
    ++nth(control_, f.type)[load_bits(state.data + f.offset, p.pc_offset, p.pc_bits, false)];
    for (ir::VarId var : p.variables) add(var, state.data + f.offset);
  }
}

void Values::add(ir::VarId var, const uint8_t* base) {
  const ir::Variable& v = nth(program_.variables, var);
  auto& values = nth(seen_, var);
  for (uint32_t i = 0; i < v.count; ++i) {
    const int32_t value = load_bits(base, v.bit_offset + i * v.type.width, v.type.width, v.type.is_signed);
    if (const auto known = values.find(value); known != values.end())
      ++known->second;
    else if (values.size() < kMost)
      values.emplace(value, 1);
  }
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
    out.push_back({name, seen_[i].size(), seen_[i].size() >= kMost, narrow<int32_t>(i), most_of(seen_[i])});
  }
  for (size_t i = 0; i < control_.size(); ++i) {
    if (!control_[i].empty())
      out.push_back({program_.processes[i].name + " (control states)", control_[i].size(), false, -1, {}});
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.distinct > b.distinct; });
  return out;
}

}  // namespace gyre::run
