#include "reduce/summary.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include "base/narrow.h"
#include "base/nth.h"
#include "reduce/merge.h"

namespace gyre::reduce {

using ir::ActionKind;
using ir::ExprId;
using ir::Op;

namespace {

using ir::each_expr;

void each_expr(const ir::Program& program, const ir::Action& a, const std::function<void(const ir::Expr&)>& f) {
  each_expr(program, a.expr, f);
  each_expr(program, a.channel, f);
  for (const ExprId e : a.exprs) each_expr(program, e, f);
  for (const ExprId index : a.place.indices) each_expr(program, index, f);
  for (const ir::ReceiveArg& r : a.receive) {
    each_expr(program, r.value, f);
    for (const ExprId index : r.place.indices) each_expr(program, index, f);
  }
}

constexpr size_t kMostEdges = 3000;

// How channels are used by what follows the first statement of a sequence, besides.
constexpr uint8_t kInside = kTest | kInner;

bool runs(const ir::Process& p) { return p.kind == ir::ProcessKind::proctype || p.kind == ir::ProcessKind::init; }

}  // namespace

std::vector<uint32_t> backward_order(const ir::Process& p) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(p.states.size());
  std::vector<std::pair<uint32_t, size_t>> path;  // a control state, and its next edge
  for (uint32_t root = 0; root < p.states.size(); ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      auto& [state, next] = path.back();
      if (next == p.states[state].edges.size()) {
        order.push_back(state);
        path.pop_back();
        continue;
      }
      const uint32_t to = p.edges[p.states[state].edges[next++]].to;
      if (seen[to]) continue;
      seen[to] = true;
      path.emplace_back(to, 0);
    }
  }
  return order;
}

void Footprint::add(const Footprint& other) {
  variables.insert(variables.end(), other.variables.begin(), other.variables.end());
  channels.insert(channels.end(), other.channels.begin(), other.channels.end());
  control.insert(control.end(), other.control.begin(), other.control.end());
  reads_count |= other.reads_count;
  writes_count |= other.writes_count;
  everything |= other.everything;
}

// What is collected, and under which circumstances.
struct Summary::Reading {
  Footprint out = {};
  std::vector<ir::VarId> locals_read = {}, locals_written = {};
  bool foreign = false;  // code of a process that is started
  uint8_t inner = 0;     // kTest | kInner: what follows the first statement of a sequence
  std::vector<int32_t> started = {};
};

std::string Summary::why_not(const ir::Program& program) {
  // What follows takes time that grows with the square of a process.
  size_t edges = 0;
  for (const ir::Process& p : program.processes) edges += p.edges.size();
  if (edges > kMostEdges) return "the model has too many statements";
  if (program.uses_priority) return "the model uses priorities";
  if (program.uses_last) return "the model reads _last";
  if (program.uses_enabled) return "the model uses enabled()";
  if (program.trace != ir::kNone) return "the model has a trace assertion";
  if (hidden_values_matter(program)) return "hidden variables carry values from one step to another";
  bool looks_inside = false;
  for (const ir::Process& p : program.processes) {
    for (const ir::Edge& e : p.edges) {
      each_expr(program, program.action(e.action),
                [&](const ir::Expr& x) { looks_inside |= x.op == Op::pc_value || x.op == Op::get_priority; });
    }
  }
  if (looks_inside) return "the model uses pc_value() or get_priority()";
  return "";
}

Summary::Summary(const ir::Program& program)
    : program_(program), assigned_(program.variables.size()), remote_(program.variables.size()) {
  find_assigned();
  find_remote();
  processes_.resize(program.processes.size());
  for (size_t p = 0; p < program.processes.size(); ++p) {
    if (!runs(program.processes[p])) continue;
    summarise(p);
    find_reachable(p);
    find_stable(p);
  }
  find_noticed();
}

void Summary::find_assigned() {
  const auto assign = [&](const ir::Place& place) {
    if (place.var != ir::kNone) nth(assigned_, place.var) = true;
  };
  for (const ir::Process& p : program_.processes) {
    for (const ir::Edge& e : p.edges) {
      const ir::Action& a = program_.action(e.action);
      if (a.kind == ActionKind::assign) assign(a.place);
      for (const ir::ReceiveArg& r : a.receive) {
        if (r.kind == ir::ReceiveArg::Kind::bind || a.kind == ActionKind::assign_all) assign(r.place);
      }
    }
  }
}

