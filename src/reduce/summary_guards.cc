// What statements of a program wait for.
#include <limits>
#include <utility>

#include "reduce/summary.h"
#include "reduce/summary_reading.h"

namespace gyre::reduce {

using ir::ActionKind;
using ir::ExprId;
using ir::Op;

// What it means for a variable that an expression holds, or that it does not: if it is a comparison with a constant.
Test Summary::test_of(ExprId id, bool holds, const ir::Place*& tested) const {
  constexpr int64_t kLeast = std::numeric_limits<int32_t>::min(), kMost = std::numeric_limits<int32_t>::max();
  const ir::Expr& e = program_.expr(id);
  if (e.op == Op::logical_not) return test_of(e.kids[0], !holds, tested);
  if (e.op == Op::load) {
    tested = &e.place;
    return {true, holds, 0, 0};
  }
  if (e.kids.size() != 2) return {};
  const ir::Expr &left = program_.expr(e.kids[0]), &right = program_.expr(e.kids[1]);
  const bool swapped = left.op == Op::constant;
  if ((swapped ? right : left).op != Op::load || (swapped ? left : right).op != Op::constant) return {};
  const int64_t k = (swapped ? left : right).value;
  tested = &(swapped ? right : left).place;
  if (e.op == Op::eq) return {true, !holds, k, k};
  if (e.op == Op::ne) return {true, holds, k, k};
  // x < k, or k > x
  if (e.op == (swapped ? Op::gt : Op::lt)) return {true, !holds, kLeast, k - 1};
  if (e.op == (swapped ? Op::ge : Op::le)) return {true, !holds, kLeast, k};
  if (e.op == (swapped ? Op::lt : Op::gt)) return {true, !holds, k + 1, kMost};
  if (e.op == (swapped ? Op::le : Op::ge)) return {true, !holds, k, kMost};
  return {};
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
  const ir::Place* tested = nullptr;
  const Test test = test_of(id, true, tested);
  for (VariableTouch& t : r.out.variables) {
    if (test.some && t.place.var == tested->var && t.place.indices == tested->indices) t.test = test;
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
      reads.forget_tests();
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

}  // namespace gyre::reduce
