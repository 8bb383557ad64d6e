// Expressions: values of the model, and the operators on them.
#include <algorithm>

#include <fmt/format.h>

#include "ir/ops.h"
#include "promela/lower_impl.h"
#include "promela/operators.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

ir::ExprId Lowering::add(ir::Expr e) { return add_to<ir::ExprId>(program_.exprs, std::move(e)); }

ir::ExprId Lowering::constant(int32_t value, const Span& span) {
  ir::Expr e;
  e.value = value;
  e.span = span;
  return add(std::move(e));
}

bool Lowering::is_constant(ir::ExprId id) const {
  const ir::Expr& e = program_.expr(id);
  if (e.op == ir::Op::constant) return true;
  const bool computes = ir::is_operator(e.op) || e.op == ir::Op::conditional;
  return computes && std::all_of(e.kids.begin(), e.kids.end(), [&](ir::ExprId k) { return is_constant(k); });
}

ir::ExprId Lowering::load(const ir::Place& place, const Span& span) {
  ir::Expr e;
  e.op = ir::Op::load;
  e.place = place;
  e.span = span;
  if (place.var != kNone) e.type = program_.variable(place.var).type;
  return add(std::move(e));
}

ir::ExprId Lowering::binary(ir::Op op, ir::ExprId a, ir::ExprId b, const Span& span) {
  assert(a != kNone && b != kNone);
  ir::Expr e;
  e.op = op;
  e.kids = {a, b};
  e.span = span;
  return add(std::move(e));
}

ir::ExprId Lowering::run_expr(const Expr& e) {
  ir::Expr out;
  out.op = ir::Op::run;
  out.span = e.span;
  out.value = e.value;
  if (e.value > 0) program_.uses_priority = true;
  auto it = processes_.find(e.name);
  if (it == processes_.end() || program_.process(it->second).kind != ir::ProcessKind::proctype) {
    diagnostics_.error(e.span, fmt::format("there is no proctype '{}'{}", e.name, process_hint(e.name)));
    return constant(0, e.span);
  }
  out.process = it->second;
  for (const ExprPtr& k : e.kids) expand(*k, out.kids);
  // Parameters of a process that is declared later are counted from its declaration.
  size_t want = 0;
  for (const Unit& u : model_.units) {
    if (u.kind != UnitKind::proctype || u.name != e.name) continue;
    for (const VarDecl& d : u.parameters) {
      std::vector<ir::ScalarType> fields;
      channel_fields(d.type, fields, 0);
      want += fields.size();
    }
  }
  if (out.kids.size() != want) {
    diagnostics_.error(e.span, fmt::format("proctype '{}' has {} parameters but is run with {} arguments", e.name, want,
                                           out.kids.size()));
  }
  return add(std::move(out));
}