void Summary::find_remote() {
  const auto look = [&](const ir::Expr& e) {
    if (e.op == Op::remote_load) nth(remote_, e.place.var) = true;
  };
  for (const ir::Action& a : program_.actions) each_expr(program_, a, look);
  for (const ir::Process& p : program_.processes) each_expr(program_, p.provided, look);
  read_by_others_ = remote_;
  for (const ExprId atom : program_.atoms) each_expr(program_, atom, look);
}

bool Summary::is_stable(ExprId id) const {
  const ir::Expr& e = program_.expr(id);
  switch (e.op) {
    case Op::constant:
    case Op::argument:
    case Op::pid: return true;
    case Op::load:
      return never_assigned(e.place.var) &&
             std::all_of(e.place.indices.begin(), e.place.indices.end(), [&](ExprId i) { return is_stable(i); });
#define GYRE_UNARY(name, ...) case Op::name:
#define GYRE_BINARY(name, ...) case Op::name:
#include "ir/ops.def"
      return std::all_of(e.kids.begin(), e.kids.end(), [&](ExprId k) { return is_stable(k); });
    // Seldom a channel or an index, so nobody looks whether they change.
    case Op::logical_and:
    case Op::logical_or:
    case Op::conditional:
    case Op::checked:
    case Op::list_guard: return false;
    case Op::remote_load:
    case Op::remote_at:
    case Op::nr_pr:
    case Op::last:
    case Op::timeout:
    case Op::non_progress:
    case Op::run:
    case Op::len:
    case Op::full:
    case Op::empty:
    case Op::nfull:
    case Op::nempty:
    case Op::poll:
    case Op::enabled:
    case Op::pc_value:
    case Op::get_priority:
    case Op::moves: return false;
  }
  assert(false);
  return false;
}

void Summary::touch(const ir::Place& place, bool write, Reading& into, const VariableTouch& as) const {
  read_indices(place, into);
  const ir::Variable& v = program_.variable(place.var);
  if (v.scope == ir::Scope::local) {
    (write ? into.locals_written : into.locals_read).push_back(place.var);
    if (!nth(remote_, place.var)) return;
  }
  VariableTouch t = as;
  t.place = place;
  t.write = write;
  t.own = v.scope == ir::Scope::local;
  // Of a local variable that others read it is not known whose is meant.
  t.whole = into.foreign || t.own;
  into.out.variables.push_back(std::move(t));
}

void Summary::read_indices(const ir::Place& place, Reading& into) const {
  for (const ExprId index : place.indices) read(index, into);
}

// Everything that a process of this type may do, or that the processes may do that it starts in turn.
void Summary::read_start(int32_t process, Reading& into) const {
  into.out.writes_count = true;
  if (std::find(into.started.begin(), into.started.end(), process) != into.started.end()) return;
  into.started.push_back(process);
  const bool foreign = std::exchange(into.foreign, true);
  const uint8_t inner = std::exchange(into.inner, kInside);
  const ir::Process& p = program_.process(process);
  for (const ir::ActionId id : p.initialisers) {
    const ir::Action& a = program_.action(id);
    if (a.expr != ir::kNone) read(a.expr, into);
  }
  for (uint32_t e = 0; e < p.edges.size(); ++e) act(narrow<size_t>(process), e, true, into);
  if (p.provided != ir::kNone) read(p.provided, into);
  into.foreign = foreign;
  into.inner = inner;
}

void Summary::read(ExprId id, Reading& into) const {
  if (id == ir::kNone) return;
  const ir::Expr& e = program_.expr(id);
  const auto test = [&](ExprId channel, uint8_t use) { into.out.channels.push_back({channel, use, into.foreign}); };
  switch (e.op) {
    case Op::load: touch(e.place, false, into); return;
    case Op::remote_load: {
      VariableTouch t;
      t.place = e.place;
      t.whole = true;
      into.out.variables.push_back(t);
      into.out.reads_count = true;  // the process may be gone
      read_indices(e.place, into);
      break;
    }
    case Op::remote_at:
      into.out.control.push_back(e.process);
      into.out.reads_count = true;
      break;
    case Op::nr_pr: into.out.reads_count = true; break;
    case Op::run: read_start(e.process, into); break;
    case Op::len:
    case Op::full:
    case Op::empty:
    case Op::nfull:
    case Op::nempty: test(e.kids[0], kTest); break;
    case Op::poll:
      test(e.kids[0], kTest);
      for (const ir::ReceiveArg& a : e.args) read(a.value, into);
      break;
    case Op::timeout:  // inside something larger: depends on whether anybody can move
    case Op::last:
    case Op::enabled:
    case Op::pc_value:
    case Op::get_priority:
    case Op::non_progress:
    case Op::moves: into.out.everything = true; break;
#define GYRE_UNARY(name, ...) case Op::name:
#define GYRE_BINARY(name, ...) case Op::name:
#define GYRE_LOGICAL(name, ...) case Op::name:
#include "ir/ops.def"
    case Op::constant:
    case Op::pid:
    case Op::conditional:
    case Op::argument:
    case Op::checked:
    case Op::list_guard: break;  // as their operands
  }
  for (const ExprId kid : e.kids) read(kid, into);
}

