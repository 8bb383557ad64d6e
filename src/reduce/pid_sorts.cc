#include "reduce/pid_sorts.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::reduce {

using ir::ActionKind;
using ir::ExprId;
using ir::Op;

namespace {

bool runs(const ir::Process& p) { return p.kind == ir::ProcessKind::proctype || p.kind == ir::ProcessKind::init; }

// Whether a value of this type can be any number of a process.
bool holds_pids(const ir::ScalarType& type, uint32_t max_processes) {
  switch (type.base) {
    case ir::BaseType::byte:
    case ir::BaseType::short_:
    case ir::BaseType::int_:
    case ir::BaseType::unsigned_:
    case ir::BaseType::pid: break;
    case ir::BaseType::bit:
    case ir::BaseType::mtype:
    case ir::BaseType::chan:
    case ir::BaseType::boolean:
    case ir::BaseType::enumeration:
    case ir::BaseType::subrange: return false;
  }
  return !type.ranged() && type.width >= bits_for(max_processes) + (type.is_signed ? 1 : 0);
}

}  // namespace

PidSorts::PidSorts(const ir::Program& program, const std::vector<ExprId>& atoms)
    : program_(program), assigned_(program.variables.size()), started_(program.processes.size()) {
  const auto fresh = [&] {
    nodes_.push_back({narrow<Sort>(nodes_.size()), {}, {}, {}});
    return narrow<Sort>(nodes_.size() - 1);
  };
  for (const ir::Variable& v : program.variables) {
    elements_.push_back(fresh());
    first_index_.push_back(narrow<Sort>(nodes_.size()));
    for (size_t d = 0; d < v.dims.size(); ++d) fresh();
  }
  for (const ir::ChannelType& c : program.channel_types) {
    first_field_.push_back(narrow<Sort>(nodes_.size()));
    for (size_t f = 0; f < c.fields.size(); ++f) fresh();
  }
  for (size_t p = 0; p < program.processes.size(); ++p) {
    numbers_.push_back(fresh());
    nodes_.back().processes.push_back(narrow<int32_t>(p));
  }
  // The initial state may be any; what counts is what steps do.
  for (size_t p = 0; p < program.processes.size(); ++p) {
    const ir::Process& process = program.processes[p];
    if (!runs(process)) continue;
    for (const ir::ActionId id : process.initialisers) action(program.action(id), narrow<int32_t>(p));
    for (const ir::Edge& e : process.edges) action(program.action(e), narrow<int32_t>(p));
  }
  for (const ExprId atom : atoms) truth(atom, ir::kNone);
  look_at_types();
  look_at_zeroes();
}

PidSorts::Sort PidSorts::elements_of(ir::VarId var) const { return nth(elements_, var); }
PidSorts::Sort PidSorts::index_of(ir::VarId var, size_t dimension) const {
  assert(dimension < program_.variable(var).dims.size());
  return nth(first_index_, var) + narrow<Sort>(dimension);
}
PidSorts::Sort PidSorts::field_of(size_t channel_type, size_t field) const {
  assert(field < program_.channel_types[channel_type].fields.size());
  return first_field_[channel_type] + narrow<Sort>(field);
}
PidSorts::Sort PidSorts::numbers_of(int32_t process) const { return nth(numbers_, process); }

PidSorts::Sort PidSorts::find(Sort sort) const {
  while (nodes_[sort].parent != sort) sort = nodes_[sort].parent;
  return sort;
}

bool PidSorts::is_pid(Sort sort) const {
  const Node& n = nodes_[find(sort)];
  return !n.processes.empty() && n.number.empty();
}

std::string PidSorts::why_told_apart(int32_t process) const { return nodes_[find(numbers_of(process))].number; }

std::vector<int32_t> PidSorts::named() const {
  std::vector<int32_t> out;
  for (Sort s = 0; s < nodes_.size(); ++s) {
    if (find(s) == s && is_pid(s)) out.insert(out.end(), nodes_[s].constants.begin(), nodes_[s].constants.end());
  }
  return out;
}

