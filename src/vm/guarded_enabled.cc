// Guarded commands: what a sender offers, whether a receiver takes it, and who can start a step, for enabled().
#include <cassert>

#include "vm/interpreter.h"

namespace gyre::vm {

using model::ErrorKind;

bool Interpreter::offer(const VmEdge& e, Context& c, std::vector<int32_t>& data) {
  const bool possible = e.expr == 0 || eval(e.expr, c) != 0;
  data.clear();
  for (size_t i = 0; i < e.code->args.size() && possible && c.error == ErrorKind::none; ++i)
    data.push_back(eval(e.code->args[i], c));
  return possible;
}

bool Interpreter::take(const VmEdge& r, const std::vector<int32_t>& data, Context& c) {
  const std::vector<ir::ReceiveArg>& args = r.action->receive;
  for (size_t k = 1; k < args.size(); ++k) {
    if (args[k].kind == ir::ReceiveArg::Kind::bind)
      eval(r.code->matches[k], c, data[k]);
    else if (args[k].kind == ir::ReceiveArg::Kind::match && eval(r.code->matches[k], c) != data[k])
      return false;
    if (c.error != ErrorKind::none) return true;
  }
  return r.expr == 0 || eval(r.expr, c) != 0 || c.error != ErrorKind::none;
}

// Does some process that stands at a receive take what is sent? A step that fails is one.
bool Interpreter::somebody_takes(const Base& base, int32_t pid, const VmEdge& e) {
  std::vector<int32_t> data;
  bool offered = false;
  for (const Image::Partner& partner : nth(image_->partners(), pid)[e.send]) {
    if (control_state(base, partner.pid) != partner.state) continue;
    if (!offered) {
      Context c = context(base, pid, false);
      const bool possible = offer(e, c, data);
      if (c.error != ErrorKind::none) return true;
      if (!possible) return false;
      offered = true;
    }
    // The receiver's condition sees what has arrived, so that has to be written down somewhere.
    Work received;
    copy(base, received);
    Context c = context(received, partner.pid);
    if (take(*partner.edge, data, c)) return true;
  }
  return false;
}

bool Interpreter::can_command(const Base& base, int32_t pid) {
  const Image::ProcessCode& p = code_of(base, pid);
  const uint32_t at = control_state(base, pid);
  for (uint32_t i = p.first[at]; i < p.first[at + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    switch (e.kind) {
      case ir::ActionKind::receive: continue;  // the sender starts the step
      case ir::ActionKind::send:
        if (somebody_takes(base, pid, e)) return true;
        continue;
      case ir::ActionKind::condition: {
        Context c = context(base, pid, false);
        if (eval(e.expr, c) != 0 || c.error != ErrorKind::none) return true;
        continue;
      }
      case ir::ActionKind::else_:
      case ir::ActionKind::trap:  // nothing before them could be executed
      case ir::ActionKind::print:
      case ir::ActionKind::skip:
      case ir::ActionKind::assign:
      case ir::ActionKind::assign_all:
      case ir::ActionKind::assert_: return true;
      // No commands of ESML.
      case ir::ActionKind::print_mtype:
      case ir::ActionKind::d_step:
      case ir::ActionKind::set_priority:
      case ir::ActionKind::end:
      case ir::ActionKind::new_channel: assert(false); return false;
    }
  }
  return false;
}

}  // namespace gyre::vm