Footprint Summary::reads_of(ExprId expr) const {
  Reading r;
  read(expr, r);
  return std::move(r.out);
}

void Summary::conjuncts(ExprId id, std::vector<Conjunct>& out) const {
  const ir::Expr& e = program_.expr(id);
  if (e.op == Op::logical_and) {
    for (const ExprId kid : e.kids) conjuncts(kid, out);
    return;
  }
  Conjunct c;
  c.expr = id;
  if (e.op == Op::timeout) c.kind = Conjunct::Kind::timeout;
  Reading r;
  if (c.kind != Conjunct::Kind::timeout) read(id, r);
  // That something is there, or that there is room, is not made untrue by a send, or by a receive.
  if (e.op == Op::nempty || e.op == Op::nfull) {
    for (ChannelTouch& t : r.out.channels) {
      if (t.channel == e.kids[0]) t.use = e.op == Op::nempty ? kNonEmpty : kNonFull;
    }
  }
  c.reads = std::move(r.out);
  c.locals = std::move(r.locals_read);
  out.push_back(std::move(c));
}

// The guards of all edges of a control state, together.
Conjunct Summary::sibling_guards(size_t process, uint32_t state) const {
  Conjunct all;
  all.kind = Conjunct::Kind::siblings;
  const ir::Process& p = program_.processes[process];
  for (const uint32_t e : p.states[state].edges) {
    const ActionKind kind = program_.action(p.edges[e].action).kind;
    if (kind == ActionKind::else_ || kind == ActionKind::trap) continue;
    std::vector<Conjunct> guard;
    guard_of(process, e, guard);
    for (const Conjunct& c : guard) {
      Footprint reads = c.reads;
      reads.everything |= c.kind == Conjunct::Kind::timeout;
      for (ChannelTouch& t : reads.channels) t.use = kTest;
      all.reads.add(reads);
      all.locals.insert(all.locals.end(), c.locals.begin(), c.locals.end());
    }
  }
  return all;
}

// What the action of an edge waits for, escapes and `provided` aside.
void Summary::guard_of(size_t process, uint32_t edge, std::vector<Conjunct>& out) const {
  const ir::Process& p = program_.processes[process];
  const ir::Action& a = program_.action(p.edges[edge].action);
  switch (a.kind) {
    case ActionKind::condition: conjuncts(a.expr, out); return;
    case ActionKind::send:
    case ActionKind::receive: {
      Conjunct c;
      c.kind = a.kind == ActionKind::send ? Conjunct::Kind::room : Conjunct::Kind::arrival;
      c.channel = a.channel;
      Reading r;
      read(a.channel, r);
      if (a.kind == ActionKind::receive) {
        Reading some = r;
        some.out.channels.push_back({a.channel, kNonEmpty, false});
        c.reads = std::move(some.out);
        c.locals = std::move(some.locals_read);
        out.push_back(c);
        c.kind = Conjunct::Kind::message;
      }
      const uint8_t use = a.kind == ActionKind::send ? kNonFull : a.random ? kTest : kPeek;
      r.out.channels.push_back({a.channel, use, false});
      for (const ir::ReceiveArg& arg : a.receive) {
        if (arg.kind == ir::ReceiveArg::Kind::match) read(arg.value, r);
      }
      // Guarded commands: looks at what has arrived.
      if (a.kind == ActionKind::receive) read(a.expr, r);
      c.reads = std::move(r.out);
      c.locals = std::move(r.locals_read);
      out.push_back(std::move(c));
      if (a.kind == ActionKind::receive) return;
      // In a rendezvous the values decide who can receive.
      Conjunct fits;
      fits.kind = Conjunct::Kind::message;
      fits.channel = a.channel;
      Reading values;
      for (const ExprId x : a.exprs) read(x, values);
      fits.reads = std::move(values.out);
      fits.locals = std::move(values.locals_read);
      out.push_back(std::move(fits));
      if (a.expr != ir::kNone) conjuncts(a.expr, out);
      return;
    }
    case ActionKind::end: {
      Conjunct c;
      c.kind = Conjunct::Kind::youngest;
      c.reads.reads_count = true;
      out.push_back(std::move(c));
      return;
    }
    case ActionKind::else_:
    case ActionKind::trap: out.push_back(sibling_guards(process, p.edges[edge].from)); return;
    case ActionKind::d_step: {
      const std::vector<uint32_t>& first = p.states[a.d_step_entry].edges;
      if (first.size() == 1)
        guard_of(process, first[0], out);
      else
        out.push_back(sibling_guards(process, a.d_step_entry));
      return;
    }
    // They can always be executed.
    case ActionKind::skip:
    case ActionKind::assign:
    case ActionKind::assign_all:
    case ActionKind::assert_:
    case ActionKind::print:
    case ActionKind::print_mtype:
    case ActionKind::set_priority:
    case ActionKind::new_channel: return;
  }
}