std::string PidSorts::where(const Span& span) const {
  return span.known() ? " (" + program_.sources->where(span) + ")" : "";
}

void PidSorts::block(const std::string& what, const Span& span) {
  if (blocked_.empty()) blocked_ = what + where(span);
}

void PidSorts::join(Sort a, Sort b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  Node &to = nodes_[a], &from = nodes_[b];
  from.parent = a;
  to.processes.insert(to.processes.end(), from.processes.begin(), from.processes.end());
  to.constants.insert(to.constants.end(), from.constants.begin(), from.constants.end());
  if (to.number.empty()) to.number = from.number;
}

void PidSorts::make_number(Sort sort, const std::string& why) {
  std::string& number = nodes_[find(sort)].number;
  if (number.empty()) number = why;
}

void PidSorts::join(const Value& a, const Value& b, const Span& span) {
  using Kind = Value::Kind;
  if (a.kind == Kind::sort && b.kind == Kind::sort) {
    join(a.sort, b.sort);
    return;
  }
  if (a.kind != Kind::sort && b.kind != Kind::sort) return;
  const Value &sort = a.kind == Kind::sort ? a : b, &other = a.kind == Kind::sort ? b : a;
  if (other.kind == Kind::constant)
    nodes_[find(sort.sort)].constants.push_back(other.constant);
  else
    make_number(sort.sort, "a process's number meets one that is computed" + where(span));
}

void PidSorts::number(ExprId id, int32_t process) {
  const Value v = value(id, process);
  if (v.kind == Value::Kind::sort)
    make_number(v.sort, "a process's number is used as one to compute with" + where(program_.expr(id).span));
}

// A number is true if it is not that of process 0.
void PidSorts::truth(ExprId id, int32_t process) {
  const ir::Expr& e = program_.expr(id);
  // That of a new process never is.
  if (e.op == Op::run)
    start(e, process);
  else
    join(value(id, process), {Value::Kind::constant, 0, 0}, e.span);
}

void PidSorts::start(const ir::Expr& run, int32_t process) {
  nth(started_, run.process) = true;
  const std::vector<ir::VarId>& parameters = program_.process(run.process).parameters;
  std::vector<Value> arguments;
  for (const ExprId kid : run.kids) arguments.push_back(value(kid, process));
  arguments.resize(std::max(arguments.size(), parameters.size()), {Value::Kind::constant, 0, 0});
  for (size_t i = 0; i < parameters.size(); ++i)
    join({Value::Kind::sort, 0, elements_of(parameters[i])}, arguments[i], run.span);
}

PidSorts::Value PidSorts::place(const ir::Place& place, int32_t process) {
  for (size_t d = 0; d < place.indices.size(); ++d)
    join({Value::Kind::sort, 0, index_of(place.var, d)}, value(place.indices[d], process),
         program_.expr(place.indices[d]).span);
  return {Value::Kind::sort, 0, elements_of(place.var)};
}

