// The model and its processes. See lower_declare.cc, lower_name.cc, lower_expr.cc, lower_stmt.cc, lower_loop.cc,
// lower_formula.cc and lower_ctl.cc for the rest.
#include <algorithm>

#include <fmt/format.h>

#include "base/warning.h"
#include "ir/layout.h"
#include "promela/c_unit.h"
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

Lowering::Lowering(const Model& model, const CompileOptions& options, std::shared_ptr<SourceMap> sources,
                   Diagnostics& diagnostics)
    : model_(model), options_(options), diagnostics_(diagnostics), program_(ir::kPromela) {
  program_.sources = std::move(sources);
  program_.lose_messages = options.lose_messages;
  program_.inner_unless_first = options.inner_unless_first;
  program_.max_processes = options.max_processes;
  program_.mtype_sets.push_back({});
  mtype_sets_[""] = 0;
}

ir::Program Lowering::run() {
  declare_types();
  if (diagnostics_.has_errors()) return std::move(program_);
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
        const int32_t number = next_id(program_.processes);
        if (is_trace) program_.trace = number;
        processes_[u.name] = number;
        unit_process_[&u] = number;
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
  declare_c();
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
  given_automata();
  // SPIN initialises globals by type, in this order.
  const TypeName order[] = {TypeName::unsigned_, TypeName::bit,    TypeName::byte, TypeName::chan,
                            TypeName::mtype,     TypeName::short_, TypeName::int_, TypeName::user};
  for (TypeName t : order) {
    for (const auto& [decl, name] : global_order_) {
      const TypeName declared = decl->type.type == TypeName::pid ? TypeName::byte : decl->type.type;
      if (declared == t) initialise(globals_.at(name), *decl, program_.initialisers);
    }
  }
  resolve_remotes();
  check_messages();
  if (!diagnostics_.has_errors()) finish_processes();
  create_instances();
  if (program_.instances.empty() && !diagnostics_.has_errors()) {
    diagnostics_.error({}, "there is nothing to run: the model has no init and no active proctype");
  }
  if (!diagnostics_.has_errors()) finish_c();
  if (!diagnostics_.has_errors()) ir::lay_out(program_);
  return std::move(program_);
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
  Body& body = nth(bodies_, index);
  body.unit = &u;
  const bool is_claim = u.kind == UnitKind::never || u.kind == UnitKind::trace || u.kind == UnitKind::notrace;
  body.flow = std::make_unique<Flow>(next_id_, u.scopes, is_claim, diagnostics_);
  context_ = {};
  context_.process = index;
  context_.unit = &u;
  context_.flow = body.flow.get();
  context_.scopes.resize(u.scopes.size());
  auto process = [&]() -> ir::Process& { return program_.process(index); };
  process().deterministic = u.deterministic;
  process().active = narrow<uint32_t>(u.active);
  process().priority = u.priority > 0 ? u.priority : 1;
  if (u.priority > 0) program_.uses_priority = true;
  std::vector<ir::VarId> variables;
  for (const VarDecl& d : u.parameters) {
    if (d.is_array)
      diagnostics_.error(d.span, fmt::format("parameter '{}' is an array: only its elements can be passed", d.name));
    if (context_.scopes[0].count(d.name))
      diagnostics_.error(d.span, fmt::format("parameter '{}' is declared twice", d.name));
    std::vector<ir::VarId> own;
    Symbol s = make_symbol(d, ir::Scope::local, own);
    variables.insert(variables.end(), own.begin(), own.end());
    context_.declared.push_back({d.name, -1, std::move(own)});
    context_.scopes[0][d.name] = std::move(s);
  }
  for (ir::VarId v : variables) program_.variable(v).is_parameter = true;
  process().parameters = variables;
  if (receives_pid(u.body)) {
    // SPIN lets a receive overwrite _pid, in this process only: then it is a variable like others.
    VarDecl pid;
    pid.name = "_pid";
    pid.type.type = TypeName::pid;
    pid.span = u.span;
    diagnostics_.warning(Warning::pid_overwritten, u.span,
                         "a receive in this process overwrites _pid; to compare with it write eval(_pid)");
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
  std::map<int32_t, int> expansion;  // by call: its index among the calls of the inline
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
    assert(bodies_[i].flow && bodies_[i].sequence);
    bodies_[i].flow->finish(bodies_[i].sequence, program_.processes[i], program_, options_.inner_unless_first);
    if (program_.processes[i].kind == ir::ProcessKind::proctype || program_.processes[i].kind == ir::ProcessKind::init)
      continue;
    if (!program_.processes[i].variables.empty()) {
      const bool never = program_.processes[i].kind == ir::ProcessKind::never;
      diagnostics_.error(program_.processes[i].span, fmt::format("a {} cannot have variables of its own",
                                                                 never ? "never claim" : "trace assertion"));
    }
    if (program_.trace == narrow<int32_t>(i)) check_trace(program_.processes[i]);
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
    assert(e.to < p.states.size());
    if (!reached.count(e.from)) continue;
    const ir::Action& a = program_.action(e.action);
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
      program_.instances.push_back({narrow<int32_t>(i), p.priority, {}});
      if (program_.instances.size() > 100000) {
        diagnostics_.error(p.span, "too many active processes");
        return;
      }
    }
  }
}

}  // namespace gyre::promela
