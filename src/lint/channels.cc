#include "lint/channels.h"

#include "base/nth.h"

namespace gyre::lint {

Channels::Channels(const ir::Program& program) : program_(program), types_(program.variables.size(), ir::kNone) {
  for (const ir::Action& a : program.actions) {
    if (a.kind == ir::ActionKind::new_channel) put(a.place, a.channel_type);
    if (a.kind == ir::ActionKind::assign) put(a.place, kAny);
    for (const ir::ReceiveArg& r : a.receive) put(r.place, kAny);
  }
  for (const ir::Process& p : program.processes) {
    for (const ir::VarId v : p.parameters) nth(types_, v) = kAny;
  }
}

void Channels::put(const ir::Place& place, int32_t type) {
  if (place.var == ir::kNone) return;
  int32_t& known = nth(types_, place.var);
  known = known == ir::kNone || known == type ? type : kAny;
}

const ir::ChannelType* Channels::type_of(ir::ExprId channel) const {
  const ir::Expr& e = program_.expr(channel);
  if (e.op != ir::Op::load || e.place.var == ir::kNone) return nullptr;
  const int32_t type = nth(types_, e.place.var);
  if (type < 0) return nullptr;
  const ir::ChannelType& out = program_.channel_type(type);
  return out.signals.empty() ? &out : nullptr;
}

}  // namespace gyre::lint
