#include "jit/analysis.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/failing.h"
#include "ir/layout.h"
#include "ir/ops.h"
#include "jit/guarded_analysis.h"
#include "model/native.h"

namespace gyre::jit {

using ir::ActionKind;
using ir::Op;

namespace {

constexpr uint32_t kMostSlotWords = 64;

bool same_layout(const ir::ChannelType& a, const ir::ChannelType& b) {
  if (a.capacity != b.capacity || a.slot_bits != b.slot_bits || a.len_bits != b.len_bits ||
      a.field_offsets != b.field_offsets || a.fields.size() != b.fields.size()) {
    return false;
  }
  for (size_t i = 0; i < a.fields.size(); ++i) {
    if (a.fields[i].width != b.fields[i].width || a.fields[i].is_signed != b.fields[i].is_signed) return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<Analysis> Analysis::of(const ir::Program& program) {
  std::unique_ptr<Analysis> made;
  switch (program.semantics.stepping) {
    case ir::Stepping::statements: made.reset(new Analysis(program)); break;
    case ir::Stepping::guarded_commands: made = std::make_unique<GuardedAnalysis>(program); break;
  }
  made->find();
  return made;
}

void Analysis::find() {
  find_classes();
  find_fixed();
  offers_ = offers_possible();
  why_no_offers_ = why_;
  for (const ir::Process& process : p_.processes) {
    auto& states = native_.emplace_back(process.states.size(), false);
    if (process.kind != ir::ProcessKind::proctype && process.kind != ir::ProcessKind::init) continue;
    for (size_t s = 1; s < states.size(); ++s) {
      const ir::ControlState& state = process.states[s];
      if (!state.used || state.edges.empty() || process.edges[state.edges[0]].in_d_step) continue;
      states[s] = state_native(process, s);
      ++(states[s] ? native_states_ : other_states_);
      if (!states[s] && reason_.empty()) reason_ = why_;
    }
  }
  find_conditions();
}

void Analysis::find_conditions() {
  for (const ir::ExprId atom : p_.atoms) native_atoms_.push_back(can(atom));
  for (const ir::Process& process : p_.processes) {
    for (const ir::Edge& edge : process.edges) {
      const ir::Action& a = p_.action(edge.action);
      const bool asks = a.kind == ActionKind::condition || a.kind == ActionKind::assert_;
      native_claims_.push_back(process.kind == ir::ProcessKind::never && asks && can(a.expr));
    }
  }
}

void Analysis::find_classes() {
  for (size_t t = 0; t < p_.channel_types.size(); ++t) {
    auto same = std::find_if(classes_.begin(), classes_.end(),
                             [&](uint32_t c) { return same_layout(p_.channel_types[c], p_.channel_types[t]); });
    if (same != classes_.end()) {
      class_of_.push_back(*same);
    } else {
      classes_.push_back(narrow<uint32_t>(t));
      class_of_.push_back(narrow<uint32_t>(t));
    }
  }
}

void Analysis::find_fixed() {
  fixed_.resize(p_.variables.size());
  std::vector<bool> written(p_.variables.size(), false);
  for (const ir::Action& a : p_.actions) {
    if (a.kind == ActionKind::assign && a.place.var != ir::kNone) nth(written, a.place.var) = true;
    for (const ir::ReceiveArg& r : a.receive) {
      if (r.kind == ir::ReceiveArg::Kind::bind && r.place.var != ir::kNone) nth(written, r.place.var) = true;
    }
  }
  uint32_t offset = ir::kGlobalsOffset + p_.globals_bytes;
  int32_t id = 0;
  std::vector<uint32_t> made(p_.variables.size(), 0);
  for (ir::ActionId action : p_.initialisers) {
    const ir::Action& a = p_.action(action);
    if (a.kind != ActionKind::new_channel) continue;
    const auto type = narrow<uint32_t>(a.channel_type);
    const FixedChannel channel{++id, type, offset};
    offset += p_.channel_types[type].bytes;
    if (a.place.var == ir::kNone) continue;
    const auto var = narrow<size_t>(a.place.var);
    const ir::Variable& v = p_.variables[var];
    uint32_t flat = 0;
    bool known = v.scope == ir::Scope::global;
    for (size_t i = 0; i < a.place.indices.size() && known; ++i) {
      const ir::Expr& e = p_.expr(a.place.indices[i]);
      known = e.op == Op::constant && e.value >= 0 && std::cmp_less(e.value, v.dims[i]);
      if (known) flat = flat * v.dims[i] + narrow<uint32_t>(e.value);
    }
    if (!known || written[var]) continue;
    fixed_[var].resize(v.count);
    if (fixed_[var][flat].id == 0) ++made[var];
    fixed_[var][flat] = channel;
  }
  for (size_t v = 0; v < fixed_.size(); ++v) {
    if (made[v] != p_.variables[v].count) fixed_[v].clear();
  }
}

std::vector<uint32_t> Analysis::classes_of(ir::ExprId channel) const {
  const ir::Expr& e = p_.expr(channel);
  const std::vector<FixedChannel>* all = e.op == Op::load ? fixed(e.place.var) : nullptr;
  if (!all) return classes_;
  std::vector<uint32_t> out;
  for (const FixedChannel& c : *all) {
    if (std::find(out.begin(), out.end(), class_of_[c.type]) == out.end()) out.push_back(class_of_[c.type]);
  }
  return out;
}

bool Analysis::no(const std::string& why) {
  why_ = why;
  return false;
}

bool Analysis::may_fail(ir::ExprId id) const { return ir::may_fail(p_, id); }

// An expression whose value depends on where other processes are.
bool Analysis::looks_at_others(ir::ExprId id) const {
  return ir::any_expr(
      p_, id, [](const ir::Expr& e) { return e.op == Op::remote_at || e.op == Op::remote_load || e.op == Op::last; });
}

bool Analysis::can(const ir::Place& place) { return all_can(place.indices); }

bool Analysis::all_can(const std::vector<ir::ExprId>& exprs) {
  return std::all_of(exprs.begin(), exprs.end(), [&](ir::ExprId e) { return can(e); });
}

bool Analysis::can_channel(ir::ExprId channel) {
  if (classes_.empty()) return no("a channel in a model that makes none");
  for (uint32_t c : classes_of(channel)) {
    const ir::ChannelType& t = p_.channel_types[c];
    if (uint64_t{t.capacity} * t.slot_bits > kMostSlotWords * 64) return no("a channel with large messages");
    if (t.fields.size() > model::NativeCall::kFields) return no("a message of many fields");
  }
  return can(channel);
}

bool Analysis::can(ir::ExprId id) {
  const ir::Expr& e = p_.expr(id);
  switch (e.op) {
    case Op::run: return no("run");
    case Op::enabled: return no("enabled()");
    case Op::pc_value: return no("pc_value()");
    case Op::get_priority: return no("get_priority()");
    case Op::non_progress: return no("np_");
    case Op::embedded_c: return no("embedded C");
    case Op::moves: return no("moves()");
    case Op::poll:
      if (!can_channel(e.kids[0])) return false;
      for (const ir::ReceiveArg& a : e.args) {
        if (a.kind == ir::ReceiveArg::Kind::match && !can(a.value)) return false;
      }
      break;
#define GYRE_CHANNEL_TEST(name) case Op::name:
#include "ir/op_groups.def"
      if (!can_channel(e.kids[0])) return false;
      break;
#define GYRE_UNARY(name, ...) case Op::name:
#define GYRE_BINARY(name, ...) case Op::name:
#define GYRE_LOGICAL(name, ...) case Op::name:
#include "ir/ops.def"
    case Op::constant:
    case Op::load:
    case Op::remote_load:
    case Op::remote_at:
    case Op::pid:
    case Op::nr_pr:
    case Op::last:
    case Op::timeout:
    case Op::conditional:
    case Op::argument:
    case Op::checked:
    case Op::list_guard: break;
  }
  return can(e.place) && all_can(e.kids);
}

bool Analysis::may_be_rendezvous(ir::ExprId channel) const {
  for (uint32_t c : classes_of(channel)) {
    if (p_.channel_types[c].capacity == 0) return true;
  }
  return false;
}

// Whether a receive from there has something to say to an offer: it accepts, or it fails because the channel cannot be
// told.
bool Analysis::is_asked(ir::ExprId channel) const {
  if (may_be_rendezvous(channel)) return true;
  const auto rendezvous = [](const ir::ChannelType& t) { return t.capacity == 0; };
  return may_fail(channel) && std::any_of(p_.channel_types.begin(), p_.channel_types.end(), rendezvous);
}

// Can every receive by which some process might accept an offer be native?
bool Analysis::offers_possible() {
  for (const ir::Process& process : p_.processes) {
    for (const ir::Edge& edge : process.edges) {
      const ir::Action& a = p_.action(edge.action);
      if (a.kind == ActionKind::d_step) {
        bool receives = false;
        for (uint32_t inner : process.states[a.d_step_entry].edges) {
          const ir::Action& i = p_.action(process.edges[inner].action);
          receives |= i.kind == ActionKind::receive && is_asked(i.channel);
        }
        if (receives && !d_step_native(process, a.d_step_entry)) return false;
      }
      if (a.kind != ActionKind::receive || !is_asked(a.channel)) continue;
      if (!can_channel(a.channel)) return false;
      if (looks_at_others(a.channel)) return no("a rendezvous whose channel depends on other processes");
      if (!may_be_rendezvous(a.channel)) continue;
      for (const ir::ReceiveArg& r : a.receive) {
        if (r.kind == ir::ReceiveArg::Kind::match && (!can(r.value) || may_fail(r.value) || looks_at_others(r.value)))
          return no("a rendezvous that matches an element of an array");
        if (r.kind != ir::ReceiveArg::Kind::bind) continue;
        if (!can(r.place)) return false;
        for (const ir::ExprId i : r.place.indices) {
          if (looks_at_others(i)) return no("a rendezvous that binds an element chosen by other processes");
        }
      }
    }
  }
  return true;
}

bool Analysis::state_native(const ir::Process& process, size_t state) {
  if (p_.uses_priority) return no("priorities");
  if (p_.trace != ir::kNone) return no("a trace assertion");
  if (p_.uses_provided) return no("provided");
  if (p_.lose_messages) return no("message loss");
  if (process.deterministic) return no("D_proctype");
  const std::vector<uint32_t>& edges = process.states[state].edges;
  for (uint32_t e : edges) {
    const ir::Edge& edge = process.edges[e];
    if (p_.action(edge.action).kind == ActionKind::end && edges.size() > 1) return no("an end beside other statements");
    if (!edge_native(process, edge)) return false;
  }
  return true;
}

bool Analysis::edge_native(const ir::Process& process, const ir::Edge& edge) {
  const ir::Action& a = p_.action(edge.action);
  switch (a.kind) {
    case ActionKind::skip:
    case ActionKind::else_:
    case ActionKind::print:
    case ActionKind::print_mtype: return true;
    case ActionKind::condition:
    case ActionKind::assert_: return can(a.expr);
    case ActionKind::assign: return a.place.var == ir::kNone || (can(a.expr) && can(a.place));
    case ActionKind::send:
      if (!can_channel(a.channel)) return false;
      if (!edge.in_d_step && may_be_rendezvous(a.channel) && !offers_) return no(why_no_offers_);
      return all_can(a.exprs);
    case ActionKind::receive:
      if (!can_channel(a.channel)) return false;
      for (const ir::ReceiveArg& r : a.receive) {
        if (r.kind == ir::ReceiveArg::Kind::match && !can(r.value)) return false;
        if (r.kind == ir::ReceiveArg::Kind::bind && !can(r.place)) return false;
      }
      return true;
    case ActionKind::d_step: return d_step_native(process, a.d_step_entry);
    case ActionKind::end: return true;
    case ActionKind::set_priority: return no("set_priority()");
    case ActionKind::new_channel: return no("a new channel");
    case ActionKind::assign_all:
    case ActionKind::trap: return no("a guarded command");
  }
  return false;
}

// A d_step whose statements are all native.
bool Analysis::d_step_native(const ir::Process& process, uint32_t entry) {
  if (p_.uses_last) return no("_last and d_step");
  std::vector<bool> seen(process.states.size(), false);
  std::vector<uint32_t> to_visit{entry};
  seen[entry] = true;
  while (!to_visit.empty()) {
    const uint32_t state = to_visit.back();
    to_visit.pop_back();
    for (uint32_t e : process.states[state].edges) {
      const ir::Edge& edge = process.edges[e];
      const ActionKind kind = p_.action(edge.action).kind;
      if (kind == ActionKind::d_step || kind == ActionKind::end) return no("d_step inside d_step");
      if (edge.escape != 0) return no("unless inside d_step");
      if (!edge_native(process, edge)) return false;
      if (edge.to == 0 || seen[edge.to]) continue;
      seen[edge.to] = true;
      to_visit.push_back(edge.to);
    }
  }
  return true;
}

}  // namespace gyre::jit
