// Declarations, types and processes. See lower_expr.cc and lower_stmt.cc for the rest.
#include <algorithm>

#include <fmt/format.h>

#include "ir/layout.h"
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

Lowering::Lowering(const Model& model, const CompileOptions& options, std::shared_ptr<SourceMap> sources,
                   Diagnostics& diagnostics)
    : model_(model), options_(options), diagnostics_(diagnostics) {
  program_.sources = std::move(sources);
  program_.language = "promela";
  program_.lose_messages = options.lose_messages;
  program_.inner_unless_first = options.inner_unless_first;
  program_.max_processes = options.max_processes;
  program_.mtype_sets.push_back({});
  mtype_sets_[""] = 0;
}

ir::Program Lowering::run() {
  declare_types();
  if (diagnostics_.has_errors()) return {};
  for (const Unit& u : model_.units) {
    if (u.kind == UnitKind::declaration) {
      for (const VarDecl& d : u.decls) declare_global(d);
    }
  }
  // Names of processes first: `run` may name one that is declared later.
  for (const Unit& u : model_.units) {
    switch (u.kind) {
      case UnitKind::proctype:
      case UnitKind::init:
      case UnitKind::never:
      case UnitKind::trace:
      case UnitKind::notrace: {
        // SPIN takes several init processes; other names must be different.
        const bool is_trace = u.kind == UnitKind::trace || u.kind == UnitKind::notrace;
        if (is_trace && program_.trace != kNone)
          diagnostics_.error(u.span, "a model can have one trace or notrace assertion only");
        else if (processes_.count(u.name) && u.kind != UnitKind::init)
          diagnostics_.error(u.span, fmt::format("'{}' is declared twice", u.name));
        if (is_trace) program_.trace = static_cast<int32_t>(program_.processes.size());
        processes_[u.name] = static_cast<int32_t>(program_.processes.size());
        unit_process_[&u] = static_cast<int32_t>(program_.processes.size());
        ir::Process p;
        p.name = u.name;
        p.span = u.span;
        p.kind = u.kind == UnitKind::proctype ? ir::ProcessKind::proctype
                 : u.kind == UnitKind::init   ? ir::ProcessKind::init
                 : u.kind == UnitKind::never  ? ir::ProcessKind::never
                 : u.kind == UnitKind::trace  ? ir::ProcessKind::trace
                                              : ir::ProcessKind::notrace;
        program_.processes.push_back(std::move(p));
        break;
      }
      case UnitKind::ltl:
      case UnitKind::ctl:
      case UnitKind::declaration:
      case UnitKind::typedef_:
      case UnitKind::mtype: break;
    }
  }
  bodies_.resize(program_.processes.size());
  for (const Unit& u : model_.units) {
    if (diagnostics_.too_many()) break;
    switch (u.kind) {
      case UnitKind::proctype:
      case UnitKind::init:
      case UnitKind::never:
      case UnitKind::trace:
      case UnitKind::notrace: process_unit(u); break;
      case UnitKind::ltl:
      case UnitKind::ctl: {
        ir::Property p;
        p.kind = u.kind == UnitKind::ltl ? ir::Property::Kind::ltl : ir::Property::Kind::ctl;
        p.name = u.name;
        p.formula = u.formula_text;
        p.span = u.span;
        program_.properties.push_back(std::move(p));
        break;
      }
      case UnitKind::declaration:
      case UnitKind::typedef_:
      case UnitKind::mtype: break;
    }
  }
  // SPIN reads ltl formulas last.
  for (const Unit& u : model_.units) {
    if ((u.kind != UnitKind::ltl && u.kind != UnitKind::ctl) || !u.formula) continue;
    visit_remote_labels(*u.formula);
    for (ir::Property& p : program_.properties) {
      if (p.name != u.name || !p.nodes.empty() || !p.ctl.empty()) continue;
      if (p.kind == ir::Property::Kind::ltl && u.kind == UnitKind::ltl) formula(*u.formula, p.nodes);
      if (p.kind == ir::Property::Kind::ctl && u.kind == UnitKind::ctl) branching_formula(*u.formula, p.ctl);
    }
  }
  // SPIN initialises globals by type, in this order.
  const TypeName order[] = {TypeName::unsigned_, TypeName::bit,    TypeName::byte, TypeName::chan,
                            TypeName::mtype,     TypeName::short_, TypeName::int_, TypeName::user};
  for (TypeName t : order) {
    for (const auto& [decl, name] : global_order_) {
      const TypeName declared = decl->type.type == TypeName::pid ? TypeName::byte : decl->type.type;
      if (declared == t) initialise(globals_.at(name), *decl, program_.initialisers, false);
    }
  }
  resolve_remotes();
  check_messages();
  if (!diagnostics_.has_errors()) finish_processes();
  create_instances();
  if (program_.instances.empty() && !diagnostics_.has_errors()) {
    diagnostics_.error({}, "there is nothing to run: the model has no init and no active proctype");
  }
  if (!diagnostics_.has_errors()) ir::lay_out(program_);
  return std::move(program_);
}