// What an action reads and writes, its guard included.
void Summary::act(size_t process, uint32_t edge, bool inner, Reading& into) const {
  const ir::Process& p = program_.processes[process];
  const ir::Edge& e = p.edges[edge];
  const ir::Action& a = program_.action(e.action);
  const uint8_t more = inner || into.inner != 0 ? kInside : uint8_t{0};
  switch (a.kind) {
    case ActionKind::send: {
      read(a.channel, into);
      read(a.expr, into);
      for (const ExprId x : a.exprs) read(x, into);
      uint8_t use = a.sorted ? kSorted : kSend;
      if (program_.lose_messages) use |= kTest;
      into.out.channels.push_back({a.channel, narrow<uint8_t>(use | more), into.foreign});
      return;
    }
    case ActionKind::receive: {
      read(a.channel, into);
      read(a.expr, into);
      into.out.channels.push_back({a.channel, narrow<uint8_t>((a.peek ? kPeek : kReceive) | more), into.foreign});
      for (const ir::ReceiveArg& r : a.receive) {
        if (r.kind == ir::ReceiveArg::Kind::match) read(r.value, into);
        if (r.kind == ir::ReceiveArg::Kind::bind) touch(r.place, true, into);
      }
      return;
    }
    case ActionKind::assign: {
      read(a.expr, into);
      VariableTouch as;
      const ir::Expr& value = program_.expr(a.expr);
      if (value.op == Op::constant && !inner && into.inner == 0) {
        as.constant = true;
        as.value = value.value;
      }
      touch(a.place, true, into, as);
      return;
    }
    case ActionKind::end: {
      into.out.writes_count = into.out.reads_count = true;
      // Its channels go with it.
      for (const ir::ActionId id : p.initialisers)
        into.out.everything |= program_.action(id).kind == ActionKind::new_channel;
      return;
    }
    case ActionKind::d_step: {
      std::vector<uint32_t> to_visit{a.d_step_entry};
      std::vector<bool> seen(p.states.size());
      while (!to_visit.empty()) {
        const uint32_t state = to_visit.back();
        to_visit.pop_back();
        if (seen[state]) continue;
        seen[state] = true;
        for (const uint32_t next : p.states[state].edges) {
          if (!p.edges[next].in_d_step) continue;
          act(process, next, inner || state != a.d_step_entry, into);
          to_visit.push_back(p.edges[next].to);
        }
      }
      return;
    }
    case ActionKind::assign_all:
      for (const ExprId x : a.exprs) read(x, into);
      for (const ir::ReceiveArg& r : a.receive) touch(r.place, true, into);
      return;
    case ActionKind::else_:
    case ActionKind::trap: {
      const Conjunct c = sibling_guards(process, e.from);
      into.out.add(c.reads);
      return;
    }
    case ActionKind::condition: {
      if (inner || into.inner != 0) {
        read(a.expr, into);
        return;
      }
      std::vector<Conjunct> guard;
      conjuncts(a.expr, guard);
      for (const Conjunct& c : guard) {
        into.out.add(c.reads);
        // Of a d_step it is not known by which of its first statements it is enabled.
        into.out.everything |= e.in_d_step && c.kind == Conjunct::Kind::timeout;
      }
      return;
    }
    case ActionKind::set_priority:
    case ActionKind::new_channel: into.out.everything = true; return;
    case ActionKind::skip:
    case ActionKind::assert_:
    case ActionKind::print:
    case ActionKind::print_mtype:
      read(a.expr, into);
      for (const ExprId x : a.exprs) read(x, into);
      return;
  }
}

