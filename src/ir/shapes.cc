#include "ir/shapes.h"

#include <new>

#include "ir/layout.h"

namespace gyre::ir {

ShapeTable::ShapeTable(const Program& program)
    : program_(program), chunks_(new std::atomic<Entry*>[kMaxShapes / kChunk]()) {
  intern({});
}

std::vector<int32_t> ShapeTable::kinds(const Shape& shape) const {
  std::vector<int32_t> out;
  for (int32_t o : shape.order) {
    out.push_back(o >= 0 ? shape.processes[static_cast<size_t>(o)].type
                         : static_cast<int32_t>(program_.processes.size()) +
                               shape.channels[static_cast<size_t>(-1 - o)].type);
  }
  return out;
}

const Shape& ShapeTable::intern(const std::vector<int32_t>& kinds) {
  auto it = known_.find(kinds);
  if (it != known_.end()) return shapes_[it->second];
  if (shapes_.size() >= kMaxShapes) throw std::bad_alloc();
  shapes_.emplace_back();
  Shape& s = shapes_.back();
  s.id = static_cast<uint32_t>(shapes_.size() - 1);
  const auto process_count = static_cast<int32_t>(program_.processes.size());
  uint32_t at = kGlobalsOffset + program_.globals_bytes;
  for (int32_t k : kinds) {
    if (k < process_count) {
      s.order.push_back(static_cast<int32_t>(s.processes.size()));
      s.processes.push_back({at, k});
      at += program_.process(k).frame_bytes;
    } else {
      s.order.push_back(-1 - static_cast<int32_t>(s.channels.size()));
      s.channels.push_back({at, k - process_count});
      at += program_.channel_type(k - process_count).bytes;
    }
  }
  s.frames_end = at;
  // With hidden variables behind it the key ends at a multiple of eight, so that it can be hashed by words.
  const uint32_t unit = program_.hidden_bytes > 0 ? 8 : 4;
  s.key_bytes = (at + unit - 1) / unit * unit;
  s.total_bytes = s.key_bytes + (program_.hidden_bytes + 3) / 4 * 4;
  const size_t neighbours = program_.processes.size() + program_.channel_types.size();
  s.pushed.reset(new std::atomic<int32_t>[neighbours]);
  for (size_t i = 0; i < neighbours; ++i) s.pushed[i].store(-1, std::memory_order_relaxed);
  known_[kinds] = s.id;
  if (s.id % kChunk == 0) {
    chunk_memory_.emplace_back(new Entry[kChunk]());
    chunks_[s.id / kChunk].store(chunk_memory_.back().get(), std::memory_order_release);
  }
  chunks_[s.id / kChunk].load()[s.id % kChunk].store(&s, std::memory_order_release);
  count_.store(static_cast<uint32_t>(shapes_.size()));
  return s;
}

const StateShape& ShapeTable::description(uint32_t id) const {
  const Shape& shape = get(id);
  std::call_once(shape.described, [&] { describe(shape); });
  return shape.description;
}

void ShapeTable::describe(const Shape& shape) const {
  StateShape& out = shape.description;
  out.key_bytes = shape.key_bytes;
  out.total_bytes = shape.total_bytes;
  auto add_fields = [&](uint32_t base, const std::vector<VarId>& vars, Scope scope) {
    for (VarId v : vars) {
      const Variable& var = program_.variable(v);
      if (var.scope != scope) continue;
      for (uint32_t i = 0; i < var.count; ++i) {
        // A range that begins at 0 or above is kept as it is, so its values count from 0.
        const bool exact = var.type.ranged() && !var.type.is_signed;
        out.fields.push_back({base * 8 + var.bit_offset + i * var.type.width, var.type.width,
                              exact ? static_cast<uint64_t>(var.type.high) + 1 : uint64_t{1} << var.type.width});
      }
    }
  };
  out.fields.push_back({0, 32, kMaxShapes});
  out.components.push_back({0, kGlobalsOffset + program_.globals_bytes, 0});
  if (program_.last_offset >= 0) {
    out.fields.push_back({kGlobalsOffset * 8 + static_cast<uint32_t>(program_.last_offset), program_.last_bits,
                          uint64_t{1} << program_.last_bits});
  }
  if (program_.trace_offset >= 0) {
    out.fields.push_back({kGlobalsOffset * 8 + static_cast<uint32_t>(program_.trace_offset), program_.trace_bits,
                          uint64_t{1} << program_.trace_bits});
  }
  add_fields(kGlobalsOffset, program_.globals, Scope::global);
  const auto process_count = static_cast<uint32_t>(program_.processes.size());
  for (int32_t o : shape.order) {
    if (o >= 0) {
      const FrameRef& frame = shape.processes[static_cast<size_t>(o)];
      const Process& p = program_.process(frame.type);
      out.components.push_back({frame.offset, p.frame_bytes, 1 + static_cast<uint32_t>(frame.type)});
      out.fields.push_back({frame.offset * 8 + p.pc_offset, p.pc_bits, p.states.size()});
      if (p.priority_offset >= 0)
        out.fields.push_back({frame.offset * 8 + static_cast<uint32_t>(p.priority_offset), 8, 256});
      add_fields(frame.offset, p.variables, Scope::local);
    } else {
      const FrameRef& frame = shape.channels[static_cast<size_t>(-1 - o)];
      const ChannelType& c = program_.channel_type(frame.type);
      out.components.push_back({frame.offset, c.bytes, 1 + process_count + static_cast<uint32_t>(frame.type)});
      for (uint32_t slot = 0; slot < c.capacity; ++slot) {
        for (size_t f = 0; f < c.fields.size(); ++f) {
          out.fields.push_back({frame.offset * 8 + slot * c.slot_bits + c.field_offsets[f], c.fields[f].width,
                                uint64_t{1} << c.fields[f].width});
        }
      }
      if (c.capacity > 0)
        out.fields.push_back({frame.offset * 8 + c.capacity * c.slot_bits, c.len_bits, uint64_t{c.capacity} + 1});
    }
  }
}

const Shape& ShapeTable::push(const Shape& from, int32_t kind) {
  const int32_t known = from.pushed[static_cast<size_t>(kind)].load(std::memory_order_acquire);
  if (known >= 0) return get(static_cast<uint32_t>(known));
  std::lock_guard lock(mutex_);
  std::vector<int32_t> k = kinds(from);
  k.push_back(kind);
  const Shape& s = intern(k);
  from.pushed[static_cast<size_t>(kind)].store(static_cast<int32_t>(s.id), std::memory_order_release);
  return s;
}

const Shape& ShapeTable::pop_process(const Shape& from) {
  const int32_t known = from.popped.load(std::memory_order_acquire);
  if (known >= 0) return get(static_cast<uint32_t>(known));
  std::lock_guard lock(mutex_);
  std::vector<int32_t> k = kinds(from);
  const auto youngest = static_cast<int32_t>(from.processes.size()) - 1;
  size_t at = from.order.size();
  while (at > 0 && from.order[at - 1] != youngest) --at;
  k.resize(at - 1);
  const Shape& s = intern(k);
  from.popped.store(static_cast<int32_t>(s.id), std::memory_order_release);
  return s;
}

}  // namespace gyre::ir
