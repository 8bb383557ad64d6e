// Declarations: types, variables with their initial values, channels.
#include <algorithm>

#include <fmt/format.h>

#include "ir/layout.h"
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

void Lowering::declare_types() {
  for (const Unit& u : model_.units) {
    if (u.kind == UnitKind::typedef_) {
      if (user_types_.count(u.name)) diagnostics_.error(u.span, fmt::format("type '{}' is declared twice", u.name));
      user_types_[u.name] = &u;
    } else if (u.kind == UnitKind::mtype) {
      int32_t set = 0;
      auto it = mtype_sets_.find(u.name);
      if (it == mtype_sets_.end()) {
        set = add_to(program_.mtype_sets, {u.name, {}});
        mtype_sets_[u.name] = set;
      } else {
        set = it->second;
      }
      // Numbered from the last to the first; a later declaration goes on above the earlier ones.
      ir::MtypeSet& s = nth(program_.mtype_sets, set);
      for (size_t i = u.constants.size(); i-- > 0;) {
        s.names.push_back(u.constants[i].first);
        mtype_constants_[u.constants[i].first] = {next_id(s.names), set};
      }
      if (s.names.size() > 255) diagnostics_.error(u.span, "too many mtype constants: 255 are possible");
    }
  }
}

ir::ScalarType Lowering::scalar_type(const TypeRef& type, int32_t bits, const Span& span) {
  ir::ScalarType t;
  if (bits > 0 && type.type != TypeName::unsigned_) {
    diagnostics_.error(span, "only unsigned variables have a width");
  }
  switch (type.type) {
    case TypeName::bit: t = {ir::BaseType::bit, 1, false, 0}; break;
    case TypeName::byte: t = {ir::BaseType::byte, 8, false, 0}; break;
    case TypeName::pid: t = {ir::BaseType::pid, 8, false, 0}; break;
    case TypeName::short_: t = {ir::BaseType::short_, 16, true, 0}; break;
    case TypeName::int_: t = {ir::BaseType::int_, 32, true, 0}; break;
    case TypeName::unsigned_:
      if (bits == 0) diagnostics_.error(span, "an unsigned variable needs a width, as in 'unsigned x : 5'");
      t = {ir::BaseType::unsigned_, narrow<uint8_t>(bits == 0 ? 32 : bits), false, 0};
      break;
    case TypeName::mtype: {
      auto it = mtype_sets_.find(type.name);
      if (it == mtype_sets_.end()) diagnostics_.error(type.span, fmt::format("there is no mtype '{}'", type.name));
      t = {ir::BaseType::mtype, 8, false, it == mtype_sets_.end() ? 0 : it->second};
      break;
    }
    case TypeName::chan: t = {ir::BaseType::chan, 8, false, 0}; break;
    case TypeName::user: break;
  }
  if (options_.max_processes > 255 && (t.base == ir::BaseType::pid || t.base == ir::BaseType::chan)) t.width = 16;
  return t;
}

ir::VarId Lowering::new_variable(const std::string& name, ir::Scope scope, const ir::ScalarType& type,
                                 std::vector<uint32_t> dims, const Span& span, std::vector<ir::VarId>& list) {
  ir::Variable v;
  v.name = name;
  v.scope = scope;
  v.type = type;
  v.declared = span;
  uint64_t count = 1;
  for (uint32_t d : dims) count = std::min(count * d, ir::kMaxElements + 1);
  const bool had_room = has_room_;
  elements_ += count;
  has_room_ = elements_ <= ir::kMaxElements && program_.variables.size() < kMaxVariables;
  if (!has_room_) {
    if (had_room) diagnostics_.error(span, fmt::format("'{}' is too large: the model has too many variables", name));
    count = 1;
    dims.assign(dims.size(), 1);
  }
  v.count = narrow<uint32_t>(count);
  v.dims = std::move(dims);
  // SPIN keeps each element of a bit array in a byte, and does not truncate it.
  if (v.type.base == ir::BaseType::bit && !v.dims.empty()) v.type.width = 8;
  const ir::VarId id = add_to(program_.variables, std::move(v));
  list.push_back(id);
  return id;
}

