// Channels inside the state vector: slots of fields from the oldest message on, then the length. Free slots are zero.
#include <cassert>

#include "base/bits.h"
#include "base/nth.h"
#include "vm/machine.h"

namespace gyre::vm {

uint32_t Machine::Channel::len() const {
  if (type->capacity == 0) return 0;
  return static_cast<uint32_t>(load_bits(base, type->capacity * type->slot_bits, type->len_bits, false));
}

void Machine::Channel::set_len(uint32_t n) { store_bits(base, type->capacity * type->slot_bits, type->len_bits, n); }

int32_t Machine::Channel::field(uint32_t slot, size_t f) const {
  return load_bits(base, slot * type->slot_bits + type->field_offsets[f], type->fields[f].width,
                   type->fields[f].is_signed);
}

void Machine::Channel::set_field(uint32_t slot, size_t f, int32_t value) {
  store_bits(base, slot * type->slot_bits + type->field_offsets[f], type->fields[f].width,
             static_cast<uint32_t>(value));
}

void Machine::Channel::move_slot(uint32_t from, uint32_t to) {
  for (uint32_t done = 0; done < type->slot_bits; done += 32) {
    const uint32_t width = std::min(32u, type->slot_bits - done);
    const int32_t bits = load_bits(base, from * type->slot_bits + done, width, false);
    store_bits(base, to * type->slot_bits + done, width, static_cast<uint32_t>(bits));
  }
}

void Machine::Channel::clear_slot(uint32_t slot) {
  for (uint32_t done = 0; done < type->slot_bits; done += 32) {
    store_bits(base, slot * type->slot_bits + done, std::min(32u, type->slot_bits - done), 0);
  }
}

// The channel with this number; reports the use of one that was never made or is gone.
bool Machine::channel_at(int32_t id, Context& c, Channel& out) {
  if (id <= 0 || static_cast<size_t>(id) > c.shape->channels.size()) {
    c.error = model::ErrorKind::uninitialised_channel;
    return false;
  }
  const ir::FrameRef& f = nth(c.shape->channels, id - 1);
  out.base = c.s + f.offset;
  out.type = &program_->channel_type(f.type);
  return true;
}

int32_t Machine::channel_query(Code code, int32_t id, Context& c) {
  Channel q;
  if (!channel_at(id, c, q)) return 0;
  const uint32_t n = q.len();
  // A rendezvous channel is never full and always empty, as SPIN sees it.
  const bool full = q.type->capacity > 0 && n >= q.type->capacity;
  if (code == Code::len) return static_cast<int32_t>(n);
  if (code == Code::full) return full;
  if (code == Code::nfull) return !full;
  if (code == Code::empty) return n == 0;
  assert(code == Code::nempty);
  return n != 0;
}

int32_t Machine::poll(const ir::Expr& e, const int32_t* values, int32_t id, Context& c) {
  Channel q;
  if (!channel_at(id, c, q)) return 0;
  if (q.type->capacity == 0) {
    c.error = model::ErrorKind::channel_misuse;
    return 0;
  }
  if (e.args.size() > q.type->fields.size()) {
    c.error = model::ErrorKind::channel_misuse;
    return 0;
  }
  const uint32_t n = q.len();
  bool any_match = false;
  for (const ir::ReceiveArg& a : e.args) any_match |= a.kind == ir::ReceiveArg::Kind::match;
  const uint32_t last = e.value != 0 && any_match ? n : (n > 0 ? 1 : 0);
  for (uint32_t slot = 0; slot < last; ++slot) {
    bool ok = true;
    size_t at = 0;
    for (size_t f = 0; f < e.args.size() && ok; ++f) {
      if (e.args[f].kind == ir::ReceiveArg::Kind::match) ok = q.field(slot, f) == values[at++];
    }
    if (ok) return 1;
  }
  return 0;
}

// The message a receive would take: the first, or with ?? the first that matches.
uint32_t Machine::find_message(const VmEdge& e, const Channel& q, Context& c) {
  const uint32_t n = q.len();
  if (n == 0) return 0;
  const std::vector<ir::ReceiveArg>& args = e.action->receive;
  if (args.size() > q.type->fields.size()) {
    c.error = model::ErrorKind::channel_misuse;
    return 0;
  }
  const uint32_t last = e.random ? n : 1;
  for (uint32_t slot = 0; slot < last; ++slot) {
    bool ok = true;
    for (size_t f = 0; f < args.size() && ok; ++f) {
      if (args[f].kind != ir::ReceiveArg::Kind::match) continue;
      const int32_t want = eval(e.code->matches[f], c);
      if (c.error != model::ErrorKind::none) return 0;
      ok = q.field(slot, f) == want;
    }
    if (ok) return slot + 1;
  }
  return 0;
}

}  // namespace gyre::vm
