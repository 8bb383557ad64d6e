// Atomic sequences that give up control where nobody notices.
//
// BEEM's models, and many others, guard a rendezvous by a condition in front of it: atomic { j == 0; c!x; j++ }. As
// it is written that is one transition which depends on where all receivers stand; and whoever receives cannot be
// merged, because the sequence would notice. Two kinds of edges need not keep control:
//  - Those that lead to where a process can do nothing but receive from channels without a buffer: that is never the
//    process's own move, so control is given up there anyway.
//  - Local statements with which a sequence begins. A run in which others move between such a statement and the next
//    one of its process has another where it is executed just before that one (Lipton 1975): nobody else can tell
//    where the process stood meanwhile, since nobody notices it. (That next step must be the process's own, not one in
//    which somebody sends to it.) If the process never goes on, the statement can be left out, or, where the run ends,
//    be executed at the end, when what follows it is not possible. So the errors, the deadlocks and, but for
//    stuttering, the runs are the same. A counterexample has to put such statements off (judge/retrace.h).
//
// Not with a timeout, which asks whether anybody can move; and not for branching time, since the choice of the
// sequence is made before its second statement is possible.
#include <algorithm>
#include <utility>
#include <vector>

#include "reduce/merge.h"
#include "reduce/summary.h"
#include "reduce/watched.h"

namespace gyre::reduce {

using ir::ActionKind;

namespace {

bool communicates(const ir::Action& a) { return a.kind == ActionKind::send || a.kind == ActionKind::receive; }

// What can be loosened in one process.
class Loosening {
 public:
  Loosening(const Summary& summary, const Watched& watched, size_t process)
      : summary_(summary),
        watched_(watched),
        program_(summary.program()),
        number_(process),
        process_(summary.program().processes[process]) {}

  // The edges that lead to where control is given up anyway.
  std::vector<uint32_t> idle() const {
    std::vector<uint32_t> out;
    for (uint32_t e = 0; e < process_.edges.size(); ++e) {
      const ir::Edge& edge = process_.edges[e];
      // Of the halves of a rendezvous the one decides whether the other keeps control.
      if (!edge.atomic || edge.in_d_step || communicates(program_.action(edge.action)) || starts_by_receiving(edge))
        continue;
      if (only_waits(edge.to)) out.push_back(e);
    }
    return out;
  }

  // The local statements with which sequences begin that come to a rendezvous.
  std::vector<uint32_t> local() const {
    std::vector<uint32_t> out;
    if (process_.provided != ir::kNone) return out;
    std::vector<bool> held(process_.states.size());  // control may be kept there
    for (const ir::Edge& e : process_.edges) {
      if (e.atomic && !e.in_d_step) held[e.to] = true;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t s = 1; s < process_.states.size(); ++s) {
        const std::vector<uint32_t>& edges = process_.states[s].edges;
        if (!process_.states[s].used || held[s] || watched_.place(number_, s)) continue;
        // An escape may be another one behind the statement.
        if (std::any_of(edges.begin(), edges.end(), [&](uint32_t e) { return process_.edges[e].escape != 0; }))
          continue;
        for (const uint32_t e : edges) {
          if (std::find(out.begin(), out.end(), e) != out.end() || !may_begin(e)) continue;
          out.push_back(e);
          changed = true;
        }
      }
      // What was held by nothing but these is not held any more.
      for (uint32_t s = 1; s < process_.states.size(); ++s) {
        held[s] = held[s] && !std::all_of(process_.edges.begin(), process_.edges.end(), [&](const ir::Edge& e) {
                    return e.to != s || !e.atomic || e.in_d_step ||
                           std::find(out.begin(), out.end(), &e - process_.edges.data()) != out.end();
                  });
      }
    }
    return out;
  }

 private:
  bool starts_by_receiving(const ir::Edge& edge) const {
    const ir::Action& a = program_.action(edge.action);
    if (a.kind != ActionKind::d_step) return false;
    const std::vector<uint32_t>& first = process_.states[a.d_step_entry].edges;
    return std::any_of(first.begin(), first.end(),
                       [&](uint32_t e) { return communicates(program_.action(process_.edges[e].action)); });
  }

  bool only_waits(uint32_t state) const {
    const std::vector<uint32_t>& edges = process_.states[state].edges;
    return !edges.empty() && std::all_of(edges.begin(), edges.end(), [&](uint32_t e) {
      const ir::Action& a = program_.action(process_.edges[e].action);
      return process_.edges[e].escape == 0 && a.kind == ActionKind::receive && summary_.is_rendezvous(a.channel);
    });
  }

  // May the next step of the process from here be one that another begins? As it is written that one cannot wait until
  // the statement before is executed: if the process has a move of its own too, that comes first.
  bool may_be_met(uint32_t state) const {
    const std::vector<uint32_t>& edges = process_.states[state].edges;
    return std::any_of(edges.begin(), edges.end(), [&](uint32_t e) {
      const ir::Action& a = program_.action(process_.edges[e].action);
      return starts_by_receiving(process_.edges[e]) ||
             (a.kind == ActionKind::receive && summary_.may_be_rendezvous(a.channel));
    });
  }

