// Statements: the order in which elements are made here is the order in which SPIN numbers them.
#include <cassert>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "base/warning.h"
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;
using ir::kNone;

ir::ActionId Lowering::add_action(ir::Action action) {
  return add_to<ir::ActionId>(program_.actions, std::move(action));
}

void Lowering::sequence(const std::vector<StmtPtr>& statements) {
  for (const StmtPtr& s : statements) statement(*s);
}

void Lowering::statement(const Stmt& s) {
  context_.scope = s.scope;
  context_.inline_id = s.inline_id;
  if (s.kind == StmtKind::declaration) {
    declaration(s);
    return;
  }
  if (s.kind == StmtKind::exclusive) {
    for (const ExprPtr& e : s.exprs) {
      const ir::ExprId c = channel(*e);
      const ir::Expr& lowered = program_.expr(c);
      if (lowered.op == ir::Op::load)
        program_.exclusive.push_back({context_.process, lowered.place, s.receive, s.span});
    }
    return;
  }
  Node n = node(s);
  context_.flow->initialisation_ok = false;
  context_.flow->add(std::move(n));
}

void Lowering::declaration(const Stmt& s) {
  for (const VarDecl& d : s.decls) {
    auto& scope = nth(context_.scopes, s.scope);
    if (scope.count(d.name)) {
      diagnostics_.error(d.span, fmt::format("'{}' is declared twice", d.name));
      diagnostics_.note(scope.at(d.name).span, "it was declared here");
      continue;
    }
    std::vector<ir::VarId> list;
    Symbol symbol = make_symbol(d, ir::Scope::local, list);
    context_.declared.push_back({d.name, d.span.call, list});
    const bool at_birth = context_.flow->initialisation_ok;
    {
      ir::Process& p = program_.process(context_.process);
      p.variables.insert(p.variables.end(), list.begin(), list.end());
    }
    if (at_birth || d.channel || symbol.is_struct) {
      if (d.channel && !at_birth) {
        diagnostics_.warning(Warning::late_channel, d.span,
                             fmt::format("channel '{}' is created when the process starts, not here: declare it "
                                         "at the start of the proctype",
                                         d.name));
      }
      std::vector<ir::ActionId> actions;
      scope[d.name] = symbol;
      initialise(symbol, d, actions);
      ir::Process& p = program_.process(context_.process);
      p.initialisers.insert(p.initialisers.end(), actions.begin(), actions.end());
      if (at_birth || d.channel) continue;
    }
    // After the first statement a declaration is itself a step that sets the variable (an array's first element).
    ir::Action a;
    a.span = d.span;
    if (symbol.is_struct) {
      a.kind = ir::ActionKind::skip;
      a.source = "declaration of " + d.name;
    } else {
      a.kind = ir::ActionKind::assign;
      a.place.var = symbol.var;
      if (symbol.is_array) a.place.indices.push_back(constant(0, d.span));
      // The initial value is read before the name exists.
      const Expr* value = d.init ? d.init.get() : d.init_list.empty() ? nullptr : d.init_list[0].get();
      a.expr = value ? expr(*value) : constant(0, d.span);
      a.source = fmt::format("{}{} = {}", d.name, symbol.is_array ? "[0]" : "", value ? to_text(*value) : "0");
    }
    scope[d.name] = std::move(symbol);
    Node n;
    n.span = d.span;
    n.scope = s.scope;
    n.inline_id = s.inline_id;
    n.action = add_action(std::move(a));
    context_.flow->add(std::move(n));
  }
}

