// Names and expressions.
#include <algorithm>

#include <fmt/format.h>

#include "ir/ops.h"
#include "promela/lower_impl.h"
#include "promela/operators.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

ir::ExprId Lowering::add(ir::Expr e) {
  program_.exprs.push_back(std::move(e));
  return static_cast<ir::ExprId>(program_.exprs.size() - 1);
}

ir::ExprId Lowering::constant(int32_t value, const Span& span) {
  ir::Expr e;
  e.value = value;
  e.span = span;
  return add(std::move(e));
}

bool Lowering::is_constant(ir::ExprId id) const {
  const ir::Expr& e = program_.exprs[static_cast<size_t>(id)];
  if (e.op == ir::Op::constant) return true;
  const bool computes = ir::is_operator(e.op) || e.op == ir::Op::conditional;
  return computes && std::all_of(e.kids.begin(), e.kids.end(), [&](ir::ExprId k) { return is_constant(k); });
}

ir::ExprId Lowering::load(const ir::Place& place, const Span& span) {
  ir::Expr e;
  e.op = ir::Op::load;
  e.place = place;
  e.span = span;
  if (place.var != kNone) e.type = program_.variables[static_cast<size_t>(place.var)].type;
  return add(std::move(e));
}

ir::ExprId Lowering::binary(ir::Op op, ir::ExprId a, ir::ExprId b, const Span& span) {
  ir::Expr e;
  e.op = op;
  e.kids = {a, b};
  e.span = span;
  return add(std::move(e));
}

const Symbol* Lowering::lookup(const std::string& name) {
  if (context_.process != kNone) {
    for (int32_t s = context_.scope; s >= 0; s = context_.unit->scopes[static_cast<size_t>(s)].parent) {
      auto it = context_.scopes[static_cast<size_t>(s)].find(name);
      if (it != context_.scopes[static_cast<size_t>(s)].end()) return &it->second;
    }
  }
  auto it = globals_.find(name);
  return it == globals_.end() ? nullptr : &it->second;
}

// Finds what a reference stands for: a scalar (place), or a structure (path to it within the symbol).
bool Lowering::resolve(const Expr& e, const Symbol*& symbol, ir::Place& place, std::string& path, bool& is_struct,
                       const Symbol* in) {
  symbol = in ? in : lookup(e.name);
  if (!symbol) {
    diagnostics_.error(e.span, fmt::format("'{}' is not declared", e.name));
    return false;
  }
  path.clear();
  is_struct = symbol->is_struct;
  const Unit* type = nullptr;
  if (is_struct) {
    auto it = user_types_.find(symbol->type.name);
    if (it == user_types_.end()) return false;
    type = it->second;
  }
  auto index_of = [&](const Expr& part, bool is_array, uint32_t count) {
    if (part.index) {
      if (!is_array) {
        const bool zero = part.index->kind == ExprKind::number && part.index->value == 0;
        if (!zero) diagnostics_.error(part.span, fmt::format("'{}' is no array", part.name));
        return;
      }
      if (part.index->kind == ExprKind::number &&
          (part.index->value < 0 || static_cast<uint32_t>(part.index->value) >= count)) {
        diagnostics_.warning(part.index->span, fmt::format("index {} is outside '{}', which has {} elements",
                                                           part.index->value, part.name, count));
      }
      place.indices.push_back(expr(*part.index));
    } else if (is_array) {
      diagnostics_.error(part.span, fmt::format("'{}' is an array: which element?", part.name));
      place.indices.push_back(constant(0, part.span));
    }
  };
  index_of(e, symbol->is_array, symbol->count);
  const Expr* member = e.member.get();
  while (member) {
    if (!is_struct) {
      diagnostics_.error(member->span,
                         fmt::format("'{}' is no structure and has no member '{}'", e.name, member->name));
      return false;
    }
    const VarDecl* field = nullptr;
    for (const VarDecl& d : type->decls) {
      if (d.name == member->name) field = &d;
    }
    if (!field) {
      diagnostics_.error(member->span, fmt::format("type '{}' has no member '{}'", type->name, member->name));
      return false;
    }
    path = path.empty() ? field->name : path + "." + field->name;
    index_of(*member, field->is_array, static_cast<uint32_t>(field->count));
    is_struct = field->type.type == TypeName::user;
    if (is_struct) {
      auto it = user_types_.find(field->type.name);
      if (it == user_types_.end()) return false;
      type = it->second;
    }
    member = member->member.get();
  }
  if (!is_struct) {
    if (symbol->is_struct) {
      auto it = symbol->leaves.find(path);
      if (it == symbol->leaves.end()) return false;
      place.var = it->second;
    } else {
      place.var = symbol->var;
    }
    const size_t want = program_.variables[static_cast<size_t>(place.var)].dims.size();
    if (place.indices.size() != want) return false;
  }
  return true;
}

