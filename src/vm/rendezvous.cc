// Rendezvous: one transition of two processes.
#include "base/narrow.h"
#include "vm/promela_stepper.h"
#include "vm/recoverable.h"

namespace gyre::vm {

using model::ErrorKind;

// A rendezvous: the sender offers, every process that can receive at once makes a transition of its own. False:
// nobody accepts.
bool PromelaStepper::offer(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, uint32_t depth,
                           bool timeout, size_t level) {
  writer_.note_depth(depth + 1);
  std::vector<int32_t> message;
  bool misfit = false;
  const ErrorKind error = interpreter_.offered(base, pid, e, channel, timeout, message, misfit);
  if (error != ErrorKind::none) {
    fail(base, work(level, 0), pid, e, error, depth + 1);
    return true;
  }
  bool accepted = false;
  Work& to = work(level + 1, 0);
  for (int32_t q = base.shape->process_count() - 1; q >= 0; --q) {
    ErrorKind unclear = ErrorKind::none;
    if (q == pid || !interpreter_.provided(base, q, timeout, unclear)) {
      if (unclear == ErrorKind::none) continue;
      fail(base, to, q, interpreter_.first_edge(base, q), unclear, depth + 1);
      accepted = true;
      continue;
    }
    const Image::ProcessCode& p = interpreter_.code_of(base, q);
    const uint32_t state = interpreter_.control_state(base, q);
    uint32_t escape = 0;
    for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
      const VmEdge& r = p.edges[i];
      if (escape > 0 && escape != r.escape) break;
      if ((r.kind != ir::ActionKind::receive && r.kind != ir::ActionKind::d_step) || r.peek) continue;
      interpreter_.copy(base, to);
      interpreter_.set_control(to, pid, e.to);
      interpreter_.set_last(to, pid);  // the receiver's half is a step of its own
      Context c = interpreter_.context(to, q);
      const VmEdge* receive = interpreter_.accepting(r, p, channel, message, c);
      if (!receive) continue;
      interpreter_.budget.count();
      const std::vector<ir::ReceiveArg>& args = receive->action->receive;
      const bool misfit_receive = c.error == ErrorKind::none && args.size() < message.size();
      if (c.error == ErrorKind::none && args.size() > message.size()) c.error = ErrorKind::channel_misuse;
      const size_t path = recorder_.depth();
      ErrorKind sent = ErrorKind::none, received = ErrorKind::none;
      if (program_.trace != ir::kNone && c.error == ErrorKind::none)
        sent = interpreter_.event(true, channel, message, c);
      if (!is_recoverable(sent)) c.error = sent;
      if (recorder_.on()) {
        recorder_.note_message(message, channel);
        recorder_.step(to, pid, e, misfit && sent == ErrorKind::none ? ErrorKind::channel_misuse : sent, false);
        recorder_.note_message(message, channel);
      }
      for (size_t k = 0; k < args.size() && c.error == ErrorKind::none; ++k) {
        if (k + 1 == args.size() && program_.trace != ir::kNone)
          received = interpreter_.event(false, channel, message, c);
        if (!is_recoverable(received)) c.error = received;
        if (c.error == ErrorKind::none && args[k].kind == ir::ReceiveArg::Kind::bind)
          interpreter_.eval(receive->code->matches[k], c, message[k]);
      }
      if (r.kind == ir::ActionKind::d_step && c.error == ErrorKind::none)
        c.error = interpreter_.run_d_step(receive->to, c, to);
      interpreter_.enter(to, q, r.to);
      interpreter_.set_last(to, q);
      ++interpreter_.executed[e.place];
      ++interpreter_.executed[r.place];
      if (receive != &r) ++interpreter_.executed[receive->place];
      accepted = true;
      escape = r.escape;
      if (recorder_.on()) recorder_.step(to, q, r, c.error != ErrorKind::none ? c.error : received, true);
      if (sent == ErrorKind::trace) writer_.note_error(sent, e.place, depth + 1);
      if (received == ErrorKind::trace) writer_.note_error(received, r.place, depth + 2);
      if (misfit) writer_.note_error(ErrorKind::channel_misuse, e.place, depth + 1);
      if (misfit_receive) writer_.note_error(ErrorKind::channel_misuse, r.place, depth + 2);
      if (c.error != ErrorKind::none && is_recoverable(c.error)) writer_.note_error(c.error, r.place, depth + 2);
      writer_.receivers.push_back(narrow<uint16_t>(q));
      if (!is_recoverable(c.error))
        writer_.dead_end(c.error, r.place, depth + 2);
      else
        take(to, q, r, depth + 2, level + 1);
      writer_.receivers.pop_back();
      recorder_.back_to(path);
    }
  }
  return accepted;
}

}  // namespace gyre::vm