void Lowering::declare_types() {
  for (const Unit& u : model_.units) {
    if (u.kind == UnitKind::typedef_) {
      if (user_types_.count(u.name)) diagnostics_.error(u.span, fmt::format("type '{}' is declared twice", u.name));
      user_types_[u.name] = &u;
    } else if (u.kind == UnitKind::mtype) {
      int32_t set = 0;
      auto it = mtype_sets_.find(u.name);
      if (it == mtype_sets_.end()) {
        set = static_cast<int32_t>(program_.mtype_sets.size());
        mtype_sets_[u.name] = set;
        program_.mtype_sets.push_back({u.name, {}});
      } else {
        set = it->second;
      }
      // Numbered from the last to the first; a later declaration goes on above the earlier ones.
      ir::MtypeSet& s = program_.mtype_sets[static_cast<size_t>(set)];
      for (size_t i = u.constants.size(); i-- > 0;) {
        s.names.push_back(u.constants[i].first);
        mtype_constants_[u.constants[i].first] = {static_cast<int32_t>(s.names.size()), set};
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
      t = {ir::BaseType::unsigned_, static_cast<uint8_t>(bits == 0 ? 32 : bits), false, 0};
      break;
    case TypeName::mtype: {
      auto it = mtype_sets_.find(type.name);
      if (it == mtype_sets_.end()) diagnostics_.error(type.span, fmt::format("there is no mtype '{}'", type.name));
      t = {ir::BaseType::mtype, 8, false, it == mtype_sets_.end() ? 0 : it->second};
      break;
    }
    case TypeName::chan:
      t = {ir::BaseType::chan, static_cast<uint8_t>(options_.max_processes > 255 ? 16 : 8), false, 0};
      break;
    case TypeName::user: break;
  }
  if (options_.max_processes > 255 && t.base == ir::BaseType::pid) t.width = 16;
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
  v.count = static_cast<uint32_t>(count);
  v.dims = std::move(dims);
  // SPIN keeps each element of a bit array in a byte, and does not truncate it.
  if (v.type.base == ir::BaseType::bit && !v.dims.empty()) v.type.width = 8;
  program_.variables.push_back(std::move(v));
  const auto id = static_cast<ir::VarId>(program_.variables.size() - 1);
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
      inner.push_back(static_cast<uint32_t>(field.count));
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
      // an array of structures with a bit inside: the member itself is a bit field and truncates
      program_.variables[static_cast<size_t>(symbol.leaves[path])].type.width = 1;
    }
    if (field.channel) symbol.leaf_channel_types[path] = channel_type(*field.channel, name);
  }
}

Symbol Lowering::make_symbol(const VarDecl& d, ir::Scope scope, std::vector<ir::VarId>& list) {
  Symbol s;
  s.name = d.name;
  s.type = d.type;
  s.is_array = d.is_array;
  s.count = static_cast<uint32_t>(d.count);
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
  t.capacity = static_cast<uint32_t>(init.capacity);
  t.name = name;
  for (const TypeRef& f : init.fields) channel_fields(f, t.fields, 0);
  // SPIN keeps the field of a one-bit message in a byte, and does not truncate it.
  if (t.fields.size() == 1 && t.fields[0].base == ir::BaseType::bit) t.fields[0].width = 8;
  if (t.fields.size() * t.capacity > ir::kMaxElements)
    diagnostics_.error(init.span, fmt::format("channel '{}' is too large", name));
  program_.channel_types.push_back(std::move(t));
  return static_cast<int32_t>(program_.channel_types.size() - 1);
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

// The index expressions of element number `flat` of an array with these dimensions.
void Lowering::leaf_indices(uint32_t flat, const std::vector<uint32_t>& dims, std::vector<ir::ExprId>& out,
                            const Span& span) {
  std::vector<uint32_t> index(dims.size());
  for (size_t i = dims.size(); i-- > 0;) {
    index[i] = flat % dims[i];
    flat /= dims[i];
  }
  for (uint32_t i : index) out.push_back(constant(static_cast<int32_t>(i), span));
}

// Initial values that are not zero, and channels.
void Lowering::initialise(const Symbol& s, const VarDecl& d, std::vector<ir::ActionId>& list, bool) {
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
  for (uint32_t i = 0; i < s.count; ++i) {
    ir::Place p;
    p.var = s.var;
    if (s.is_array) p.indices.push_back(constant(static_cast<int32_t>(i), d.span));
    if (s.channel_type != kNone) {
      ir::Action a;
      a.kind = ir::ActionKind::new_channel;
      a.place = p;
      a.channel_type = s.channel_type;
      a.span = d.span;
      list.push_back(add_action(std::move(a)));
    } else if (!d.init_list.empty()) {
      // a list that is too short repeats its last value
      const size_t at = std::min<size_t>(i, d.init_list.size() - 1);
      assign(p, expr(*d.init_list[at]));
    } else if (d.init) {
      if (d.init->kind == ExprKind::number && d.init->value == 0) continue;
      assign(p, expr(*d.init));
    }
  }
}

void Lowering::initialise_leaves(const Symbol& s, std::vector<ir::ActionId>& list) {
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
            const Expr& value =
                f.init ? *f.init : *f.init_list[std::min<size_t>(static_cast<size_t>(i), f.init_list.size() - 1)];
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
    if (s.is_array) indices.push_back(constant(static_cast<int32_t>(i), s.span));
    walk.go(*type->second, "", indices, 0);
  }
  if (list.size() > kMaxInitialised)
    diagnostics_.error(s.span, fmt::format("'{}' has too many elements for an initial value", s.name));
}

