// Trace and notrace assertions: an automaton over the sends and receives of the model, whose position is part of the
// state. It watches the channels that it names, each in the directions in which it names them; a channel is what the
// name stands for when the event happens. The rules are SPIN's (docs/design/vm.md).
#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "vm/interpreter.h"

namespace gyre::vm {

using model::ErrorKind;

uint32_t Interpreter::trace_position(const uint8_t* s) const {
  return load_unsigned(s + ir::kGlobalsOffset, narrow<uint32_t>(program_->trace_offset), program_->trace_bits);
}

void Interpreter::set_trace_position(uint8_t* s, uint32_t state) {
  store_bits(s + ir::kGlobalsOffset, narrow<uint32_t>(program_->trace_offset), program_->trace_bits, state);
}

bool Interpreter::event_fits(const VmEdge& e, bool send, int32_t channel, const std::vector<int32_t>& message,
                             Context& c) {
  if (e.kind != (send ? ir::ActionKind::send : ir::ActionKind::receive) || eval(e.channel, c) != channel) return false;
  const std::vector<ir::ReceiveArg>& args = e.action->receive;
  if (args.size() > message.size()) c.error = ErrorKind::channel_misuse;
  for (size_t f = 0; f < args.size() && c.error == ErrorKind::none; ++f) {
    if (args[f].kind == ir::ReceiveArg::Kind::match && eval(e.code->matches[f], c) != message[f]) return false;
  }
  return c.error == ErrorKind::none;
}

ErrorKind Interpreter::event(bool send, int32_t channel, const std::vector<int32_t>& message, Context& c) {
  bool watched = false;
  for (const uint32_t entry : send ? image_->watched_sends : image_->watched_receives) {
    watched = watched || eval(entry, c) == channel;
  }
  if (!watched || c.error != ErrorKind::none) return c.error;
  const bool negated = program_->process(program_->trace).kind == ir::ProcessKind::notrace;
  const Image::ProcessCode& p = nth(image_->processes, program_->trace);
  const uint32_t at = trace_position(c.s);
  const VmEdge* taken = nullptr;
  for (uint32_t i = p.first[at]; i < p.first[at + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (!event_fits(e, send, channel, message, c)) {
      if (c.error != ErrorKind::none) return c.error;
      continue;
    }
    if (taken) return ErrorKind::nondeterminism;
    taken = &e;
    if (negated && e.to == image_->trace_end) break;  // violated, whatever else fits
  }
  if (!taken) {
    if (!negated) return ErrorKind::trace;
    set_trace_position(c.s, image_->trace_end);  // the forbidden sequence cannot happen any more
    return ErrorKind::none;
  }
  ++executed[taken->place];
  set_trace_position(c.s, taken->to);
  return negated && taken->to == image_->trace_end ? ErrorKind::trace : ErrorKind::none;
}

}  // namespace gyre::vm
