// The machine's side of native code: what it is called with, and what it calls back.
#include "base/hash.h"
#include "vm/machine.h"

namespace gyre::vm {

using model::NativeCall;

// Native code has no unwind tables that may be relied on: exceptions wait until it has returned.
struct Machine::NativeDoor {
  static constexpr uint64_t kFewSuccessors = 16;
  static constexpr uint64_t kSlack = NativeCall::kSlack;

  static Machine& machine(NativeCall* call) { return *static_cast<Machine*>(call->machine); }
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
      f(machine(call));
    } catch (...) {
      machine(call).thrown_ = std::current_exception();
      call->out->clear();
    }
    open(*call);
  }
  // What the machine has to know to go on inside a transition.
  static void enter(NativeCall* call, Machine& m) {
    m.first_mover_ = call->first_mover;
    m.first_statement_ = call->first_statement;
    m.receivers_.assign(call->receivers, call->receivers + call->receiver_count);
  }

  static int32_t move(NativeCall* call, const uint8_t* state, int32_t pid, uint32_t depth, int32_t timeout) {
    bool moved = true;
    if (machine(call).thrown_) return true;
    guarded(call, [&](Machine& m) {
      enter(call, m);
      m.steps_ = call->steps;
      const Base base{state, call->shape};
      if (m.program_->guarded_commands) m.find_control(base);
      moved = m.program_->guarded_commands ? m.guarded_move(base, pid) : m.move(base, pid, depth, timeout != 0, 0);
      call->steps = m.steps_;
    });
    return moved;
  }
  static void go_on(NativeCall* call, const uint8_t* state, int32_t pid, int32_t then, uint32_t depth) {
    if (machine(call).thrown_) return;
    guarded(call, [&](Machine& m) {
      enter(call, m);
      m.steps_ = call->steps;
      Work& w = m.work(0, 0);
      m.copy(Base{state, call->shape}, w);
      m.go_on(w, pid, then, depth, 1);
      call->steps = m.steps_;
    });
  }
  static int32_t d_step(NativeCall* call, uint8_t* state, int32_t pid, uint32_t at) {
    auto result = model::ErrorKind::none;
    guarded(call, [&](Machine& m) {
      m.steps_ = call->steps;
      Work& w = m.work(0, 0);
      m.copy(Base{state, call->shape}, w);
      Context c = m.context(w, pid);
      result = m.run_d_step(at, c, w, NativeCall::kDepth);
      std::memcpy(state, w.data(), call->padded);
      call->steps = m.steps_;
    });
    return static_cast<int32_t>(result);
  }
  static void note(NativeCall* call, int32_t kind, uint32_t place, uint32_t depth) {
    guarded(call, [&](Machine& m) {
      VmEdge e;
      e.place = place;
      m.note_error(static_cast<model::ErrorKind>(kind), e, depth);
    });
  }
  static void dead_end(NativeCall* call, int32_t kind, uint32_t place, uint32_t depth) {
    guarded(call, [&](Machine& m) {
      VmEdge e;
      e.place = place;
      if (depth == 1) call->first_statement = place;
      enter(call, m);
      m.dead_end(static_cast<model::ErrorKind>(kind), e, depth);
    });
  }
  static void movers(NativeCall* call, model::Successor* successor) {
    guarded(call, [&](Machine& m) {
      enter(call, m);
      m.set_movers(*successor);
    });
  }
  static void reserve(NativeCall* call) {
    guarded(call, [&](Machine&) { make_room(*call); });
  }
};

namespace {

constexpr uint64_t kFewSteps = 4096;

}  // namespace

void Machine::make_native_call() {
  call_ = std::make_unique<NativeCall>();
  call_->machine = this;
  call_->move = NativeDoor::move;
  call_->go_on = NativeDoor::go_on;
  call_->d_step = NativeDoor::d_step;
  call_->note = NativeDoor::note;
  call_->dead_end = NativeDoor::dead_end;
  call_->reserve = NativeDoor::reserve;
  call_->movers = NativeDoor::movers;
  call_->executed = executed_.data();
  call_->max_steps = kFewSteps;
}

void Machine::set_shape(NativeCall& c, const ir::Shape& shape, const model::NativeCode* code) {
  c.shape = &shape;
  c.code = code;
  c.common = code != nullptr && code->common.is(shape) ? 1 : 0;
  c.processes = shape.processes.data();
  c.channels = shape.channels.data();
  c.process_count = static_cast<uint32_t>(shape.processes.size());
  c.channel_count = static_cast<uint32_t>(shape.channels.size());
  c.key = shape.key_bytes;
  c.total = shape.total_bytes;
  c.padded = (shape.total_bytes + 7) & ~7u;
  const size_t needed = (NativeCall::kDepth + 2) * (size_t{c.padded} + NativeCall::kSlack);
  if (native_work_.size() < needed) native_work_.resize(needed);
  c.work = native_work_.data();
}

inline model::NativeCall& Machine::native_call(const Base& base, const model::NativeCode* code) {
  if (!call_) [[unlikely]]
    make_native_call();
  NativeCall& c = *call_;
  c.state = base.s;
  if (c.shape != base.shape || c.code != code) [[unlikely]]
    set_shape(c, *base.shape, code);
  return c;
}

int32_t Machine::ask_natively(model::NativeCondition condition, const Base& base, bool timeout) {
  return condition(&native_call(base, native_.load(std::memory_order_acquire)), timeout ? 1 : 0);
}

void Machine::rethrow() { std::rethrow_exception(std::exchange(thrown_, nullptr)); }

bool Machine::move_natively(const Base& base, const model::NativeCode& code) {
  // A small limit is a test's; counting by the machine alone is exact.
  return max_steps_ < 2 * kFewSteps ? move_processes(base) : run(base, code);
}

[[gnu::always_inline]] inline bool Machine::run(const Base& base, const model::NativeCode& code) {
  NativeCall& c = native_call(base, &code);
  c.out = out_;
  c.steps = 0;
  c.limit = max_steps_;
  c.receiver_count = 0;
  NativeDoor::open_with_room(c);
  bool any = code.expand(&c, 0) != 0;
  if (!any && program_->uses_timeout) any = code.expand(&c, 1) != 0;
  NativeDoor::close(c);
  if (thrown_) [[unlikely]]
    rethrow();
  return any;
}

// What a fast search asks for, in one piece; the rest is add_successors()'s.
void Machine::expand_more(StateView state, model::SuccessorBuffer& out) {
  out.begin_more();
  here_ = base_at(state.data);
  const model::NativeCode* native = native_.load(std::memory_order_acquire);
  if (native == nullptr || hashes_ || recording_ || counting_ || max_steps_ < 2 * kFewSteps) {
    add_successors(here_, out);
    return;
  }
  out_ = &out;
  if (!path_states_.empty()) path_states_.clear();
  if (!run(here_, *native)) see_deadlock(here_, out);
}

}  // namespace gyre::vm
