#include "certificate/codes.h"

#include <cstring>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"

namespace gyre::certificate {

namespace {

void put_variable(std::string& out, const ir::Variable& v, const uint8_t* base) {
  for (uint32_t i = 0; i < v.count; ++i)
    put_number(out, load_bits(base, v.bit_offset + i * v.type.width, v.type.width, v.type.is_signed));
}

void put_process(std::string& out, const ir::Program& program, const ir::Process& p, const uint8_t* frame) {
  put_number(out, load_unsigned(frame, p.pc_offset, p.pc_bits));
  if (p.priority_offset >= 0) put_number(out, load_unsigned(frame, narrow<uint32_t>(p.priority_offset), 8));
  for (const ir::VarId id : p.variables) put_variable(out, program.variable(id), frame);
}

void put_channel(std::string& out, const ir::ChannelType& type, const uint8_t* frame) {
  const uint32_t messages =
      type.capacity == 0 ? 0 : load_unsigned(frame, type.capacity * type.slot_bits, type.len_bits);
  put_number(out, messages);
  for (uint32_t m = 0; m < messages; ++m) {
    for (size_t f = 0; f < type.fields.size(); ++f) {
      put_number(out, load_bits(frame, m * type.slot_bits + type.field_offsets[f], type.fields[f].width,
                                type.fields[f].is_signed));
    }
  }
}

}  // namespace

void put_number(std::string& out, int64_t value) {
  uint64_t v = value < 0 ? (~static_cast<uint64_t>(value) << 1) | 1 : static_cast<uint64_t>(value) << 1;
  for (; v >= 0x80; v >>= 7) out.push_back(static_cast<char>(v | 0x80));
  out.push_back(static_cast<char>(v));
}

std::string code_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  uint32_t number;
  std::memcpy(&number, state.data, sizeof number);
  const ir::Shape& shape = shapes.get(number);
  std::string out;
  const uint8_t* globals = state.data + ir::kGlobalsOffset;
  for (const ir::VarId id : program.globals) put_variable(out, program.variable(id), globals);
  if (program.last_offset >= 0)
    put_number(out, load_unsigned(globals, narrow<uint32_t>(program.last_offset), program.last_bits));
  put_number(out, narrow<int64_t>(shape.kinds.size()));
  size_t process = 0, channel = 0;
  for (const int32_t kind : shape.kinds) {
    put_number(out, kind);
    if (kind < narrow<int32_t>(program.processes.size()))
      put_process(out, program, program.process(kind), state.data + shape.processes[process++].offset);
    else
      put_channel(out, program.channel_type(shape.channels[channel].type), state.data + shape.channels[channel].offset),
          ++channel;
  }
  return out;
}

}  // namespace gyre::certificate
