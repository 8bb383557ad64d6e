// Rendezvous: one transition of two processes.
#include "base/bits.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "vm/machine.h"
#include "vm/recoverable.h"

namespace gyre::vm {

using model::ErrorKind;

// The receive by which an edge accepts an offered message: the edge itself, or the first statement of its d_step.
const VmEdge* Machine::accepting(const VmEdge& edge, const Image::ProcessCode& p, int32_t channel,
                                 const std::vector<int32_t>& message, Context& c) {
  auto accepts = [&](const VmEdge& r) {
    if (r.kind != ir::ActionKind::receive || r.peek || eval(r.channel, c) != channel) return false;
    const std::vector<ir::ReceiveArg>& args = r.action->receive;
    for (size_t k = 0; k < args.size() && k < message.size(); ++k) {
      if (args[k].kind == ir::ReceiveArg::Kind::match && eval(r.code->matches[k], c) != message[k]) {
        return c.error != ErrorKind::none;
      }
    }
    return true;
  };
  if (edge.kind == ir::ActionKind::receive) return accepts(edge) ? &edge : nullptr;
  for (uint32_t i = p.first[edge.d_step_entry]; i < p.first[edge.d_step_entry + 1]; ++i) {
    if (accepts(p.edges[i])) return &p.edges[i];
  }
  return nullptr;
}

// What a sender offers, as the fields of the channel hold it; `misfit`: it has not as many values as they are.
ErrorKind Machine::offered(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout,
                           std::vector<int32_t>& message, bool& misfit) {
  const ir::ChannelType& type = program_->channel_type(nth(base.shape->channels, channel - 1).type);
  Context c = context(base, pid, timeout);
  for (uint32_t entry : e.code->args) {
    message.push_back(eval(entry, c));
    if (c.error != ErrorKind::none) return c.error;
  }
  misfit = message.size() != type.fields.size();
  message.resize(type.fields.size(), 0);
  uint8_t cell[16] = {};
  for (size_t f = 0; f < message.size(); ++f) {
    store_bits(cell, 0, type.fields[f].width, static_cast<uint32_t>(message[f]));
    message[f] = load_bits(cell, 0, type.fields[f].width, type.fields[f].is_signed);
  }
  return ErrorKind::none;
}

// Would some process accept what this one offers? (An offer that is an error is a step of the sender alone.)
bool Machine::has_partner(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout) {
  std::vector<int32_t> message;
  bool misfit = false;
  if (offered(base, pid, e, channel, timeout, message, misfit) != ErrorKind::none) return true;
  Work after;  // of its own: this may be asked in the middle of a step
  copy(base, after);
  set_control(after, pid, e.to);
  set_last(after, pid);
  for (int32_t q = 0; q < static_cast<int32_t>(base.shape->processes.size()); ++q) {
    if (q == pid || !provided(base, q, timeout)) continue;
    const ir::FrameRef& f = nth(base.shape->processes, q);
    const Image::ProcessCode& p = nth(image_->processes, f.type);
    const auto state = static_cast<size_t>(control_state(base.s, *base.shape, q));
    for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
      const VmEdge& r = p.edges[i];
      if ((r.kind != ir::ActionKind::receive && r.kind != ir::ActionKind::d_step) || r.peek) continue;
      Context c = context(after, q);
      if (accepting(r, p, channel, message, c)) return true;
    }
  }
  return false;
}

// A rendezvous: the sender offers, every process that can receive at once makes a transition of its own. False:
// nobody accepts.
bool Machine::offer(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, uint32_t depth, bool timeout,
                    size_t level) {
  out_->inner_depth = std::max(out_->inner_depth, depth + 1);
  std::vector<int32_t> message;
  bool misfit = false;
  if (const ErrorKind error = offered(base, pid, e, channel, timeout, message, misfit); error != ErrorKind::none) {
    if (recording_) {
      copy(base, work(level, 0));
      record(work(level, 0), pid, e, error, false);
    }
    dead_end(error, e, depth + 1);
    if (recording_) path_.pop_back();
    return true;
  }
  bool accepted = false;
  Work& to = work(level + 1, 0);
  for (auto q = static_cast<int32_t>(base.shape->processes.size()) - 1; q >= 0; --q) {
    if (q == pid || !provided(base, q, timeout)) continue;
    const ir::FrameRef& f = nth(base.shape->processes, q);
    const Image::ProcessCode& p = nth(image_->processes, f.type);
    const auto state = static_cast<uint32_t>(load_bits(base.s + f.offset, p.pc_offset, p.pc_bits, false));
    uint32_t escape = 0;
    for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
      const VmEdge& r = p.edges[i];
      if (escape > 0 && escape != r.escape) break;
      if ((r.kind != ir::ActionKind::receive && r.kind != ir::ActionKind::d_step) || r.peek) continue;
      copy(base, to);
      set_control(to, pid, e.to);
      set_last(to, pid);  // the receiver's half is a step of its own
      Context c = context(to, q);
      const VmEdge* receive = accepting(r, p, channel, message, c);
      if (!receive) continue;
      count_step();
      const std::vector<ir::ReceiveArg>& args = receive->action->receive;
      const bool misfit_receive = c.error == ErrorKind::none && args.size() < message.size();
      if (c.error == ErrorKind::none && args.size() > message.size()) c.error = ErrorKind::channel_misuse;
      const size_t path = path_.size();
      ErrorKind sent = ErrorKind::none, received = ErrorKind::none;
      if (program_->trace != ir::kNone && c.error == ErrorKind::none) sent = event(true, channel, message, c);
      if (!is_recoverable(sent)) c.error = sent;
      if (recording_) {
        step_message_ = message;
        step_channel_ = channel;
        record(to, pid, e, misfit && sent == ErrorKind::none ? ErrorKind::channel_misuse : sent, false);
        step_message_ = message;
        step_channel_ = channel;
      }
      for (size_t k = 0; k < args.size() && c.error == ErrorKind::none; ++k) {
        if (k + 1 == args.size() && program_->trace != ir::kNone) received = event(false, channel, message, c);
        if (!is_recoverable(received)) c.error = received;
        if (c.error == ErrorKind::none && args[k].kind == ir::ReceiveArg::Kind::bind)
          eval(receive->code->matches[k], c, message[k]);
      }
      if (r.kind == ir::ActionKind::d_step && c.error == ErrorKind::none) c.error = run_d_step(receive->to, c, to);
      enter(to, q, r.to);
      set_last(to, q);
      ++executed_[e.place];
      ++executed_[r.place];
      if (receive != &r) ++executed_[receive->place];
      accepted = true;
      escape = r.escape;
      if (recording_) record(to, q, r, c.error != ErrorKind::none ? c.error : received, true);
      if (sent == ErrorKind::trace) note_error(sent, e, depth + 1);
      if (received == ErrorKind::trace) note_error(received, r, depth + 2);
      if (misfit) note_error(ErrorKind::channel_misuse, e, depth + 1);
      if (misfit_receive) note_error(ErrorKind::channel_misuse, r, depth + 2);
      if (c.error != ErrorKind::none && is_recoverable(c.error)) note_error(c.error, r, depth + 2);
      receivers_.push_back(static_cast<uint16_t>(q));
      if (!is_recoverable(c.error))
        dead_end(c.error, r, depth + 2);
      else
        take(to, q, r, depth + 2, level + 1);
      receivers_.pop_back();
      path_.resize(path);
    }
  }
  return accepted;
}

}  // namespace gyre::vm