void Lowering::flatten(Symbol& symbol, const std::string& prefix, const std::string& shown, std::vector<uint32_t> dims,
                       const TypeRef& type, ir::Scope scope, std::vector<ir::VarId>& list, int depth) {
  auto it = user_types_.find(type.name);
  if (it == user_types_.end() || depth > 20) {
    diagnostics_.error(type.span, depth > 20 ? fmt::format("type '{}' contains itself", type.name)
                                             : fmt::format("there is no type '{}'", type.name));
    return;
  }
  for (const VarDecl& field : it->second->decls) {
    if (!has_room_) return;
    std::vector<uint32_t> inner = dims;
    std::string name = shown + "." + field.name;
    if (field.is_array) {
      inner.push_back(narrow<uint32_t>(field.count));
      name += "[]";
    }
    const std::string path = prefix.empty() ? field.name : prefix + "." + field.name;
    if (field.type.type == TypeName::user) {
      flatten(symbol, path, name, inner, field.type, scope, list, depth + 1);
      continue;
    }
    ir::ScalarType t = scalar_type(field.type, field.bits, field.span);
    symbol.leaves[path] = new_variable(name, scope, t, inner, symbol.span, list);
    symbol.leaf_order.push_back(path);
    if (t.base == ir::BaseType::bit && !field.is_array) {
      // In an array of structures with a bit inside, the member itself is a bit field and truncates.
      program_.variable(symbol.leaves[path]).type.width = 1;
    }
    if (field.channel) symbol.leaf_channel_types[path] = channel_type(*field.channel, name);
  }
}

Symbol Lowering::make_symbol(const VarDecl& d, ir::Scope scope, std::vector<ir::VarId>& list) {
  Symbol s;
  s.name = d.name;
  s.type = d.type;
  s.is_array = d.is_array;
  s.count = narrow<uint32_t>(d.count);
  s.span = d.span;
  std::vector<uint32_t> dims;
  if (d.is_array) dims.push_back(s.count);
  const std::string shown = d.is_array ? d.name + "[]" : d.name;
  if (d.type.type == TypeName::user) {
    s.is_struct = true;
    flatten(s, "", shown, dims, d.type, scope, list, 0);
    return s;
  }
  s.scalar = scalar_type(d.type, d.bits, d.span);
  s.var = new_variable(shown, scope, s.scalar, dims, d.span, list);
  if (d.channel) {
    if (d.type.type != TypeName::chan) diagnostics_.error(d.span, fmt::format("'{}' is no channel", d.name));
    s.channel_type = channel_type(*d.channel, d.name);
  }
  return s;
}

void Lowering::declare_global(const VarDecl& d) {
  if (globals_.count(d.name)) {
    diagnostics_.error(d.span, fmt::format("'{}' is declared twice", d.name));
    diagnostics_.note(globals_.at(d.name).span, "it was declared here");
    return;
  }
  globals_[d.name] = make_symbol(d, d.hidden ? ir::Scope::hidden : ir::Scope::global, program_.globals);
  global_order_.emplace_back(&d, d.name);
}

int32_t Lowering::channel_type(const ChannelInit& init, const std::string& name) {
  ir::ChannelType t;
  t.capacity = narrow<uint32_t>(init.capacity);
  t.name = name;
  for (const TypeRef& f : init.fields) channel_fields(f, t.fields, 0);
  // SPIN keeps the field of a one-bit message in a byte, and does not truncate it.
  if (t.fields.size() == 1 && t.fields[0].base == ir::BaseType::bit) t.fields[0].width = 8;
  if (t.fields.size() * t.capacity > ir::kMaxElements)
    diagnostics_.error(init.span, fmt::format("channel '{}' is too large", name));
  return add_to(program_.channel_types, std::move(t));
}

void Lowering::channel_fields(const TypeRef& type, std::vector<ir::ScalarType>& fields, int depth) {
  if (type.type != TypeName::user) {
    fields.push_back(scalar_type(type, type.type == TypeName::unsigned_ ? 32 : 0, type.span));
    return;
  }
  auto it = user_types_.find(type.name);
  if (it == user_types_.end() || depth > 20) {
    diagnostics_.error(type.span, fmt::format("there is no type '{}'", type.name));
    return;
  }
  for (const VarDecl& d : it->second->decls) {
    for (int32_t i = 0; i < d.count; ++i) {
      if (d.type.type == TypeName::user)
        channel_fields(d.type, fields, depth + 1);
      else
        fields.push_back(scalar_type(d.type, d.bits, d.span));
      if (fields.size() > kMaxFields) {
        diagnostics_.error(type.span, "a message has too many fields");
        return;
      }
    }
  }
}