ir::Place Lowering::place(const Expr& e, bool) {
  ir::Place p;
  if (e.kind != ExprKind::reference) {
    diagnostics_.error(e.span, "expected a variable");
    return p;
  }
  if ((e.name == "_pid" && !lookup("_pid")) || e.name == "_nr_pr" || e.name == "_last" || e.name == "_priority") {
    diagnostics_.error(e.span, fmt::format("'{}' cannot be assigned", e.name));
    return p;
  }
  if (mtype_constants_.count(e.name)) {
    diagnostics_.error(e.span, fmt::format("'{}' is a constant and cannot be assigned", e.name));
    return p;
  }
  const Symbol* symbol = nullptr;
  std::string path;
  bool is_struct = false;
  if (!resolve(e, symbol, p, path, is_struct)) return {};
  if (is_struct) {
    diagnostics_.error(e.span, fmt::format("'{}' is a structure: assign its members one by one", to_text(e)));
    return {};
  }
  return p;
}

ir::ExprId Lowering::reference(const Expr& e) {
  ir::Expr out;
  out.span = e.span;
  if (!e.member && !e.index) {
    auto it = mtype_constants_.find(e.name);
    if (it != mtype_constants_.end()) {
      out.value = it->second.first;
      out.type = {ir::BaseType::mtype, 8, false, it->second.second};
      return add(std::move(out));
    }
    if (e.name == "_pid" && !lookup("_pid")) {
      out.op = ir::Op::pid;
      return add(std::move(out));
    }
    if (e.name == "_nr_pr") {
      out.op = ir::Op::nr_pr;
      return add(std::move(out));
    }
    if (e.name == "_last") {
      out.op = ir::Op::last;
      program_.uses_last = true;
      return add(std::move(out));
    }
    if (e.name == "_priority") {
      program_.uses_priority = true;
      ir::Expr pid;
      pid.op = ir::Op::pid;
      pid.span = e.span;
      out.op = ir::Op::get_priority;
      out.kids.push_back(add(std::move(pid)));
      return add(std::move(out));
    }
    if (e.name == "_") {
      diagnostics_.error(e.span, "'_' can only be written to");
      return constant(0, e.span);
    }
  }
  ir::Place p;
  const Symbol* symbol = nullptr;
  std::string path;
  bool is_struct = false;
  if (!resolve(e, symbol, p, path, is_struct)) return constant(0, e.span);
  if (is_struct) {
    diagnostics_.error(e.span, fmt::format("'{}' is a structure and has no value", to_text(e)));
    return constant(0, e.span);
  }
  return load(p, e.span);
}

// An expression that must be a channel.
ir::ExprId Lowering::channel(const Expr& e, int32_t* known_type) {
  if (known_type) *known_type = kNone;
  const ir::ExprId id = expr(e);
  const ir::Expr& lowered = program_.exprs[static_cast<size_t>(id)];
  if (lowered.op == ir::Op::load) {
    const ir::Variable& v = program_.variables[static_cast<size_t>(lowered.place.var)];
    if (v.type.base != ir::BaseType::chan) {
      diagnostics_.error(e.span, fmt::format("'{}' is no channel", to_text(e)));
    } else if (known_type && e.kind == ExprKind::reference && !e.member) {
      const Symbol* s = lookup(e.name);
      if (s && !s->is_struct) *known_type = s->channel_type;
    }
  } else if (!diagnostics_.has_errors()) {
    diagnostics_.error(e.span, fmt::format("'{}' is no channel", to_text(e)));
  }
  return id;
}

bool Lowering::expand_struct(const Expr& e, std::vector<ir::Place>& out) {
  if (e.kind != ExprKind::reference || mtype_constants_.count(e.name)) return false;
  if (!has_room_) return false;  // reported; not all leaves exist
  const Symbol* symbol = lookup(e.name);
  if (!symbol || !symbol->is_struct) return false;
  ir::Place base;
  std::string path;
  bool is_struct = false;
  if (!resolve(e, symbol, base, path, is_struct) || !is_struct) return false;
  // All leaves below `path`, element by element, in the order of declaration.
  const Unit* type = user_types_.at(symbol->type.name);
  if (!path.empty()) {
    const Expr* member = e.member.get();
    while (member) {
      for (const VarDecl& d : type->decls) {
        if (d.name == member->name) {
          type = user_types_.at(d.type.name);
          break;
        }
      }
      member = member->member.get();
    }
  }
  struct Walk {
    Lowering& l;
    const Symbol& s;
    std::vector<ir::Place>& out;
    void go(const Unit& t, const std::string& prefix, const std::vector<ir::ExprId>& indices) {
      for (const VarDecl& f : t.decls) {
        const std::string p = prefix.empty() ? f.name : prefix + "." + f.name;
        for (int32_t i = 0; i < f.count; ++i) {
          if (out.size() > kMaxFields) return;
          std::vector<ir::ExprId> here = indices;
          if (f.is_array) here.push_back(l.constant(i, s.span));
          if (f.type.type == TypeName::user)
            go(*l.user_types_.at(f.type.name), p, here);
          else
            out.push_back({s.leaves.at(p), here});
        }
      }
    }
  } walk{*this, *symbol, out};
  walk.go(*type, path, base.indices);
  if (out.size() > kMaxFields) diagnostics_.error(e.span, fmt::format("'{}' has too many fields", to_text(e)));
  return true;
}