namespace {

bool is_pid(const ReceiveArg& a) { return !a.eval && a.expr->kind == ExprKind::reference && a.expr->name == "_pid"; }

bool receives_pid(const std::vector<StmtPtr>& statements) {
  for (const StmtPtr& s : statements) {
    if (std::any_of(s->args.begin(), s->args.end(), is_pid) || receives_pid(s->body)) return true;
    if (std::any_of(s->options.begin(), s->options.end(), receives_pid)) return true;
  }
  return false;
}

}  // namespace

void Lowering::process_unit(const Unit& u) {
  const int32_t index = unit_process_.at(&u);
  Body& body = bodies_[static_cast<size_t>(index)];
  body.unit = &u;
  const bool is_claim = u.kind == UnitKind::never || u.kind == UnitKind::trace || u.kind == UnitKind::notrace;
  body.flow = std::make_unique<Flow>(next_id_, u.scopes, is_claim, diagnostics_);
  context_ = {};
  context_.process = index;
  context_.unit = &u;
  context_.flow = body.flow.get();
  context_.scopes.resize(u.scopes.size());
  auto process = [&]() -> ir::Process& { return program_.processes[static_cast<size_t>(index)]; };
  process().deterministic = u.deterministic;
  process().active = static_cast<uint32_t>(u.active);
  process().priority = u.priority > 0 ? u.priority : 1;
  if (u.priority > 0) program_.uses_priority = true;
  std::vector<ir::VarId> variables;
  for (const VarDecl& d : u.parameters) {
    if (d.is_array)
      diagnostics_.error(d.span, fmt::format("parameter '{}' is an array: only its elements can be passed", d.name));
    if (context_.scopes[0].count(d.name))
      diagnostics_.error(d.span, fmt::format("parameter '{}' is declared twice", d.name));
    const size_t before = variables.size();
    Symbol s = make_symbol(d, ir::Scope::local, variables);
    context_.declared.push_back({d.name, -1, {variables.begin() + static_cast<long>(before), variables.end()}});
    context_.scopes[0][d.name] = std::move(s);
  }
  for (ir::VarId v : variables) program_.variables[static_cast<size_t>(v)].is_parameter = true;
  process().parameters = variables;
  if (receives_pid(u.body)) {
    // SPIN lets a receive overwrite _pid, in this process only: then it is a variable like others.
    VarDecl pid;
    pid.name = "_pid";
    pid.type.type = TypeName::pid;
    pid.span = u.span;
    diagnostics_.warning(u.span, "a receive in this process overwrites _pid; to compare with it write eval(_pid)");
    Symbol s = make_symbol(pid, ir::Scope::local, variables);
    ir::Expr own;
    own.op = ir::Op::pid;
    own.span = u.span;
    ir::Action a;
    a.kind = ir::ActionKind::assign;
    a.place.var = s.var;
    a.expr = add(std::move(own));
    a.span = u.span;
    const ir::ActionId birth = add_action(std::move(a));
    process().initialisers.push_back(birth);
    context_.scopes[0]["_pid"] = std::move(s);
  }
  process().variables = variables;
  if (u.provided) {
    const ir::ExprId provided = expr(*u.provided);
    process().provided = provided;
    program_.uses_provided = true;
  }
  context_.flow->open(true);
  sequence(u.body);
  Node end;
  end.kind = NodeKind::end;
  end.span = u.end;
  ir::Action a;
  a.kind = ir::ActionKind::end;
  a.span = u.end;
  a.source = "-end-";
  end.action = add_action(std::move(a));
  context_.flow->add(std::move(end));
  body.sequence = context_.flow->close(Flow::Close::body);
  body.scopes = std::move(context_.scopes);
  tell_variables_apart();
  if (u.kind == UnitKind::never) {
    ir::Property p;
    p.kind = ir::Property::Kind::never;
    p.name = u.unnamed ? "never" : u.name;
    p.process = index;
    p.span = u.span;
    program_.properties.push_back(std::move(p));
  }
  context_ = {};
}