// An edge and, as long as the process keeps control, what can follow it.
void Summary::act_all(size_t process, uint32_t edge, Reading& into) const {
  const ir::Process& p = program_.processes[process];
  act(process, edge, false, into);
  if (!p.edges[edge].atomic) return;
  std::vector<bool> seen(p.edges.size());
  std::vector<uint32_t> to_visit{edge};
  while (!to_visit.empty()) {
    const uint32_t e = to_visit.back();
    to_visit.pop_back();
    if (!p.edges[e].atomic) continue;
    for (const uint32_t next : p.states[p.edges[e].to].edges) {
      if (seen[next]) continue;
      seen[next] = true;
      act(process, next, true, into);
      to_visit.push_back(next);
    }
  }
}

void Summary::summarise(size_t process) {
  const ir::Process& p = program_.processes[process];
  ProcessSummary& out = processes_[process];
  out.edges.resize(p.edges.size());
  for (uint32_t i = 0; i < p.edges.size(); ++i) {
    const ir::Edge& e = p.edges[i];
    EdgeSummary& s = out.edges[i];
    const ir::Action* first = &program_.action(e.action);
    s.dies = first->kind == ActionKind::end;
    Reading r;
    act_all(process, i, r);
    guard_of(process, i, s.guard);
    if (first->kind == ActionKind::d_step) {
      const std::vector<uint32_t>& entry = p.states[first->d_step_entry].edges;
      if (entry.size() == 1) first = &program_.action(p.edges[entry[0]].action);
      // one of several receives of a d_step may be half of a rendezvous
      else if (std::any_of(entry.begin(), entry.end(),
                           [&](uint32_t x) { return program_.action(p.edges[x].action).kind == ActionKind::receive; }))
        r.out.everything = true;
    }
    if (first->kind == ActionKind::send || first->kind == ActionKind::receive) {
      s.channel = first->channel;
      s.send = first->kind == ActionKind::send;
      if (program_.guarded_commands) s.signal = program_.expr(s.send ? first->exprs[0] : first->receive[0].value).value;
    }
    if (p.provided != ir::kNone) {
      conjuncts(p.provided, s.guard);
      read(p.provided, r);
    }
    const std::vector<uint32_t>& siblings = p.states[e.from].edges;
    if (std::any_of(siblings.begin(), siblings.end(), [&](uint32_t x) { return p.edges[x].escape != 0; })) {
      s.guard.push_back(sibling_guards(process, e.from));
      r.out.add(s.guard.back().reads);
    }
    s.all = std::move(r.out);
    s.writes_locals = std::move(r.locals_written);
  }
}

void Summary::find_reachable(size_t process) {
  const ir::Process& p = program_.processes[process];
  const size_t words = (p.edges.size() + 63) / 64;
  auto& reach = processes_[process].reachable;
  reach.assign(p.states.size(), std::vector<uint64_t>(words));
  for (size_t s = 0; s < p.states.size(); ++s) {
    for (const uint32_t e : p.states[s].edges) reach[s][e / 64] |= uint64_t{1} << (e % 64);
  }
  const std::vector<uint32_t> order = backward_order(p);
  for (bool changed = true; changed;) {
    changed = false;
    for (const uint32_t s : order) {
      for (const uint32_t e : p.states[s].edges) {
        for (size_t w = 0; w < words; ++w) {
          const uint64_t more = reach[p.edges[e].to][w] & ~reach[s][w];
          changed |= more != 0;
          reach[s][w] |= more;
        }
      }
    }
  }
}

