// Expressions: trees of the program to values of 32 bits, as vm/eval.cc evaluates them.
#include <cassert>
#include <cstddef>

#include "base/narrow.h"
#include "base/nth.h"
#include "jit/generator.h"

namespace gyre::jit {

using ir::Op;
using model::ErrorKind;
using model::NativeCall;

void Generator::fail_if(V condition, V kind, const Failure& failure) {
  int64_t never;
  if (Builder::constant(condition, never) && never == 0) return;
  const Block bad = b_.block();
  const Block good = b_.block();
  b_.branch_seldom(condition, bad, good);
  b_.go_on_in(bad);
  b_.set(failure.kind, kind);
  b_.jump(failure.target);
  b_.go_on_in(good);
}

void Generator::fail_if(V condition, ErrorKind k, const Failure& failure) { fail_if(condition, kind(k), failure); }

// Goes to the failure; the block that is left open behind it is never entered.
void Generator::fail(ErrorKind k, const Failure& failure) {
  b_.set(failure.kind, kind(k));
  b_.jump(failure.target);
}

V Generator::truth(ir::ExprId id, const At& at, const Failure& failure) { return b_.is_true(value(id, at, failure)); }

V Generator::flat_index(const ir::Place& place, const At& at, const Failure& failure) {
  const ir::Variable& v = p_.variable(place.var);
  V flat = nullptr;
  for (size_t i = 0; i < place.indices.size(); ++i) {
    V index = value(place.indices[i], at, failure);
    fail_if(b_.compare(LLVMIntUGE, index, b_.c32(v.dims[i])), ErrorKind::index, failure);
    index = b_.zext(index, b_.i64);
    flat = flat ? b_.add(b_.mul(flat, b_.c64(v.dims[i])), index) : index;
  }
  return flat;
}

V Generator::load_place(const ir::Place& place, const At& at, const Failure& failure) {
  return load(at.state, variable(place.var, at, flat_index(place, at, failure)));
}

void Generator::store_place(const ir::Place& place, V value, const At& at, const Failure& failure) {
  V index = flat_index(place, at, failure);
  store(at.state, variable(place.var, at, index), value);
}

V Generator::shortcut(const ir::Expr& e, const At& at, const Failure& failure) {
  V first = truth(e.kids[0], at, failure);
  const Block before = b_.here();
  const Block more = b_.block();
  const Block done = b_.block();
  if (e.op == Op::logical_and)
    b_.branch(first, more, done);
  else
    b_.branch(first, done, more);
  b_.go_on_in(more);
  V second = truth(e.kids[1], at, failure);
  const Block after = b_.here();
  b_.jump(done);
  b_.go_on_in(done);
  return b_.as_int(b_.phi(b_.i1, {{b_.c(b_.i1, e.op == Op::logical_or), before}, {second, after}}));
}

// A result of 64 bits that must fit into 32.
V Generator::exact(V wide, const Failure& failure) {
  V narrow = b_.trunc(wide, b_.i32);
  fail_if(b_.compare(LLVMIntNE, b_.sext(narrow, b_.i64), wide), ErrorKind::range, failure);
  return narrow;
}

// In 64 bits, where nothing overflows.
V Generator::exact_binary(ir::ExactBinary op, V x, V y, const Failure& failure) {
  x = b_.sext(x, b_.i64);
  y = b_.sext(y, b_.i64);
  switch (op) {
    case ir::ExactBinary::add: return exact(b_.add(x, y), failure);
    case ir::ExactBinary::sub: return exact(b_.sub(x, y), failure);
    case ir::ExactBinary::mul: return exact(b_.mul(x, y), failure);
    case ir::ExactBinary::div:
    case ir::ExactBinary::mod: break;
  }
  // Rounded down: the remainder has the sign of the divisor.
  fail_if(b_.equal(y, b_.c64(0)), ErrorKind::division, failure);
  V rest = b_.srem(x, y);
  V other_sign = b_.compare(LLVMIntSLT, b_.bit_xor(rest, y), b_.c64(0));
  V adjust = b_.bit_and(b_.is_true(rest), other_sign);
  if (op == ir::ExactBinary::mod) return b_.trunc(b_.add(rest, b_.select(adjust, y, b_.c64(0))), b_.i32);
  return exact(b_.sub(b_.sdiv(x, y), b_.zext(adjust, b_.i64)), failure);
}

// A value that must be in the range of a type.
void Generator::check_range(V value, const ir::ScalarType& type, const Failure& failure) {
  V bad = type.low == 0 ? b_.compare(LLVMIntUGT, value, b_.c32(type.high))
                        : b_.bit_or(b_.compare(LLVMIntSLT, value, b_.c32(type.low)),
                                    b_.compare(LLVMIntSGT, value, b_.c32(type.high)));
  fail_if(bad, ErrorKind::range, failure);
}

V Generator::binary(const ir::Expr& e, const At& at, const Failure& failure) {
  V x = value(e.kids[0], at, failure);
  V y = value(e.kids[1], at, failure);
  if (const auto exact = ir::exact_binary_of(e.op); exact && p_.semantics.exact_arithmetic)
    return exact_binary(*exact, x, y, failure);
  const auto op = ir::binary_of(e.op);
  assert(op);
  switch (*op) {
    case ir::Binary::add: return b_.add(x, y);
    case ir::Binary::sub: return b_.sub(x, y);
    case ir::Binary::mul: return b_.mul(x, y);
    case ir::Binary::bit_and: return b_.bit_and(x, y);
    case ir::Binary::bit_or: return b_.bit_or(x, y);
    case ir::Binary::bit_xor: return b_.bit_xor(x, y);
    case ir::Binary::shl: return b_.shl(x, b_.bit_and(y, b_.c32(31)));
    case ir::Binary::shr: return b_.ashr(x, b_.bit_and(y, b_.c32(31)));
    case ir::Binary::lt: return b_.as_int(b_.compare(LLVMIntSLT, x, y));
    case ir::Binary::le: return b_.as_int(b_.compare(LLVMIntSLE, x, y));
    case ir::Binary::gt: return b_.as_int(b_.compare(LLVMIntSGT, x, y));
    case ir::Binary::ge: return b_.as_int(b_.compare(LLVMIntSGE, x, y));
    case ir::Binary::eq: return b_.as_int(b_.equal(x, y));
    case ir::Binary::ne: return b_.as_int(b_.compare(LLVMIntNE, x, y));
    case ir::Binary::div:
    case ir::Binary::mod: break;
  }
  // Division: in 64 bits, where the smallest number by -1 is no special case.
  int64_t divisor = 0;
  const bool simple = Builder::constant(y, divisor) && divisor > 0;
  if (!simple) {
    fail_if(b_.equal(y, b_.c32(0)), ErrorKind::division, failure);
    x = b_.sext(x, b_.i64);
    y = b_.sext(y, b_.i64);
  }
  V result = e.op == Op::div ? b_.sdiv(x, y) : b_.srem(x, y);
  return simple ? result : b_.trunc(result, b_.i32);
}

// The youngest process of a type; -1 if there is none.
V Generator::last_of_type(int32_t process) {
  V frames = call_field(b_.ptr, offsetof(NativeCall, processes));
  V pid = b_.slot(b_.i32, call_field(b_.i32, offsetof(NativeCall, process_count)));
  const Block test = b_.block(), look = b_.block(), done = b_.block();
  b_.jump(test);
  b_.go_on_in(test);
  V number = b_.sub(b_.get(b_.i32, pid), b_.c32(1));
  b_.set(pid, number);
  b_.branch(b_.compare(LLVMIntSLT, number, b_.c32(0)), done, look);
  b_.go_on_in(look);
  V frame = b_.at(frames, b_.shl(b_.zext(number, b_.i64), b_.c64(3)));
  V type = b_.load(b_.i32, b_.at(frame, offsetof(ir::FrameRef, type)), 4);
  b_.branch(b_.equal(type, b_.c32(process)), done, test);
  b_.go_on_in(done);
  return b_.get(b_.i32, pid);
}

// A variable or the place of another process; 0 if there is no such process.
V Generator::remote(const ir::Expr& e, const At& at, const Failure& failure) {
  V index = e.op == Op::remote_load ? flat_index(e.place, at, failure) : nullptr;
  V pid = e.kids.empty() ? last_of_type(e.process) : value(e.kids[0], at, failure);
  const Block before = b_.here();
  const Block known = b_.block(), fits = b_.block(), done = b_.block();
  b_.branch(b_.compare(LLVMIntULT, pid, call_field(b_.i32, offsetof(NativeCall, process_count))), known, done);
  b_.go_on_in(known);
  V frame = b_.at(call_field(b_.ptr, offsetof(NativeCall, processes)), b_.shl(b_.zext(pid, b_.i64), b_.c64(3)));
  V type = b_.load(b_.i32, b_.at(frame, offsetof(ir::FrameRef, type)), 4);
  b_.branch(b_.equal(type, b_.c32(e.process)), fits, done);
  b_.go_on_in(fits);
  At there = at;
  there.frame = b_.zext(b_.load(b_.i32, b_.at(frame, offsetof(ir::FrameRef, offset)), 4), b_.i64);
  V found;
  if (e.op == Op::remote_at) {
    found = b_.as_int(b_.equal(control(narrow<size_t>(e.process), there), b_.c32(e.value)));
  } else {
    found = load(at.state, variable(e.place.var, there, index));
  }
  const Block after = b_.here();
  b_.jump(done);
  b_.go_on_in(done);
  return b_.phi(b_.i32, {{b_.c32(0), before}, {b_.c32(0), known}, {found, after}});
}

V Generator::value(ir::ExprId id, const At& at, const Failure& failure) {
  const ir::Expr& e = p_.expr(id);
  switch (e.op) {
    case Op::constant: return b_.c32(e.value);
    case Op::load: return load_place(e.place, at, failure);
    case Op::remote_load:
    case Op::remote_at: return remote(e, at, failure);
    case Op::pid: return at.pid;
    case Op::nr_pr: return call_field(b_.i32, offsetof(NativeCall, process_count));
    case Op::last: {
      Field f;
      f.byte = b_.c64(4);
      f.bit = narrow<uint32_t>(p_.last_offset);
      f.width = p_.last_bits;
      return load(at.state, f);
    }
    case Op::timeout: return at.timeout;
    case Op::argument: {
      int64_t pid = 0;
      Builder::constant(at.pid, pid);
      return b_.c32(nth(nth(p_.instances, pid).arguments, e.value));
    }
    case Op::checked: {
      V v = value(e.kids[0], at, failure);
      check_range(v, e.type, failure);
      return v;
    }
    case Op::list_guard:
      fail_if(b_.bit_not(truth(e.kids[0], at, failure)), ErrorKind::list, failure);
      return value(e.kids[1], at, failure);
    case Op::neg:
      if (p_.semantics.exact_arithmetic) return exact(b_.neg(b_.sext(value(e.kids[0], at, failure), b_.i64)), failure);
      return b_.neg(value(e.kids[0], at, failure));
    case Op::bit_not: return b_.bit_not(value(e.kids[0], at, failure));
    case Op::logical_not: return b_.as_int(b_.bit_not(truth(e.kids[0], at, failure)));
    case Op::logical_and:
    case Op::logical_or: return shortcut(e, at, failure);
    case Op::conditional: {
      V which = truth(e.kids[0], at, failure);
      const Block yes = b_.block(), no = b_.block(), done = b_.block();
      b_.branch(which, yes, no);
      b_.go_on_in(yes);
      V x = value(e.kids[1], at, failure);
      const Block after_yes = b_.here();
      b_.jump(done);
      b_.go_on_in(no);
      V y = value(e.kids[2], at, failure);
      const Block after_no = b_.here();
      b_.jump(done);
      b_.go_on_in(done);
      return b_.phi(b_.i32, {{x, after_yes}, {y, after_no}});
    }
    case Op::len:
    case Op::full:
    case Op::empty:
    case Op::nfull:
    case Op::nempty: return query(e, at, failure);
    case Op::poll: return poll(e, at, failure);
#define GYRE_BINARY(name, ...) case Op::name:
#include "ir/ops.def"
      return binary(e, at, failure);
    // Analysis leaves these to the machine.
    case Op::run:
    case Op::enabled:
    case Op::pc_value:
    case Op::get_priority:
    case Op::non_progress:
    case Op::embedded_c:
    case Op::moves: break;
  }
  assert(false);
  return nullptr;
}

// A function that tells whether an expression is true in the call's state (model::NativeCondition). No process looks
// at it: there are no local variables, and _pid is -1.
void Generator::make_condition(const std::string& name, ir::ExprId expr) {
  b_.enter(b_.function(name, b_.signature(b_.i32, {b_.ptr, b_.i32}), LLVMExternalLinkage));
  call_ = b_.parameter(0);
  const Failure failure{b_.block(), b_.slot(b_.i32)};
  const At at{call_field(b_.ptr, offsetof(NativeCall, state)), b_.c64(0), b_.c32(-1), b_.parameter(1)};
  b_.give_back(b_.as_int(truth(expr, at, failure)));
  if (b_.go_on_if_used(failure.target)) b_.give_back(b_.neg(b_.get(b_.i32, failure.kind)));
}

void Generator::make_conditions() {
  for (size_t a = 0; a < p_.atoms.size(); ++a) {
    if (analysis_.native_atom(a)) make_condition("gyre_atom_" + std::to_string(a), p_.atoms[a]);
  }
  for (size_t t = 0; t < p_.processes.size(); ++t) {
    for (uint32_t e = 0; e < p_.processes[t].edges.size(); ++e) {
      const uint32_t place = place_of(t, e);
      if (analysis_.native_claim(place))
        make_condition("gyre_claim_" + std::to_string(place), action(p_.processes[t].edges[e]).expr);
    }
  }
}

}  // namespace gyre::jit
