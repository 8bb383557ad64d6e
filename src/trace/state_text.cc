#include "trace/state_text.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include <fmt/format.h>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"

namespace gyre::trace {

namespace {

// "a[].x[]" with these indices.
std::string indexed_name(const ir::Variable& v, const std::vector<uint32_t>& index) {
  std::string out;
  size_t next = 0;
  for (size_t i = 0; i < v.name.size(); ++i) {
    if (v.name.compare(i, 2, "[]") == 0 && next < index.size()) {
      out += fmt::format("[{}]", index[next++]);
      ++i;
    } else {
      out += v.name[i];
    }
  }
  return out;
}

}  // namespace

std::string element_name(const ir::Variable& v, uint32_t flat) {
  std::vector<uint32_t> index(v.dims.size());
  for (size_t i = v.dims.size(); i-- > 0;) {
    index[i] = flat % v.dims[i];
    flat /= v.dims[i];
  }
  return indexed_name(v, index);
}

namespace {

// A field that holds no negative numbers.
uint32_t number_at(const uint8_t* base, uint32_t bit, uint32_t width) {
  assert(width < 32);
  return narrow<uint32_t>(load_bits(base, bit, width, false));
}

// Who made a channel: a process (or -1: the globals), and its index among the channels of that process.
struct Maker {
  int32_t pid = -1;
  size_t index = 0;
};

// Frames lie in the order in which they were made, and that of a process has some bytes.
Maker maker_of(const ir::Shape& shape, int32_t id) {
  if (!shape.has_channel(id)) return {-1, ~size_t{0}};
  const uint32_t offset = nth(shape.channels, id - 1).offset;
  Maker out;
  while (out.pid + 1 < shape.process_count() && nth(shape.processes, out.pid + 1).offset < offset) ++out.pid;
  const uint32_t begin = out.pid < 0 ? 0 : nth(shape.processes, out.pid).offset;
  for (int32_t other = 1; other < id; ++other) out.index += nth(shape.channels, other - 1).offset > begin ? 1 : 0;
  return out;
}

// All that is needed to read one state.
class Reader {
 public:
  Reader(const ir::Program& program, const ir::ShapeTable& shapes, StateView state)
      : program_(program), state_(state), shape_(shape_of(shapes, state)) {}

  const ir::Shape& shape() const { return shape_; }
  int32_t process_count() const { return narrow<int32_t>(shape_.processes.size()); }
  int32_t channel_count() const { return narrow<int32_t>(shape_.channels.size()); }
  int32_t type_of(int32_t pid) const { return nth(shape_.processes, pid).type; }
  const ir::Process& type(int32_t pid) const { return nth(program_.processes, type_of(pid)); }
  const uint8_t* frame(int32_t pid) const { return state_.data + nth(shape_.processes, pid).offset; }
  const uint8_t* globals(const ir::Variable& v) const {
    return state_.data + (v.scope == ir::Scope::hidden ? shape_.key_bytes : ir::kGlobalsOffset);
  }
  // Channels are numbered from 1 on.
  const ir::FrameRef& channel_frame(int32_t id) const { return nth(shape_.channels, id - 1); }
  const ir::ChannelType& channel_type(int32_t id) const { return nth(program_.channel_types, channel_frame(id).type); }
  const uint8_t* channel(int32_t id) const { return state_.data + channel_frame(id).offset; }

  static int32_t value(const ir::Variable& v, const uint8_t* base, uint32_t element) {
    return load_bits(base, v.bit_offset + element * v.type.width, v.type.width, v.type.is_signed);
  }

