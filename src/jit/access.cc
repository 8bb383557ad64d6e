// Fields of states, copies of states, hashes.
#include <cstddef>

#include "jit/generator.h"

namespace gyre::jit {

using model::NativeCall;
using model::Successor;
using model::SuccessorBuffer;

namespace {

constexpr int64_t kStraight = 256;  // bytes that are copied without a loop

}  // namespace

V Generator::call_field(Type type, size_t offset) { return b_.load(type, b_.at(call_, offset), 4); }
void Generator::set_call_field(V value, size_t offset) { b_.store(value, b_.at(call_, offset), 4); }

// A word of a vector of the buffer of successors.
V Generator::vector_field(size_t vector, size_t word, Type type) {
  V out = call_field(b_.ptr, offsetof(NativeCall, out));
  return b_.load(type, b_.at(out, vector + word), 8);
}

void Generator::count(size_t offset, V by) {
  V at = b_.at(call_field(b_.ptr, offsetof(NativeCall, out)), offset);
  b_.store(b_.add(b_.load(b_.i64, at, 8), by), at, 8);
}

// The smallest unit that holds the field, the address of its first byte (from the state on) and the field's place in
// it.
V Generator::field_bits(const Field& f, V& byte, Type& unit) {
  auto unit_for = [&](uint32_t bits) { return b_.integer(bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64); };
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
  int64_t constant_shift;
  if (f.width == bits) {
    b_.store(value, at);
  } else {
    V mask = b_.c(unit, (uint64_t{1} << f.width) - 1);
    V kept = b_.bit_and(b_.load(unit, at), b_.bit_not(b_.shl(mask, shift)));
    b_.store(b_.bit_or(kept, b_.shl(b_.bit_and(value, mask), shift)), at);
  }
  if (!f.hashed) return;
  // Only the bytes that the field lies in: a word behind the key has no term.
  uint32_t last = (f.width + 7) / 8;
  if (Builder::constant(shift, constant_shift))
    last = (static_cast<uint32_t>(constant_shift) + f.width - 1) / 8;
  else if (bits == 8)
    last = 0;
  if (Builder::constant(shift, constant_shift) || bits == 8) {
    mark(byte, last == 0 ? byte : b_.add(byte, b_.c64(last)));
  } else {
    V end = b_.add(b_.zext(shift, b_.i64), b_.c64(f.width - 1));
    mark(byte, b_.add(byte, b_.lshr(end, b_.c64(3))));
  }
}

// The words from one byte to another have changed.
void Generator::mark(V first, V last) {
  auto word = [&](V byte) { return b_.bit_and(b_.lshr(byte, b_.c64(3)), b_.c64(63)); };
  V mask = first == last ? b_.shl(b_.c64(1), word(first))
                         : b_.sub(b_.shl(b_.c64(2), word(last)), b_.shl(b_.c64(1), word(first)));
  b_.set(dirty_, b_.bit_or(b_.get(b_.i64, dirty_), mask));
}

Generator::Field Generator::variable(ir::VarId var, const At& at, V index) {
  const ir::Variable& v = p_.variables[static_cast<size_t>(var)];
  Field f;
  f.bit = v.bit_offset;
  f.index = index;
  f.stride = f.width = v.type.width;
  f.is_signed = v.type.is_signed;
  switch (v.scope) {
    case ir::Scope::local: f.byte = at.frame; break;
    case ir::Scope::global: f.byte = b_.c64(4); break;
    case ir::Scope::hidden:
      f.byte = b_.zext(call_field(b_.i32, offsetof(NativeCall, key)), b_.i64);
      f.hashed = false;
      break;
  }
  return f;
}

// The size of a state, up to the next multiple of eight: a constant where nobody is born or dies.
V Generator::padded() {
  if (p_.guarded_commands) return b_.c64((frames_.back() + 7) & ~7u);
  return b_.zext(call_field(b_.i32, offsetof(NativeCall, padded)), b_.i64);
}

// Copies a state, sixteen bytes at a time; what is copied too much is slack. Small ones are copied without a loop.
void Generator::padded_copy(V from, V to) {
  V size = padded();
  int64_t straight = 32;
  const bool known = Builder::constant(size, straight) && straight <= kStraight;
  if (!known) straight = 32;
  for (int64_t at = 0; at < straight; at += 16)
    b_.store(b_.load(b_.i128, b_.at(from, static_cast<uint64_t>(at))), b_.at(to, static_cast<uint64_t>(at)));
  if (known) return;
  const Block before = b_.here();
  const Block loop = b_.block();
  const Block done = b_.block();
  b_.branch(b_.compare(LLVMIntUGT, size, b_.c64(static_cast<uint64_t>(straight))), loop, done);
  b_.go_on_in(loop);
  V at = b_.phi(b_.i64, {{b_.c64(static_cast<uint64_t>(straight)), before}});
  b_.store(b_.load(b_.i128, b_.at(from, at)), b_.at(to, at));
  V next = b_.add(at, b_.c64(16));
  LLVMAddIncoming(at, &next, const_cast<Block*>(&loop), 1);
  b_.branch(b_.compare(LLVMIntULT, next, size), loop, done);
  b_.go_on_in(done);
}

// A function for each way to begin a successor: (call, state), and (call, state, place, depth) when an edge is
// executed; null: one step too many.
void Generator::make_begin() {
  for (const bool atomic : {false, true}) {
    for (const bool executed : {false, true}) {
      const std::string name = std::string(executed ? "fire" : "begin") + (atomic ? "_atomic" : "");
      V f = b_.function(name, executed ? b_.signature(b_.ptr, {b_.ptr, b_.ptr, b_.i32, b_.i32})
                                       : b_.signature(b_.ptr, {b_.ptr, b_.ptr}));
      (executed ? fire_ : begin_)[atomic] = f;
      b_.attribute(f, LLVMAttributeFunctionIndex, "noinline");
      b_.enter(f);
      call_ = b_.parameter(0);
      if (executed) {
        begin_with(b_.parameter(2), b_.parameter(3));
        fired(b_.parameter(2));
        V many = count_step();
        if (can_be_many_) {
          const Block stop = b_.block(), copy = b_.block();
          b_.branch_seldom(many, stop, copy);
          b_.go_on_in(stop);
          b_.give_back(LLVMConstNull(b_.ptr));
          b_.go_on_in(copy);
        }
      }
      V to = atomic ? call_field(b_.ptr, offsetof(NativeCall, work)) : next_successor();
      padded_copy(b_.parameter(1), to);
      b_.give_back(to);
    }
  }
}

// Where the next successor is to be written; it becomes one when it is emitted.
V Generator::next_successor() {
  const size_t bytes = offsetof(SuccessorBuffer, bytes), list = offsetof(SuccessorBuffer, list);
  using Bytes = RawVector<uint8_t>;
  V size = padded();
  V needed = b_.add(b_.add(vector_field(bytes, Bytes::kSizeOffset, b_.i64), size), b_.c64(NativeCall::kSlack));
  V full = b_.bit_or(b_.compare(LLVMIntUGT, needed, vector_field(bytes, Bytes::kCapacityOffset, b_.i64)),
                     b_.compare(LLVMIntUGE, vector_field(list, Bytes::kSizeOffset, b_.i64),
                                vector_field(list, Bytes::kCapacityOffset, b_.i64)));
  const Block grow = b_.block();
  const Block copy = b_.block();
  b_.branch_seldom(full, grow, copy);
  b_.go_on_in(grow);
  b_.call(b_.signature(b_.none, {b_.ptr}), call_field(b_.ptr, offsetof(NativeCall, reserve)), {call_});
  b_.jump(copy);
  b_.go_on_in(copy);
  return b_.at(vector_field(bytes, Bytes::kDataOffset, b_.ptr), vector_field(bytes, Bytes::kSizeOffset, b_.i64));
}

V Generator::mum(V x, V y) {
  V product = b_.mul(b_.zext(x, b_.i128), b_.zext(y, b_.i128));
  return b_.bit_xor(b_.trunc(product, b_.i64), b_.trunc(b_.lshr(product, b_.c(b_.i128, 64)), b_.i64));
}

// As word_term() of base/hash.h.
V Generator::word_term(V word, V index) {
  V key = b_.mul(b_.add(index, b_.c64(1)), b_.c64(0x9e3779b97f4a7c15ULL));
  return mum(b_.bit_xor(word, key), b_.add(b_.c64(0xd6e8feb86659fd93ULL), b_.shl(index, b_.c64(1))));
}

// Makes a successor of what begin() gave and an edge has written: (call, state, steps, dirty).
void Generator::make_emit() {
  emit_ = b_.function("emit", b_.signature(b_.none, {b_.ptr, b_.ptr, b_.i32, b_.i64}));
  b_.attribute(emit_, LLVMAttributeFunctionIndex, "noinline");
  b_.enter(emit_);
  call_ = b_.parameter(0);
  V state = b_.parameter(1);
  V words = b_.zext(call_field(b_.i32, offsetof(NativeCall, words)), b_.i64);
  V sum = b_.slot(b_.i64), hash = b_.slot(b_.i64);
  const Block some = b_.block(), whole = b_.block(), whole_loop = b_.block(), changed = b_.block(),
              changed_test = b_.block(), changed_loop = b_.block(), hashed = b_.block(), finish = b_.block();
  b_.set(sum, b_.c64(0));
  b_.set(hash, b_.c64(0));
  V key = call_field(b_.i32, offsetof(NativeCall, key));
  b_.branch(b_.is_true(words), some, finish);
  b_.go_on_in(some);
  V many = b_.compare(LLVMIntUGT, words, b_.c64(NativeCall::kWhole));
  V few = b_.compare(LLVMIntULE, words, b_.c64(NativeCall::kTerms));
  b_.branch(b_.bit_and(many, few), changed, whole);

  b_.go_on_in(whole);
  b_.jump(whole_loop);
  b_.go_on_in(whole_loop);
  V index = b_.phi(b_.i64, {{b_.c64(0), whole}});
  V word = b_.load(b_.i64, b_.at(state, b_.shl(index, b_.c64(3))), 8);
  b_.set(sum, b_.add(b_.get(b_.i64, sum), word_term(word, index)));
  V next = b_.add(index, b_.c64(1));
  LLVMAddIncoming(index, &next, const_cast<Block*>(&whole_loop), 1);
  b_.branch(b_.compare(LLVMIntULT, next, words), whole_loop, hashed);

  b_.go_on_in(changed);
  b_.set(sum, call_field(b_.i64, offsetof(NativeCall, sum)));
  b_.jump(changed_test);
  b_.go_on_in(changed_test);
  V left = b_.phi(b_.i64, {{b_.parameter(3), changed}});
  b_.branch(b_.is_true(left), changed_loop, hashed);
  b_.go_on_in(changed_loop);
  V which = b_.trailing_zeros(left);
  V eight = b_.shl(which, b_.c64(3));
  V now = word_term(b_.load(b_.i64, b_.at(state, eight), 8), which);
  V before = b_.load(b_.i64, b_.at(b_.at(call_, offsetof(NativeCall, terms)), eight), 8);
  b_.set(sum, b_.add(b_.get(b_.i64, sum), b_.sub(now, before)));
  V rest = b_.bit_and(left, b_.sub(left, b_.c64(1)));
  LLVMAddIncoming(left, &rest, const_cast<Block*>(&changed_loop), 1);
  b_.jump(changed_test);

  b_.go_on_in(hashed);
  V total = b_.get(b_.i64, sum);
  // As finish_hash() of base/hash.h.
  b_.set(hash, b_.bit_xor(mum(b_.bit_xor(total, b_.c64(0xa0761d6478bd642fULL)),
                              b_.bit_xor(b_.zext(key, b_.i64), b_.c64(0xe7037ed1a0b428dbULL))),
                          b_.lshr(total, b_.c64(29))));
  b_.jump(finish);

  b_.go_on_in(finish);
  using Bytes = RawVector<uint8_t>;
  const size_t bytes = offsetof(SuccessorBuffer, bytes), list = offsetof(SuccessorBuffer, list);
  V out = call_field(b_.ptr, offsetof(NativeCall, out));
  V used = vector_field(bytes, Bytes::kSizeOffset, b_.i64);
  V number = vector_field(list, Bytes::kSizeOffset, b_.i64);
  V entry = b_.at(vector_field(list, Bytes::kDataOffset, b_.ptr), b_.mul(number, b_.c64(sizeof(Successor))));
  b_.store(b_.get(b_.i64, hash), b_.at(entry, offsetof(Successor, hash)), 8);
  b_.store(b_.trunc(used, b_.i32), b_.at(entry, offsetof(Successor, offset)), 4);
  b_.store(key, b_.at(entry, offsetof(Successor, key)), 4);
  b_.store(call_field(b_.i32, offsetof(NativeCall, total)), b_.at(entry, offsetof(Successor, total)), 4);
  b_.store(b_.parameter(2), b_.at(entry, offsetof(Successor, steps)), 4);
  V mover = b_.trunc(call_field(b_.i32, offsetof(NativeCall, first_mover)), b_.integer(16));
  b_.store(mover, b_.at(entry, offsetof(Successor, mover)), 2);
  b_.store(call_field(b_.i32, offsetof(NativeCall, first_statement)), b_.at(entry, offsetof(Successor, statement)), 4);
  // a partner or none, and two flags that are false
  static_assert(offsetof(Successor, dead_end) == offsetof(Successor, partner) + 2 &&
                offsetof(Successor, accepting) == offsetof(Successor, partner) + 3);
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
  b_.store(b_.add(number, b_.c64(1)), b_.at(out, list + Bytes::kSizeOffset), 8);
  V size = padded();
  b_.store(b_.add(used, size), b_.at(out, bytes + Bytes::kSizeOffset), 8);
  b_.give_back();
}

}  // namespace gyre::jit