// May an expression, as a channel, mean one without a buffer?
bool Summary::may_be_rendezvous(ExprId channel) const {
  if (program_.guarded_commands) return true;
  const ir::Expr& e = program_.expr(channel);
  bool made = false, without = false;
  const auto look = [&](ir::ActionId id) {
    const ir::Action& a = program_.action(id);
    if (a.kind != ActionKind::new_channel || a.place.var != e.place.var) return;
    made = true;
    without |= program_.channel_type(a.channel_type).capacity == 0;
  };
  if (e.op == Op::load && never_assigned(e.place.var) && !program_.variable(e.place.var).is_parameter) {
    for (const ir::ActionId id : program_.initialisers) look(id);
    for (const ir::Process& p : program_.processes) {
      for (const ir::ActionId id : p.initialisers) look(id);
    }
  }
  if (made) return without;
  return std::any_of(program_.channel_types.begin(), program_.channel_types.end(),
                     [](const ir::ChannelType& t) { return t.capacity == 0; });
}

// An else beside a send, or a send inside an atomic sequence, goes one way if a receiver is there and another way if it
// is not yet. (What a process does that is started is seen with that process.)
void Summary::find_noticed() {
  noticed_.resize(program_.processes.size());
  bool waited_for = false;
  for (const ProcessSummary& p : processes_) {
    for (const EdgeSummary& e : p.edges) {
      for (const int32_t type : e.all.control) nth(noticed_, type) = true;
      waited_for = waited_for || std::any_of(e.all.channels.begin(), e.all.channels.end(), [&](const ChannelTouch& t) {
                     return !t.foreign && (t.use & (kTest | kInner)) != 0 && may_be_rendezvous(t.channel);
                   });
    }
  }
  for (size_t i = 0; i < processes_.size() && waited_for; ++i) {
    for (const ir::Edge& e : program_.processes[i].edges) {
      const ir::Action& a = program_.action(e.action);
      if (a.kind == ActionKind::receive && may_be_rendezvous(a.channel)) noticed_[i] = true;
    }
  }
}

bool Summary::is_private(size_t process, uint32_t state) const {
  const ir::Process& p = program_.processes[process];
  const std::vector<uint32_t>& edges = p.states[state].edges;
  if (noticed_[process] || p.provided != ir::kNone || !p.states[state].used || edges.empty()) return false;
  return std::all_of(edges.begin(), edges.end(), [&](uint32_t e) {
    const ir::Edge& edge = p.edges[e];
    if (edge.in_d_step || edge.escape != 0 || edge.atomic) return false;
    switch (program_.action(edge.action).kind) {
      case ActionKind::condition:
      case ActionKind::assign:
      case ActionKind::assign_all:
      case ActionKind::trap:
      case ActionKind::skip:
      case ActionKind::assert_:
      case ActionKind::print:
      case ActionKind::print_mtype:
      case ActionKind::else_: break;
      case ActionKind::send:
      case ActionKind::receive:
      case ActionKind::d_step:
      case ActionKind::set_priority:
      case ActionKind::end:
      case ActionKind::new_channel: return false;
    }
    const EdgeSummary& s = processes_[process].edges[e];
    const Footprint& f = s.all;
    const bool own = std::all_of(f.variables.begin(), f.variables.end(),
                                 [&](const VariableTouch& t) { return t.own && !nth(read_by_others_, t.place.var); });
    return own && f.channels.empty() && f.control.empty() && !f.reads_count && !f.writes_count && !f.everything &&
           std::none_of(s.guard.begin(), s.guard.end(),
                        [](const Conjunct& c) { return c.kind == Conjunct::Kind::timeout; });
  });
}

void Summary::find_stable(size_t process) {
  std::vector<ir::VarId>& out = processes_[process].stable;
  const auto look = [&](const ir::Expr& e) {
    if (e.op != Op::load || !never_assigned(e.place.var)) return;
    const ir::Variable& v = program_.variable(e.place.var);
    if (v.scope == ir::Scope::local && std::find(out.begin(), out.end(), e.place.var) == out.end())
      out.push_back(e.place.var);
  };
  for (const EdgeSummary& e : processes_[process].edges) {
    std::vector<const Footprint*> all{&e.all};
    for (const Conjunct& c : e.guard) all.push_back(&c.reads);
    for (const Footprint* f : all) {
      for (const VariableTouch& t : f->variables) {
        for (const ExprId index : t.place.indices) each_expr(program_, index, look);
      }
      for (const ChannelTouch& t : f->channels) each_expr(program_, t.channel, look);
    }
    each_expr(program_, e.channel, look);
  }
}

}  // namespace gyre::reduce