// Sets initial values that are not zero, and makes channels.
void Lowering::initialise(const Symbol& s, const VarDecl& d, std::vector<ir::ActionId>& list) {
  if (!has_room_) return;
  auto assign = [&](const ir::Place& p, ir::ExprId value) {
    ir::Action a;
    a.kind = ir::ActionKind::assign;
    a.place = p;
    a.expr = value;
    a.span = d.span;
    list.push_back(add_action(std::move(a)));
  };
  if (s.is_struct) {
    initialise_leaves(s, list);
    return;
  }
  if (s.count > kMaxInitialised && (d.init || !d.init_list.empty())) {
    diagnostics_.error(d.span, fmt::format("'{}' has too many elements for an initial value", d.name));
    return;
  }
  assert(s.var != kNone);
  for (uint32_t i = 0; i < s.count; ++i) {
    ir::Place p;
    p.var = s.var;
    if (s.is_array) p.indices.push_back(constant(narrow<int32_t>(i), d.span));
    if (s.channel_type != kNone) {
      ir::Action a;
      a.kind = ir::ActionKind::new_channel;
      a.place = p;
      a.channel_type = s.channel_type;
      a.span = d.span;
      list.push_back(add_action(std::move(a)));
    } else if (!d.init_list.empty()) {
      // A list that is too short repeats its last value.
      const size_t at = std::min<size_t>(i, d.init_list.size() - 1);
      assign(p, expr(*d.init_list[at]));
    } else if (d.init) {
      if (d.init->kind == ExprKind::number && d.init->value == 0) continue;
      assign(p, expr(*d.init));
    }
  }
}

void Lowering::initialise_leaves(const Symbol& s, std::vector<ir::ActionId>& list) {
  assert(s.is_struct);
  // SPIN initialises the members of each element in turn, as the type says.
  auto type = user_types_.find(s.type.name);
  if (type == user_types_.end()) return;
  struct Walk {
    Lowering& l;
    const Symbol& s;
    std::vector<ir::ActionId>& list;
    void go(const Unit& t, const std::string& prefix, std::vector<ir::ExprId> indices, int depth) {
      if (depth > 20) return;
      for (const VarDecl& f : t.decls) {
        if (!f.init && !f.channel && f.init_list.empty() && f.type.type != TypeName::user) continue;
        const std::string path = prefix.empty() ? f.name : prefix + "." + f.name;
        for (int32_t i = 0; i < f.count && list.size() <= kMaxInitialised; ++i) {
          std::vector<ir::ExprId> here = indices;
          if (f.is_array) here.push_back(l.constant(i, f.span));
          if (f.type.type == TypeName::user) {
            auto it = l.user_types_.find(f.type.name);
            if (it != l.user_types_.end()) go(*it->second, path, here, depth + 1);
            continue;
          }
          ir::Action a;
          a.span = f.span;
          a.place.var = s.leaves.at(path);
          a.place.indices = here;
          if (f.channel) {
            a.kind = ir::ActionKind::new_channel;
            a.channel_type = s.leaf_channel_types.at(path);
          } else {
            a.kind = ir::ActionKind::assign;
            const Expr& value = f.init ? *f.init : *nth(f.init_list, std::min(i, last_id(f.init_list)));
            a.expr = l.expr(value);
          }
          list.push_back(l.add_action(std::move(a)));
        }
      }
    }
  } walk{*this, s, list};
  bool any = false;
  for (const VarDecl& f : type->second->decls)
    any |= f.init || f.channel || !f.init_list.empty() || f.type.type == TypeName::user;
  if (!any) return;
  for (uint32_t i = 0; i < s.count && list.size() <= kMaxInitialised; ++i) {
    std::vector<ir::ExprId> indices;
    if (s.is_array) indices.push_back(constant(narrow<int32_t>(i), s.span));
    walk.go(*type->second, "", indices, 0);
  }
  if (list.size() > kMaxInitialised)
    diagnostics_.error(s.span, fmt::format("'{}' has too many elements for an initial value", s.name));
}

}  // namespace gyre::promela
