#include "reduce/guard_test.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "ir/ops.h"

namespace gyre::reduce {

namespace {

// Is it the same in all states in which the stable variables of its process are?
bool same_for_instance(const Summary& summary, ir::ExprId expr, const Situation& at) {
  if (!summary.is_stable(expr)) return false;
  const ir::Program& program = summary.program();
  const std::vector<ir::VarId>& told = nth(summary.processes(), nth(at.shape->processes, at.pid).type).stable;
  bool same = true;
  ir::each_expr(program, expr, [&](const ir::Expr& e) {
    if (e.op != ir::Op::load || program.variable(e.place.var).scope != ir::Scope::local) return;
    same = same && std::find(told.begin(), told.end(), e.place.var) != told.end();
  });
  return same;
}

}  // namespace

// The first bit of a variable; none: it is no part of the state.
std::optional<uint32_t> GuardTest::base_of(const ir::Variable& variable, const Situation& at) {
  switch (variable.scope) {
    case ir::Scope::global: return ir::kGlobalsOffset * 8 + variable.bit_offset;
    case ir::Scope::local: return nth(at.shape->processes, at.pid).offset * 8 + variable.bit_offset;
    case ir::Scope::hidden: return {};
  }
  return {};
}

std::optional<GuardTest::Operand> GuardTest::operand_of(const Summary& summary, ir::ExprId expr, const Situation& at) {
  const ir::Program& program = summary.program();
  Operand out;
  if (same_for_instance(summary, expr, at)) {
    const auto value = evaluate(program, expr, at);
    if (!value) return {};
    out.value = *value;
    return out;
  }
  const ir::Expr& e = program.expr(expr);
  if (e.op != ir::Op::load) return {};
  const ir::Variable& v = program.variable(e.place.var);
  if (e.place.indices.size() > 1 || (e.place.indices.size() == 1 && v.dims.size() != 1)) return {};
  const std::optional<uint32_t> base = base_of(v, at);
  if (!base) return {};
  out.kind = Operand::Kind::field;
  out.bit = *base;
  out.width = narrow<uint8_t>(v.type.width);
  out.is_signed = v.type.is_signed;
  if (e.place.indices.empty()) return out;
  const std::optional<Operand> index = operand_of(summary, e.place.indices[0], at);
  if (!index) return {};
  switch (index->kind) {
    case Operand::Kind::constant:
      if (index->value < 0 || std::cmp_greater_equal(index->value, v.dims[0])) return {};
      out.bit += narrow<uint32_t>(index->value) * v.type.width;
      return out;
    case Operand::Kind::field:
      out.kind = Operand::Kind::element;
      out.index_bit = index->bit;
      out.index_width = index->width;
      out.index_signed = index->is_signed;
      out.element_count = v.dims[0];
      return out;
    case Operand::Kind::element: return {};
  }
  return {};
}

GuardTest GuardTest::of_expression(const Summary& summary, ir::ExprId expr, const Situation& at) {
  const ir::Program& program = summary.program();
  GuardTest out;
  out.expr_ = expr;
  out.pid_ = at.pid;
  bool negated = false;
  const ir::Expr* e = &program.expr(expr);
  while (e->op == ir::Op::logical_not) {
    negated = !negated;
    expr = e->kids[0];
    e = &program.expr(expr);
  }
  if (ir::is_comparison(e->op) && !negated) {
    const std::optional<Operand> left = operand_of(summary, e->kids[0], at),
                                 right = operand_of(summary, e->kids[1], at);
    if (!left || !right) return out;
    out.op_ = e->op;
    out.left_ = *left;
    out.right_ = *right;
  } else {
    const std::optional<Operand> whole = operand_of(summary, expr, at);
    if (!whole) return out;
    out.op_ = negated ? ir::Op::eq : ir::Op::ne;
    out.left_ = *whole;
  }
  out.kind_ = Kind::compare;
  return out;
}

GuardTest GuardTest::of_length(const ir::Program& program, int32_t channel, const Situation& at, ir::Op op,
                               int32_t value) {
  assert(is_channel(channel, at));
  const ir::FrameRef& frame = nth(at.shape->channels, channel - 1);
  const ir::ChannelType& type = program.channel_type(frame.type);
  assert(type.capacity > 0);
  GuardTest out;
  out.kind_ = Kind::compare;
  out.op_ = op;
  out.left_.kind = Operand::Kind::field;
  out.left_.bit = frame.offset * 8 + type.capacity * type.slot_bits;
  out.left_.width = narrow<uint8_t>(type.len_bits);
  out.right_.value = value;
  return out;
}

GuardTest GuardTest::of_arrival(const ir::Program& program, int32_t channel, const Situation& at) {
  return of_length(program, channel, at, ir::Op::gt, 0);
}

GuardTest GuardTest::of_room(const ir::Program& program, int32_t channel, const Situation& at) {
  const int32_t type = nth(at.shape->channels, channel - 1).type;
  return of_length(program, channel, at, ir::Op::lt, narrow<int32_t>(program.channel_type(type).capacity));
}

// False: it has no value in this state.
bool GuardTest::value_of(const Operand& operand, const uint8_t* state, int32_t& value) {
  switch (operand.kind) {
    case Operand::Kind::constant: value = operand.value; return true;
    case Operand::Kind::field: value = load_bits(state, operand.bit, operand.width, operand.is_signed); return true;
    case Operand::Kind::element: {
      const int32_t index = load_bits(state, operand.index_bit, operand.index_width, operand.index_signed);
      if (index < 0 || std::cmp_greater_equal(index, operand.element_count)) return false;
      value = load_bits(state, operand.bit + narrow<uint32_t>(index) * operand.width, operand.width, operand.is_signed);
      return true;
    }
  }
  return false;
}

Answer GuardTest::ask(const ir::Program& program, const Situation& at) const {
  if (kind_ == Kind::evaluate) {
    Situation mine = at;
    mine.pid = pid_;
    const auto value = evaluate(program, expr_, mine);
    return !value ? Answer::unknown : *value != 0 ? Answer::yes : Answer::no;
  }
  int32_t x = 0, y = 0;
  if (!value_of(left_, at.state, x) || !value_of(right_, at.state, y)) return Answer::unknown;
#define GYRE_COMPARISON(name, text, precedence, word, constant_word, value) \
  if (op_ == ir::Op::name) return value ? Answer::yes : Answer::no;
#include "ir/ops.def"
  assert(false);
  return Answer::unknown;
}

}  // namespace gyre::reduce
