// Channels inside the state vector: slots of fields from the oldest message on, then the length. Free slots are zero.
#include <algorithm>
#include <cassert>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "vm/interpreter.h"

namespace gyre::vm {

uint32_t Channel::len() const {
  if (type->capacity == 0) return 0;
  return load_unsigned(base, type->capacity * type->slot_bits, type->len_bits);
}

void Channel::set_len(uint32_t n) {
  assert(n <= type->capacity);
  store_bits(base, type->capacity * type->slot_bits, type->len_bits, n);
}

int32_t Channel::field(uint32_t slot, size_t f) const {
  assert(slot < type->capacity && f < type->fields.size());
  return load_bits(base, slot * type->slot_bits + type->field_offsets[f], type->fields[f].width,
                   type->fields[f].is_signed);
}

void Channel::set_field(uint32_t slot, size_t f, int32_t value) {
  assert(slot < type->capacity && f < type->fields.size());
  store_bits(base, slot * type->slot_bits + type->field_offsets[f], type->fields[f].width, value);
}

void Channel::move_slot(uint32_t from, uint32_t to) {
  assert(from < type->capacity && to < type->capacity);
  for (uint32_t done = 0; done < type->slot_bits; done += 32) {
    const uint32_t width = std::min(32u, type->slot_bits - done);
    store_bits(base, to * type->slot_bits + done, width, load_unsigned(base, from * type->slot_bits + done, width));
  }
}

void Channel::clear_slot(uint32_t slot) {
  assert(slot < type->capacity);
  for (uint32_t done = 0; done < type->slot_bits; done += 32) {
    store_bits(base, slot * type->slot_bits + done, std::min(32u, type->slot_bits - done), 0u);
  }
}

// The channel with this number; reports the use of one that was never made or is gone.
bool Interpreter::channel_at(int32_t id, Context& c, Channel& out) {
  if (!c.shape->has_channel(id)) {
    c.error = model::ErrorKind::uninitialised_channel;
    return false;
  }
  const ir::FrameRef& f = nth(c.shape->channels, id - 1);
  out.base = c.s + f.offset;
  out.type = &program_->channel_type(f.type);
  return true;
}

int32_t Interpreter::channel_query(Code code, int32_t id, Context& c) {
  Channel q;
  if (!channel_at(id, c, q)) return 0;
  const uint32_t n = q.len();
  // A rendezvous channel is never full and always empty, as SPIN sees it.
  const bool full = q.type->capacity > 0 && n >= q.type->capacity;
  if (code == Code::len) return narrow<int32_t>(n);
  if (code == Code::full) return full;
  if (code == Code::nfull) return !full;
  if (code == Code::empty) return n == 0;
  assert(code == Code::nempty);
  return n != 0;
}

int32_t Interpreter::poll(const ir::Expr& e, const int32_t* values, int32_t id, Context& c) {
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
uint32_t Interpreter::find_message(const VmEdge& e, const Channel& q, Context& c) {
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