PidSorts::Value PidSorts::value(ExprId id, int32_t process) {
  const ir::Expr& e = program_.expr(id);
  const auto all_numbers = [&] {
    for (const ExprId kid : e.kids) number(kid, process);
    return Value{};
  };
  // Of all operators these alone say nothing but who is who, or what is true.
  if (e.op == Op::eq || e.op == Op::ne) {
    const Value a = value(e.kids[0], process), b = value(e.kids[1], process);
    join(a, b, e.span);
    return {};
  }
  if (e.op == Op::logical_not) {
    truth(e.kids[0], process);
    return {};
  }
  switch (e.op) {
    case Op::constant: return {Value::Kind::constant, e.value, 0};
    case Op::load: return place(e.place, process);
    case Op::pid:
      observed_ = true;
      if (process == ir::kNone) {
        block("a formula asks for _pid", e.span);
        return {};
      }
      return {Value::Kind::sort, 0, numbers_of(process)};
    case Op::run:
      observed_ = true;
      start(e, process);
      return {Value::Kind::sort, 0, numbers_of(e.process)};
#define GYRE_LOGICAL(name, ...) case Op::name:
#include "ir/ops.def"
      for (const ExprId kid : e.kids) truth(kid, process);
      return {};
    case Op::conditional: {
      truth(e.kids[0], process);
      const Value a = value(e.kids[1], process), b = value(e.kids[2], process);
      join(a, b, e.span);
      if (a.kind == Value::Kind::sort) return a;
      return b.kind == Value::Kind::sort ? b : Value{};
    }
#define GYRE_UNARY(name, ...) case Op::name:
#define GYRE_BINARY(name, ...) case Op::name:
#include "ir/ops.def"
#define GYRE_CHANNEL_TEST(name) case Op::name:
#include "ir/op_groups.def"
    case Op::checked:
    case Op::list_guard: return all_numbers();
    case Op::timeout:
    case Op::argument: return {};
    case Op::poll: receive(e.kids[0], e.args, process, e.span); return {};
    case Op::nr_pr: block("_nr_pr tells how many processes have not died", e.span); return {};
    case Op::last: block("_last tells who moved", e.span); return {};
    case Op::non_progress: block("np_ is asked for", e.span); return {};
    case Op::enabled: block("enabled() asks about one process", e.span); return {};
    case Op::pc_value: block("pc_value() asks about one process", e.span); return {};
    case Op::get_priority: block("get_priority() asks about one process", e.span); return {};
    case Op::embedded_c: block("embedded C may tell processes apart", e.span); return {};
    case Op::moves: block("moves() tells who moves", e.span); return {};
    case Op::remote_load:
    case Op::remote_at: block("a remote reference looks into one process", e.span); return {};
  }
  __builtin_unreachable();
}

// The types of channels that an expression may mean.
std::vector<size_t> PidSorts::channel_types(ExprId channel) const {
  std::vector<size_t> out;
  const ir::Expr& e = program_.expr(channel);
  const auto assigned = [&](const ir::Action& a) {
    if (a.kind == ActionKind::assign && a.place.var == e.place.var) return true;
    return std::any_of(a.receive.begin(), a.receive.end(),
                       [&](const ir::ReceiveArg& r) { return r.place.var == e.place.var; });
  };
  if (e.op == Op::load && !program_.variable(e.place.var).is_parameter &&
      std::none_of(program_.actions.begin(), program_.actions.end(), assigned)) {
    for (const ir::Action& a : program_.actions) {
      if (a.kind == ActionKind::new_channel && a.place.var == e.place.var)
        out.push_back(narrow<size_t>(a.channel_type));
    }
  }
  if (!out.empty()) return out;
  for (size_t t = 0; t < program_.channel_types.size(); ++t) out.push_back(t);
  return out;
}

void PidSorts::send(const ir::Action& a, int32_t process) {
  number(a.channel, process);
  std::vector<Value> sent;
  for (const ExprId e : a.exprs) {
    if (a.sorted) number(e, process);
    sent.push_back(value(e, process));
  }
  for (const size_t t : channel_types(a.channel)) {
    for (size_t f = 0; f < program_.channel_types[t].fields.size(); ++f) {
      // What a message lacks is 0.
      const Value v = f < sent.size() ? sent[f] : Value{Value::Kind::constant, 0, 0};
      join({Value::Kind::sort, 0, field_of(t, f)}, v, a.span);
      if (a.sorted) make_number(field_of(t, f), "messages with a process's number are sorted" + where(a.span));
    }
  }
}

void PidSorts::receive(ExprId channel, const std::vector<ir::ReceiveArg>& args, int32_t process, const Span& span) {
  number(channel, process);
  const std::vector<size_t> types = channel_types(channel);
  for (size_t f = 0; f < args.size(); ++f) {
    Value v;
    switch (args[f].kind) {
      case ir::ReceiveArg::Kind::bind:
        v = place(args[f].place, process);
        if (args[f].checked) make_number(v.sort, "a process's number must be within a range" + where(span));
        break;
      case ir::ReceiveArg::Kind::match: v = value(args[f].value, process); break;
      case ir::ReceiveArg::Kind::ignore: continue;
    }
    for (const size_t t : types) {
      if (f < program_.channel_types[t].fields.size())
        join({Value::Kind::sort, 0, field_of(t, f)}, v, span);
      else
        join(v, {Value::Kind::constant, 0, 0}, span);
    }
  }
}