  bool may_begin(uint32_t e) const {
    const ir::Edge& edge = process_.edges[e];
    if (!edge.atomic || edge.in_d_step || watched_.place(number_, edge.to) || !summary_.is_local(number_, e) ||
        may_be_met(edge.to) || !comes_to_rendezvous(edge.to))
      return false;
    const ir::Action& a = program_.action(edge.action);
    if (a.kind == ActionKind::trap || a.kind == ActionKind::d_step) return false;
    return (a.place.var == ir::kNone || !watched_.variable(a.place.var)) &&
           std::none_of(a.receive.begin(), a.receive.end(), [&](const ir::ReceiveArg& r) {
             return r.place.var != ir::kNone && watched_.variable(r.place.var);
           });
  }

  // Is a rendezvous behind this control state, or behind local statements of the sequence that follow it?
  bool comes_to_rendezvous(uint32_t from) const {
    std::vector<bool> seen(process_.states.size());
    std::vector<uint32_t> to_visit{from};
    while (!to_visit.empty()) {
      const uint32_t s = to_visit.back();
      to_visit.pop_back();
      if (seen[s]) continue;
      seen[s] = true;
      for (const uint32_t e : process_.states[s].edges) {
        const ir::Edge& edge = process_.edges[e];
        const ir::Action& a = program_.action(edge.action);
        if (communicates(a) && summary_.may_be_rendezvous(a.channel)) return true;
        if (edge.atomic && summary_.is_local(number_, e)) to_visit.push_back(edge.to);
      }
    }
    return false;
  }

  const Summary& summary_;
  const Watched& watched_;
  const ir::Program& program_;
  const size_t number_;
  const ir::Process& process_;
};

bool uses_timeout(const ir::Program& program) {
  return std::any_of(program.actions.begin(), program.actions.end(), [&](const ir::Action& a) {
    return mentions_timeout(program, a.expr) ||
           std::any_of(a.exprs.begin(), a.exprs.end(), [&](ir::ExprId e) { return mentions_timeout(program, e); });
  });
}

// Is there a sequence that comes to a send or receive behind its first statement?
bool has_candidates(const ir::Program& program) {
  return std::any_of(program.processes.begin(), program.processes.end(), [&](const ir::Process& p) {
    return std::any_of(p.edges.begin(), p.edges.end(), [&](const ir::Edge& e) {
      const std::vector<uint32_t>& next = p.states[e.to].edges;
      return e.atomic && !e.in_d_step && std::any_of(next.begin(), next.end(), [&](uint32_t n) {
               return communicates(program.action(p.edges[n].action));
             });
    });
  });
}

}  // namespace

bool loosen_sequences(ir::Program& program, const MergeFor& purpose) {
  if (program.semantics.stepping != ir::Stepping::statements || purpose.branching || !has_candidates(program) ||
      uses_timeout(program))
    return false;
  const bool rendezvous = std::any_of(program.channel_types.begin(), program.channel_types.end(),
                                      [](const ir::ChannelType& t) { return t.capacity == 0; });
  if (!rendezvous) return false;
  const Watched watched(program, purpose.observed);
  std::vector<std::vector<uint32_t>> local(program.processes.size());
  bool changed = false, some = false;
  {
    const Summary summary(program);
    std::vector<std::vector<uint32_t>> idle(program.processes.size());
    for (size_t i = 0; i < program.processes.size(); ++i) {
      const ir::ProcessKind kind = program.processes[i].kind;
      if (kind != ir::ProcessKind::proctype && kind != ir::ProcessKind::init) continue;
      const Loosening here(summary, watched, i);
      idle[i] = here.idle();
      local[i] = here.local();
    }
    for (size_t i = 0; i < program.processes.size(); ++i) {
      std::vector<ir::Edge>& edges = program.processes[i].edges;
      for (const uint32_t e : idle[i]) edges[e].atomic = false;
      std::erase_if(local[i], [&](uint32_t e) { return !edges[e].atomic; });
      for (const uint32_t e : local[i]) edges[e].atomic = false;
      changed |= !idle[i].empty();
      some |= !local[i].empty();
    }
  }
  // Whether a process is noticed depends on what is left of the sequences of others; and so on, if one is.
  while (some) {
    some = false;
    const Summary summary(program);
    for (size_t i = 0; i < program.processes.size(); ++i) {
      if (!summary.is_noticed(i) || local[i].empty()) continue;
      for (const uint32_t e : std::exchange(local[i], {})) program.processes[i].edges[e].atomic = true;
      some = true;
    }
  }
  return changed || std::any_of(local.begin(), local.end(), [](const auto& l) { return !l.empty(); });
}

}  // namespace gyre::reduce