void Lowering::expand(const Expr& e, std::vector<ir::ExprId>& out) {
  std::vector<ir::Place> places;
  if (expand_struct(e, places)) {
    for (const ir::Place& p : places) out.push_back(load(p, e.span));
    return;
  }
  out.push_back(expr(e));
}

void Lowering::expand_receive(const ReceiveArg& arg, std::vector<ir::ReceiveArg>& out) {
  ir::ReceiveArg a;
  const Expr& e = *arg.expr;
  if (arg.eval || e.kind == ExprKind::number ||
      (e.kind == ExprKind::reference && !e.member && !e.index && mtype_constants_.count(e.name))) {
    a.kind = ir::ReceiveArg::Kind::match;
    a.is_eval = arg.eval;
    if (arg.eval) {
      if (e.kind == ExprKind::run) diagnostics_.error(e.span, "'run' cannot stand inside eval()");
      std::vector<ir::ExprId> values;
      expand(e, values);
      for (ir::ExprId v : values) {
        a.value = v;
        out.push_back(a);
      }
      return;
    }
    a.value = expr(e);
    out.push_back(a);
    return;
  }
  if (e.kind == ExprKind::reference && e.name == "_" && !e.member) {
    a.kind = ir::ReceiveArg::Kind::ignore;
    out.push_back(a);
    return;
  }
  a.kind = ir::ReceiveArg::Kind::bind;
  std::vector<ir::Place> places;
  if (expand_struct(e, places)) {
    for (ir::Place& p : places) {
      a.place = std::move(p);
      out.push_back(a);
    }
    return;
  }
  a.place = place(e);
  out.push_back(a);
}

ir::ExprId Lowering::run_expr(const Expr& e) {
  ir::Expr out;
  out.op = ir::Op::run;
  out.span = e.span;
  out.value = e.value;
  if (e.value > 0) program_.uses_priority = true;
  auto it = processes_.find(e.name);
  if (it == processes_.end() || program_.processes[static_cast<size_t>(it->second)].kind != ir::ProcessKind::proctype) {
    diagnostics_.error(e.span, fmt::format("there is no proctype '{}'", e.name));
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
      const ir::ExprId a = expr(*e.kids[0]);
      out.op = unary_operator(e.op)->op;
      out.kids = {a};
      return add(std::move(out));
    }
    case ExprKind::binary: {
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
      const ir::ProcessKind kind = program_.processes[static_cast<size_t>(it->second)].kind;
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
        diagnostics_.error(e.span, fmt::format("there is no proctype '{}'", e.name));
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
        Body& body = bodies_[static_cast<size_t>(it->second)];
        if (body.sequence) body.flow->make_label_visible(e.field);
      } else if (e.kids[1]->index) {
        const ir::ExprId i = expr(*e.kids[1]->index);
        out.place.indices.push_back(i);
      }
      const ir::ExprId id = add(std::move(out));
      pending_.push_back({id, e.name, &e});
      return id;
    }
    case ExprKind::c_expr: return constant(0, e.span);
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

// The number of an atom.
int32_t Lowering::atom(const Expr& e) {
  const std::string text = to_text(e);
  auto known = atoms_.find(text);
  if (known == atoms_.end()) {
    known = atoms_.emplace(text, static_cast<int32_t>(program_.atoms.size())).first;
    const ir::ExprId lowered = expr(e);
    program_.atoms.push_back(lowered);
    program_.atom_texts.push_back(text);
  }
  return known->second;
}

