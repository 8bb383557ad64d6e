// What a statement does to a state, and the d_step, which is many statements in one.
#include <cassert>

#include "base/bits.h"
#include "base/hash.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "vm/interpreter.h"
#include "vm/recoverable.h"

namespace gyre::vm {

using model::ErrorKind;

void Interpreter::set_control(Work& w, int32_t pid, uint32_t state) {
  const Image::ProcessCode& p = code_of(w.base(), pid);
  assert(state + 1 < p.first.size());
  store_bits(w.data() + nth(w.shape->processes, pid).offset, p.pc_offset, p.pc_bits, state);
}

void Interpreter::enter(Work& w, int32_t pid, uint32_t state) {
  set_control(w, pid, state);
  const ir::FrameRef& f = nth(w.shape->processes, pid);
  const Image::ProcessCode& p = nth(image_->processes, f.type);
  if (p.dead.empty()) return;
  for (const auto& d : p.dead[state]) {
    for (uint32_t i = 0; i < d.count; ++i) store_bits(w.data() + f.offset, d.offset + i * d.width, d.width, d.value);
  }
}

ErrorKind Interpreter::fire(const Base& base, int32_t pid, const VmEdge& e, bool timeout, Work& to) {
  ++executed[e.place];
  copy(base, to);
  budget.count();
  if (budget.exceeded()) return ErrorKind::limit;
  if (e.kind == ir::ActionKind::end) {
    kill_youngest(to);
    set_last(to, pid);
    return ErrorKind::none;
  }
  Context c = context(to, pid);
  c.timeout = timeout;
  const ErrorKind error = apply(e, c, to);
  enter(to, pid, e.to);
  set_last(to, pid);
  return error;
}

void Interpreter::set_last(Work& w, int32_t pid) {
  if (program_->last_offset < 0) return;
  store_bits(w.data() + ir::kGlobalsOffset, narrow<uint32_t>(program_->last_offset), program_->last_bits, pid);
}

ErrorKind Interpreter::send(const VmEdge& e, Context& c) {
  const int32_t id = eval(e.channel, c);
  Channel q;
  if (c.error != ErrorKind::none || !channel_at(id, c, q)) return c.error;
  const size_t fields = q.type->fields.size();
  std::vector<int32_t>& m = message;
  m.clear();
  for (uint32_t entry : e.code->args) {
    m.push_back(eval(entry, c));
    if (c.error != ErrorKind::none) return c.error;
  }
  // A wrong number of fields is reported; what is missing is 0, what is too much is dropped, and the step goes on.
  const ErrorKind misfit = m.size() != fields ? ErrorKind::channel_misuse : ErrorKind::none;
  m.resize(fields, 0);
  if (notes != nullptr) {
    notes->message = m;
    notes->channel = id;
  }
  channel_at(id, c, q);
  const uint32_t n = q.len();
  if (q.type->capacity == 0) return ErrorKind::rendezvous_in_d_step;
  if (n >= q.type->capacity) return program_->lose_messages ? ErrorKind::none : ErrorKind::d_step_block;
  uint32_t at = n;
  if (e.sorted) {
    for (at = 0; at < n; ++at) {
      int order = 0;
      for (size_t f = 0; f < fields && order == 0; ++f) {
        const int32_t there = q.field(at, f);
        order = m[f] < there ? -1 : m[f] > there ? 1 : 0;
      }
      // SPIN goes on behind equal messages
      if (order < 0) break;
    }
    for (uint32_t k = n; k > at; --k) q.move_slot(k - 1, k);
  }
  for (size_t f = 0; f < fields; ++f) q.set_field(at, f, m[f]);
  q.set_len(n + 1);
  if (program_->trace != ir::kNone) {
    for (size_t f = 0; f < fields; ++f) m[f] = q.field(at, f);
    if (const ErrorKind error = event(true, id, m, c); error != ErrorKind::none) return error;
  }
  return misfit;
}

ErrorKind Interpreter::receive(const VmEdge& e, Context& c) {
  const int32_t id = eval(e.channel, c);
  Channel q;
  if (c.error != ErrorKind::none || !channel_at(id, c, q)) return c.error;
  const uint32_t slot = find_message(e, q, c);
  if (c.error != ErrorKind::none) return c.error;
  if (slot == 0) return ErrorKind::d_step_block;
  const ErrorKind misfit =
      e.action->receive.size() != q.type->fields.size() ? ErrorKind::channel_misuse : ErrorKind::none;
  std::vector<int32_t>& m = message;
  m.clear();
  for (size_t f = 0; f < q.type->fields.size(); ++f) m.push_back(q.field(slot - 1, f));
  if (notes != nullptr) {
    notes->message = m;
    notes->channel = id;
  }
  if (!e.peek) {
    const uint32_t n = q.len();
    for (uint32_t k = slot; k < n; ++k) q.move_slot(k, k - 1);
    q.clear_slot(n - 1);
    q.set_len(n - 1);
  }
  ErrorKind unexpected = ErrorKind::none;
  for (size_t f = 0; f < e.action->receive.size(); ++f) {
    // As in SPIN the event happens before the last field is bound.
    if (program_->trace != ir::kNone && !e.peek && f + 1 == e.action->receive.size()) {
      unexpected = event(false, id, m, c);
      if (!is_recoverable(unexpected)) return unexpected;
    }
    if (e.action->receive[f].kind != ir::ReceiveArg::Kind::bind) continue;
    eval(e.code->matches[f], c, m[f]);
    if (c.error != ErrorKind::none) return c.error;
  }
  return unexpected != ErrorKind::none ? unexpected : misfit;
}

// Executes the effect of an edge on `to`, which is a copy of the state; control is not moved.
ErrorKind Interpreter::apply(const VmEdge& e, Context& c, Work& to) {
  switch (e.kind) {
    case ir::ActionKind::assign:
    case ir::ActionKind::assign_all: eval(e.expr, c); return c.error;
    case ir::ActionKind::trap: return ErrorKind::trap;
    case ir::ActionKind::condition:
      if (e.guard_runs || e.runs_c) {
        const int32_t v = eval(e.expr, c);
        if (c.error == ErrorKind::none && v == 0) c.error = ErrorKind::none;
      }
      return c.error;
    case ir::ActionKind::send: return send(e, c);
    case ir::ActionKind::receive: return receive(e, c);
    case ir::ActionKind::assert_: {
      const int32_t v = eval(e.expr, c);
      if (c.error != ErrorKind::none) return c.error;
      return v != 0 ? ErrorKind::none : ErrorKind::assertion;
    }
    case ir::ActionKind::print:
    case ir::ActionKind::print_mtype:
      if (notes != nullptr) notes->output += format_output(e, c);
      return ErrorKind::none;
    case ir::ActionKind::set_priority: {
      const int32_t pid = eval(e.code->args[0], c);
      const int32_t priority = eval(e.code->args[1], c);
      if (c.error != ErrorKind::none) return c.error;
      if (!c.shape->has_process(pid)) return ErrorKind::none;
      if (priority < 1 || priority > 255) return ErrorKind::bad_priority;
      const ir::FrameRef& f = nth(c.shape->processes, pid);
      const int32_t offset = program_->process(f.type).priority_offset;
      store_bits(c.s + f.offset, narrow<uint32_t>(offset), 8, priority);
      return ErrorKind::none;
    }
    case ir::ActionKind::d_step: return run_d_step(e.d_step_entry, c, to);
    case ir::ActionKind::new_channel: push_channel(c, *e.action); return c.error;
    case ir::ActionKind::skip:
    case ir::ActionKind::else_:
    case ir::ActionKind::end: return ErrorKind::none;  // the machine buries the process itself
  }
  assert(false);
  return ErrorKind::none;
}

// At a choice the first executable option is taken.
ErrorKind Interpreter::run_d_step(uint32_t at, Context& c, Work& to, uint64_t steps) {
  const int32_t pid = c.pid;
  const Image::ProcessCode& p = code_of(to.base(), pid);
  bool timeout = c.timeout;
  // Brent's algorithm: a loop is found by comparing with a state that is moved on at powers of two.
  uint64_t next_mark = 64, mark = 0;
  ErrorKind remembered = ErrorKind::none;
  while (at != 0) {
    const Base base = to.base();
    const VmEdge* taken = nullptr;
    for (uint32_t i = p.first[at]; i < p.first[at + 1] && !taken; ++i) {
      const VmEdge& inner = p.edges[i];
      ErrorKind error = ErrorKind::none;
      int32_t channel = 0;
      if (inner.kind == ir::ActionKind::send && is_rendezvous(base, pid, inner, timeout, channel)) {
        return ErrorKind::rendezvous_in_d_step;
      }
      if (inner.kind == ir::ActionKind::else_ || enabled(base, pid, inner, timeout, error))
        taken = &inner;
      else if (!is_recoverable(error))
        return error;
      else if (error != ErrorKind::none)
        remembered = error;  // polling a rendezvous channel: an error, and false
    }
    if (!taken) return ErrorKind::d_step_block;
    ++executed[taken->place];
    budget.count();
    if (budget.exceeded()) return ErrorKind::limit;
    Context inside = context(to, pid);
    inside.timeout = timeout;
    const ErrorKind error = apply(*taken, inside, to);
    if (is_recoverable(error))
      remembered = error == ErrorKind::none ? remembered : error;
    else if (error != ErrorKind::none)
      return error;
    at = taken->to;
    timeout = false;
    if (++steps >= 64) {
      const uint64_t now = hash_words(to.data(), to.shape->key_bytes, at);
      if (steps > 64 && now == mark) return ErrorKind::d_step_loop;
      if (steps == next_mark) {
        mark = now;
        next_mark *= 2;
      }
    }
  }
  return remembered;
}

}  // namespace gyre::vm
