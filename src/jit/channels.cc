// Channels: messages inside the state, as vm/channel.cc keeps them.
#include <algorithm>
#include <cassert>
#include <cstddef>

#include "jit/generator.h"

namespace gyre::jit {

using ir::Op;
using model::ErrorKind;
using model::NativeCall;

namespace {

// Do the channels follow each other, all of one type?
bool in_a_row(const std::vector<FixedChannel>& all) {
  for (size_t i = 1; i < all.size(); ++i) {
    if (all[i].type != all[0].type || all[i].id != all[i - 1].id + 1) return false;
  }
  return true;
}

}  // namespace

Generator::Channel Generator::channel(ir::ExprId id, const At& at, const Failure& failure) {
  const ir::Expr& e = p_.expr(id);
  Channel out;
  out.classes = analysis_.classes_of(id);
  const std::vector<FixedChannel>* fixed = e.op == Op::load ? analysis_.fixed(e.place.var) : nullptr;
  if (fixed && in_a_row(*fixed)) {
    const FixedChannel& first = fixed->front();
    V index = flat_index(e.place, at, failure);
    if (!index) index = b_.c64(0);
    out.id = b_.add(b_.trunc(index, b_.i32), b_.c32(first.id));
    out.offset = b_.add(b_.mul(index, b_.c64(p_.channel_types[first.type].bytes)), b_.c64(first.offset));
    return out;
  }
  out.id = value(id, at, failure);
  V number = b_.sub(out.id, b_.c32(1));
  V bad = b_.compare(LLVMIntUGE, number, call_field(b_.i32, offsetof(NativeCall, channel_count)));
  fail_if(bad, ErrorKind::uninitialised_channel, failure);
  V frame = b_.at(call_field(b_.ptr, offsetof(NativeCall, channels)), b_.shl(b_.zext(number, b_.i64), b_.c64(3)));
  out.offset = b_.zext(b_.load(b_.i32, b_.at(frame, offsetof(ir::FrameRef, offset)), 4), b_.i64);
  if (out.classes.size() > 1) out.type = b_.load(b_.i32, b_.at(frame, offsetof(ir::FrameRef, type)), 4);
  return out;
}

// Code for each class the channel may have; each body ends its block itself.
void Generator::for_each_class(const Channel& channel, const std::function<void(const ir::ChannelType&)>& body) {
  if (channel.classes.size() == 1 || !channel.type) {
    body(p_.channel_types[channel.classes[0]]);
    return;
  }
  std::map<uint32_t, Block> blocks;
  for (uint32_t c : channel.classes) blocks[c] = b_.block();
  const uint32_t last = channel.classes.back();
  V choice = b_.switch_on(channel.type, blocks[last], p_.channel_types.size());
  for (size_t t = 0; t < p_.channel_types.size(); ++t) {
    const uint32_t c = analysis_.class_of(t);
    if (c != last && blocks.count(c)) b_.add_case(choice, b_.c32(t), blocks[c]);
  }
  for (uint32_t c : channel.classes) {
    b_.go_on_in(blocks[c]);
    body(p_.channel_types[c]);
  }
}

Generator::Field Generator::slot_field(const Channel& channel, const ir::ChannelType& type, V slot, size_t field) {
  assert(field < type.fields.size());
  Field f;
  f.byte = channel.offset;
  f.bit = type.field_offsets[field];
  f.index = slot;
  f.stride = type.slot_bits;
  f.width = type.fields[field].width;
  f.is_signed = type.fields[field].is_signed;
  return f;
}

Generator::Field Generator::length_field(const Channel& channel, const ir::ChannelType& type) {
  assert(type.capacity > 0);
  Field f;
  f.byte = channel.offset;
  f.bit = type.capacity * type.slot_bits;
  f.width = type.len_bits;
  return f;
}

V Generator::length(const Channel& channel, const ir::ChannelType& type, V state) {
  return type.capacity == 0 ? b_.c32(0) : load(state, length_field(channel, type));
}

// Free slots are zero, so that all bits behind the first message may move, whatever the length.
void Generator::remove_first(const Channel& channel, const ir::ChannelType& type, V state) {
  const uint32_t area = type.capacity * type.slot_bits;
  if (area == 0) return;
  const uint32_t words = (area + 63) / 64;
  auto in_word = [&](uint32_t i) { return std::min(64u, area - 64 * i); };
  auto mask = [&](uint32_t i) { return in_word(i) == 64 ? ~uint64_t{0} : (uint64_t{1} << in_word(i)) - 1; };
  V base = b_.at(state, channel.offset);
  std::vector<V> all, ours;
  for (uint32_t i = 0; i < words; ++i) {
    all.push_back(b_.load(b_.i64, b_.at(base, 8 * i)));
    ours.push_back(b_.bit_and(all[i], b_.c64(mask(i))));
  }
  const uint32_t whole = type.slot_bits / 64, rest = type.slot_bits % 64;
  for (uint32_t i = 0; i < words; ++i) {
    V moved = b_.c64(0);
    if (i + whole < words) moved = b_.lshr(ours[i + whole], b_.c64(rest));
    if (rest != 0 && i + whole + 1 < words) moved = b_.bit_or(moved, b_.shl(ours[i + whole + 1], b_.c64(64 - rest)));
    V kept = b_.bit_and(all[i], b_.c64(~mask(i)));
    b_.store(b_.bit_or(kept, b_.bit_and(moved, b_.c64(mask(i)))), b_.at(base, 8 * i));
  }
}

V Generator::query(const ir::Expr& e, const At& at, const Failure& failure) {
  const Channel ch = channel(e.kids[0], at, failure);
  const Block done = b_.block();
  std::vector<std::pair<V, Block>> values;
  for_each_class(ch, [&](const ir::ChannelType& type) {
    V n = length(ch, type, at.state);
    // A rendezvous channel is never full and always empty.
    V full = type.capacity == 0 ? b_.c(b_.i1, 0) : b_.compare(LLVMIntUGE, n, b_.c32(type.capacity));
    const auto asked = [&]() -> V {
      if (e.op == Op::len) return n;
      if (e.op == Op::full) return b_.as_int(full);
      if (e.op == Op::nfull) return b_.as_int(b_.bit_not(full));
      if (e.op == Op::empty) return b_.as_int(b_.equal(n, b_.c32(0)));
      assert(e.op == Op::nempty);
      return b_.as_int(b_.is_true(n));
    };
    values.push_back({asked(), b_.here()});
    b_.jump(done);
  });
  b_.go_on_in(done);
  return b_.phi(b_.i32, values);
}

V Generator::poll(const ir::Expr& e, const At& at, const Failure& failure) {
  std::vector<V> wanted;
  for (const ir::ReceiveArg& a : e.args) {
    wanted.push_back(a.kind == ir::ReceiveArg::Kind::match ? value(a.value, at, failure) : nullptr);
  }
  const Channel ch = channel(e.kids[0], at, failure);
  const Block done = b_.block();
  std::vector<std::pair<V, Block>> values;
  for_each_class(ch, [&](const ir::ChannelType& type) {
    if (type.capacity == 0 || e.args.size() > type.fields.size()) {
      fail(ErrorKind::channel_misuse, failure);
      return;
    }
    const auto matches = [&](V slot) {
      V ok = b_.c(b_.i1, 1);
      for (size_t f = 0; f < e.args.size(); ++f) {
        if (wanted[f]) ok = b_.bit_and(ok, b_.equal(load(at.state, slot_field(ch, type, slot, f)), wanted[f]));
      }
      return ok;
    };
    V n = length(ch, type, at.state);
    if (e.value != 0) {
      const Block none = b_.block();
      find_message(n, none, [&](V slot, Block other) {
        const Block fits = b_.block();
        b_.branch(matches(slot), fits, other);
        b_.go_on_in(fits);
      });
      values.push_back({b_.c32(1), b_.here()});
      b_.jump(done);
      b_.go_on_in(none);
      values.push_back({b_.c32(0), none});
    } else {
      values.push_back({b_.as_int(b_.bit_and(b_.is_true(n), matches(nullptr))), b_.here()});
    }
    b_.jump(done);
  });
  b_.go_on_in(done);
  return b_.phi(b_.i32, values);
}

void Generator::send(const ir::Action& a, uint32_t place, const At& from, const Fire& fire, const Exits& exits) {
  const Channel ch = channel(a.channel, from, exits.guard);
  for_each_class(ch, [&](const ir::ChannelType& type) {
    if (type.capacity == 0) {
      if (exits.offer.target)
        offer(a, type, ch, place, from, exits);
      else
        fail(ErrorKind::rendezvous_in_d_step, exits.guard);
      return;
    }
    V n = length(ch, type, from.state);
    const Block room = b_.block();
    b_.branch(b_.compare(LLVMIntULT, n, b_.c32(type.capacity)), room, exits.no);
    b_.go_on_in(room);
    const At to = fire();
    std::vector<V> message;
    for (ir::ExprId e : a.exprs) message.push_back(value(e, from, exits.fire));
    const bool misfit = message.size() != type.fields.size();
    message.resize(type.fields.size(), b_.c32(0));
    V slot = a.sorted ? sorted_slot(ch, type, to.state, message, n) : b_.zext(n, b_.i64);
    for (size_t f = 0; f < message.size(); ++f) store(to.state, slot_field(ch, type, slot, f), message[f]);
    store(to.state, length_field(ch, type), b_.add(n, b_.c32(1)));
    // A wrong number of fields is reported, and the step goes on.
    if (misfit)
      fail(ErrorKind::channel_misuse, exits.fire);
    else
      b_.jump(exits.after);
  });
}

void Generator::receive(const ir::Action& a, uint32_t, const At& from, const Fire& fire, const Exits& exits) {
  const Channel ch = channel(a.channel, from, exits.guard);
  for_each_class(ch, [&](const ir::ChannelType& type) {
    if (type.capacity == 0) {
      if (a.peek)
        fail(ErrorKind::channel_misuse, exits.guard);
      else
        b_.jump(exits.no);
      return;
    }
    V n = length(ch, type, from.state);
    const Block some = b_.block();
    b_.branch(b_.is_true(n), some, exits.no);
    b_.go_on_in(some);
    if (a.receive.size() > type.fields.size()) {
      fail(ErrorKind::channel_misuse, exits.guard);
      return;
    }
    V slot = nullptr;  // the first
    const auto match = [&](V at, Block other) {
      for (size_t f = 0; f < a.receive.size(); ++f) {
        if (a.receive[f].kind != ir::ReceiveArg::Kind::match) continue;
        V want = value(a.receive[f].value, from, exits.guard);
        const Block fits = b_.block();
        b_.branch(b_.equal(load(from.state, slot_field(ch, type, at, f)), want), fits, other);
        b_.go_on_in(fits);
      }
    };
    if (a.random)
      slot = find_message(n, exits.no, match);
    else
      match(nullptr, exits.no);
    std::vector<V> message(a.receive.size(), nullptr);
    for (size_t f = 0; f < a.receive.size(); ++f) {
      if (a.receive[f].kind == ir::ReceiveArg::Kind::bind) message[f] = load(from.state, slot_field(ch, type, slot, f));
    }
    const At to = fire();
    if (!a.peek) {
      if (slot)
        remove_message(ch, type, to.state, slot, n);
      else
        remove_first(ch, type, to.state);
      store(to.state, length_field(ch, type), b_.sub(n, b_.c32(1)));
    }
    for (size_t f = 0; f < a.receive.size(); ++f) {
      if (message[f]) store_place(a.receive[f].place, message[f], to, exits.fire);
    }
    if (a.receive.size() != type.fields.size())
      fail(ErrorKind::channel_misuse, exits.fire);
    else
      b_.jump(exits.after);
  });
}

}  // namespace gyre::jit
