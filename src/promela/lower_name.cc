// Names: what a reference stands for, in its own process or in another one.
#include <fmt/format.h>

#include "base/near_name.h"
#include "base/warning.h"
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

const Symbol* Lowering::lookup(const std::string& name) {
  if (context_.process != kNone) {
    for (int32_t s = context_.scope; s >= 0; s = nth(context_.unit->scopes, s).parent) {
      auto it = nth(context_.scopes, s).find(name);
      if (it != nth(context_.scopes, s).end()) return &it->second;
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
    report_undeclared(e);
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
          (part.index->value < 0 || std::cmp_greater_equal(part.index->value, count))) {
        diagnostics_.warning(
            Warning::constant_index, part.index->span,
            fmt::format("index {} is outside '{}', which has {} elements", part.index->value, part.name, count));
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
      diagnostics_.error(member->span, fmt::format("type '{}' has no member '{}'{}", type->name, member->name,
                                                   member_hint(*type, member->name)));
      return false;
    }
    path = path.empty() ? field->name : path + "." + field->name;
    index_of(*member, field->is_array, narrow<uint32_t>(field->count));
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
    const size_t want = program_.variable(place.var).dims.size();
    if (place.indices.size() != want) return false;
  }
  return true;
}

ir::Place Lowering::place(const Expr& e) {
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
  const ir::Expr& lowered = program_.expr(id);
  if (lowered.op == ir::Op::load) {
    const ir::Variable& v = program_.variable(lowered.place.var);
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

void Lowering::resolve_remotes() {
  for (const PendingRemote& r : pending_) {
    ir::Expr& e = nth(program_.exprs, r.expr);
    assert(e.op == ir::Op::remote_at || e.op == ir::Op::remote_load);
    Body& body = nth(bodies_, e.process);
    if (e.op == ir::Op::remote_at) {
      const int32_t state = body.flow ? body.flow->label_state(r.ast->field) : -1;
      if (state < 0) {
        const std::string near = body.flow ? near_name(r.ast->field, body.flow->label_names()) : "";
        diagnostics_.error(
            r.ast->span, fmt::format("proctype '{}' has no label '{}'{}", r.process, r.ast->field, did_you_mean(near)));
      }
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
      std::vector<std::string> names;
      for (const auto& scope : body.scopes) {
        for (const auto& [name, symbol] : scope) names.push_back(name);
      }
      diagnostics_.error(ref.span, fmt::format("proctype '{}' has no variable '{}'{}", r.process, ref.name,
                                               did_you_mean(near_name(ref.name, names))));
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
    const ir::Variable& v = program_.variable(e.place.var);
    if (v.dims.size() > e.place.indices.size()) {
      const size_t missing = v.dims.size() - e.place.indices.size();
      const Span span = e.span;
      std::vector<ir::ExprId> zeros;
      for (size_t i = 0; i < missing; ++i) zeros.push_back(constant(0, span));
      ir::Expr& again = nth(program_.exprs, r.expr);
      again.place.indices.insert(again.place.indices.end(), zeros.begin(), zeros.end());
    } else if (v.dims.size() < e.place.indices.size()) {
      diagnostics_.error(ref.span, fmt::format("'{}' is no array", ref.name));
    }
    ir::Expr& typed = nth(program_.exprs, r.expr);
    typed.type = program_.variable(typed.place.var).type;
  }
}

}  // namespace gyre::promela
