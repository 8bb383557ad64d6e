// What expressions and statements of a program touch.
#include <algorithm>
#include <utility>

#include "base/narrow.h"
#include "base/nth.h"
#include "reduce/summary.h"
#include "reduce/summary_reading.h"
#include "reduce/summary_touches.h"

namespace gyre::reduce {

using ir::ActionKind;
using ir::ExprId;
using ir::Op;

namespace {

// How channels are used by what follows the first statement of a sequence, besides.
constexpr uint8_t kInside = kTest | kInner;

}  // namespace

void Footprint::add(const Footprint& other) {
  variables.insert(variables.end(), other.variables.begin(), other.variables.end());
  channels.insert(channels.end(), other.channels.begin(), other.channels.end());
  control.insert(control.end(), other.control.begin(), other.control.end());
  reads_count |= other.reads_count;
  writes_count |= other.writes_count;
  everything |= other.everything;
}

void Footprint::forget_tests() {
  for (VariableTouch& t : variables) t.test = {};
}

namespace {

// Is a value the same after it has been stored?
bool fits(int32_t value, const ir::ScalarType& type) {
  if (type.width >= 32) return true;
  const int64_t limit = int64_t{1} << (type.is_signed ? type.width - 1 : type.width);
  return value < limit && value >= (type.is_signed ? -limit : 0);
}

}  // namespace

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
  t.foreign = into.foreign;
  into.out.variables.push_back(std::move(t));
}

void Summary::read_indices(const ir::Place& place, Reading& into) const {
  for (const ExprId index : place.indices) read(index, into);
}

// Everything that a process of this type may do, or that the processes may do that it starts in turn.
void Summary::read_start(int32_t process, Reading& into) const {
  into.out.writes_count = true;
  if (const auto known = starts_.find(process); known != starts_.end()) {
    into.out.add(known->second.all);
    into.locals_written.insert(into.locals_written.end(), known->second.locals.begin(), known->second.locals.end());
    return;
  }
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

void Summary::find_starts(Touches& touches) {
  std::map<int32_t, Start> all;
  for (const ir::Expr& e : program_.exprs) {
    if (e.op != Op::run || all.contains(e.process)) continue;
    Reading r;
    read_start(e.process, r);
    touches.tidy(r.out, r.locals_written);
    all[e.process] = {std::move(r.out), std::move(r.locals_written)};
  }
  starts_ = std::move(all);
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
      t.foreign = into.foreign;
      t.remote = true;
      if (!e.kids.empty()) t.owner = e.kids[0];
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
#define GYRE_CHANNEL_TEST(name) case Op::name:
#include "ir/op_groups.def"
      test(e.kids[0], kTest);
      break;
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
    case Op::embedded_c:
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
      if (value.op == Op::constant && fits(value.value, program_.variable(a.place.var).type)) {
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
      for (Conjunct& c : guard) {
        // Of several first statements of a d_step it is not known which must be possible.
        if (e.in_d_step && p.states[e.from].edges.size() > 1) c.reads.forget_tests();
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

// For each control state that an edge of a sequence leads to: what the process may touch there and further on, as long
// as it keeps control, as numbers of `touches`.
std::vector<std::vector<uint64_t>> Summary::followers(size_t process, Touches& touches) const {
  const ir::Process& p = program_.processes[process];
  std::vector<bool> follows(p.states.size());
  for (const ir::Edge& e : p.edges) {
    if (e.atomic) follows[e.to] = true;
  }
  std::vector<std::vector<uint64_t>> out(p.states.size());
  if (std::find(follows.begin(), follows.end(), true) == follows.end()) return out;
  std::vector<std::vector<uint32_t>> own(p.edges.size());
  for (uint32_t e = 0; e < p.edges.size(); ++e) {
    if (!follows[p.edges[e].from]) continue;
    Reading r;
    act(process, e, true, r);
    own[e] = touches.numbers(r.out, r.locals_written);
  }
  const size_t words = (touches.count() + 63) / 64;
  const std::vector<uint32_t> order = backward_order(p);
  for (const uint32_t s : order) {
    if (!follows[s]) continue;
    out[s].resize(words);
    for (const uint32_t e : p.states[s].edges) {
      for (const uint32_t i : own[e]) out[s][i / 64] |= uint64_t{1} << (i % 64);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const uint32_t s : order) {
      if (!follows[s]) continue;
      for (const uint32_t e : p.states[s].edges) {
        if (!p.edges[e].atomic) continue;
        for (size_t w = 0; w < words; ++w) {
          const uint64_t more = out[p.edges[e].to][w] & ~out[s][w];
          changed |= more != 0;
          out[s][w] |= more;
        }
      }
    }
  }
  return out;
}

}  // namespace gyre::reduce