  std::string channel_name(int32_t id) const {
    if (id <= 0 || id > channel_count()) return id == 0 ? "none" : fmt::format("chan {}", id);
    const Maker maker = maker_of(shape_, id);
    size_t next = 0;
    const auto& initialisers = maker.pid < 0 ? program_.initialisers : type(maker.pid).initialisers;
    for (const ir::ActionId a : initialisers) {
      const ir::Action& action = nth(program_.actions, a);
      if (action.kind != ir::ActionKind::new_channel || next++ != maker.index) continue;
      if (action.place.var == ir::kNone) return channel_type(id).name;
      std::vector<uint32_t> index;
      for (const ir::ExprId e : action.place.indices) {
        index.push_back(narrow<uint32_t>(nth(program_.exprs, e).value));
      }
      const std::string name = indexed_name(nth(program_.variables, action.place.var), index);
      if (maker.pid < 0) return name;
      return fmt::format("{}({}):{}", display_name(type(maker.pid)), maker.pid, name);
    }
    return fmt::format("chan {}", id);
  }

  std::string text(const ir::ScalarType& type, int32_t value) const {
    return type.base == ir::BaseType::chan ? channel_name(value) : value_text(program_, type, value);
  }

  std::vector<std::vector<int32_t>> contents(int32_t id) const {
    const ir::ChannelType& c = channel_type(id);
    std::vector<std::vector<int32_t>> out;
    if (c.capacity == 0) return out;
    const uint8_t* base = channel(id);
    const uint32_t length = number_at(base, c.capacity * c.slot_bits, c.len_bits);
    for (uint32_t slot = 0; slot < length; ++slot) {
      std::vector<int32_t> message;
      for (size_t f = 0; f < c.fields.size(); ++f) {
        message.push_back(
            load_bits(base, slot * c.slot_bits + c.field_offsets[f], c.fields[f].width, c.fields[f].is_signed));
      }
      out.push_back(std::move(message));
    }
    return out;
  }

  std::vector<std::string> message_fields(int32_t id, const std::vector<int32_t>& values) const {
    const ir::ChannelType& c = channel_type(id);
    if (!c.signals.empty()) return {signal_text(c, values)};
    std::vector<std::string> out;
    for (size_t f = 0; f < values.size(); ++f)
      out.push_back(f < c.fields.size() ? text(c.fields[f], values[f]) : std::to_string(values[f]));
    return out;
  }

  std::string message(int32_t id, const std::vector<int32_t>& values) const {
    std::string out;
    for (const std::string& field : message_fields(id, values)) out += (out.empty() ? "" : ",") + field;
    return out;
  }

  // "up(3)": a message of guarded commands, the signal and its data.
  std::string signal_text(const ir::ChannelType& c, const std::vector<int32_t>& values) const {
    const ir::ChannelType::Signal& signal = nth(c.signals, values[0]);
    std::string data;
    for (size_t i = 1; i < values.size(); ++i) {
      data += data.empty() ? "" : ",";
      data +=
          signal.fields.size() == values.size() - 1 ? text(signal.fields[i - 1], values[i]) : std::to_string(values[i]);
    }
    return data.empty() ? signal.name : fmt::format("{}({})", signal.name, data);
  }

  // "<1, 2>", "<(1, TRUE), (2, FALSE)>": a list, by its length.
  std::string list_text(const ir::Variable& length, uint32_t element, const uint8_t* base) const {
    const auto count = narrow<uint32_t>(value(length, base, element));
    std::string out;
    for (uint32_t i = 0; i < count; ++i) {
      std::string item;
      uint32_t words = 0;
      for (const ir::VarId id : length.slots) {
        const ir::Variable& v = nth(program_.variables, id);
        const uint32_t each = v.count / (length.count * length.capacity);
        for (uint32_t k = 0; k < each; ++k, ++words) {
          item += words > 0 ? ", " : "";
          item += text(v.type, value(v, base, (element * length.capacity + i) * each + k));
        }
      }
      out += (i > 0 ? ", " : "") + (words > 1 ? "(" + item + ")" : item);
    }
    return "<" + out + ">";
  }

  // What a person sees of an element of a variable.
  std::string element_text(const ir::Variable& v, uint32_t element, const uint8_t* base) const {
    return v.slots.empty() ? text(v.type, value(v, base, element)) : list_text(v, element, base);
  }