ir::ExprId Lowering::expr(const Expr& e) {
  ir::Expr out;
  out.span = e.span;
  switch (e.kind) {
    case ExprKind::number: out.value = e.value; return add(std::move(out));
    case ExprKind::reference: return reference(e);
    case ExprKind::unary: {
      assert(unary_operator(e.op) && e.kids.size() == 1);
      const ir::ExprId a = expr(*e.kids[0]);
      out.op = unary_operator(e.op)->op;
      out.kids = {a};
      return add(std::move(out));
    }
    case ExprKind::binary: {
      assert(binary_operator(e.op) && e.kids.size() == 2);
      for (const ExprPtr& k : e.kids) {
        if (k->kind == ExprKind::run) diagnostics_.error(k->span, "'run' cannot be part of a larger expression");
      }
      const ir::ExprId a = expr(*e.kids[0]);
      const ir::ExprId b = expr(*e.kids[1]);
      out.op = binary_operator(e.op)->op;
      out.kids = {a, b};
      return add(std::move(out));
    }
    case ExprKind::conditional: {
      const ir::ExprId c = expr(*e.kids[0]);
      const ir::ExprId a = expr(*e.kids[1]);
      const ir::ExprId b = expr(*e.kids[2]);
      out.op = ir::Op::conditional;
      out.kids = {c, a, b};
      return add(std::move(out));
    }
    case ExprKind::run:
      if (context_.process == kNone) diagnostics_.error(e.span, "'run' outside a process");
      return run_expr(e);
    case ExprKind::len:
    case ExprKind::full:
    case ExprKind::empty:
    case ExprKind::nfull:
    case ExprKind::nempty: {
      const ir::ExprId c = channel(*e.kids[0]);
      out.op = e.kind == ExprKind::len     ? ir::Op::len
               : e.kind == ExprKind::full  ? ir::Op::full
               : e.kind == ExprKind::empty ? ir::Op::empty
               : e.kind == ExprKind::nfull ? ir::Op::nfull
                                           : ir::Op::nempty;
      out.kids = {c};
      return add(std::move(out));
    }
    case ExprKind::poll: {
      const ir::ExprId c = channel(*e.kids[0]);
      out.op = ir::Op::poll;
      out.kids = {c};
      out.value = e.value;
      for (const ReceiveArg& a : e.args) expand_receive(a, out.args);
      return add(std::move(out));
    }
    case ExprKind::enabled:
    case ExprKind::pc_value:
    case ExprKind::get_priority: {
      const ir::ExprId p = expr(*e.kids[0]);
      out.op = e.kind == ExprKind::enabled    ? ir::Op::enabled
               : e.kind == ExprKind::pc_value ? ir::Op::pc_value
                                              : ir::Op::get_priority;
      if (e.kind == ExprKind::enabled) program_.uses_enabled = true;
      if (e.kind == ExprKind::get_priority) program_.uses_priority = true;
      out.kids = {p};
      return add(std::move(out));
    }
    case ExprKind::moves: {
      const Expr& who = *e.kids[0];
      out.op = ir::Op::moves;
      const auto it = who.kind == ExprKind::reference && !who.member ? processes_.find(who.name) : processes_.end();
      if (it == processes_.end()) {
        const ir::ExprId pid = expr(who);
        out.kids = {pid};
        return add(std::move(out));
      }
      const ir::ProcessKind kind = program_.process(it->second).kind;
      if (kind != ir::ProcessKind::proctype && kind != ir::ProcessKind::init)
        diagnostics_.error(who.span, fmt::format("'{}' is no process", who.name));
      out.process = it->second;
      if (who.index) {
        const ir::ExprId pid = expr(*who.index);
        out.kids = {pid};
      }
      return add(std::move(out));
    }
    case ExprKind::timeout:
      out.op = ir::Op::timeout;
      program_.uses_timeout = true;
      return add(std::move(out));
    case ExprKind::non_progress:
      if (context_.unit && context_.unit->kind != UnitKind::never)
        diagnostics_.error(e.span, "np_ can only be used in a never claim");
      out.op = ir::Op::non_progress;
      return add(std::move(out));
    case ExprKind::remote_variable:
    case ExprKind::remote_label: {
      const bool is_label = e.kind == ExprKind::remote_label;
      auto it = processes_.find(e.name);
      if (it == processes_.end()) {
        diagnostics_.error(e.span, fmt::format("there is no proctype '{}'{}", e.name, process_hint(e.name)));
        return constant(0, e.span);
      }
      out.op = is_label ? ir::Op::remote_at : ir::Op::remote_load;
      out.process = it->second;
      out.value = -1;
      if (e.kids[0]) {
        const ir::ExprId p = expr(*e.kids[0]);
        out.kids.push_back(p);
      }
      if (is_label) {
        Body& body = nth(bodies_, it->second);
        if (body.sequence) body.flow->make_label_visible(e.field);
      } else if (e.kids[1]->index) {
        const ir::ExprId i = expr(*e.kids[1]->index);
        out.place.indices.push_back(i);
      }
      const ir::ExprId id = add(std::move(out));
      pending_.push_back({id, e.name, &e});
      return id;
    }
    case ExprKind::c_expr: return c_snippet(*e.c, false, e.span);
    case ExprKind::always:
    case ExprKind::eventually:
    case ExprKind::next:
    case ExprKind::until:
    case ExprKind::weak_until:
    case ExprKind::release:
    case ExprKind::strong_release:
    case ExprKind::implies:
    case ExprKind::equivalent:
    case ExprKind::branching: break;
  }
  diagnostics_.error(e.span, "a temporal operator outside a formula");
  return constant(0, e.span);
}

}  // namespace gyre::promela
