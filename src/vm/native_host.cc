#include "vm/native_host.h"

#include "base/narrow.h"

namespace gyre::vm {

using model::NativeCall;

// Native code has no unwind tables that may be relied on: exceptions wait until it has returned.
struct NativeHost::Door {
  static constexpr uint64_t kFewSuccessors = 16;
  static constexpr uint64_t kSlack = NativeCall::kSlack;

  static NativeHost& host(NativeCall* call) { return *static_cast<NativeHost*>(call->machine); }
  // Between open() and close() the end of the buffer of successors is known to the call only.
  static void open(NativeCall& c) {
    uint64_t room = free_entries(c);
    const uint64_t bytes = free_bytes(c);
    if (bytes < needed(c, room)) room = bytes < kSlack ? 0 : (bytes - kSlack) / c.padded;
    open(c, room);
  }
  static void close(NativeCall& c) {
    c.out->bytes.extend_to(c.next);
    c.out->list.extend_to(c.entry);
  }
  // Before an expansion. Should there be no more memory on the way, there is room for one.
  static void open_with_room(NativeCall& c) {
    const uint64_t room = free_entries(c);
    if (room == 0 || free_bytes(c) < needed(c, room)) [[unlikely]] {
      make_room(c);
      open(c);
    } else {
      open(c, room);
    }
  }
  static void open(NativeCall& c, uint64_t room) {
    model::SuccessorBuffer& out = *c.out;
    c.bytes = out.bytes.data();
    c.next = out.bytes.end();
    c.entry = out.list.end();
    c.end = c.entry + room;
  }
  static uint64_t free_entries(const NativeCall& c) { return c.out->list.capacity() - c.out->list.size(); }
  static uint64_t free_bytes(const NativeCall& c) { return c.out->bytes.capacity() - c.out->bytes.size(); }
  static uint64_t needed(const NativeCall& c, uint64_t successors) { return successors * c.padded + kSlack; }
  [[gnu::noinline]] static void make_room(NativeCall& c) {
    model::SuccessorBuffer& out = *c.out;
    out.list.reserve(out.list.size() + kFewSuccessors);
    const uint64_t bytes = out.bytes.size() + needed(c, out.list.capacity() - out.list.size());
    if (bytes > UINT32_MAX) throw std::bad_alloc();
    out.bytes.reserve(bytes);
  }

  template <class F>
  static void guarded(NativeCall* call, F&& f) {
    close(*call);
    try {
      f(host(call));
    } catch (...) {
      host(call).thrown_ = std::current_exception();
      call->out->clear();
    }
    open(*call);
  }
  // What a stepper has to know to go on inside a transition.
  static void enter(NativeCall* call, NativeHost& h) {
    h.writer_.first_mover = call->first_mover;
    h.writer_.first_statement = call->first_statement;
    h.writer_.receivers.assign(call->receivers, call->receivers + call->receiver_count);
  }
  // Inside a transition, with the steps of the expansion counted on.
  template <class F>
  static void inside(NativeCall* call, F&& f) {
    guarded(call, [&](NativeHost& h) {
      h.interpreter_.budget.begin(*call->out, call->steps);
      f(h);
      call->steps = h.interpreter_.budget.taken();
    });
  }

  static int32_t move(NativeCall* call, const uint8_t* state, int32_t pid, uint32_t depth, int32_t timeout) {
    bool moved = true;
    if (host(call).thrown_) return true;
    inside(call, [&](NativeHost& h) {
      enter(call, h);
      moved = h.stepper_.expand_process(Base{state, call->shape}, pid, depth, timeout != 0);
    });
    return moved;
  }
  static void go_on(NativeCall* call, const uint8_t* state, int32_t pid, int32_t then, uint32_t depth) {
    if (host(call).thrown_) return;
    inside(call, [&](NativeHost& h) {
      enter(call, h);
      h.stepper_.finish(Base{state, call->shape}, pid, then, depth);
    });
  }
  static int32_t d_step(NativeCall* call, uint8_t* state, int32_t pid, uint32_t at) {
    auto result = model::ErrorKind::none;
    inside(call, [&](NativeHost& h) {
      h.interpreter_.copy(Base{state, call->shape}, h.work_);
      Context c = h.interpreter_.context(h.work_, pid);
      result = h.interpreter_.run_d_step(at, c, h.work_, NativeCall::kDepth);
      std::memcpy(state, h.work_.data(), call->padded);
    });
    return static_cast<int32_t>(result);
  }
  static void note(NativeCall* call, int32_t kind, uint32_t place, uint32_t depth) {
    guarded(call, [&](NativeHost& h) { h.writer_.note_error(static_cast<model::ErrorKind>(kind), place, depth); });
  }
  static void dead_end(NativeCall* call, int32_t kind, uint32_t place, uint32_t depth) {
    guarded(call, [&](NativeHost& h) {
      if (depth == 1) call->first_statement = place;
      enter(call, h);
      h.writer_.dead_end(static_cast<model::ErrorKind>(kind), place, depth);
    });
  }
  static void movers(NativeCall* call, model::Successor* successor) {
    guarded(call, [&](NativeHost& h) {
      enter(call, h);
      h.writer_.set_movers(*successor);
    });
  }
  static void reserve(NativeCall* call) {
    guarded(call, [&](NativeHost&) { make_room(*call); });
  }
};

void NativeHost::make_call() {
  call_ = std::make_unique<NativeCall>();
  call_->machine = this;
  call_->move = Door::move;
  call_->go_on = Door::go_on;
  call_->d_step = Door::d_step;
  call_->note = Door::note;
  call_->dead_end = Door::dead_end;
  call_->reserve = Door::reserve;
  call_->movers = Door::movers;
  call_->executed = interpreter_.executed.data();
  call_->max_steps = kFewSteps;
}

void NativeHost::set_shape(const ir::Shape& shape, const model::NativeCode& code) {
  NativeCall& c = *call_;
  c.shape = &shape;
  c.code = &code;
  c.common = code.common.is(shape) ? 1 : 0;
  c.processes = shape.processes.data();
  c.channels = shape.channels.data();
  c.process_count = narrow<uint32_t>(shape.processes.size());
  c.channel_count = narrow<uint32_t>(shape.channels.size());
  c.key = shape.key_bytes;
  c.total = shape.total_bytes;
  c.padded = padded(shape.total_bytes);
  const size_t needed = (NativeCall::kDepth + 2) * (size_t{c.padded} + NativeCall::kSlack);
  if (states_.size() < needed) states_.resize(needed);
  c.work = states_.data();
}

bool NativeHost::expand(const Base& base, const model::NativeCode& code) {
  NativeCall& c = call_about(base, code);
  c.out = &writer_.out();
  c.steps = 0;
  c.limit = interpreter_.budget.limit();
  c.receiver_count = 0;
  Door::open_with_room(c);
  bool any = code.expand(&c, 0) != 0;
  if (!any && interpreter_.program().uses_timeout) any = code.expand(&c, 1) != 0;
  Door::close(c);
  if (thrown_) [[unlikely]]
    rethrow();
  return any;
}

}  // namespace gyre::vm