// A formula: Boolean and temporal structure down to state expressions, which are its atoms.
int32_t Lowering::formula(const Expr& e, std::vector<ir::LtlNode>& nodes) {
  using Op = ir::LtlNode::Op;
  ir::LtlNode n;
  auto unary = [&](Op op) {
    n.op = op;
    n.left = formula(*e.kids[0], nodes);
  };
  auto both = [&](Op op) {
    n.op = op;
    n.left = formula(*e.kids[0], nodes);
    n.right = formula(*e.kids[1], nodes);
  };
  switch (e.kind) {
    case ExprKind::always: unary(Op::always); break;
    case ExprKind::eventually: unary(Op::eventually); break;
    case ExprKind::next: unary(Op::next); break;
    case ExprKind::until: both(Op::until); break;
    case ExprKind::weak_until: both(Op::weak_until); break;
    case ExprKind::release: both(Op::release); break;
    case ExprKind::strong_release: both(Op::strong_release); break;
    case ExprKind::implies: both(Op::implication); break;
    case ExprKind::equivalent: both(Op::equivalence); break;
    case ExprKind::number:
      n.op = Op::constant;
      n.value = e.value != 0;
      break;
    default:
      if (e.kind == ExprKind::unary && e.op == Tok::send) {
        unary(Op::negation);
      } else if (e.kind == ExprKind::binary && (e.op == Tok::and_and || e.op == Tok::or_or)) {
        both(e.op == Tok::and_and ? Op::conjunction : Op::disjunction);
      } else {
        n.atom = atom(e);
      }
  }
  nodes.push_back(n);
  return static_cast<int32_t>(nodes.size()) - 1;
}

// The labels that a formula names become states of their own, as SPIN makes them.
void Lowering::visit_remote_labels(const Expr& e) {
  if (e.kind == ExprKind::remote_label) {
    auto it = processes_.find(e.name);
    if (it != processes_.end() && bodies_[static_cast<size_t>(it->second)].sequence) {
      bodies_[static_cast<size_t>(it->second)].flow->make_label_visible(e.field);
    }
  }
  // Mentioning these anywhere makes them part of the state.
  if (e.kind == ExprKind::reference && e.name == "_last") program_.uses_last = true;
  if (e.kind == ExprKind::reference && e.name == "_priority") program_.uses_priority = true;
  for (const ExprPtr& k : e.kids) {
    if (k) visit_remote_labels(*k);
  }
}

void Lowering::resolve_remotes() {
  for (const PendingRemote& r : pending_) {
    ir::Expr& e = program_.exprs[static_cast<size_t>(r.expr)];
    Body& body = bodies_[static_cast<size_t>(e.process)];
    if (e.op == ir::Op::remote_at) {
      const int32_t state = body.flow ? body.flow->label_state(r.ast->field) : -1;
      if (state < 0)
        diagnostics_.error(r.ast->span, fmt::format("proctype '{}' has no label '{}'", r.process, r.ast->field));
      e.value = state;
      continue;
    }
    const Expr& ref = *r.ast->kids[1];
    const Symbol* found = nullptr;
    for (const auto& scope : body.scopes) {
      auto it = scope.find(ref.name);
      if (it != scope.end()) {
        found = &it->second;
        break;
      }
    }
    if (!found) {
      diagnostics_.error(ref.span, fmt::format("proctype '{}' has no variable '{}'", r.process, ref.name));
      continue;
    }
    std::string path;
    for (const Expr* m = ref.member.get(); m; m = m->member.get()) {
      path = path.empty() ? m->name : path + "." + m->name;
      if (m->index) diagnostics_.error(m->span, "an index inside a remote reference to a structure is not supported");
    }
    if (found->is_struct) {
      auto it = found->leaves.find(path);
      if (it == found->leaves.end()) {
        diagnostics_.error(ref.span, fmt::format("'{}' has no member '{}'", ref.name, path));
        continue;
      }
      e.place.var = it->second;
    } else {
      e.place.var = found->var;
    }
    const ir::Variable& v = program_.variables[static_cast<size_t>(e.place.var)];
    if (v.dims.size() > e.place.indices.size()) {
      const size_t missing = v.dims.size() - e.place.indices.size();
      const Span span = e.span;
      std::vector<ir::ExprId> zeros;
      for (size_t i = 0; i < missing; ++i) zeros.push_back(constant(0, span));
      ir::Expr& again = program_.exprs[static_cast<size_t>(r.expr)];
      again.place.indices.insert(again.place.indices.end(), zeros.begin(), zeros.end());
    } else if (v.dims.size() < e.place.indices.size()) {
      diagnostics_.error(ref.span, fmt::format("'{}' is no array", ref.name));
    }
    program_.exprs[static_cast<size_t>(r.expr)].type =
        program_.variables[static_cast<size_t>(program_.exprs[static_cast<size_t>(r.expr)].place.var)].type;
  }
}

}  // namespace gyre::promela
