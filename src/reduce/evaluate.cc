#include "reduce/evaluate.h"

#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "ir/ops.h"

namespace gyre::reduce {

namespace {

using Value = std::optional<int32_t>;

Value channel_test(const ir::Program& program, ir::Op op, int32_t channel, const Situation& at) {
  const std::optional<uint32_t> length = length_of(program, channel, at);
  if (!length) return {};
  const int32_t type = nth(at.shape->channels, channel - 1).type;
  const uint32_t capacity = program.channel_type(type).capacity;
  if (capacity == 0) return {};
  if (op == ir::Op::len) return narrow<int32_t>(*length);
  if (op == ir::Op::full) return *length == capacity;
  if (op == ir::Op::nfull) return *length < capacity;
  if (op == ir::Op::empty) return *length == 0;
  assert(op == ir::Op::nempty);
  return *length > 0;
}

}  // namespace

bool is_channel(int32_t id, const Situation& at) {
  return id > 0 && std::cmp_less_equal(id, at.shape->channels.size());
}

std::optional<uint32_t> length_of(const ir::Program& program, int32_t channel, const Situation& at) {
  if (!is_channel(channel, at)) return {};
  const ir::FrameRef& frame = nth(at.shape->channels, channel - 1);
  const ir::ChannelType& type = program.channel_type(frame.type);
  if (type.capacity == 0) return 0;
  return std::bit_cast<uint32_t>(
      load_bits(at.state + frame.offset, type.capacity * type.slot_bits, type.len_bits, false));
}

Value value_of(const ir::Program& program, ir::VarId var, uint32_t element, const Situation& at) {
  const ir::Variable& v = program.variable(var);
  assert(element < v.count);
  const uint8_t* base = nullptr;
  switch (v.scope) {
    case ir::Scope::global: base = at.state + ir::kGlobalsOffset; break;
    case ir::Scope::hidden: return {};
    case ir::Scope::local:
      if (at.pid < 0) return {};
      base = at.state + nth(at.shape->processes, at.pid).offset;
      break;
  }
  return load_bits(base, v.bit_offset + element * v.type.width, v.type.width, v.type.is_signed);
}

std::optional<uint32_t> element(const ir::Program& program, const ir::Place& place, const Situation& at) {
  const ir::Variable& v = program.variable(place.var);
  assert(place.indices.size() <= v.dims.size());
  uint32_t flat = 0;
  for (size_t i = 0; i < place.indices.size(); ++i) {
    const Value index = evaluate(program, place.indices[i], at);
    if (!index || *index < 0 || std::cmp_greater_equal(*index, v.dims[i])) return {};
    flat = flat * v.dims[i] + narrow<uint32_t>(*index);
  }
  return flat;
}

Situation Situations::of(StateView state) {
  own_.resize((state.total + 7) / 8 + 2);
  std::memcpy(own_.data(), state.data, state.total);
  uint32_t shape;
  std::memcpy(&shape, state.data, sizeof shape);
  return {reinterpret_cast<const uint8_t*>(own_.data()), &shapes_.get(shape), -1};
}

Value evaluate(const ir::Program& program, ir::ExprId id, const Situation& at) {
  const ir::Expr& e = program.expr(id);
  switch (e.op) {
    case ir::Op::constant: return e.value;
    case ir::Op::argument:
      if (at.pid < 0) return {};
      return nth(nth(program.instances, at.pid).arguments, e.value);
    case ir::Op::checked: {
      const Value a = evaluate(program, e.kids[0], at);
      if (!a || *a < e.type.low || *a > e.type.high) return {};
      return a;
    }
    case ir::Op::list_guard: {
      const Value possible = evaluate(program, e.kids[0], at);
      if (!possible || *possible == 0) return {};
      return evaluate(program, e.kids[1], at);
    }
    case ir::Op::pid:
      if (at.pid < 0) return {};
      return at.pid;
    case ir::Op::nr_pr: return narrow<int32_t>(at.shape->processes.size());
    case ir::Op::load: {
      const std::optional<uint32_t> where = element(program, e.place, at);
      if (!where) return {};
      return value_of(program, e.place.var, *where, at);
    }
    case ir::Op::logical_and:
    case ir::Op::logical_or: {
      const Value a = evaluate(program, e.kids[0], at), b = evaluate(program, e.kids[1], at);
      const bool decides = e.op == ir::Op::logical_or;
      if (a && (*a != 0) == decides) return decides;
      if (!a || !b) return {};
      return *b != 0;
    }
#define GYRE_UNARY(name, ...) case ir::Op::name:
#include "ir/ops.def"
      {
        const Value a = evaluate(program, e.kids[0], at);
        if (!a) return {};
        return ir::compute(e.op, *a, program.semantics.exact_arithmetic);
      }
#define GYRE_BINARY(name, ...) case ir::Op::name:
#include "ir/ops.def"
      {
        const Value a = evaluate(program, e.kids[0], at);
        const Value b = a ? evaluate(program, e.kids[1], at) : a;
        if (!a || !b) return {};
        return ir::compute(e.op, *a, *b, program.semantics.exact_arithmetic);
      }
    case ir::Op::conditional: {
      const Value c = evaluate(program, e.kids[0], at);
      if (!c) return {};
      return evaluate(program, e.kids[*c != 0 ? 1 : 2], at);
    }
#define GYRE_CHANNEL_TEST(name) case ir::Op::name:
#include "ir/op_groups.def"
      {
        const Value channel = evaluate(program, e.kids[0], at);
        if (!channel) return {};
        return channel_test(program, e.op, *channel, at);
      }
      // What other processes do, or did, is not looked at here.
#define GYRE_ASKING(name) case ir::Op::name:
#include "ir/op_groups.def"
    case ir::Op::last:
    case ir::Op::timeout: return {};
  }
  assert(false);
  return {};
}

}  // namespace gyre::reduce
