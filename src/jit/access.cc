// Fields of states, copies of states, successors.
#include <algorithm>
#include <cassert>
#include <cstddef>

#include "base/narrow.h"
#include "jit/generator.h"

namespace gyre::jit {

using model::NativeCall;
using model::Successor;
using model::SuccessorBuffer;

namespace {

constexpr int64_t kStraight = 256;  // bytes that are copied without a loop

}  // namespace

V Generator::call_field(Type type, size_t offset) {
  assert(call_ != nullptr && offset < sizeof(NativeCall));
  return b_.load(type, b_.at(call_, offset), 4);
}
void Generator::set_call_field(V value, size_t offset) {
  assert(call_ != nullptr && offset < sizeof(NativeCall));
  b_.store(value, b_.at(call_, offset), 4);
}

void Generator::count(size_t offset, V by) {
  assert(offset < sizeof(model::SuccessorBuffer));
  V at = b_.at(call_field(b_.ptr, offsetof(NativeCall, out)), offset);
  b_.store(b_.add(b_.load(b_.i64, at, 8), by), at, 8);
}

// The smallest unit that holds the field, the address of its first byte (from the state on) and the field's place in
// it.
V Generator::field_bits(const Field& f, V& byte, Type& unit) {
  auto unit_for = [&](uint32_t bits) { return b_.integer(bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64); };
  assert(f.byte != nullptr && f.width > 0 && f.width <= 32);
  assert(f.index == nullptr || f.width <= f.stride);
  byte = f.byte;
  if (!f.index || f.stride % 8 == 0) {
    if (f.index) byte = b_.add(byte, b_.mul(f.index, b_.c64(f.stride / 8)));
    byte = b_.add(byte, b_.c64(f.bit / 8));
    unit = unit_for(f.bit % 8 + f.width);
    return b_.c(unit, f.bit % 8);
  }
  V bit = b_.add(b_.mul(f.index, b_.c64(f.stride)), b_.c64(f.bit));
  byte = b_.add(byte, b_.lshr(bit, b_.c64(3)));
  const bool inside_byte = 8 % f.width == 0 && f.bit % f.width == 0 && f.stride % f.width == 0;
  unit = inside_byte ? b_.i8 : unit_for(f.width + 7);
  V shift = b_.bit_and(bit, b_.c64(7));
  return LLVMGetIntTypeWidth(unit) == 64 ? shift : b_.trunc(shift, unit);
}

V Generator::load(V state, const Field& f) {
  V byte;
  Type unit;
  V shift = field_bits(f, byte, unit);
  V word = b_.load(unit, b_.at(state, byte));
  const uint32_t bits = LLVMGetIntTypeWidth(unit);
  word = b_.lshr(word, shift);
  if (f.width < bits && bits != 32) word = b_.trunc(word, b_.integer(f.width));
  if (LLVMGetIntTypeWidth(LLVMTypeOf(word)) < 32) return f.is_signed ? b_.sext(word, b_.i32) : b_.zext(word, b_.i32);
  if (f.width == 32) return word;
  word = b_.shl(word, b_.c32(32 - f.width));
  return f.is_signed ? b_.ashr(word, b_.c32(32 - f.width)) : b_.lshr(word, b_.c32(32 - f.width));
}

void Generator::store(V state, const Field& f, V value) {
  V byte;
  Type unit;
  V shift = field_bits(f, byte, unit);
  const uint32_t bits = LLVMGetIntTypeWidth(unit);
  V at = b_.at(state, byte);
  if (bits < 32) value = b_.trunc(value, unit);
  if (bits > 32) value = b_.zext(value, unit);
  if (f.width == bits) {
    b_.store(value, at);
    return;
  }
  V mask = b_.c(unit, (uint64_t{1} << f.width) - 1);
  V kept = b_.bit_and(b_.load(unit, at), b_.bit_not(b_.shl(mask, shift)));
  b_.store(b_.bit_or(kept, b_.shl(b_.bit_and(value, mask), shift)), at);
}

Generator::Field Generator::variable(ir::VarId var, const At& at, V index) {
  const ir::Variable& v = p_.variable(var);
  Field f;
  f.bit = v.bit_offset;
  f.index = index;
  f.stride = f.width = v.type.width;
  f.is_signed = v.type.is_signed;
  switch (v.scope) {
    case ir::Scope::local:
      assert(at.frame != nullptr);
      f.byte = at.frame;
      break;
    case ir::Scope::global: f.byte = b_.c64(4); break;
    case ir::Scope::hidden: f.byte = b_.zext(call_field(b_.i32, offsetof(NativeCall, key)), b_.i64); break;
  }
  return f;
}

// The size of a state, up to the next multiple of eight: a constant where nobody is born or dies.
V Generator::padded() {
  if (in_common_) return b_.c64((common_.total + 7) & ~7u);
  return state_size();
}

V Generator::state_size() { return b_.zext(call_field(b_.i32, offsetof(NativeCall, padded)), b_.i64); }

// Copies a state, sixteen bytes at a time; what is copied too much is slack. Small ones are copied without a loop.
void Generator::padded_copy(V from, V to) {
  V size = padded();
  int64_t bytes = 0;
  const bool known = Builder::constant(size, bytes) && bytes <= kStraight;
  const uint64_t straight = known ? narrow<uint64_t>(bytes) : 32;
  for (uint64_t at = 0; at < straight; at += 16) b_.store(b_.load(b_.i128, b_.at(from, at)), b_.at(to, at));
  if (known) return;
  const Block before = b_.here();
  const Block loop = b_.block();
  const Block done = b_.block();
  b_.branch(b_.compare(LLVMIntUGT, size, b_.c64(straight)), loop, done);
  b_.go_on_in(loop);
  V at = b_.phi(b_.i64, {{b_.c64(straight), before}});
  b_.store(b_.load(b_.i128, b_.at(from, at)), b_.at(to, at));
  V next = b_.add(at, b_.c64(16));
  LLVMAddIncoming(at, &next, const_cast<Block*>(&loop), 1);
  b_.branch(b_.compare(LLVMIntULT, next, size), loop, done);
  b_.go_on_in(done);
}

// Functions that copy a state to where its successor, or what lies on the way to one, will be: (call, state).
void Generator::make_begin() {
  for (const bool atomic : {false, true}) {
    V f = b_.function(atomic ? "begin_atomic" : "begin", b_.signature(b_.ptr, {b_.ptr, b_.ptr}));
    begin_[atomic] = f;
    V anew = atomic ? nullptr : make_anew(f);
    b_.enter(f);
    call_ = b_.parameter(0);
    V to = atomic ? call_field(b_.ptr, offsetof(NativeCall, work)) : next_successor(anew);
    padded_copy(b_.parameter(1), to);
    b_.give_back(to);
  }
}

// The same when an edge is executed: (call, state, place, depth); null: one step too many. What the successor is like
// besides its bytes is known then, and written down: finish_fired() makes it one.
void Generator::make_fire() {
  for (const bool atomic : {false, true}) {
    V f = b_.function(atomic ? "fire_atomic" : "fire", b_.signature(b_.ptr, {b_.ptr, b_.ptr, b_.i32, b_.i32}));
    fire_[atomic] = f;
    V anew = atomic ? nullptr : make_anew(f);
    b_.enter(f);
    call_ = b_.parameter(0);
    V place = b_.parameter(2), depth = b_.parameter(3);
    V to = atomic ? call_field(b_.ptr, offsetof(NativeCall, work)) : next_successor(anew);
    fired(place);
    if (atomic) begin_with(place, depth);
    stop_if_many();
    padded_copy(b_.parameter(1), to);
    if (!atomic) describe_alone(b_.add(depth, b_.c32(1)), statement_at(place, depth));
    b_.give_back(to);
  }
}

// Counts a step; if it is one too many, the function gives back null.
void Generator::stop_if_many() {
  if (!counts_steps_) return;
  V many = count_step();
  if (!can_be_many_) return;
  const Block stop = b_.block(), go_on = b_.block();
  b_.branch_seldom(many, stop, go_on);
  b_.go_on_in(stop);
  b_.give_back(LLVMConstNull(b_.ptr));
  b_.go_on_in(go_on);
}

// For a function that begins a successor: makes room for more of them, and calls it again. It is a function of its own,
// so that the other one needs no registers that it would have to save.
V Generator::make_anew(V function) {
  V f = b_.function(Builder::name_of(function) + "_anew", Builder::type_of(function));
  b_.enter(f);
  call_ = b_.parameter(0);
  b_.call(b_.signature(b_.none, {b_.ptr}), call_field(b_.ptr, offsetof(NativeCall, reserve)), {call_});
  b_.give_back(b_.pass_on(function));
  return f;
}

// Where the next successor is to be written. If there is no room the function that is being made, which has not done
// anything yet, begins `anew`.
V Generator::next_successor(V anew) {
  V full = b_.equal(call_field(b_.ptr, offsetof(NativeCall, entry)), call_field(b_.ptr, offsetof(NativeCall, end)));
  const Block grow = b_.block(), room = b_.block();
  b_.branch_seldom(full, grow, room);
  b_.go_on_in(grow);
  b_.give_back(b_.pass_on(anew));
  b_.go_on_in(room);
  return call_field(b_.ptr, offsetof(NativeCall, next));
}

// What the next successor is like besides its bytes and its partner; answers where that is written. Hashes are made
// from all successors of an expansion (vm/machine.cc).
V Generator::describe(V steps, V statement) {
  V entry = call_field(b_.ptr, offsetof(NativeCall, entry));
  V offset = b_.sub(call_field(b_.i64, offsetof(NativeCall, next)), call_field(b_.i64, offsetof(NativeCall, bytes)));
  b_.store(b_.c64(0), b_.at(entry, offsetof(Successor, hash)), 8);
  b_.store(b_.trunc(offset, b_.i32), b_.at(entry, offsetof(Successor, offset)), 4);
  static_assert(offsetof(Successor, total) == offsetof(Successor, key) + 4 &&
                offsetof(NativeCall, total) == offsetof(NativeCall, key) + 4);
  V sizes = in_common_ ? b_.c64(common_.key | (uint64_t{common_.total} << 32))
                       : call_field(b_.i64, offsetof(NativeCall, key));
  b_.store(sizes, b_.at(entry, offsetof(Successor, key)), 4);
  b_.store(steps, b_.at(entry, offsetof(Successor, steps)), 4);
  V mover = b_.trunc(call_field(b_.i32, offsetof(NativeCall, first_mover)), b_.integer(16));
  b_.store(mover, b_.at(entry, offsetof(Successor, mover)), 2);
  b_.store(statement, b_.at(entry, offsetof(Successor, statement)), 4);
  return entry;
}

// The same for one that nobody but the mover takes part in.
void Generator::describe_alone(V steps, V statement) {
  V entry = describe(steps, statement);
  b_.store(b_.c32(model::kNobody), b_.at(entry, offsetof(Successor, partner)), 4);
}

// What was begun and described is a successor now.
void Generator::finish() {
  V next = call_field(b_.ptr, offsetof(NativeCall, next)), entry = call_field(b_.ptr, offsetof(NativeCall, entry));
  set_call_field(b_.at(next, padded()), offsetof(NativeCall, next));
  set_call_field(b_.at(entry, sizeof(Successor)), offsetof(NativeCall, entry));
}

// An edge that was fired has written its effect to `state`.
void Generator::finish_fired(V state, V steps) {
  // Inside an atomic sequence somebody may have received before.
  const bool others = can_be_many_ && std::any_of(accepts_.begin(), accepts_.end(), [](V f) { return f != nullptr; });
  if (!others) {
    finish();
    return;
  }
  const Block some = b_.block(), none = b_.block(), done = b_.block();
  b_.branch_seldom(b_.is_true(call_field(b_.i32, offsetof(NativeCall, receiver_count))), some, none);
  b_.go_on_in(some);
  b_.call(emit_, {call_, state, steps});
  b_.jump(done);
  b_.go_on_in(none);
  finish();
  b_.jump(done);
  b_.go_on_in(done);
}

// Makes a successor of what begin() gave and an edge has written: (call, state, steps).
void Generator::make_emit() {
  emit_ = b_.function("emit", b_.signature(b_.none, {b_.ptr, b_.ptr, b_.i32}));
  b_.attribute(emit_, LLVMAttributeFunctionIndex, "noinline");
  b_.enter(emit_);
  call_ = b_.parameter(0);
  V entry = describe(b_.parameter(2), call_field(b_.i32, offsetof(NativeCall, first_statement)));
  // a partner or none, and two flags that are false
  static_assert(offsetof(Successor, dead_end) == offsetof(Successor, partner) + 2 &&
                offsetof(Successor, accepting) == offsetof(Successor, partner) + 3);
  V mover = b_.trunc(call_field(b_.i32, offsetof(NativeCall, first_mover)), b_.integer(16));
  V receivers = call_field(b_.i32, offsetof(NativeCall, receiver_count));
  V first = b_.load(b_.integer(16), b_.at(call_, offsetof(NativeCall, receivers)), 2);
  V one = b_.bit_and(b_.equal(receivers, b_.c32(1)), b_.bit_not(b_.equal(first, mover)));
  b_.store(b_.select(one, b_.zext(first, b_.i32), b_.c32(model::kNobody)), b_.at(entry, offsetof(Successor, partner)),
           4);
  const Block alone = b_.block(), others = b_.block();
  b_.branch_seldom(b_.compare(LLVMIntUGT, receivers, b_.c32(1)), others, alone);
  b_.go_on_in(others);
  b_.call(b_.signature(b_.none, {b_.ptr, b_.ptr}), call_field(b_.ptr, offsetof(NativeCall, movers)), {call_, entry});
  b_.jump(alone);
  b_.go_on_in(alone);
  finish();
  b_.give_back();
}

}  // namespace gyre::jit