namespace {

// Whether a statement of this kind is one action, which does what its text says.
bool has_text(StmtKind kind) {
  switch (kind) {
    case StmtKind::assign:
    case StmtKind::send:
    case StmtKind::receive:
    case StmtKind::print:
    case StmtKind::print_mtype:
    case StmtKind::assert_:
    case StmtKind::condition:
    case StmtKind::else_:
    case StmtKind::set_priority: return true;
    case StmtKind::declaration:
    case StmtKind::exclusive:
    case StmtKind::if_:
    case StmtKind::do_:
    case StmtKind::for_range:
    case StmtKind::for_in:
    case StmtKind::select_const:
    case StmtKind::select:
    case StmtKind::break_:
    case StmtKind::goto_:
    case StmtKind::label:
    case StmtKind::atomic:
    case StmtKind::d_step:
    case StmtKind::block:
    case StmtKind::unless:
    case StmtKind::c_code: return false;
  }
  __builtin_unreachable();
}

}  // namespace

// Gives the action of a basic statement the statement's text. A macro that stands for several statements is the text of
// none of them.
void Lowering::note_text(const Stmt& s, ir::Action& action) {
  if (!has_text(s.kind)) return;
  if (s.extent.overlaps(last_extent_))
    nth(program_.actions, last_written_).written.clear();
  else
    action.written = s.extent.text(*program_.sources);
  last_extent_ = s.extent;
  last_written_ = narrow<ir::ActionId>(program_.actions.size());  // where the action will be
}

Node Lowering::action_node(const Stmt& s, ir::Action action) {
  assert(context_.flow && context_.unit);  // inside a process
  Node n;
  n.span = s.span;
  n.scope = s.scope;
  n.inline_id = s.inline_id;
  action.span = s.span;
  note_text(s, action);
  n.is_print = action.kind == ir::ActionKind::print || action.kind == ir::ActionKind::print_mtype;
  n.is_else = action.kind == ir::ActionKind::else_;
  n.action = add_action(std::move(action));
  return n;
}

namespace {

std::string place_text(const ir::Program& program, const ir::Place& p) {
  return p.var == kNone ? "?" : program.variable(p.var).name;
}

}  // namespace

Node Lowering::assign_node(const Stmt& s, const ir::Place& p, ir::ExprId value) {
  ir::Action a;
  a.kind = ir::ActionKind::assign;
  a.place = p;
  a.expr = value;
  const ir::Expr& v = program_.expr(value);
  a.source = v.op == ir::Op::constant ? fmt::format("{} = {}", place_text(program_, p), v.value)
                                      : fmt::format("{0} = {0}+1", place_text(program_, p));
  return action_node(s, std::move(a));
}

Node Lowering::condition_node(const Stmt& s, ir::ExprId value) {
  ir::Action a;
  a.kind = ir::ActionKind::condition;
  a.expr = value;
  return action_node(s, std::move(a));
}

Node Lowering::node(const Stmt& s) {
  context_.scope = s.scope;
  context_.inline_id = s.inline_id;
  switch (s.kind) {
    case StmtKind::label: {
      if (s.body.empty()) {
        ir::Action a;
        a.kind = ir::ActionKind::skip;
        a.source = "skip";
        Node n = action_node(s, std::move(a));
        n.constant = 1;
        n.labels.emplace_back(s.name, s.span);
        return n;
      }
      const Stmt& inner = *s.body[0];
      if (inner.kind == StmtKind::select_const) return select_const(inner, {{s.name, s.span}});
      Node n = node(inner);
      if (n.kind == NodeKind::statement && n.scope != s.scope) n.scope = s.scope;
      n.labels.emplace_back(s.name, s.span);
      return n;
    }
    case StmtKind::if_:
    case StmtKind::do_: return choice(s);
    case StmtKind::atomic:
    case StmtKind::d_step:
    case StmtKind::block: return braces(s);
    case StmtKind::for_range: {
      context_.flow->push_break();
      const ir::Place p = place(*s.exprs[0]);
      const ir::ExprId from = expr(*s.exprs[1]);
      const ir::ExprId to = expr(*s.exprs[2]);
      return for_range(s, p, from, to);
    }
    case StmtKind::for_in: return for_in(s);
    case StmtKind::select: return select(s);
    case StmtKind::select_const: return select_const(s, {});
    case StmtKind::unless: return unless(s);
    case StmtKind::break_: {
      Node n;
      n.kind = NodeKind::goto_;
      n.span = s.span;
      n.scope = s.scope;
      n.inline_id = s.inline_id;
      n.break_target = context_.flow->break_target();
      if (!n.break_target) {
        diagnostics_.error(s.span, "break outside a loop");
        n.kind = NodeKind::statement;
        n.constant = 1;
      }
      return n;
    }
    case StmtKind::goto_: {
      Node n;
      n.kind = NodeKind::goto_;
      n.span = s.span;
      n.scope = s.scope;
      n.inline_id = s.inline_id;
      n.target = s.name;
      return n;
    }
    case StmtKind::declaration:
    case StmtKind::exclusive:
    case StmtKind::assign:
    case StmtKind::send:
    case StmtKind::receive:
    case StmtKind::print:
    case StmtKind::print_mtype:
    case StmtKind::assert_:
    case StmtKind::condition:
    case StmtKind::else_:
    case StmtKind::set_priority:
    case StmtKind::c_code: return basic(s);
  }
  assert(false);
  return basic(s);
}

