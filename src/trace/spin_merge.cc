#include "trace/spin_merge.h"

#include <algorithm>
#include <cassert>

#include "base/nth.h"

namespace gyre::trace {

using ir::ActionKind;

MergeRules::MergeRules(const ir::Program& program) : program_(program) {
  for (const ir::Process& p : program.processes) {
    std::vector<bool>& list = labelled_.emplace_back(p.states.size());
    for (const ir::Label& l : p.labels) {
      if (l.state < list.size()) list[l.state] = true;
    }
  }
  has_rendezvous_ = std::any_of(program.channel_types.begin(), program.channel_types.end(),
                                [](const ir::ChannelType& c) { return c.capacity == 0; });
}

bool MergeRules::is_global(const ir::Place& place) const {
  if (place.var == ir::kNone) return false;
  if (nth(program_.variables, place.var).scope != ir::Scope::local) return true;
  return std::any_of(place.indices.begin(), place.indices.end(), [&](ir::ExprId e) { return is_global(e); });
}

bool MergeRules::is_global(ir::ExprId id) const {
  if (id == ir::kNone) return false;
  const ir::Expr& e = nth(program_.exprs, id);
  switch (e.op) {
    case ir::Op::remote_load:
    case ir::Op::remote_at:
    case ir::Op::nr_pr:
    case ir::Op::last:
    case ir::Op::timeout:
    case ir::Op::non_progress:
    case ir::Op::len:
    case ir::Op::full:
    case ir::Op::empty:
    case ir::Op::nfull:
    case ir::Op::nempty:
    case ir::Op::poll:
    case ir::Op::enabled:
    case ir::Op::pc_value:
    case ir::Op::embedded_c:
    case ir::Op::get_priority: return true;
    case ir::Op::constant:
    case ir::Op::load:
    case ir::Op::pid:
#define GYRE_UNARY(name, ...) case ir::Op::name:
#define GYRE_BINARY(name, ...) case ir::Op::name:
#define GYRE_LOGICAL(name, ...) case ir::Op::name:
#include "ir/ops.def"
    case ir::Op::conditional:
    case ir::Op::run:
    case ir::Op::moves:
    case ir::Op::argument:
    case ir::Op::checked:
    case ir::Op::list_guard: break;
  }
  return is_global(e.place) || std::any_of(e.kids.begin(), e.kids.end(), [&](ir::ExprId k) { return is_global(k); });
}

bool MergeRules::is_global(const ir::Action& a) const {
  if (a.kind == ActionKind::send || a.kind == ActionKind::receive) return true;
  return is_global(a.place) || is_global(a.expr) ||
         std::any_of(a.exprs.begin(), a.exprs.end(), [&](ir::ExprId e) { return is_global(e); });
}

bool MergeRules::runs(ir::ExprId id) const {
  const ir::Expr& e = nth(program_.exprs, id);
  return e.op == ir::Op::run || std::any_of(e.kids.begin(), e.kids.end(), [&](ir::ExprId k) { return runs(k); });
}

// A selection of one option has one edge too; it is known by the place where it begins.
bool MergeRules::is_choice(const ir::Process& process, uint32_t state) const {
  const ir::ControlState& s = process.states[state];
  if (s.edges.size() != 1) return true;
  const Span& first = nth(program_.actions, process.edges[s.edges[0]].action).span;
  return s.span.known() && first.known() && (s.span.line != first.line || s.span.column != first.column);
}

bool MergeRules::cannot_block(const ir::Action& a) const {
  switch (a.kind) {
    case ActionKind::assign:
    case ActionKind::assert_:
    case ActionKind::print:
    case ActionKind::print_mtype: return true;
    case ActionKind::skip: return a.source != "skip";  // a jump; a plain skip is a condition, to SPIN
    case ActionKind::condition:
    case ActionKind::assign_all:
    case ActionKind::send:
    case ActionKind::receive:
    case ActionKind::else_:
    case ActionKind::d_step:
    case ActionKind::set_priority:
    case ActionKind::end:
    case ActionKind::new_channel:
    case ActionKind::trap: return false;
  }
  __builtin_unreachable();
}

bool MergeRules::cannot_block(int32_t process, uint32_t edge) const {
  const ir::Edge& e = nth(program_.processes, process).edges[edge];
  return cannot_block(nth(program_.actions, e.action));
}

bool MergeRules::can_start(int32_t type, const ir::Edge& edge, bool in_atomic) const {
  const ir::Process& process = nth(program_.processes, type);
  const ir::Action& a = nth(program_.actions, edge.action);
  // An escape belongs to every statement it guards.
  for (const uint32_t e : process.states[edge.from].edges) {
    if (process.edges[e].escape != 0) return false;
  }
  if (cannot_block(a)) {
    if (nth(labelled_, type)[edge.from] && !is_choice(process, edge.from)) return false;
  } else {
    const bool plain_skip = a.kind == ActionKind::skip;
    const bool buffered_send = a.kind == ActionKind::send && !has_rendezvous_;
    const bool condition = a.kind == ActionKind::condition && !runs(a.expr);
    if (!plain_skip && !buffered_send && !condition && a.kind != ActionKind::receive) return false;
  }
  return in_atomic || edge.atomic || !is_global(a);
}

bool MergeRules::can_follow(const ir::Process& process, uint32_t state, bool in_atomic) const {
  if (is_choice(process, state)) return false;
  const ir::Edge& edge = process.edges[process.states[state].edges[0]];
  const ir::Action& a = nth(program_.actions, edge.action);
  if (!cannot_block(a) || edge.escape != 0) return false;
  // Where an atomic sequence begins nothing is merged.
  if (edge.atomic && !in_atomic) return false;
  return in_atomic || !is_global(a);
}

std::optional<uint32_t> MergeRules::next(int32_t process, uint32_t edge, uint32_t at, bool before, bool after) const {
  const ir::Process& p = nth(program_.processes, process);
  assert(edge < p.edges.size() && at < p.states.size());
  if (at == 0 || nth(labelled_, process)[at]) return {};
  if (!can_start(process, p.edges[edge], before) || !can_follow(p, at, after)) return {};
  return p.states[at].edges[0];
}

}  // namespace gyre::trace