// Where several variables of a process have one name, those of an inline's n-th expansion are shown as "inline#n.name",
// and what is still not unique as "name#n". Texts of statements keep the names that the model has.
void Lowering::tell_variables_apart() {
  std::map<std::string, int> times;
  std::map<int32_t, int> expansion;  // by call: the how manieth of its inline
  std::map<std::string, int> expansions;
  for (const Declared& d : context_.declared) {
    ++times[d.name];
    if (d.call >= 0 && !expansion.count(d.call)) expansion[d.call] = ++expansions[program_.sources->call(d.call).name];
  }
  auto numbered = [](const std::string& name, int n) { return n > 1 ? fmt::format("{}#{}", name, n) : name; };
  std::map<std::string, int> given;
  for (const Declared& d : context_.declared) {
    if (times.at(d.name) == 1) continue;
    std::string shown = d.name;
    if (d.call >= 0) shown = numbered(program_.sources->call(d.call).name, expansion.at(d.call)) + "." + d.name;
    shown = numbered(shown, ++given[shown]);
    for (const ir::VarId v : d.variables) {
      std::string& name = program_.variable(v).name;
      name = shown + name.substr(d.name.size());
    }
  }
}

void Lowering::finish_processes() {
  for (size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].flow->finish(bodies_[i].sequence, program_.processes[i], program_, options_.inner_unless_first);
    if (program_.processes[i].kind == ir::ProcessKind::proctype || program_.processes[i].kind == ir::ProcessKind::init)
      continue;
    if (!program_.processes[i].variables.empty()) {
      const bool never = program_.processes[i].kind == ir::ProcessKind::never;
      diagnostics_.error(program_.processes[i].span, fmt::format("a {} cannot have variables of its own",
                                                                 never ? "never claim" : "trace assertion"));
    }
    if (program_.trace == static_cast<int32_t>(i)) check_trace(program_.processes[i]);
  }
  // The states of labels that remote references name are known now.
  for (ir::Expr& e : program_.exprs) {
    if (e.op != ir::Op::remote_at || e.value >= 0) continue;
    e.value = 0;
  }
}

// The steps of a trace assertion are events: a jump or a choice alone is none.
void Lowering::check_trace(const ir::Process& p) {
  std::set<uint32_t> reached{p.initial};
  std::vector<uint32_t> todo{p.initial};
  while (!todo.empty()) {
    const uint32_t at = todo.back();
    todo.pop_back();
    for (const uint32_t e : p.states[at].edges) {
      if (p.edges[e].to != 0 && reached.insert(p.edges[e].to).second) todo.push_back(p.edges[e].to);
    }
  }
  for (const ir::Edge& e : p.edges) {
    if (!reached.count(e.from)) continue;
    const ir::Action& a = program_.actions[static_cast<size_t>(e.action)];
    if (a.kind == ir::ActionKind::send || a.kind == ir::ActionKind::receive) {
      if (e.escape != 0) diagnostics_.error(a.span, "'unless' cannot be used in a trace assertion");
    } else if (a.kind == ir::ActionKind::d_step) {
      diagnostics_.error(a.span, "a d_step cannot be used in a trace assertion");
    } else if (a.kind != ir::ActionKind::end) {
      diagnostics_.error(a.span, "this is no event: an option of a trace assertion begins with a send or a receive");
    }
  }
}

// Nothing can be sent that has more fields than every channel of the model. (Fewer or more than those of the channel
// at hand is an error when it happens.)
void Lowering::check_messages() {
  size_t most = 0;
  for (const ir::ChannelType& t : program_.channel_types) most = std::max(most, t.fields.size());
  for (const ir::Action& a : program_.actions) {
    if (a.kind == ir::ActionKind::send && a.exprs.size() > most) {
      diagnostics_.error(
          a.span, fmt::format("{} values are sent, but no channel has more than {} fields", a.exprs.size(), most));
    }
  }
}

void Lowering::create_instances() {
  for (size_t i = 0; i < program_.processes.size(); ++i) {
    const ir::Process& p = program_.processes[i];
    if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
    for (uint32_t k = 0; k < p.active; ++k) {
      program_.instances.push_back({static_cast<int32_t>(i), p.priority, {}});
      if (program_.instances.size() > 100000) {
        diagnostics_.error(p.span, "too many active processes");
        return;
      }
    }
  }
}

}  // namespace gyre::promela