Node Lowering::choice(const Stmt& s) {
  assert(s.kind == StmtKind::if_ || s.kind == StmtKind::do_);
  Node n;
  n.kind = s.kind == StmtKind::if_ ? NodeKind::if_ : NodeKind::do_;
  n.span = s.span;
  n.scope = s.scope;
  n.inline_id = s.inline_id;
  if (n.kind == NodeKind::do_) context_.flow->push_break();
  for (const auto& option : s.options) {
    context_.flow->open(false);
    sequence(option);
    n.sequences.push_back(context_.flow->close(Flow::Close::option));
  }
  context_.flow->prune(n);
  return n;
}

Node Lowering::braces(const Stmt& s) {
  Node n;
  n.kind = s.kind == StmtKind::atomic   ? NodeKind::atomic
           : s.kind == StmtKind::d_step ? NodeKind::d_step
                                        : NodeKind::block;
  n.span = s.span;
  n.scope = s.scope;
  n.inline_id = s.inline_id;
  const int32_t first_id = next_id_;
  context_.flow->open(false);
  sequence(s.body);
  const Flow::Close how = n.kind == NodeKind::atomic   ? Flow::Close::atomic
                          : n.kind == NodeKind::d_step ? Flow::Close::d_step
                                                       : Flow::Close::braces;
  Sequence* q = context_.flow->close(how);
  n.sequences = {q};
  if (n.kind == NodeKind::d_step) context_.flow->check_d_step(q, first_id);
  if (n.kind != NodeKind::block) context_.flow->make_atomic(q, n.kind == NodeKind::d_step);
  return n;
}

Node Lowering::unless(const Stmt& s) {
  assert(s.kind == StmtKind::unless && s.body.size() == 2);
  Node normal = node(*s.body[0]);
  context_.flow->initialisation_ok = false;
  const bool loop = normal.kind == NodeKind::do_ && normal.labels.empty();
  BreakTarget* target = context_.flow->break_target();
  if (loop) context_.flow->pop_break();
  Node escape = node(*s.body[1]);
  if (loop) context_.flow->restore_break(target);
  return context_.flow->unless(std::move(normal), std::move(escape));
}

// Only conditions may stand in a claim; a trace consists of channel operations.
void Lowering::check_claim_action(const Stmt& s) {
  if (context_.unit->kind == UnitKind::never) {
    if (s.kind == StmtKind::send || s.kind == StmtKind::receive)
      diagnostics_.error(s.span, "a never claim cannot send or receive");
    if (s.kind == StmtKind::assign)
      diagnostics_.warning(Warning::claim_effect, s.span, "a never claim should not have side effects");
  } else if (in_trace()) {
    if (s.kind != StmtKind::send && s.kind != StmtKind::receive) {
      diagnostics_.error(s.span, "only sends and receives are events of a trace assertion");
    }
  }
}

