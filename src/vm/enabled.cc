// Which statements can be executed in a state, and who would accept a message.
#include <cassert>

#include "base/bits.h"
#include "base/narrow.h"
#include "vm/interpreter.h"

namespace gyre::vm {

using model::ErrorKind;

bool Interpreter::provided_clause(const Base& base, int32_t pid, bool timeout, ErrorKind& error) {
  const uint32_t entry = nth(image_->code.provided, nth(base.shape->processes, pid).type);
  if (entry == 0) return true;
  Context c = context(base, pid, timeout);
  const bool yes = eval(entry, c) != 0;
  error = c.error;
  return yes && error == ErrorKind::none;
}

bool Interpreter::has_priority(const Base& base, int32_t pid, bool timeout) {
  auto priority = [&](int32_t p) {
    const ir::FrameRef& f = nth(base.shape->processes, p);
    return load_bits(base.s + f.offset, narrow<uint32_t>(program_->process(f.type).priority_offset), 8, false);
  };
  const int32_t mine = priority(pid);
  for (int32_t i = 0; i < base.shape->process_count(); ++i) {
    if (i == pid || priority(i) <= mine) continue;
    Context c = context(base, i, timeout);
    if (can_move(c, i)) return false;
  }
  return true;
}

bool Interpreter::is_rendezvous(const Base& base, int32_t pid, const VmEdge& e, bool timeout, int32_t& channel) {
  Context c = context(base, pid, timeout);
  channel = eval(e.channel, c);
  if (c.error != ErrorKind::none || !base.shape->has_channel(channel)) return false;
  return program_->channel_type(nth(base.shape->channels, channel - 1).type).capacity == 0;
}

bool Interpreter::d_step_enabled(const VmEdge& e, const Base& base, int32_t pid, bool timeout) {
  const Image::ProcessCode& p = code_of(base, pid);
  for (uint32_t i = p.first[e.d_step_entry]; i < p.first[e.d_step_entry + 1]; ++i) {
    const VmEdge& inner = p.edges[i];
    ErrorKind error = ErrorKind::none;
    int32_t channel = 0;
    if (inner.kind == ir::ActionKind::else_ || enabled(base, pid, inner, timeout, error) || error != ErrorKind::none)
      return true;
    // a rendezvous inside a d_step is an error, found when it is run
    if (inner.kind == ir::ActionKind::send && is_rendezvous(base, pid, inner, timeout, channel)) return true;
  }
  return false;
}

bool Interpreter::enabled(const Base& base, int32_t pid, const VmEdge& e, bool timeout, ErrorKind& error) {
  switch (e.kind) {
    case ir::ActionKind::condition: {
      if (e.guard_runs || e.runs_c) return true;  // decided when it is fired
      Context c = context(base, pid, timeout);
      const int32_t v = eval(e.expr, c);
      error = c.error;
      return v != 0 && error == ErrorKind::none;
    }
    case ir::ActionKind::send: {
      Context c = context(base, pid, timeout);
      const int32_t id = eval(e.channel, c);
      Channel q;
      if (c.error != ErrorKind::none || !channel_at(id, c, q)) {
        error = c.error;
        return false;
      }
      return q.len() < q.type->capacity || (program_->lose_messages && q.type->capacity > 0);
    }
    case ir::ActionKind::receive: {
      Context c = context(base, pid, timeout);
      const int32_t id = eval(e.channel, c);
      Channel q;
      if (c.error != ErrorKind::none || !channel_at(id, c, q)) {
        error = c.error;
        return false;
      }
      if (q.type->capacity == 0) {
        if (e.peek) error = ErrorKind::channel_misuse;
        return false;
      }
      const uint32_t slot = find_message(e, q, c);
      error = c.error;
      return slot != 0;
    }
    case ir::ActionKind::end: return pid + 1 == base.shape->process_count();
    case ir::ActionKind::d_step: return d_step_enabled(e, base, pid, timeout);
    case ir::ActionKind::skip:
    case ir::ActionKind::assign:
    case ir::ActionKind::assign_all:
    case ir::ActionKind::assert_:
    case ir::ActionKind::print:
    case ir::ActionKind::print_mtype:
    case ir::ActionKind::else_:
    case ir::ActionKind::set_priority:
    case ir::ActionKind::new_channel:
    case ir::ActionKind::trap: return true;
  }
  assert(false);
  return false;
}

// Can this process start a step here? It is the sender who starts a rendezvous, and only if somebody accepts.
bool Interpreter::can_move(Context& c, int32_t pid) {
  const Base base{c.s, c.shape};
  if (program_->semantics.stepping == ir::Stepping::guarded_commands) return can_command(base, pid);
  ErrorKind unclear = ErrorKind::none;
  if (!provided(base, pid, c.timeout, unclear)) return unclear != ErrorKind::none;
  const Image::ProcessCode& p = code_of(base, pid);
  const uint32_t state = control_state(base, pid);
  for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::else_) return true;  // nothing before it could move
    ErrorKind error = ErrorKind::none;
    int32_t channel = 0;
    if (e.kind == ir::ActionKind::send && is_rendezvous(base, pid, e, c.timeout, channel)) {
      if (has_partner(base, pid, e, channel, c.timeout)) return true;
      continue;
    }
    if (enabled(base, pid, e, c.timeout, error) || error != ErrorKind::none) return true;
  }
  return false;
}

const VmEdge* Interpreter::accepting(const VmEdge& edge, const Image::ProcessCode& p, int32_t channel,
                                     const std::vector<int32_t>& message, Context& c) {
  auto accepts = [&](const VmEdge& r) {
    if (r.kind != ir::ActionKind::receive || r.peek) return false;
    const int32_t from = eval(r.channel, c);
    if (c.error != ErrorKind::none) return true;
    if (from != channel) return false;
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

ErrorKind Interpreter::offered(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout,
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
    store_bits(cell, 0, type.fields[f].width, message[f]);
    message[f] = load_bits(cell, 0, type.fields[f].width, type.fields[f].is_signed);
  }
  return ErrorKind::none;
}

// Would some process accept what this one offers? (An offer that is an error is a step of the sender alone.)
bool Interpreter::has_partner(const Base& base, int32_t pid, const VmEdge& e, int32_t channel, bool timeout) {
  std::vector<int32_t> message;
  bool misfit = false;
  if (offered(base, pid, e, channel, timeout, message, misfit) != ErrorKind::none) return true;
  Work after;  // of its own: this may be asked in the middle of a step
  copy(base, after);
  set_control(after, pid, e.to);
  set_last(after, pid);
  for (int32_t q = 0; q < base.shape->process_count(); ++q) {
    ErrorKind unclear = ErrorKind::none;
    if (q == pid || !provided(base, q, timeout, unclear)) {
      if (unclear != ErrorKind::none) return true;
      continue;
    }
    const Image::ProcessCode& p = code_of(base, q);
    const uint32_t state = control_state(base, q);
    for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
      const VmEdge& r = p.edges[i];
      if ((r.kind != ir::ActionKind::receive && r.kind != ir::ActionKind::d_step) || r.peek) continue;
      Context c = context(after, q);
      if (accepting(r, p, channel, message, c)) return true;
    }
  }
  return false;
}

}  // namespace gyre::vm