  void list_variable(const ir::Variable& v, uint32_t element, const uint8_t* base, int32_t pid,
                     std::vector<NamedValue>& out) const {
    std::string name = element_name(v, element);
    if (pid >= 0) name = fmt::format("{}({}):{}", display_name(type(pid)), pid, name);
    std::string shown = element_text(v, element, base);
    if (v.type.base == ir::BaseType::chan && shown == name) return;
    out.push_back({std::move(name), std::move(shown), pid, false, v.scope == ir::Scope::hidden});
  }

  std::string channel_text(int32_t id) const {
    std::string shown;
    for (const std::vector<int32_t>& m : contents(id)) shown += "[" + message(id, m) + "]";
    return shown.empty() ? "empty" : shown;
  }

  void list_channel(int32_t id, std::vector<NamedValue>& out) const {
    if (channel_type(id).capacity == 0) return;
    out.push_back({channel_name(id), channel_text(id), -1, true, false});
  }

  // Are all elements of the variable equal in both blocks? (Whole bytes are compared: neighbours may say no wrongly.)
  static bool same_bytes(const ir::Variable& v, const uint8_t* a, const uint8_t* b) {
    const uint32_t first = v.bit_offset / 8;
    const uint32_t last = (v.bit_offset + v.count * v.type.width + 7) / 8;
    return std::memcmp(a + first, b + first, last - first) == 0;
  }

 private:
  const ir::Program& program_;
  StateView state_;
  const ir::Shape& shape_;
};

}  // namespace

int32_t channel_count(const ir::ShapeTable& shapes, StateView state) {
  return narrow<int32_t>(shape_of(shapes, state).channels.size());
}

const ir::Shape& shape_of(const ir::ShapeTable& shapes, StateView state) {
  assert(state.data != nullptr && state.total >= sizeof(uint32_t));
  uint32_t id;
  std::memcpy(&id, state.data, 4);
  return shapes.get(id);
}

std::string_view display_name(const ir::Process& process) {
  std::string_view name = process.name;
  if (name.size() > 2 && name.front() == ':' && name.back() == ':') name = name.substr(1, name.size() - 2);
  return name;
}

std::string value_text(const ir::Program& program, const ir::ScalarType& type, int32_t value) {
  if (type.base == ir::BaseType::mtype && value != 0) return ir::mtype_name(program, type.mtype_set, value);
  if (type.base == ir::BaseType::enumeration) return ir::mtype_name(program, type.mtype_set, value + 1);
  if (type.base == ir::BaseType::boolean) return value != 0 ? "TRUE" : "FALSE";
  return std::to_string(value);
}

std::string channel_name(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t id) {
  return Reader(program, shapes, state).channel_name(id);
}

std::string message_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t channel,
                         const std::vector<int32_t>& message) {
  return Reader(program, shapes, state).message(channel, message);
}

std::vector<std::string> message_fields(const ir::Program& program, const ir::ShapeTable& shapes, StateView state,
                                        int32_t channel, const std::vector<int32_t>& message) {
  return Reader(program, shapes, state).message_fields(channel, message);
}

std::vector<std::vector<int32_t>> channel_contents(const ir::Program& program, const ir::ShapeTable& shapes,
                                                   StateView state, int32_t channel) {
  return Reader(program, shapes, state).contents(channel);
}

int32_t element_value(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, const ir::Variable& v,
                      uint32_t element, int32_t pid) {
  assert(element < v.count);
  const Reader reader(program, shapes, state);
  return Reader::value(v, pid < 0 ? reader.globals(v) : reader.frame(pid), element);
}

std::string element_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state,
                         const ir::Variable& v, uint32_t element, int32_t pid) {
  assert(element < v.count);
  const Reader reader(program, shapes, state);
  const uint8_t* const base = pid < 0 ? reader.globals(v) : reader.frame(pid);
  if (v.type.base == ir::BaseType::chan) {
    const int32_t id = Reader::value(v, base, element);
    const bool there = id > 0 && id <= reader.channel_count();
    if (there && reader.channel_type(id).capacity > 0) return reader.channel_text(id);
  }
  return reader.element_text(v, element, base);
}

