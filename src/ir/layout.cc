#include "ir/layout.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/bits.h"

namespace gyre::ir {

namespace {

struct Field {
  uint32_t width;
  uint32_t count;
  uint32_t* offset;
};

// Gives each field its offset from `start` (in bits) on and returns the end.
uint32_t pack(std::vector<Field>& fields, uint32_t start) {
  auto rank = [](const Field& f) { return f.width % 8 == 0 ? f.width : 0u; };
  std::stable_sort(fields.begin(), fields.end(), [&](const Field& a, const Field& b) { return rank(a) > rank(b); });
  uint32_t at = start;
  for (Field& f : fields) {
    *f.offset = at;
    at += f.width * f.count;
  }
  return at;
}

bool is_boolean(const Program& program, ExprId id) {
  const Expr& e = program.expr(id);
  switch (e.op) {
    case Op::constant: return e.value == 0 || e.value == 1;
    case Op::load: return program.variable(e.place.var).type.width == 1;
#define GYRE_COMPARISON(name, ...) case Op::name:
#define GYRE_LOGICAL(name, ...) case Op::name:
#include "ir/ops.def"
    case Op::logical_not:
    case Op::remote_at:
    case Op::timeout:
    case Op::full:
    case Op::empty:
    case Op::nfull:
    case Op::nempty:
    case Op::poll:
    case Op::enabled: return true;
    case Op::conditional: return is_boolean(program, e.kids[1]) && is_boolean(program, e.kids[2]);
    case Op::neg:
    case Op::bit_not:
#define GYRE_BINARY(name, ...) case Op::name:
#define GYRE_COMPARISON(...)
#include "ir/ops.def"
    case Op::remote_load:
    case Op::pid:
    case Op::nr_pr:
    case Op::last:
    case Op::non_progress:
    case Op::run:
    case Op::len:
    case Op::pc_value:
    case Op::get_priority:
    case Op::embedded_c:
    case Op::moves:
    case Op::argument:
    case Op::checked:
    case Op::list_guard: return false;
  }
  assert(false);
  return false;
}

// SPIN keeps the elements of bit arrays in bytes and does not truncate them. Where only 0 and 1 are ever written, a
// bit does.
void narrow_bit_arrays(Program& program) {
  std::vector<bool> wide(program.variables.size(), false);
  for (const Action& a : program.actions) {
    if (a.kind == ActionKind::assign && a.place.var != kNone && !is_boolean(program, a.expr)) {
      wide[static_cast<size_t>(a.place.var)] = true;
    }
    for (const ReceiveArg& r : a.receive) {
      if (r.kind == ReceiveArg::Kind::bind && r.place.var != kNone) wide[static_cast<size_t>(r.place.var)] = true;
    }
  }
  for (size_t i = 0; i < program.variables.size(); ++i) {
    Variable& v = program.variables[i];
    if (v.type.base == BaseType::bit && !v.dims.empty() && !wide[i]) v.type.width = 1;
  }
}

uint32_t bytes_for_bits(uint32_t bits) { return (bits + 7) / 8; }

}  // namespace

void lay_out(Program& program) {
  if (program.embedded_c == nullptr) narrow_bit_arrays(program);  // C may write what it likes
  std::vector<Field> globals, hidden;
  uint32_t last = 0;
  program.last_bits = program.max_processes > 255 ? 16 : 8;
  if (program.uses_last) globals.push_back({program.last_bits, 1, &last});
  uint32_t position = 0;
  if (program.trace != kNone) {
    program.trace_bits = std::max(1u, bits_for(program.process(program.trace).states.size()));
    globals.push_back({program.trace_bits, 1, &position});
  }
  for (VarId id : program.globals) {
    Variable& v = program.variable(id);
    (v.scope == Scope::hidden ? hidden : globals).push_back({v.type.width, v.count, &v.bit_offset});
  }
  program.globals_bytes = bytes_for_bits(pack(globals, 0));
  program.hidden_bytes = bytes_for_bits(pack(hidden, 0));
  if (program.uses_last) program.last_offset = static_cast<int32_t>(last);
  if (program.trace != kNone) program.trace_offset = static_cast<int32_t>(position);
  for (Process& p : program.processes) {
    p.pc_bits = std::max(1u, bits_for(p.states.empty() ? 1 : p.states.size() - 1));
    std::vector<Field> fields;
    uint32_t priority = 0;
    for (VarId id : p.variables) {
      Variable& v = program.variable(id);
      fields.push_back({v.type.width, v.count, &v.bit_offset});
    }
    fields.push_back({p.pc_bits, 1, &p.pc_offset});
    if (program.uses_priority) fields.push_back({8, 1, &priority});
    p.frame_bytes = bytes_for_bits(pack(fields, 0));
    p.priority_offset = program.uses_priority ? static_cast<int32_t>(priority) : -1;
  }
  for (ChannelType& c : program.channel_types) {
    c.field_offsets.assign(c.fields.size(), 0);
    std::vector<Field> fields;
    for (size_t i = 0; i < c.fields.size(); ++i) fields.push_back({c.fields[i].width, 1, &c.field_offsets[i]});
    c.slot_bits = pack(fields, 0);
    c.len_bits = bits_for(c.capacity);
    c.bytes = bytes_for_bits(c.slot_bits * c.capacity + c.len_bits);
  }
}

std::string dump_layout(const Program& program) {
  std::string out = fmt::format(
      "state vector: shape number (4 bytes), globals ({} bytes), then one frame per process and "
      "channel, hidden variables ({} bytes)\n",
      program.globals_bytes, program.hidden_bytes);
  auto line = [&](const Variable& v) {
    return fmt::format("  bit {:5}  {:2} bit{}{}  {}{}\n", v.bit_offset, v.type.width, v.type.width == 1 ? " " : "s",
                       v.count > 1 ? fmt::format(" x {}", v.count) : "", v.name, v.is_parameter ? "  (parameter)" : "");
  };
  out += "globals\n";
  if (program.last_offset >= 0)
    out += fmt::format("  bit {:5}  {:2} bits  _last\n", program.last_offset, program.last_bits);
  if (program.trace_offset >= 0)
    out += fmt::format("  bit {:5}  {:2} bits  position in the trace\n", program.trace_offset, program.trace_bits);
  for (VarId id : program.globals) {
    const Variable& v = program.variable(id);
    if (v.scope == Scope::global) out += line(v);
  }
  if (program.hidden_bytes > 0) out += "hidden\n";
  for (VarId id : program.globals) {
    const Variable& v = program.variable(id);
    if (v.scope == Scope::hidden) out += line(v);
  }
  for (const Process& p : program.processes) {
    out += fmt::format("process {} ({} bytes)\n  bit {:5}  {:2} bits  control state\n", p.name, p.frame_bytes,
                       p.pc_offset, p.pc_bits);
    if (p.priority_offset >= 0) out += fmt::format("  bit {:5}   8 bits  priority\n", p.priority_offset);
    for (VarId id : p.variables) out += line(program.variable(id));
  }
  for (const ChannelType& c : program.channel_types) {
    out += fmt::format("channel {} ({} bytes): {} slots of {} bits, length {} bits\n", c.name, c.bytes, c.capacity,
                       c.slot_bits, c.len_bits);
  }
  return out;
}

}  // namespace gyre::ir
