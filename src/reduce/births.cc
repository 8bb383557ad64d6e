#include "reduce/births.h"

#include <algorithm>

#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::reduce {

using ir::ActionKind;
using ir::Op;

namespace {

bool runs(const ir::Process& p) { return p.kind == ir::ProcessKind::proctype || p.kind == ir::ProcessKind::init; }

// Calls f for every process that an action starts.
template <class F>
void each_start(const ir::Program& program, const ir::Action& a, const F& f) {
  const auto look = [&](ir::ExprId id) {
    ir::each_expr(program, id, [&](const ir::Expr& e) {
      if (e.op == Op::run) f(e.process);
    });
  };
  look(a.expr);
  look(a.channel);
  for (const ir::ExprId e : a.exprs) look(e);
  for (const ir::ExprId e : a.place.indices) look(e);
  for (const ir::ReceiveArg& r : a.receive) {
    look(r.value);
    for (const ir::ExprId e : r.place.indices) look(e);
  }
}

// The control states to which an edge may lead: a d_step goes through its own.
template <class F>
void each_target(const ir::Program& program, const ir::Edge& e, const F& f) {
  f(e.to);
  const ir::Action& a = program.action(e);
  if (a.kind == ActionKind::d_step) f(a.d_step_entry);
}

}  // namespace

bool Births::starts(const ir::Edge& edge) const {
  bool found = false;
  each_start(program_, program_.action(edge), [&](int32_t) { found = true; });
  return found;
}

Births::Births(const ir::Program& program) : program_(program) {
  for (const ir::Process& p : program.processes) {
    graphs_.push_back(graph_of(p));
    any_ =
        any_ || (runs(p) && std::any_of(p.edges.begin(), p.edges.end(), [&](const ir::Edge& e) { return starts(e); }));
  }
  find_ends();
  count();
  find_order();
}

Births::Graph Births::graph_of(const ir::Process& p) const {
  Graph g;
  const auto from = [&](uint32_t state) {
    std::vector<bool> seen(p.states.size());
    std::vector<uint32_t> to_visit{state};
    while (!to_visit.empty()) {
      const uint32_t s = to_visit.back();
      to_visit.pop_back();
      for (const uint32_t e : p.states[s].edges) {
        each_target(program_, p.edges[e], [&](uint32_t to) {
          if (!seen[to]) to_visit.push_back(to);
          seen[to] = true;
        });
      }
    }
    return seen;
  };
  if (!runs(p)) return g;
  for (uint32_t s = 0; s < p.states.size(); ++s) g.reach.push_back(from(s));
  g.from_start = g.reach[p.initial];
  g.from_start[p.initial] = true;
  return g;
}

void Births::find_ends() {
  for (const ir::Process& p : program_.processes) {
    std::vector<bool>& ended = ended_.emplace_back(p.states.size());
    if (!runs(p)) continue;
    for (uint32_t s = 0; s < p.states.size(); ++s) {
      const ir::ControlState& state = p.states[s];
      const auto dies = [&](uint32_t e) { return program_.action(p.edges[e]).kind == ActionKind::end; };
      const bool some = std::any_of(state.edges.begin(), state.edges.end(), dies);
      ended[s] = some && state.edges.size() == 1;
      const bool gone_otherwise = std::any_of(state.edges.begin(), state.edges.end(), [&](uint32_t e) {
        return p.edges[e].to == 0 && !p.edges[e].in_d_step && !dies(e);
      });
      mixed_ = mixed_ || gone_otherwise || (some && !ended[s]) ||
               (ended[s] && (!state.end || state.accept || state.progress));
    }
  }
}

// Of statements that are on no cycle each is executed once at most by each process that has it.
void Births::count() {
  counts_.assign(program_.processes.size(), 0);
  for (const ir::Instance& i : program_.instances) ++*nth(counts_, i.process);
  const std::vector<std::optional<uint64_t>> first = counts_;
  // As many rounds as there are proctypes: what still grows then is started by itself.
  constexpr uint64_t kMany = 1'000'000;
  for (size_t round = 0; round <= program_.processes.size() + 1; ++round) {
    std::vector<std::optional<uint64_t>> next = first;
    for (size_t p = 0; p < program_.processes.size(); ++p) {
      const ir::Process& process = program_.processes[p];
      if (!runs(process)) continue;
      for (const ir::Edge& e : process.edges) {
        if (!graphs_[p].from_start[e.from] || counts_[p] == 0) continue;
        // The way out of a d_step is not an edge.
        const bool again = e.in_d_step || graphs_[p].reach[e.from][e.from];
        each_start(program_, program_.action(e), [&](int32_t started) {
          std::optional<uint64_t>& n = nth(next, started);
          if (again || !counts_[p] || !n || *n + *counts_[p] > kMany)
            n.reset();
          else
            *n += *counts_[p];
        });
      }
    }
    if (next == counts_) return;
    counts_ = next;
  }
  for (std::optional<uint64_t>& n : counts_) n.reset();
}