bool Lowering::in_trace() const {
  return context_.unit->kind == UnitKind::trace || context_.unit->kind == UnitKind::notrace;
}

// The values that a send in a trace assertion asks for. As in SPIN constants are compared, anything else fits.
void Lowering::event_values(const Expr& e, std::vector<ir::ReceiveArg>& out) {
  ir::ReceiveArg a;
  if (e.kind == ExprKind::reference && e.name == "_" && !e.member) {
    out.push_back(a);
    return;
  }
  std::vector<ir::ExprId> values;
  expand(e, values);
  for (const ir::ExprId v : values) {
    a.value = v;
    a.kind = is_constant(v) ? ir::ReceiveArg::Kind::match : ir::ReceiveArg::Kind::ignore;
    out.push_back(a);
  }
}

namespace {

std::string receive_text(const std::vector<ReceiveArg>& args) {
  std::string out;
  for (const ReceiveArg& a : args) {
    if (!out.empty()) out += ",";
    out += a.eval ? fmt::format("eval({})", to_text(*a.expr)) : to_text(*a.expr);
  }
  return out;
}

// The text of a printf's format: the quotes are dropped, escapes are resolved when it is printed.
std::string format_text(const std::string& quoted) {
  return quoted.size() >= 2 ? quoted.substr(1, quoted.size() - 2) : quoted;
}

}  // namespace

// Warns of a send or a receive with another number of fields than its channel, if it is known which.
void Lowering::check_fields(const Stmt& s, int32_t channel_type, size_t given, const char* what) {
  if (channel_type == kNone) return;
  const size_t fields = program_.channel_type(channel_type).fields.size();
  if (fields == given) return;
  diagnostics_.warning(Warning::message_fields, s.span,
                       fmt::format("a message of '{}' has {} field{}, {} {} {}", to_text(*s.exprs[0]), fields,
                                   fields == 1 ? "" : "s", given, given == 1 ? "is" : "are", what));
}

