// Local variables whose value will not be read any more, by backward data flow; and globals that nobody reads.
#include <algorithm>
#include <functional>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/failing.h"
#include "ir/layout.h"
#include "ir/ops.h"
#include "reduce/merge.h"
#include "reduce/summary.h"

namespace gyre::reduce {

using ir::ActionKind;
using ir::ExprId;
using ir::Op;
using ir::VarId;

namespace {

constexpr uint32_t kLargest = 16;  // elements of an array that is cleared

using Visit = std::function<void(VarId)>;

void each_read(const ir::Program& program, ExprId id, const Visit& f);

void each_index(const ir::Program& program, const ir::Place& place, const Visit& f) {
  for (const ExprId index : place.indices) each_read(program, index, f);
}

void each_read(const ir::Program& program, ExprId id, const Visit& f) {
  if (id == ir::kNone) return;
  const ir::Expr& e = program.expr(id);
  if (e.place.var != ir::kNone) {
    f(e.place.var);
    each_index(program, e.place, f);
  }
  for (const ExprId kid : e.kids) each_read(program, kid, f);
  for (const ir::ReceiveArg& a : e.args) {
    each_read(program, a.value, f);
    if (a.place.var != ir::kNone) f(a.place.var);
    each_index(program, a.place, f);
  }
}

// What an action reads, and what it writes.
void each_read(const ir::Program& program, const ir::Action& a, const Visit& f) {
  each_read(program, a.expr, f);
  each_read(program, a.channel, f);
  each_read(program, a.more_writes, f);
  for (const ExprId e : a.exprs) each_read(program, e, f);
  each_index(program, a.place, f);
  for (const ir::ReceiveArg& r : a.receive) {
    each_read(program, r.value, f);
    each_index(program, r.place, f);
  }
}
void each_write(const ir::Action& a, const Visit& f) {
  if (a.kind == ActionKind::assign) f(a.place.var);
  for (const ir::ReceiveArg& r : a.receive) {
    if (r.kind == ir::ReceiveArg::Kind::bind || a.kind == ActionKind::assign_all) f(r.place.var);
  }
}

// Variables that are read by others, by `provided`, or when something is born: always live.
std::vector<bool> read_from_outside(const ir::Program& program, const std::vector<ExprId>& atoms) {
  std::vector<bool> out(program.variables.size());
  const auto look = [&](ExprId id) {
    ir::each_expr(program, id, [&](const ir::Expr& e) {
      if (e.op == Op::remote_load) nth(out, e.place.var) = true;
    });
  };
  for (const ir::Action& a : program.actions) {
    look(a.expr);
    look(a.channel);
    for (const ExprId e : a.exprs) look(e);
    for (const ExprId index : a.place.indices) look(index);
    for (const ir::ReceiveArg& r : a.receive) {
      look(r.value);
      for (const ExprId index : r.place.indices) look(index);
    }
  }
  for (const ExprId atom : atoms) look(atom);
  for (const ir::Process& p : program.processes) {
    look(p.provided);
    each_read(program, p.provided, [&](VarId v) { nth(out, v) = true; });
  }
  return out;
}

// The control states inside a d_step.
void each_inside(const ir::Process& p, uint32_t entry, const std::function<void(uint32_t)>& f) {
  std::vector<bool> seen(p.states.size());
  std::vector<uint32_t> to_visit{entry};
  while (!to_visit.empty()) {
    const uint32_t s = to_visit.back();
    to_visit.pop_back();
    if (s == 0 || seen[s]) continue;
    seen[s] = true;
    f(s);
    for (const uint32_t e : p.states[s].edges) {
      if (p.edges[e].in_d_step) to_visit.push_back(p.edges[e].to);
    }
  }
}

class Liveness {
 public:
  // Finds out where these variables of a process are live.
  Liveness(const ir::Program& program, const ir::Process& process, const std::vector<VarId>& variables)
      : program_(program), variables_(variables) {
    live_.assign(process.states.size(), std::vector<bool>(program.variables.size()));
    find_exits(process);
    const std::vector<uint32_t> order = backward_order(process);
    for (bool changed = true; changed;) {
      changed = false;
      for (const uint32_t s : order) {
        for (const uint32_t e : process.states[s].edges) changed |= flow(live_[s], process.edges[e]);
      }
    }
  }
  bool live(size_t state, VarId var) const { return nth(live_[state], var); }

 private:
  // Inside a d_step an edge to state 0 leaves it, for where the edge leads of which the d_step is the action.
  void find_exits(const ir::Process& process) {
    exits_.resize(process.states.size());
    for (const ir::Edge& outer : process.edges) {
      const ir::Action& a = program_.action(outer.action);
      if (a.kind != ActionKind::d_step) continue;
      each_inside(process, a.d_step_entry, [&](uint32_t s) { exits_[s].push_back(outer.to); });
    }
  }

