// Loops that SPIN writes out: for and select become assignments, conditions and a do. As in lower_stmt.cc the order in
// which elements are made is the order in which SPIN numbers them.
#include <fmt/format.h>

#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

// v = from; do :: v <= to -> body; v++ :: else -> break od
Node Lowering::for_range(const Stmt& s, ir::Place p, ir::ExprId from, ir::ExprId to) {
  const std::string name = to_text(*s.exprs[0]);
  Node first = assign_node(s, p, from);
  context_.flow->add(std::move(first));
  context_.flow->open(false);
  const ir::ExprId condition = binary(ir::Op::le, load(p, s.span), to, s.span);
  Node guard = condition_node(s, condition);
  program_.actions.back().source =
      fmt::format("{} <= {}", name, s.kind == StmtKind::for_range ? to_text(*s.exprs[2]) : "last");
  context_.flow->add(std::move(guard));
  sequence(s.body);
  return loop_end(s, p, true);
}

Node Lowering::loop_end(const Stmt& s, const ir::Place& p, bool with_else) {
  const ir::ExprId next = binary(ir::Op::add, load(p, s.span), constant(1, s.span), s.span);
  context_.flow->add(assign_node(s, p, next));
  Sequence* body = context_.flow->close(Flow::Close::loop);
  context_.flow->open(false);
  if (with_else) {
    ir::Action a;
    a.kind = ir::ActionKind::else_;
    a.source = "else";
    context_.flow->add(action_node(s, std::move(a)));
  }
  Node leave;
  leave.kind = NodeKind::goto_;
  leave.span = s.span;
  leave.break_target = context_.flow->break_target();
  context_.flow->add(std::move(leave));
  Sequence* out = context_.flow->close(Flow::Close::loop);
  Node n;
  n.kind = NodeKind::do_;
  n.span = s.span;
  n.scope = s.scope;
  n.inline_id = s.inline_id;
  n.sequences = {out, body};
  return n;
}

Node Lowering::for_in(const Stmt& s) {
  assert(s.kind == StmtKind::for_in && s.exprs.size() == 2);
  context_.flow->push_break();
  const Expr& what = *s.exprs[1];
  const Symbol* symbol = lookup(what.name);
  if (!symbol) {
    report_undeclared(what);
    return for_range(s, {}, constant(0, s.span), constant(0, s.span));
  }
  const Symbol* variable = lookup(s.exprs[0]->name);
  if (variable && variable->is_struct && symbol->scalar.base == ir::BaseType::chan) {
    // for (message in channel) rotates the channel once.
    std::vector<ir::VarId> list;
    const std::string name = fmt::format("_for{}", scratch_++);
    ir::ScalarType t{ir::BaseType::byte, 8, false, 0};
    if (symbol->channel_type != kNone && program_.channel_type(symbol->channel_type).capacity > 255) {
      t = {ir::BaseType::short_, 16, true, 0};
    }
    ir::Place counter;
    counter.var = new_variable(name, ir::Scope::local, t, {}, s.span, list);
    program_.variable(counter.var).internal = true;
    program_.process(context_.process).variables.push_back(counter.var);
    context_.flow->add(assign_node(s, counter, constant(0, s.span)));
    context_.flow->open(false);
    ir::Expr length;
    length.op = ir::Op::len;
    length.kids = {channel(what)};
    length.span = s.span;
    const ir::ExprId limit = add(std::move(length));
    const ir::ExprId condition = binary(ir::Op::lt, load(counter, s.span), limit, s.span);
    context_.flow->add(condition_node(s, condition));
    program_.actions.back().source = fmt::format("more in {}", what.name);
    ir::Action receive;
    receive.kind = ir::ActionKind::receive;
    receive.channel = channel(what);
    ir::Action send;
    send.kind = ir::ActionKind::send;
    send.channel = channel(what);
    std::vector<ir::Place> places;
    expand_struct(*s.exprs[0], places);
    for (const ir::Place& p : places) {
      ir::ReceiveArg arg;
      arg.kind = ir::ReceiveArg::Kind::bind;
      arg.place = p;
      receive.receive.push_back(arg);
      send.exprs.push_back(load(p, s.span));
    }
    receive.source = fmt::format("{}?{}", what.name, s.exprs[0]->name);
    send.source = fmt::format("{}!{}", what.name, s.exprs[0]->name);
    context_.flow->add(action_node(s, std::move(receive)));
    context_.flow->add(action_node(s, std::move(send)));
    sequence(s.body);
    return loop_end(s, counter, true);
  }
  if (!symbol->is_array) diagnostics_.error(what.span, fmt::format("'{}' is no array", what.name));
  const ir::Place p = place(*s.exprs[0]);
  return for_range(s, p, constant(0, s.span), constant(narrow<int32_t>(symbol->count) - 1, s.span));
}

// v = from; do :: break :: v < to -> v++ od
Node Lowering::select(const Stmt& s) {
  const ir::Place p = place(*s.exprs[0]);
  const ir::ExprId from = expr(*s.exprs[1]);
  const ir::ExprId to = expr(*s.exprs[2]);
  context_.flow->add(assign_node(s, p, from));
  context_.flow->open(false);
  const ir::ExprId condition = binary(ir::Op::lt, load(p, s.span), to, s.span);
  context_.flow->add(condition_node(s, condition));
  program_.actions.back().source = fmt::format("{} < {}", to_text(*s.exprs[0]), to_text(*s.exprs[2]));
  context_.flow->push_break();
  return loop_end(s, p, false);
}

// With constant bounds SPIN writes out an if with one assignment per value, or, beyond 33 values, a loop.
Node Lowering::select_const(const Stmt& s, std::vector<std::pair<std::string, Span>> labels) {
  assert(s.kind == StmtKind::select_const);
  const ir::Place p = place(*s.exprs[0]);
  if (s.high - s.low <= 32) {
    Node n;
    n.kind = NodeKind::if_;
    n.span = s.span;
    n.scope = s.scope;
    n.inline_id = s.inline_id;
    for (int32_t v = 0; v <= s.high - s.low; ++v) {
      context_.flow->open(false);
      context_.flow->add(assign_node(s, p, constant(s.low + v, s.span)));
      n.sequences.push_back(context_.flow->close(Flow::Close::option));
    }
    n.labels = std::move(labels);
    return n;
  }
  Node first = assign_node(s, p, constant(s.low, s.span));
  first.labels = std::move(labels);
  context_.flow->add(std::move(first));
  Node n;
  n.kind = NodeKind::do_;
  n.span = s.span;
  n.scope = s.scope;
  n.inline_id = s.inline_id;
  context_.flow->push_break();
  context_.flow->open(false);
  const ir::ExprId condition = binary(ir::Op::lt, load(p, s.span), constant(s.high, s.span), s.span);
  context_.flow->add(condition_node(s, condition));
  program_.actions.back().source = fmt::format("{} < {}", to_text(*s.exprs[0]), s.high);
  const ir::ExprId next = binary(ir::Op::add, load(p, s.span), constant(1, s.span), s.span);
  context_.flow->add(assign_node(s, p, next));
  n.sequences.push_back(context_.flow->close(Flow::Close::option));
  context_.flow->open(false);
  Node leave;
  leave.kind = NodeKind::goto_;
  leave.span = s.span;
  leave.break_target = context_.flow->break_target();
  context_.flow->add(std::move(leave));
  n.sequences.push_back(context_.flow->close(Flow::Close::option));
  return n;
}

}  // namespace gyre::promela