std::vector<NamedValue> describe(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  const Reader reader(program, shapes, state);
  std::vector<NamedValue> out;
  for (const ir::VarId id : program.globals) {
    const ir::Variable& v = nth(program.variables, id);
    for (uint32_t i = 0; i < v.count && !v.internal; ++i) reader.list_variable(v, i, reader.globals(v), -1, out);
  }
  for (int32_t id = 1; id <= reader.channel_count(); ++id) reader.list_channel(id, out);
  for (int32_t pid = 0; pid < reader.process_count(); ++pid) {
    for (const ir::VarId id : reader.type(pid).variables) {
      const ir::Variable& v = nth(program.variables, id);
      for (uint32_t i = 0; i < v.count && !v.internal; ++i) {
        reader.list_variable(v, i, reader.frame(pid), pid, out);
      }
    }
  }
  return out;
}

std::vector<NamedValue> changes(const ir::Program& program, const ir::ShapeTable& shapes, StateView before,
                                StateView after) {
  const Reader old(program, shapes, before);
  const Reader now(program, shapes, after);
  std::vector<NamedValue> out;
  auto compare = [&](const ir::Variable& v, const uint8_t* old_base, const uint8_t* base, int32_t pid) {
    if (v.internal) return;
    if (!v.slots.empty()) {  // a list can change while its length does not
      for (uint32_t i = 0; i < v.count; ++i) {
        if (!old_base || old.element_text(v, i, old_base) != now.element_text(v, i, base))
          now.list_variable(v, i, base, pid, out);
      }
      return;
    }
    if (old_base && Reader::same_bytes(v, old_base, base)) return;
    for (uint32_t i = 0; i < v.count; ++i) {
      const int32_t value = Reader::value(v, base, i);
      const bool listed = old_base ? Reader::value(v, old_base, i) != value : v.is_parameter || value != 0;
      if (listed) now.list_variable(v, i, base, pid, out);
    }
  };
  for (const ir::VarId id : program.globals) {
    const ir::Variable& v = nth(program.variables, id);
    compare(v, old.globals(v), now.globals(v), -1);
  }
  for (int32_t id = 1; id <= now.channel_count(); ++id) {
    const bool known = id <= old.channel_count() && old.channel_frame(id).type == now.channel_frame(id).type;
    const uint32_t bytes = now.channel_type(id).bytes;
    if (known && std::memcmp(old.channel(id), now.channel(id), bytes) == 0) continue;
    if (known || !now.contents(id).empty()) now.list_channel(id, out);
  }
  for (int32_t pid = 0; pid < now.process_count(); ++pid) {
    const bool known = pid < old.process_count() && old.type_of(pid) == now.type_of(pid);
    for (const ir::VarId id : now.type(pid).variables) {
      compare(nth(program.variables, id), known ? old.frame(pid) : nullptr, now.frame(pid), pid);
    }
  }
  return out;
}

uint32_t trace_position(const ir::Program& program, StateView state) {
  uint8_t bytes[16] = {};  // bit access may touch bytes behind the field
  const auto offset = narrow<uint32_t>(program.trace_offset);
  const uint32_t from = ir::kGlobalsOffset + offset / 8;
  assert(from < state.total);
  std::memcpy(bytes, state.data + from, std::min<uint32_t>(8, state.total - from));
  return number_at(bytes, offset % 8, program.trace_bits);
}

std::vector<ProcessPlace> places(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  const Reader reader(program, shapes, state);
  std::vector<ProcessPlace> out;
  for (int32_t pid = 0; pid < reader.process_count(); ++pid) {
    const ir::Process& p = reader.type(pid);
    const uint32_t at = number_at(reader.frame(pid), p.pc_offset, p.pc_bits);
    out.push_back({pid, reader.type_of(pid), at});
  }
  return out;
}

}  // namespace gyre::trace