  // What is live before an edge.
  bool flow(std::vector<bool>& before, const ir::Edge& edge) const {
    const ir::Action& a = program_.action(edge.action);
    bool changed = false;
    const auto make_live = [&](VarId v) {
      changed |= !nth(before, v);
      nth(before, v) = true;
    };
    each_read(program_, a, make_live);
    std::vector<VarId> killed;
    each_write(a, [&](VarId v) {
      if (program_.variable(v).dims.empty()) killed.push_back(v);
    });
    const auto behind = [&](uint32_t next) {
      const std::vector<bool>& after = live_[next];
      for (const VarId v : variables_) {
        if (nth(after, v) && std::find(killed.begin(), killed.end(), v) == killed.end()) make_live(v);
      }
    };
    // A d_step runs through the edges inside it before control comes to where the edge leads.
    if (a.kind == ActionKind::d_step)
      behind(a.d_step_entry);
    else if (edge.in_d_step && edge.to == 0)
      std::for_each(exits_[edge.from].begin(), exits_[edge.from].end(), behind);
    else
      behind(edge.to);
    return changed;
  }

  const ir::Program& program_;
  const std::vector<VarId>& variables_;
  std::vector<std::vector<bool>> live_;       // by control state, by variable
  std::vector<std::vector<uint32_t>> exits_;  // by control state: inside a d_step, where that leads
};

// Does its process go on, in the same transition?
bool keeps_control(const ir::Edge& e) { return e.in_d_step || e.atomic; }

}  // namespace

bool hidden_values_matter(const ir::Program& program) {
  std::vector<VarId> hidden;
  for (const VarId v : program.globals) {
    if (program.variable(v).scope == ir::Scope::hidden) hidden.push_back(v);
  }
  if (hidden.empty()) return false;
  for (const ir::Process& p : program.processes) {
    const Liveness liveness(program, p, hidden);
    for (const ir::Edge& e : p.edges) {
      // Inside a sequence nothing is stored, unless it can block there.
      const auto waits = [&](uint32_t next) {
        const ActionKind kind = program.action(p.edges[next].action).kind;
        return kind == ActionKind::condition || kind == ActionKind::send || kind == ActionKind::receive;
      };
      const std::vector<uint32_t>& next = p.states[e.to].edges;
      if (e.in_d_step || (e.atomic && std::none_of(next.begin(), next.end(), waits))) continue;
      if (std::any_of(hidden.begin(), hidden.end(), [&](VarId v) { return liveness.live(e.to, v); })) return true;
    }
    if (std::any_of(hidden.begin(), hidden.end(), [&](VarId v) { return liveness.live(p.initial, v); })) return true;
  }
  return false;
}

std::shared_ptr<const ir::Program> revealed(std::shared_ptr<const ir::Program> program) {
  bool read = false;
  const Visit look = [&](VarId v) { read |= program->variable(v).scope == ir::Scope::hidden; };
  for (const ExprId atom : program->atoms) each_read(*program, atom, look);
  for (const ir::Process& p : program->processes) each_read(*program, p.provided, look);
  // What C reads is not known; what it keeps itself beside the state (c_track "UnMatched") stays there.
  const auto is_hidden = [](const ir::Variable& v) { return v.scope == ir::Scope::hidden && !v.internal; };
  read |= program->embedded_c != nullptr &&
          std::any_of(program->variables.begin(), program->variables.end(), is_hidden);
  if (!read && !hidden_values_matter(*program)) return program;
  auto out = std::make_shared<ir::Program>(*program);
  for (ir::Variable& v : out->variables) {
    if (is_hidden(v)) v.scope = ir::Scope::global;
  }
  ir::lay_out(*out);
  return out;
}

bool reset_dead_variables(ir::Program& program, const MergeFor& purpose) {
  const std::vector<bool> outside = read_from_outside(program, purpose.observed.atoms);
  bool changed = false;
  for (ir::Process& p : program.processes) {
    if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
    const Liveness liveness(program, p, p.variables);
    std::vector<bool> written(program.variables.size());
    for (const ir::Edge& e : p.edges) {
      each_write(program.action(e.action), [&](VarId v) { nth(written, v) = true; });
    }
    for (const ir::Edge& e : p.edges) {
      // Inside a sequence nothing is stored; and a loop there must not look endless because a variable is cleared.
      if (e.to == 0 || e.in_d_step || e.atomic) continue;
      ir::ControlState& to = p.states[e.to];
      for (const VarId v : p.variables) {
        const ir::Variable& variable = program.variable(v);
        // What never changes tells no states apart.
        if (!nth(written, v) || nth(outside, v) || variable.count > kLargest) continue;
        if (liveness.live(e.to, v) || std::find(to.dead.begin(), to.dead.end(), v) != to.dead.end()) continue;
        const ir::Action& a = program.action(e.action);
        bool changes = liveness.live(e.from, v) || a.kind == ActionKind::d_step || e.from == p.initial;
        each_write(a, [&](VarId w) { changes |= w == v; });
        if (changes) to.dead.push_back(v);
        changed |= changes;
      }
    }
  }
  return changed;
}

namespace {

// The control states on loops inside of atomic sequences and d_steps, and on the way from one to another.
std::vector<bool> between_loops(const ir::Process& p) {
  std::vector<bool> out(p.states.size(), true);
  const auto leave_out = [&](bool forward) {
    std::vector<std::vector<uint32_t>> next(p.states.size());
    std::vector<uint32_t> waits_for(p.states.size()), free;
    for (const ir::Edge& e : p.edges) {
      if (!keeps_control(e) || !out[e.from] || !out[e.to]) continue;
      next[forward ? e.from : e.to].push_back(forward ? e.to : e.from);
      ++waits_for[forward ? e.to : e.from];
    }
    for (uint32_t s = 0; s < p.states.size(); ++s) {
      if (out[s] && waits_for[s] == 0) free.push_back(s);
    }
    while (!free.empty()) {
      const uint32_t s = free.back();
      free.pop_back();
      out[s] = false;
      for (const uint32_t to : next[s]) {
        if (--waits_for[to] == 0) free.push_back(to);
      }
    }
  };
  leave_out(true);
  leave_out(false);
  return out;
}

ExprId itself(ir::Program& program, const ir::Place& place) {
  ir::Expr e;
  e.op = Op::load;
  e.place = place;
  e.type = program.variable(place.var).type;
  e.span = program.expr(place.indices.back()).span;
  program.exprs.push_back(std::move(e));
  return narrow<ExprId>(program.exprs.size() - 1);
}

}  // namespace

// Assignments to variables that nobody reads become steps that do nothing; those to an element of an array that may
// not be there, steps that change nothing.
bool drop_write_only_variables(ir::Program& program, const MergeFor& purpose) {
  std::vector<bool> kept(program.variables.size());
  const Visit keep = [&](VarId v) { nth(kept, v) = true; };
  const auto each_action = [&](const std::function<void(ir::Action&)>& f) {
    for (const ir::Process& p : program.processes) {
      for (const ir::Edge& e : p.edges) f(program.action(e.action));
    }
  };
  // Inside a sequence a loop must not look endless because a variable does not change.
  for (const ir::Process& p : program.processes) {
    const std::vector<bool> between = between_loops(p);
    for (const ir::Edge& e : p.edges) {
      if (!keeps_control(e) || !between[e.from] || !between[e.to]) continue;
      const ir::Action& a = program.action(e.action);
      each_write(a, keep);
      if (a.kind != ActionKind::d_step) continue;
      each_inside(p, a.d_step_entry, [&](uint32_t s) {
        for (const uint32_t inner : p.states[s].edges) each_write(program.action(p.edges[inner].action), keep);
      });
    }
  }
  for (const ExprId atom : purpose.observed.atoms) each_read(program, atom, keep);
  // x = x + 1 reads x for nobody but x; and nothing can go wrong on the way.
  const std::function<bool(ExprId)> harmless = [&](ExprId id) {
    const ir::Expr& e = program.expr(id);
    if (e.op == Op::constant || e.op == Op::pid) return true;
    if (e.op == Op::load) return e.place.indices.empty();
    if (e.op != Op::add && e.op != Op::sub) return false;
    return !ir::may_fail(e.op, program.semantics.exact_arithmetic) && harmless(e.kids[0]) && harmless(e.kids[1]);
  };
  const auto droppable = [&](const ir::Action& a) { return a.kind == ActionKind::assign && harmless(a.expr); };
  each_action([&](ir::Action& a) {
    if (droppable(a)) {
      each_read(program, a.expr, [&](VarId v) {
        if (v != a.place.var || purpose.formula) keep(v);
      });
      each_index(program, a.place, keep);
      return;
    }
    each_read(program, a, keep);
    if (a.kind == ActionKind::assign) keep(a.place.var);
    for (const ir::ReceiveArg& r : a.receive) {
      if (r.kind == ir::ReceiveArg::Kind::bind && !r.place.indices.empty()) keep(r.place.var);
    }
  });
  for (const ir::Process& p : program.processes) {
    for (const ir::ActionId id : p.initialisers) each_read(program, program.action(id), keep);
    each_read(program, p.provided, keep);
  }
  for (const ir::ActionId id : program.initialisers) each_read(program, program.action(id), keep);
  for (const ir::ExclusiveUse& x : program.exclusive) keep(x.place.var);
  const auto dropped = [&](VarId v) { return program.variable(v).scope == ir::Scope::global && !nth(kept, v); };
  bool changed = false;
  each_action([&](ir::Action& a) {
    if (a.kind == ActionKind::assign && dropped(a.place.var)) {
      changed = true;
      if (ir::may_fail(program, a.place)) {  // an index that is out of range is an error all the same
        a.expr = itself(program, a.place);
        return;
      }
      a.kind = ActionKind::skip;
      a.expr = ir::kNone;
      a.place = {};
    }
    for (ir::ReceiveArg& r : a.receive) {
      if (r.kind != ir::ReceiveArg::Kind::bind || !dropped(r.place.var)) continue;
      r = {};
      changed = true;
    }
  });
  return changed;
}

}  // namespace gyre::reduce
