#include "reduce/summary.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/handshake.h"
#include "reduce/merge.h"
#include "reduce/summary_reading.h"
#include "reduce/summary_touches.h"

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

constexpr size_t kMostTouches = 2000;            // variables of a footprint
constexpr size_t kMostWords = size_t{1} << 20;  // of the sets of reachable edges of a process: 8 MB

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

std::string Summary::why_not(const ir::Program& program) {
  if (program.embedded_c != nullptr) return "the model has embedded C, which may read and change any variable";
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
  Touches touches(program);
  find_starts(touches);
  for (size_t p = 0; p < program.processes.size(); ++p) {
    if (!runs(program.processes[p])) continue;
    summarise(p, touches);
    processes_[p].reachable = Reachable(program.processes[p]);
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
#define GYRE_CHANNEL_TEST(name) case Op::name:
#define GYRE_ASKING(name) case Op::name:
#include "ir/op_groups.def"
    case Op::nr_pr:
    case Op::last:
    case Op::timeout: return false;
  }
  assert(false);
  return false;
}

void Summary::summarise(size_t process, Touches& touches) {
  const ir::Process& p = program_.processes[process];
  ProcessSummary& out = processes_[process];
  out.edges.resize(p.edges.size());
  const std::vector<std::vector<uint64_t>> behind = followers(process, touches);
  for (uint32_t i = 0; i < p.edges.size(); ++i) {
    const ir::Edge& e = p.edges[i];
    EdgeSummary& s = out.edges[i];
    const ir::Action* first = &program_.action(e.action);
    s.dies = first->kind == ActionKind::end;
    Reading r;
    act(process, i, false, r);
    if (e.atomic) {
      const std::vector<uint64_t>& set = behind[e.to];
      for (size_t w = 0; w < set.size(); ++w) {
        for (uint64_t rest = set[w]; rest != 0; rest &= rest - 1)
          touches.give(narrow<uint32_t>(w * 64 + trailing_zeros(rest)), r.out, r.locals_written);
      }
    }
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
      if (ir::has_signals(program_)) s.signal = ir::signal_of(program_, *first);
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
    // So much is seldom free of conflicts, and comparing it takes long.
    if (r.out.variables.size() > kMostTouches) {
      r.out.variables.clear();
      r.out.everything = true;
    }
    s.all = std::move(r.out);
    s.writes_locals = std::move(r.locals_written);
  }
}

Reachable::Reachable(const ir::Process& p) : group_(p.states.size()) {
  const size_t words = (p.edges.size() + 63) / 64;
  // In this order what lies together in the program mostly does here.
  const std::vector<uint32_t> order = backward_order(p);
  const size_t together = p.states.size() * words / kMostWords + 1;
  for (size_t i = 0; i < order.size(); ++i) group_[order[i]] = narrow<uint32_t>(i / together);
  sets_.assign((order.size() + together - 1) / together, std::vector<uint64_t>(words));
  for (const uint32_t s : order) {
    for (const uint32_t e : p.states[s].edges) sets_[group_[s]][e / 64] |= uint64_t{1} << (e % 64);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const uint32_t s : order) {
      for (const uint32_t e : p.states[s].edges) {
        const uint32_t from = group_[s], to = group_[p.edges[e].to];
        if (from == to) continue;
        for (size_t w = 0; w < words; ++w) {
          const uint64_t more = sets_[to][w] & ~sets_[from][w];
          changed |= more != 0;
          sets_[from][w] |= more;
        }
      }
    }
  }
}

// The channels that a variable which is never assigned was made with.
Summary::Made Summary::made_for(ExprId channel) const {
  const ir::Expr& e = program_.expr(channel);
  Made made;
  if (e.op != Op::load || !never_assigned(e.place.var) || program_.variable(e.place.var).is_parameter) return made;
  const auto look = [&](ir::ActionId id) {
    const ir::Action& a = program_.action(id);
    if (a.kind != ActionKind::new_channel || a.place.var != e.place.var) return;
    made.some = true;
    (program_.channel_type(a.channel_type).capacity == 0 ? made.without_buffer : made.with_buffer) = true;
  };
  for (const ir::ActionId id : program_.initialisers) look(id);
  for (const ir::Process& p : program_.processes) {
    for (const ir::ActionId id : p.initialisers) look(id);
  }
  return made;
}

bool Summary::may_be_rendezvous(ExprId channel) const {
  const Made made = made_for(channel);
  if (made.some) return made.without_buffer;
  return std::any_of(program_.channel_types.begin(), program_.channel_types.end(),
                     [](const ir::ChannelType& t) { return t.capacity == 0; });
}

bool Summary::is_rendezvous(ExprId channel) const {
  const Made made = made_for(channel);
  return made.some && !made.with_buffer;
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

bool Summary::concerns_nobody(const Footprint& f) const {
  return std::all_of(f.variables.begin(), f.variables.end(),
                     [&](const VariableTouch& t) { return t.own && !nth(read_by_others_, t.place.var); }) &&
         f.channels.empty() && f.control.empty() && !f.reads_count && !f.writes_count && !f.everything;
}

bool Summary::is_local(size_t process, uint32_t edge) const {
  const ir::Action& a = program_.action(program_.processes[process].edges[edge].action);
  switch (a.kind) {
    case ActionKind::condition:
    case ActionKind::assign:
    case ActionKind::assign_all:
    case ActionKind::trap:
    case ActionKind::skip:
    case ActionKind::assert_:
    case ActionKind::print:
    case ActionKind::print_mtype:
    case ActionKind::else_:
    case ActionKind::d_step: break;  // with all that is inside it
    case ActionKind::send:
    case ActionKind::receive:
    case ActionKind::set_priority:
    case ActionKind::end:
    case ActionKind::new_channel: return false;
  }
  Reading r;
  act(process, edge, false, r);
  const std::vector<Conjunct>& guard = processes_[process].edges[edge].guard;
  return concerns_nobody(r.out) &&
         std::none_of(guard.begin(), guard.end(), [](const Conjunct& c) { return c.kind == Conjunct::Kind::timeout; });
}

bool Summary::is_private(size_t process, uint32_t state) const {
  const ir::Process& p = program_.processes[process];
  const std::vector<uint32_t>& edges = p.states[state].edges;
  if (noticed_[process] || p.provided != ir::kNone || !p.states[state].used || edges.empty()) return false;
  return std::all_of(edges.begin(), edges.end(), [&](uint32_t e) {
    const ir::Edge& edge = p.edges[e];
    return !edge.in_d_step && edge.escape == 0 && !edge.atomic && is_local(process, e);
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
