#include "reduce/merge.h"

#include <algorithm>
#include <utility>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/failing.h"
#include "reduce/summary.h"
#include "reduce/watched.h"

namespace gyre::reduce {

using ir::ActionKind;

namespace {

bool may_fail(const ir::Program& program, const ir::Action& a) {
  const auto fails = [&](ir::ExprId e) { return e != ir::kNone && ir::may_fail(program, e); };
  const auto fails_at = [&](const ir::Place& p) { return p.var != ir::kNone && ir::may_fail(program, p); };
  return a.kind == ActionKind::trap || fails(a.expr) || fails(a.more_writes) || fails_at(a.place) ||
         std::any_of(a.exprs.begin(), a.exprs.end(), fails) ||
         std::any_of(a.receive.begin(), a.receive.end(), [&](const ir::ReceiveArg& r) { return fails_at(r.place); });
}

// A d_step fails if it blocks, or goes round for ever, behind its first statement: one that is nothing but statements
// one after the other, all of which can be executed, does not.
bool d_step_may_fail(const ir::Program& program, const ir::Process& p, uint32_t entry) {
  for (uint32_t s = entry, steps = 0; s != 0; ++steps) {
    if (p.states[s].edges.size() != 1 || steps > p.states.size()) return true;
    const ir::Edge& e = p.edges[p.states[s].edges[0]];
    const ir::Action& a = program.action(e.action);
    const bool goes_on = a.kind == ActionKind::assign || a.kind == ActionKind::assign_all ||
                         a.kind == ActionKind::skip || a.kind == ActionKind::print || a.kind == ActionKind::print_mtype;
    if (!(goes_on || (s == entry && a.kind == ActionKind::condition)) || may_fail(program, a)) return true;
    s = e.to;
  }
  return false;
}

// Is there never more than one way out of a control state? An else, and what is an error if nothing else is possible,
// exclude all others.
bool deterministic(const ir::Program& program, const ir::Process& p, uint32_t state) {
  int others = 0, elses = 0;
  for (const uint32_t e : p.states[state].edges) {
    const ActionKind kind = program.action(p.edges[e].action).kind;
    (kind == ActionKind::else_ || kind == ActionKind::trap ? elses : others) += 1;
  }
  return others <= 1 && elses <= 1;
}

// Which control states need not be states: what the process does there concerns nobody else.
class Transient {
 public:
  Transient(const Summary& summary, const Watched& watched, const MergeFor& purpose, size_t process)
      : summary_(summary), watched_(watched), purpose_(purpose), process_(summary.program().processes[process]) {
    transient_.resize(process_.states.size());
    // States with one way out first: where a loop has to be cut, that is then at a choice, often its head.
    for (const bool choice : {false, true}) {
      for (uint32_t s = 1; s < process_.states.size(); ++s) {
        if ((process_.states[s].edges.size() > 1) != choice || !may_go(process, s)) continue;
        transient_[s] = true;
        if (on_cycle(s)) transient_[s] = false;
      }
    }
  }
  bool operator[](uint32_t state) const { return transient_[state]; }

 private:
  bool may_go(size_t process, uint32_t state) const {
    if (!summary_.is_private(process, state)) return false;
    if (!purpose_.formula) return true;
    const ir::Program& program = summary_.program();
    if (watched_.place(process, state) || (purpose_.branching && !deterministic(program, process_, state)))
      return false;
    const std::vector<uint32_t>& edges = process_.states[state].edges;
    return std::none_of(edges.begin(), edges.end(), [&](uint32_t e) {
      const std::vector<ir::VarId>& writes = summary_.processes()[process].edges[e].writes_locals;
      const ir::Action& action = program.action(process_.edges[e].action);
      if (action.kind == ActionKind::d_step && d_step_may_fail(program, process_, action.d_step_entry)) return true;
      return watched_.place(process, process_.edges[e].to) ||
             std::any_of(writes.begin(), writes.end(), [&](ir::VarId v) { return watched_.variable(v); }) ||
             (!program.semantics.stops_before_errors && may_fail(program, action));
    });
  }

  // A loop of such states only would never come to a state.
  bool on_cycle(uint32_t from) const {
    std::vector<bool> seen(transient_.size());
    std::vector<uint32_t> to_visit{from};
    while (!to_visit.empty()) {
      const uint32_t s = to_visit.back();
      to_visit.pop_back();
      for (const uint32_t e : process_.states[s].edges) {
        const uint32_t to = process_.edges[e].to;
        if (to == from) return true;
        if (!transient_[to] || seen[to]) continue;
        seen[to] = true;
        to_visit.push_back(to);
      }
    }
    return false;
  }

  const Summary& summary_;
  const Watched& watched_;
  const MergeFor& purpose_;
  const ir::Process& process_;
  std::vector<bool> transient_;
};

}  // namespace

bool mentions_timeout(const ir::Program& program, ir::ExprId id) {
  return ir::any_expr(program, id, [](const ir::Expr& e) { return e.op == ir::Op::timeout; });
}

bool merge_local_statements(ir::Program& program, const MergeFor& purpose) {
  const Summary summary(program);
  const Watched watched(program, purpose.observed);
  bool changed = false;
  for (size_t i = 0; i < program.processes.size(); ++i) {
    ir::Process& p = program.processes[i];
    if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
    // a timeout inside a larger condition
    if (std::any_of(p.edges.begin(), p.edges.end(), [&](const ir::Edge& e) {
          const ir::Action& a = program.action(e.action);
          return a.kind == ActionKind::condition && mentions_timeout(program, a.expr);
        }))
      continue;
    const Transient transient(summary, watched, purpose, i);
    for (ir::Edge& e : p.edges) {
      if (e.in_d_step || e.atomic || !transient[e.to]) continue;
      e.atomic = true;
      changed = true;
    }
  }
  return changed;
}

std::shared_ptr<const ir::Program> merged(std::shared_ptr<const ir::Program> program, const MergeFor& purpose) {
  if (!Summary::why_not(*program).empty()) return program;
  auto out = std::make_shared<ir::Program>(*program);
  // Formulas that it is not made for are asked of other programs. (Atoms keep their numbers.)
  std::erase_if(out->properties, [](const ir::Property& p) { return p.kind != ir::Property::Kind::never; });
  if (!purpose.formula) out->atoms.clear();
  bool changed = drop_write_only_variables(*out, purpose);
  changed |= loosen_sequences(*out, purpose);
  changed |= reset_dead_variables(*out, purpose);
  changed |= merge_local_statements(*out, purpose);
  return changed || !purpose.formula ? out : program;
}

}  // namespace gyre::reduce
