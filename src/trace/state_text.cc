#include "trace/state_text.h"

#include <cstring>
#include <unordered_map>

#include <fmt/format.h>

#include "base/bits.h"
#include "ir/layout.h"

namespace gyre::trace {

namespace {

const ir::Shape& shape_of(const ir::ShapeTable& shapes, StateView state) {
  uint32_t id;
  std::memcpy(&id, state.data, 4);
  return shapes.get(id);
}

// "a[].x[]" with the indices of element number `flat`.
std::string element_name(const ir::Variable& v, uint32_t flat) {
  std::vector<uint32_t> index(v.dims.size());
  for (size_t i = v.dims.size(); i-- > 0;) {
    index[i] = flat % v.dims[i];
    flat /= v.dims[i];
  }
  std::string out;
  size_t next = 0;
  for (size_t i = 0; i < v.name.size(); ++i) {
    if (v.name[i] == '[' && i + 1 < v.name.size() && v.name[i + 1] == ']' && next < index.size()) {
      out += fmt::format("[{}]", index[next++]);
      ++i;
    } else {
      out += v.name[i];
    }
  }
  return out;
}

// Which variable of this block holds the channel with this number, if any.
bool holds(const ir::Variable& v, const uint8_t* base, int32_t id, std::string& name) {
  if (v.type.base != ir::BaseType::chan) return false;
  for (uint32_t i = 0; i < v.count; ++i) {
    if (load_bits(base, v.bit_offset + i * v.type.width, v.type.width, false) == id) {
      name = element_name(v, i);
      return true;
    }
  }
  return false;
}

}  // namespace

std::string value_text(const ir::Program& program, const ir::ScalarType& type, int32_t value) {
  if (type.base == ir::BaseType::mtype && value != 0) return ir::mtype_name(program, type.mtype_set, value);
  return std::to_string(value);
}

std::string channel_name(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t id) {
  const ir::Shape& shape = shape_of(shapes, state);
  std::string name;
  for (ir::VarId v : program.globals) {
    const ir::Variable& var = program.variables[static_cast<size_t>(v)];
    const uint8_t* base = state.data + (var.scope == ir::Scope::hidden ? shape.key_bytes : ir::kGlobalsOffset);
    if (holds(var, base, id, name)) return name;
  }
  for (size_t pid = 0; pid < shape.processes.size(); ++pid) {
    const ir::Process& p = program.processes[static_cast<size_t>(shape.processes[pid].type)];
    for (ir::VarId v : p.variables) {
      const ir::Variable& var = program.variables[static_cast<size_t>(v)];
      if (!var.is_parameter && holds(var, state.data + shape.processes[pid].offset, id, name)) {
        return fmt::format("{}({}):{}", p.name, pid, name);
      }
    }
  }
  return fmt::format("chan {}", id);
}

std::vector<NamedValue> describe(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  const ir::Shape& shape = shape_of(shapes, state);
  std::vector<NamedValue> out;
  auto variable = [&](const ir::Variable& v, const uint8_t* base, const std::string& prefix, int32_t pid) {
    if (v.internal) return;
    for (uint32_t i = 0; i < v.count; ++i) {
      const int32_t value = load_bits(base, v.bit_offset + i * v.type.width, v.type.width, v.type.is_signed);
      out.push_back({prefix + element_name(v, i), value_text(program, v.type, value), pid, false, v.scope == ir::Scope::hidden});
    }
  };
  for (ir::VarId id : program.globals) {
    const ir::Variable& v = program.variables[static_cast<size_t>(id)];
    if (v.type.base == ir::BaseType::chan) continue;  // its contents are shown below
    variable(v, state.data + (v.scope == ir::Scope::hidden ? shape.key_bytes : ir::kGlobalsOffset), "", -1);
  }
  for (size_t i = 0; i < shape.channels.size(); ++i) {
    const ir::ChannelType& c = program.channel_types[static_cast<size_t>(shape.channels[i].type)];
    if (c.capacity == 0) continue;
    const uint8_t* base = state.data + shape.channels[i].offset;
    const auto length = static_cast<uint32_t>(load_bits(base, c.capacity * c.slot_bits, c.len_bits, false));
    std::string text;
    for (uint32_t slot = 0; slot < length; ++slot) {
      text += "[";
      for (size_t f = 0; f < c.fields.size(); ++f) {
        const int32_t value = load_bits(base, slot * c.slot_bits + c.field_offsets[f], c.fields[f].width, c.fields[f].is_signed);
        text += (f > 0 ? "," : "") + value_text(program, c.fields[f], value);
      }
      text += "]";
    }
    const std::string name = channel_name(program, shapes, state, static_cast<int32_t>(i) + 1);
    out.push_back({fmt::format("queue {} ({})", i + 1, name), text.empty() ? "empty" : text, -1, true, false});
  }
  for (size_t pid = 0; pid < shape.processes.size(); ++pid) {
    const ir::Process& p = program.processes[static_cast<size_t>(shape.processes[pid].type)];
    for (ir::VarId id : p.variables) {
      variable(program.variables[static_cast<size_t>(id)], state.data + shape.processes[pid].offset,
               fmt::format("{}({}):", p.name, pid), static_cast<int32_t>(pid));
    }
  }
  return out;
}

std::vector<NamedValue> changes(const std::vector<NamedValue>& before, const std::vector<NamedValue>& after) {
  std::unordered_map<std::string, const NamedValue*> old;
  for (const NamedValue& v : before) old[v.name] = &v;
  std::vector<NamedValue> out;
  for (const NamedValue& v : after) {
    auto it = old.find(v.name);
    if (it == old.end() || it->second->value != v.value) out.push_back(v);
  }
  return out;
}

std::vector<ProcessPlace> places(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  const ir::Shape& shape = shape_of(shapes, state);
  std::vector<ProcessPlace> out;
  for (size_t pid = 0; pid < shape.processes.size(); ++pid) {
    const ir::Process& p = program.processes[static_cast<size_t>(shape.processes[pid].type)];
    const auto at = static_cast<uint32_t>(load_bits(state.data + shape.processes[pid].offset, p.pc_offset, p.pc_bits, false));
    out.push_back({static_cast<int32_t>(pid), shape.processes[pid].type, at});
  }
  return out;
}

}  // namespace gyre::trace
