#include "ir/shapes.h"

#include <cassert>
#include <new>
#include <stdexcept>

#include "base/hash.h"
#include "ir/layout.h"

namespace gyre::ir {

uint32_t ShapeTable::hash_of(const std::vector<int32_t>& kinds) {
  uint64_t sum = 0;
  for (size_t i = 0; i < kinds.size(); ++i) sum += word_term(narrow<uint64_t>(kinds[i]) + 1, i);
  return narrow<uint32_t>(finish_hash(sum, kinds.size()) >> 32);
}

void ShapeTable::Slots::put(const Shape& shape) {
  uint32_t at = shape.id;
  while (shapes[at & mask].load(std::memory_order_relaxed) != nullptr) ++at;
  shapes[at & mask].store(&shape, std::memory_order_release);
}

const Shape* ShapeTable::Slots::find(uint32_t id) const {
  for (uint32_t at = id;; ++at) {
    const Shape* shape = shapes[at & mask].load(std::memory_order_relaxed);
    if (shape == nullptr || shape->id == id) return shape;
  }
}

const Shape& ShapeTable::get_locked(uint32_t id) const {
  std::lock_guard lock(mutex_);
  const Shape* shape = tables_.back().find(id);
  if (shape == nullptr) throw std::logic_error("a state has a shape that was never made");
  return *shape;
}

ShapeTable::ShapeTable(const Program& program, Hash hash) : program_(program), hash_(hash) {
  constexpr uint32_t kFew = 64;  // a power of two
  slots_.store(&tables_.emplace_back(kFew), std::memory_order_release);
  root_ = &intern({});
}

const Shape& ShapeTable::intern(std::vector<int32_t> kinds) {
  auto it = known_.find(kinds);
  if (it != known_.end()) return *it->second;
  if (shapes_.size() >= kMaxShapes) throw std::bad_alloc();
  shapes_.emplace_back();
  Shape& s = shapes_.back();
  s.id = hash_(kinds);
  while (tables_.back().find(s.id) != nullptr) {
    ++s.id;
    canonical_.store(false, std::memory_order_relaxed);
  }
  const auto process_types = narrow<int32_t>(program_.processes.size());
  uint32_t at = kGlobalsOffset + program_.globals_bytes;
  for (const int32_t k : kinds) {
    if (k < process_types) {
      s.processes.push_back({at, k});
      at += program_.process(k).frame_bytes;
    } else {
      s.channels.push_back({at, k - process_types});
      at += program_.channel_type(k - process_types).bytes;
    }
  }
  s.frames_end = at;
  // With hidden variables behind it the key ends at a multiple of eight, so that it can be hashed by words.
  const uint32_t unit = program_.hidden_bytes > 0 ? 8 : 4;
  s.key_bytes = (at + unit - 1) / unit * unit;
  s.total_bytes = s.key_bytes + (program_.hidden_bytes + 3) / 4 * 4;
  s.pushed.reset(new std::atomic<const Shape*>[program_.processes.size() + program_.channel_types.size()]());
  s.kinds = kinds;
  known_[std::move(kinds)] = &s;
  const uint32_t size = tables_.back().mask + 1;
  if (shapes_.size() * 2 > size) {
    Slots& larger = tables_.emplace_back(2 * size);
    for (const Shape& shape : shapes_) larger.put(shape);
    slots_.store(&larger, std::memory_order_release);
  } else {
    tables_.back().put(s);
  }
  count_.store(narrow<uint32_t>(shapes_.size()), std::memory_order_relaxed);
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
                              exact ? narrow<uint64_t>(var.type.high) + 1 : uint64_t{1} << var.type.width});
      }
    }
  };
  out.fields.push_back({0, 32, uint64_t{1} << 32});
  out.components.push_back({0, kGlobalsOffset + program_.globals_bytes, 0});
  if (program_.last_offset >= 0) {
    out.fields.push_back({kGlobalsOffset * 8 + narrow<uint32_t>(program_.last_offset), program_.last_bits,
                          uint64_t{1} << program_.last_bits});
  }
  if (program_.trace_offset >= 0) {
    out.fields.push_back({kGlobalsOffset * 8 + narrow<uint32_t>(program_.trace_offset), program_.trace_bits,
                          uint64_t{1} << program_.trace_bits});
  }
  add_fields(kGlobalsOffset, program_.globals, Scope::global);
  const auto process_types = narrow<int32_t>(program_.processes.size());
  size_t processes = 0, channels = 0;  // seen so far
  for (const int32_t kind : shape.kinds) {
    if (kind < process_types) {
      const FrameRef& frame = shape.processes[processes++];
      const Process& p = program_.process(frame.type);
      out.components.push_back({frame.offset, p.frame_bytes, 1 + narrow<uint32_t>(kind)});
      out.fields.push_back({frame.offset * 8 + p.pc_offset, p.pc_bits, p.states.size()});
      if (p.priority_offset >= 0)
        out.fields.push_back({frame.offset * 8 + narrow<uint32_t>(p.priority_offset), 8, 256});
      add_fields(frame.offset, p.variables, Scope::local);
    } else {
      const FrameRef& frame = shape.channels[channels++];
      const ChannelType& c = program_.channel_type(frame.type);
      out.components.push_back({frame.offset, c.bytes, 1 + narrow<uint32_t>(kind)});
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
  std::atomic<const Shape*>& known = from.pushed[narrow<size_t>(kind)];
  if (const Shape* shape = known.load(std::memory_order_acquire)) return *shape;
  std::lock_guard lock(mutex_);
  std::vector<int32_t> kinds = from.kinds;
  kinds.push_back(kind);
  const Shape& s = intern(std::move(kinds));
  known.store(&s, std::memory_order_release);
  return s;
}

const Shape& ShapeTable::pop_process(const Shape& from) {
  assert(!from.processes.empty());
  if (const Shape* shape = from.popped.load(std::memory_order_acquire)) return *shape;
  std::lock_guard lock(mutex_);
  std::vector<int32_t> kinds = from.kinds;
  const auto process_types = narrow<int32_t>(program_.processes.size());
  while (kinds.back() >= process_types) kinds.pop_back();  // channels that were created after it
  kinds.pop_back();
  const Shape& s = intern(std::move(kinds));
  from.popped.store(&s, std::memory_order_release);
  return s;
}

}  // namespace gyre::ir