std::optional<uint64_t> Births::all_instances() const {
  uint64_t sum = 0;
  for (const std::optional<uint64_t>& n : counts_) {
    if (!n) return {};
    sum += *n;
  }
  return sum;
}

bool Births::never_blocks(const ir::Process& p, uint32_t state) const {
  return std::any_of(p.states[state].edges.begin(), p.states[state].edges.end(), [&](uint32_t i) {
    const ir::Action& a = program_.action(p.edges[i]);
    switch (a.kind) {
      case ActionKind::skip:
      case ActionKind::assign:
      case ActionKind::assign_all:
      case ActionKind::assert_:
      case ActionKind::print:
      case ActionKind::print_mtype:
      case ActionKind::else_: return true;
      case ActionKind::condition: {
        const ir::Expr& e = program_.expr(a.expr);
        return e.op == Op::run || (e.op == Op::constant && e.value != 0);
      }
      case ActionKind::send:
      case ActionKind::receive:
      case ActionKind::d_step:
      case ActionKind::set_priority:
      case ActionKind::end:
      case ActionKind::new_channel:
      case ActionKind::trap: return false;
    }
    __builtin_unreachable();
  });
}

// Whether init, alone at first, starts all that it starts without anybody else moving in between: from the first start
// on it keeps control, and cannot block.
bool Births::in_one_go(size_t init) const {
  const ir::Process& p = program_.processes[init];
  std::vector<bool> alone(p.states.size()), started(p.states.size()), later(p.states.size());
  std::vector<uint32_t> to_visit{p.initial};
  alone[p.initial] = true;
  const auto visit = [&](std::vector<bool>& seen, uint32_t state) {
    if (!seen[state]) to_visit.push_back(state);
    seen[state] = true;
  };
  while (!to_visit.empty()) {
    const uint32_t s = to_visit.back();
    to_visit.pop_back();
    if (started[s] && !never_blocks(p, s)) return false;
    for (const uint32_t i : p.states[s].edges) {
      const ir::Edge& e = p.edges[i];
      const bool starting = starts(e);
      if (starting && e.in_d_step) return false;  // its way out is not an edge
      if (alone[s] && !starting) each_target(program_, e, [&](uint32_t to) { visit(alone, to); });
      if (!started[s] && !starting) continue;
      if (program_.action(e).kind == ActionKind::d_step) return false;
      if (e.atomic) {
        visit(started, e.to);
      } else {
        later[e.to] = true;
        for (uint32_t t = 0; t < p.states.size(); ++t) later[t] = later[t] || graphs_[init].reach[e.to][t];
      }
    }
  }
  return std::none_of(p.edges.begin(), p.edges.end(), [&](const ir::Edge& e) { return later[e.from] && starts(e); });
}

void Births::find_order() {
  before_deaths_ = true;
  if (!any_) return;
  bool others_start = false, others_end = false;
  size_t init = program_.processes.size();
  for (size_t i = 0; i < program_.processes.size(); ++i) {
    const ir::Process& p = program_.processes[i];
    if (p.kind == ir::ProcessKind::init) init = i;
    if (p.kind != ir::ProcessKind::proctype) continue;
    for (const ir::Edge& e : p.edges) {
      if (!graphs_[i].from_start[e.from]) continue;
      others_start = others_start || starts(e);
      others_end = others_end || program_.action(e).kind == ActionKind::end;
    }
  }
  if (others_start || init == program_.processes.size()) {
    before_deaths_ = false;
  } else if (others_end) {
    before_deaths_ = program_.instances.size() == 1 && in_one_go(init);
  }
}

}  // namespace gyre::reduce