void PidSorts::action(const ir::Action& a, int32_t process) {
  const auto assign = [&](const ir::Place& to, ExprId from) {
    join(place(to, process), value(from, process), a.span);
    nth(assigned_, to.var) = true;
  };
  switch (a.kind) {
    case ActionKind::skip:
    case ActionKind::else_:
    case ActionKind::end:
    case ActionKind::d_step:  // its statements are edges of their own
    case ActionKind::trap: return;
    case ActionKind::condition:
    case ActionKind::assert_: truth(a.expr, process); return;
    case ActionKind::assign: assign(a.place, a.expr); return;
    case ActionKind::assign_all:
      for (size_t i = 0; i < a.receive.size(); ++i) assign(a.receive[i].place, a.exprs[i]);
      return;
    case ActionKind::print:
    case ActionKind::print_mtype:
      for (const ExprId e : a.exprs) {
        if (program_.expr(e).op != Op::pid) value(e, process);  // to print it does no harm
      }
      return;
    case ActionKind::send:
      send(a, process);
      if (a.expr != ir::kNone) truth(a.expr, process);
      return;
    case ActionKind::receive:
      receive(a.channel, a.receive, process, a.span);
      for (const ir::ReceiveArg& r : a.receive) {
        if (r.kind == ir::ReceiveArg::Kind::bind) nth(assigned_, r.place.var) = true;
      }
      if (a.expr != ir::kNone) truth(a.expr, process);
      return;
    case ActionKind::new_channel: make_number(place(a.place, process).sort, "it is a channel" + where(a.span)); return;
    case ActionKind::set_priority: block("set_priority() is about one process", a.span); return;
  }
  __builtin_unreachable();
}

// Values that cannot be all numbers, and globals that are never assigned: those count as constants, elsewhere too, and
// must stay as they are.
void PidSorts::look_at_types() {
  for (size_t i = 0; i < program_.variables.size(); ++i) {
    const ir::Variable& v = program_.variables[i];
    const auto var = narrow<ir::VarId>(i);
    const bool constant = v.scope != ir::Scope::local && !assigned_[i];
    if (!holds_pids(v.type, program_.max_processes) || !v.slots.empty())
      make_number(elements_of(var), fmt::format("'{}' cannot hold every number{}", v.name, where(v.declared)));
    if (constant) make_number(elements_of(var), fmt::format("'{}' never changes{}", v.name, where(v.declared)));
    for (size_t d = 0; d < v.dims.size() && constant; ++d)
      make_number(index_of(var, d), fmt::format("'{}' never changes{}", v.name, where(v.declared)));
  }
  for (size_t t = 0; t < program_.channel_types.size(); ++t) {
    const ir::ChannelType& c = program_.channel_types[t];
    for (size_t f = 0; f < c.fields.size(); ++f) {
      if (!holds_pids(c.fields[f], program_.max_processes))
        make_number(field_of(t, f), fmt::format("a field of channel '{}' cannot hold every number", c.name));
    }
  }
}

// Where a step gives a variable the value 0 without saying so, it names process 0: local variables of a new process,
// and those that are cleared because nobody reads them any more.
void PidSorts::look_at_zeroes() {
  for (size_t p = 0; p < program_.processes.size(); ++p) {
    const ir::Process& process = program_.processes[p];
    if (!runs(process)) continue;
    const auto zero = [&](ir::VarId v) { nodes_[find(elements_of(v))].constants.push_back(0); };
    for (const ir::VarId v : process.variables) {
      if (started_[p] && !program_.variable(v).is_parameter) zero(v);
    }
    for (const ir::ControlState& s : process.states) {
      for (const ir::VarId v : s.dead) zero(v);
    }
  }
}

}  // namespace gyre::reduce