Node Lowering::basic(const Stmt& s) {
  check_claim_action(s);
  ir::Action a;
  switch (s.kind) {
    case StmtKind::assign: {
      const Expr& target = *s.exprs[0];
      if (target.kind == ExprKind::reference && target.name == "_" && !target.member) {
        a.kind = ir::ActionKind::skip;
        a.source = "_ = " + to_text(*s.exprs[1]);
        return action_node(s, std::move(a));
      }
      if (target.kind == ExprKind::reference && target.name == "_priority" && !target.member) {
        program_.uses_priority = true;
        a.kind = ir::ActionKind::set_priority;
        ir::Expr pid;
        pid.op = ir::Op::pid;
        pid.span = s.span;
        a.exprs.push_back(add(std::move(pid)));
        a.exprs.push_back(expr(*s.exprs[1]));
        a.source = "_priority = " + to_text(*s.exprs[1]);
        return action_node(s, std::move(a));
      }
      a.kind = ir::ActionKind::assign;
      a.place = place(target);
      a.expr = expr(*s.exprs[1]);
      a.source = fmt::format("{} = {}", to_text(target), to_text(*s.exprs[1]));
      return action_node(s, std::move(a));
    }
    case StmtKind::condition: {
      const Expr& e = *s.exprs[0];
      a.expr = expr(e);
      a.kind = ir::ActionKind::condition;
      a.source = to_text(e);
      const bool is_number = program_.expr(a.expr).op == ir::Op::constant;
      const int32_t value = program_.expr(a.expr).value;
      if (is_number && value == 1) {
        a.kind = ir::ActionKind::skip;
        a.source = "skip";
      }
      Node n = action_node(s, std::move(a));
      if (is_number) n.constant = value;
      return n;
    }
    case StmtKind::assert_:
      a.kind = ir::ActionKind::assert_;
      a.expr = expr(*s.exprs[0]);
      a.source = fmt::format("assert({})", to_text(*s.exprs[0]));
      return action_node(s, std::move(a));
    case StmtKind::else_:
      a.kind = ir::ActionKind::else_;
      a.source = "else";
      return action_node(s, std::move(a));
    case StmtKind::print: {
      a.kind = ir::ActionKind::print;
      a.text = format_text(s.text);
      a.source = fmt::format("printf({}", s.text);
      for (const ExprPtr& e : s.exprs) {
        a.exprs.push_back(expr(*e));
        a.source += "," + to_text(*e);
      }
      a.source += ")";
      return action_node(s, std::move(a));
    }
    case StmtKind::print_mtype:
      a.kind = ir::ActionKind::print_mtype;
      a.exprs.push_back(expr(*s.exprs[0]));
      a.source = fmt::format("printm({})", to_text(*s.exprs[0]));
      return action_node(s, std::move(a));
    case StmtKind::set_priority:
      program_.uses_priority = true;
      a.kind = ir::ActionKind::set_priority;
      a.exprs.push_back(expr(*s.exprs[0]));
      a.exprs.push_back(expr(*s.exprs[1]));
      a.source = fmt::format("set_priority({},{})", to_text(*s.exprs[0]), to_text(*s.exprs[1]));
      return action_node(s, std::move(a));
    case StmtKind::send: {
      a.kind = ir::ActionKind::send;
      int32_t type = kNone;
      a.channel = channel(*s.exprs[0], &type);
      a.sorted = s.sorted;
      a.source = to_text(*s.exprs[0]) + (s.sorted ? "!!" : "!");
      for (size_t i = 1; i < s.exprs.size(); ++i) {
        if (in_trace())
          event_values(*s.exprs[i], a.receive);
        else
          expand(*s.exprs[i], a.exprs);
        a.source += (i > 1 ? "," : "") + to_text(*s.exprs[i]);
      }
      if (!in_trace()) check_fields(s, type, a.exprs.size(), "sent");
      Node n = action_node(s, std::move(a));
      n.uses_channel = true;
      return n;
    }
    case StmtKind::receive: {
      a.kind = ir::ActionKind::receive;
      int32_t type = kNone;
      a.channel = channel(*s.exprs[0], &type);
      a.random = s.random;
      a.peek = s.peek;
      for (const ReceiveArg& arg : s.args) expand_receive(arg, a.receive);
      a.source = fmt::format("{}{}{}{}{}", to_text(*s.exprs[0]), s.random ? "\?\?" : "?", s.peek ? "<" : "",
                             receive_text(s.args), s.peek ? ">" : "");
      if (!in_trace()) check_fields(s, type, a.receive.size(), "received");
      Node n = action_node(s, std::move(a));
      n.uses_channel = true;
      return n;
    }
    case StmtKind::c_code:
      if (context_.unit->kind == UnitKind::never)
        diagnostics_.error(s.span, "c_code cannot stand in a never claim, which must not change anything");
      a.kind = ir::ActionKind::condition;
      a.expr = c_snippet(*s.c, true, s.span);
      a.source = c_source(*s.c);
      return action_node(s, std::move(a));
    // These have no effect, or are refused elsewhere.
    case StmtKind::declaration:
    case StmtKind::exclusive: break;
    // These are made by node().
    case StmtKind::if_:
    case StmtKind::do_:
    case StmtKind::for_range:
    case StmtKind::for_in:
    case StmtKind::select_const:
    case StmtKind::select:
    case StmtKind::break_:
    case StmtKind::goto_:
    case StmtKind::label:
    case StmtKind::atomic:
    case StmtKind::d_step:
    case StmtKind::block:
    case StmtKind::unless: assert(false); break;
  }
  a.kind = ir::ActionKind::skip;
  a.source = "?";
  return action_node(s, std::move(a));
}

}  // namespace gyre::promela
