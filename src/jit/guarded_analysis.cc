#include "jit/guarded_analysis.h"

#include <algorithm>
#include <cassert>

#include "model/native.h"

namespace gyre::jit {

using ir::ActionKind;

// A handshake is native if what its partners do is, for every send.
bool GuardedAnalysis::offers_possible() {
  for (const ir::Action& a : p_.actions) {
    if (a.kind != ActionKind::receive) continue;
    if (a.receive.size() > model::NativeCall::kFields) return no("a message of many fields");
    if (a.expr != ir::kNone && !can(a.expr)) return false;
    for (size_t k = 1; k < a.receive.size(); ++k) {  // the first is the signal
      const ir::ReceiveArg& r = a.receive[k];
      if (r.kind == ir::ReceiveArg::Kind::match && (!can(r.value) || may_fail(r.value)))
        return no("a receive that compares");
      if (r.kind == ir::ReceiveArg::Kind::bind && !can(r.place)) return false;
    }
  }
  return true;
}

bool GuardedAnalysis::edge_native(const ir::Process&, const ir::Edge& edge) {
  const ir::Action& a = p_.action(edge.action);
  switch (a.kind) {
    case ActionKind::skip:
    case ActionKind::else_:
    case ActionKind::trap:
    case ActionKind::receive: return true;  // it is the sender's transition
    case ActionKind::condition: return can(a.expr);
    case ActionKind::assign: return can(a.expr) && can(a.place);
    case ActionKind::print: return all_can(a.exprs);
    case ActionKind::assign_all:
      return all_can(a.exprs) &&
             std::all_of(a.receive.begin(), a.receive.end(), [&](const ir::ReceiveArg& r) { return can(r.place); });
    case ActionKind::send:
      if (!offers()) return no(why_no_offers());
      return (a.expr == ir::kNone || can(a.expr)) && all_can(a.exprs);
    case ActionKind::assert_:
    case ActionKind::print_mtype:
    case ActionKind::d_step:
    case ActionKind::set_priority:
    case ActionKind::end:
    case ActionKind::new_channel: return no("a command that is not one of ESML's");
  }
  assert(false);
  return false;
}

}  // namespace gyre::jit
