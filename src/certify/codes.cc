// States as bytes.
#include "certify/semantics.h"

namespace certify {

namespace {

size_t values_of(const Program& p, const Frame& f) {
  if (!f.channel) return 1 + (p.uses_priority ? 1 : 0) + p.processes[static_cast<size_t>(f.type)].values;
  const ChannelType& type = p.channels[static_cast<size_t>(f.type)];
  return 1 + static_cast<size_t>(f.values[0]) * type.fields.size();
}

}  // namespace

void write_number(std::string& out, int64_t value) {
  // Small numbers of either sign are short.
  uint64_t v = (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
  for (; v >= 128; v >>= 7) out += static_cast<char>(v | 128);
  out += static_cast<char>(v);
}

int64_t read_number(std::string_view& from) {
  uint64_t v = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (from.empty()) throw Rejected("a state is cut off");
    const auto byte = static_cast<uint8_t>(from.front());
    from.remove_prefix(1);
    if (shift < 64) v |= static_cast<uint64_t>(byte & 127) << shift;
    if ((byte & 128) == 0) return static_cast<int64_t>((v >> 1) ^ (~(v & 1) + 1));
  }
  throw Rejected("a number is too long");
}

std::string encode(const Program& program, const State& state) {
  std::string out;
  for (const int32_t v : state.globals) write_number(out, v);
  if (program.uses_last) write_number(out, state.last);
  write_number(out, static_cast<int64_t>(state.frames.size()));
  for (const Frame& f : state.frames) {
    write_number(out, f.type + (f.channel ? static_cast<int64_t>(program.processes.size()) : 0));
    for (const int32_t v : f.values) write_number(out, v);
  }
  return out;
}

State decode(const Program& program, std::string_view code) {
  State s;
  const auto number = [&] {
    const int64_t v = read_number(code);
    if (v != static_cast<int32_t>(v)) throw Rejected("a value of a state is too large");
    return static_cast<int32_t>(v);
  };
  for (size_t i = 0; i < program.global_values; ++i) s.globals.push_back(number());
  if (program.uses_last) s.last = number();
  const int32_t frames = number();
  const size_t kinds = program.processes.size() + program.channels.size();
  if (frames < 0 || static_cast<size_t>(frames) > 2 * program.max_processes)
    throw Rejected("a state has too many parts");
  for (int32_t i = 0; i < frames; ++i) {
    const int32_t kind = number();
    if (kind < 0 || static_cast<size_t>(kind) >= kinds) throw Rejected("a part of a state is of no kind");
    Frame f;
    f.channel = static_cast<size_t>(kind) >= program.processes.size();
    f.type = f.channel ? kind - static_cast<int32_t>(program.processes.size()) : kind;
    f.values.push_back(number());
    if (f.values[0] < 0) throw Rejected("a part of a state is not well-formed");
    if (f.channel) {
      if (static_cast<uint32_t>(f.values[0]) > program.channels[static_cast<size_t>(f.type)].capacity)
        throw Rejected("a channel of a state holds too much");
    } else if (static_cast<size_t>(f.values[0]) >= program.processes[static_cast<size_t>(f.type)].points.size()) {
      throw Rejected("a process of a state is nowhere");
    }
    const size_t count = values_of(program, f);
    while (f.values.size() < count) f.values.push_back(number());
    s.frames.push_back(std::move(f));
  }
  if (!code.empty()) throw Rejected("there is something behind a state");
  return s;
}

}  // namespace certify
