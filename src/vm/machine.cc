#include "vm/machine.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "vm/recoverable.h"

namespace gyre::vm {

using model::ErrorKind;

namespace {

constexpr uint32_t kSlack = 16;            // bytes behind a state that bit access may touch
constexpr uint32_t kReadAhead = 64;        // likewise native code, when it copies a state
constexpr uint32_t kWatchAtomic = 64;      // from this depth on an atomic sequence is watched for loops
constexpr uint32_t kMaxDepth = 1 << 22;    // steps on one path through an atomic sequence
constexpr uint64_t kStepsPerCheck = 4096;  // steps between looks at the budgets; a power of two
constexpr uint32_t kHashedWhole = 8;       // words of a state up to which it is not worth looking what has changed
constexpr size_t kMaxLevel = 2000;  // choices on one path through an atomic sequence: they are followed by recursion

uint32_t padded(uint32_t bytes) { return (bytes + 7) & ~7u; }

using Words [[gnu::vector_size(16)]] = uint64_t;

}  // namespace

Machine::Machine(std::shared_ptr<const ir::Program> program)
    : Machine(std::make_shared<const Image>(std::move(program))) {}

Machine::Machine(std::shared_ptr<const Image> image)
    : image_(std::move(image)),
      program_(image_->program.get()),
      shapes_(image_->shapes.get()),
      code_(image_->code.code.data()) {
  stack_.resize(256);
  executed_.resize(image_->places.size());
}

Machine::Work& Machine::work(size_t level, int parity) {
  const size_t at = level * 2 + static_cast<size_t>(parity);
  while (works_.size() <= at) works_.push_back(std::make_unique<Work>());
  return *works_[at];
}

Machine::Context Machine::context(const Base& base, int32_t pid, bool timeout) {
  Context c;
  c.s = const_cast<uint8_t*>(base.s);  // evaluation of a guard writes nothing
  c.shape = base.shape;
  c.frame = c.s + nth(base.shape->processes, pid).offset;
  c.pid = pid;
  c.timeout = timeout;
  return c;
}

Machine::Context Machine::context(Work& w, int32_t pid) {
  Context c = context(Base{w.data(), w.shape}, pid, false);
  c.work = &w;
  return c;
}

void Machine::copy(const Base& base, Work& to) {
  const uint32_t size = padded(base.shape->total_bytes);
  if (to.bytes.size() < size + kSlack) to.bytes.resize(size + kSlack + 64);
  std::memcpy(to.bytes.data(), base.s, size);
  std::memset(to.bytes.data() + size, 0, kSlack);
  to.shape = base.shape;
}

// Gives the state another shape: frames keep their place, hidden variables move behind them, the rest is zero.
void Machine::set_shape(Work& w, const ir::Shape& shape) {
  const uint32_t hidden = program_->hidden_bytes;
  const uint32_t size = padded(std::max(shape.total_bytes, w.shape->total_bytes)) + kSlack;
  if (w.bytes.size() < size) w.bytes.resize(size + 64);
  uint8_t* s = w.data();
  uint8_t saved[256];
  std::vector<uint8_t> large;
  uint8_t* keep = saved;
  if (hidden > sizeof saved) {
    large.resize(hidden);
    keep = large.data();
  }
  if (hidden > 0) std::memcpy(keep, s + w.shape->key_bytes, hidden);
  const uint32_t common = std::min(shape.frames_end, w.shape->frames_end);
  std::memset(s + common, 0, size - common);
  if (hidden > 0) std::memcpy(s + shape.key_bytes, keep, hidden);
  w.shape = &shape;
  std::memcpy(s, &shape.id, 4);
}

bool Machine::provided(const Base& base, int32_t pid, bool timeout) {
  if (!program_->uses_provided) return true;
  const uint32_t entry = nth(image_->code.provided, nth(base.shape->processes, pid).type);
  if (entry == 0) return true;
  Context c = context(base, pid, timeout);
  return eval(entry, c) != 0;
}

// With priorities only processes move than which no executable one has a higher priority.
bool Machine::has_priority(const Base& base, int32_t pid, bool timeout) {
  auto priority = [&](int32_t p) {
    const ir::FrameRef& f = nth(base.shape->processes, p);
    return load_bits(base.s + f.offset, static_cast<uint32_t>(program_->process(f.type).priority_offset), 8, false);
  };
  const int32_t mine = priority(pid);
  for (int32_t i = 0; i < static_cast<int32_t>(base.shape->processes.size()); ++i) {
    if (i == pid || priority(i) <= mine) continue;
    Context c = context(base, i, timeout);
    if (can_move(c, i)) return false;
  }
  return true;
}

bool Machine::is_rendezvous(const Base& base, int32_t pid, const VmEdge& e, bool timeout, int32_t& channel) {
  Context c = context(base, pid, timeout);
  channel = eval(e.channel, c);
  if (c.error != ErrorKind::none || channel <= 0 || static_cast<size_t>(channel) > base.shape->channels.size())
    return false;
  return program_->channel_type(nth(base.shape->channels, channel - 1).type).capacity == 0;
}

bool Machine::d_step_enabled(const VmEdge& e, const Base& base, int32_t pid, bool timeout) {
  const Image::ProcessCode& p = nth(image_->processes, nth(base.shape->processes, pid).type);
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

// Can the edge be taken (rendezvous sends aside)? An error in the guard is reported through `error`.
bool Machine::enabled(const Base& base, int32_t pid, const VmEdge& e, bool timeout, ErrorKind& error) {
  switch (e.kind) {
    case ir::ActionKind::condition: {
      if (e.guard_runs) return true;  // decided when it is fired
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
    case ir::ActionKind::end: return static_cast<size_t>(pid) + 1 == base.shape->processes.size();
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

void Machine::set_control(Work& w, int32_t pid, uint32_t state) {
  const ir::FrameRef& f = nth(w.shape->processes, pid);
  const Image::ProcessCode& p = nth(image_->processes, f.type);
  store_bits(w.data() + f.offset, p.pc_offset, p.pc_bits, state);
}

// Like set_control, and what is not needed there any more is cleared.
void Machine::enter(Work& w, int32_t pid, uint32_t state) {
  set_control(w, pid, state);
  const ir::FrameRef& f = nth(w.shape->processes, pid);
  const Image::ProcessCode& p = nth(image_->processes, f.type);
  if (p.dead.empty()) return;
  for (const auto& d : p.dead[state]) {
    for (uint32_t i = 0; i < d.count; ++i) store_bits(w.data() + f.offset, d.offset + i * d.width, d.width, d.value);
  }
}

void Machine::kill_youngest(Work& w) { set_shape(w, shapes_->pop_process(*w.shape)); }

// Takes an edge from `base` into `to`. An assertion's failure is reported but does not stop the step.
ErrorKind Machine::fire(const Base& base, int32_t pid, const VmEdge& e, bool timeout, Work& to) {
  ++executed_[e.place];
  copy(base, to);
  count_step();
  if (steps_ > max_steps_) return ErrorKind::limit;
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

// Remembers who has moved. As in SPIN, what a step does sees who moved before it: this comes after its effect.
void Machine::set_last(Work& w, int32_t pid) {
  if (program_->last_offset < 0) return;
  store_bits(w.data() + ir::kGlobalsOffset, static_cast<uint32_t>(program_->last_offset), program_->last_bits,
             static_cast<uint32_t>(pid));
}

void Machine::count_step() {
  if ((++steps_ & (kStepsPerCheck - 1)) != 0) return;
  if (budget_.interrupt && budget_.interrupt->load(std::memory_order_relaxed)) throw model::Cancelled();
  if (std::chrono::steady_clock::now() > budget_.deadline) throw model::Cancelled();
  if (out_->bytes.size() + out_->list.size() * sizeof(model::Successor) > budget_.bytes) throw std::bad_alloc();
}

void Machine::note_error(ErrorKind kind, const VmEdge& e, uint32_t steps) {
  out_->errors.push_back({kind, e.place, static_cast<uint32_t>(out_->list.size()), steps});
}

void Machine::set_movers(model::Successor& s) {
  s.mover = static_cast<uint16_t>(first_mover_);
  s.statement = first_statement_;
  for (size_t i = 0; i < receivers_.size(); ++i) {
    const uint16_t pid = receivers_[i];
    if (pid == s.mover || pid == s.partner) continue;
    if (s.partner == model::kNobody)
      s.partner = pid;
    else if (std::find(receivers_.begin(), receivers_.begin() + static_cast<ptrdiff_t>(i), pid) ==
             receivers_.begin() + static_cast<ptrdiff_t>(i))
      out_->extra_movers.push_back({static_cast<uint32_t>(out_->list.size()), pid});
  }
}

void Machine::dead_end(ErrorKind kind, const VmEdge& e, uint32_t depth) {
  note_error(kind, e, depth);
  model::Successor s;
  s.steps = depth;
  set_movers(s);
  s.dead_end = true;
  if (recording_) {
    if (moves_)
      moves_->push_back({path_, -1, true});
    else if (out_->list.size() == wanted_ && found_)
      *found_ = path_;
  }
  out_->list.push_back(s);
}

void Machine::emit(Work& w, int32_t, uint32_t depth) {
  const uint32_t size = padded(w.shape->total_bytes);
  if (out_->bytes.size() + size > UINT32_MAX) throw std::bad_alloc();  // as a search is told that memory is used up
  model::Successor s;
  s.offset = static_cast<uint32_t>(out_->bytes.size());
  s.key = w.shape->key_bytes;
  s.total = w.shape->total_bytes;
  s.steps = depth;
  set_movers(s);
  out_->bytes.append(w.data(), size);
  if (recording_ && !moves_ && out_->list.size() == wanted_ && found_) *found_ = path_;
  out_->list.push_back(s);
}

uint64_t Machine::work_hash(const Work& w, int32_t pid) const {
  return hash_words(w.bytes.data(), w.shape->key_bytes, static_cast<uint64_t>(pid));
}

void Machine::record(const Work& w, int32_t pid, const VmEdge& e, ErrorKind error, bool handshake) {
  StepRecord r;
  r.pid = pid;
  r.process = image_->places[e.place].process;
  r.edge = image_->places[e.place].edge;
  r.state.assign(w.bytes.begin(), w.bytes.begin() + padded(w.shape->total_bytes));
  r.key = w.shape->key_bytes;
  r.total = w.shape->total_bytes;
  r.output = std::move(output_);
  r.message = std::move(step_message_);
  r.channel = step_channel_;
  r.handshake = handshake;
  r.error = error;
  output_.clear();
  step_message_.clear();
  step_channel_ = 0;
  path_.push_back(std::move(r));
}

// Follows an edge that is known to be enabled, and after it the rest of an atomic sequence. False: it turned out not
// to be executable (a condition with `run` that came out false).
bool Machine::follow(const Base& base, int32_t pid, const VmEdge& e, uint32_t depth, bool timeout, Work& to,
                     size_t level) {
  if (depth == 0) first_statement_ = e.place;
  if (e.guard_runs) {
    // The condition starts a process; if it comes out false nothing has happened.
    copy(base, to);
    Context c = context(to, pid);
    c.timeout = timeout;
    const int32_t v = eval(e.expr, c);
    if (c.error == ErrorKind::none && v == 0 && e.kind == ir::ActionKind::condition) return false;
  }
  const ErrorKind error = fire(base, pid, e, timeout, to);
  const size_t path = path_.size();
  if (recording_) record(to, pid, e, error, false);
  if (is_recoverable(error)) {
    if (error != ErrorKind::none) note_error(error, e, depth + 1);
  } else {
    dead_end(error, e, depth + 1);
    path_.resize(path);
    return true;
  }
  take(to, pid, e, depth + 1, level);
  path_.resize(path);
  return true;
}

// After a step: either the process keeps control, or the state is a stored one.
void Machine::take(Work& w, int32_t pid, const VmEdge& e, uint32_t depth, size_t level) {
  if (moves_) {
    moves_->push_back({path_, e.atomic ? pid : -1, false});
    return;
  }
  if (!e.atomic) {
    emit(w, pid, depth);
    return;
  }
  if (program_->guarded_commands) {
    go_on(w, pid, -1, depth, level + 1);
    return;
  }
  ++out_->atomic_steps;
  out_->inner_depth = std::max(out_->inner_depth, depth);
  uint64_t mark = 0;
  if (depth >= kWatchAtomic) {
    mark = work_hash(w, pid);
    if (!path_states_.insert(mark).second) {
      dead_end(ErrorKind::atomic_loop, e, depth);
      return;
    }
  }
  if (level >= kMaxLevel)
    dead_end(ErrorKind::limit, e, depth);
  else if (!move(Base{w.data(), w.shape}, pid, depth, false, level + 1))
    emit(w, pid, depth);
  if (depth >= kWatchAtomic) path_states_.erase(mark);
}

// All moves of one process in a state. Long atomic sequences without choices are followed in a loop, choices by
// recursion: the last enabled edge of a state is always taken in the loop. False: the process cannot move.
bool Machine::move(Base base, int32_t pid, uint32_t depth, bool timeout, size_t level) {
  bool continued = false;
  std::vector<uint64_t> marks;
  int parity = 0;
  const size_t path = path_.size();
  bool result = true;
  for (;;) {
    bool executed = false;
    bool failed = false;  // some guard met an error that counts as false
    const VmEdge* pending = nullptr;
    if (provided(base, pid, timeout) && (!program_->uses_priority || has_priority(base, pid, timeout))) {
      const ir::FrameRef& f = nth(base.shape->processes, pid);
      const Image::ProcessCode& p = nth(image_->processes, f.type);
      const auto state = static_cast<uint32_t>(load_bits(base.s + f.offset, p.pc_offset, p.pc_bits, false));
      uint32_t escape = 0;
      const bool deterministic = program_->process(f.type).deterministic;
      for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
        const VmEdge& e = p.edges[i];
        if (escape > 0 && escape != e.escape) break;
        if (e.kind == ir::ActionKind::else_ && executed) continue;
        int32_t channel = 0;
        const bool rendezvous = e.kind == ir::ActionKind::send && is_rendezvous(base, pid, e, timeout, channel);
        ErrorKind error = ErrorKind::none;
        if (!rendezvous && !enabled(base, pid, e, timeout, error) && error == ErrorKind::none) continue;
        // Something is left for later: what was found before must be explored first, in order.
        if (pending) {
          follow(base, pid, *pending, depth, timeout, work(level, parity), level);
          pending = nullptr;
        }
        if (deterministic && executed && e.kind != ir::ActionKind::else_)
          note_error(ErrorKind::nondeterminism, e, depth + 1);
        if (depth == 0) first_statement_ = e.place;
        if (error != ErrorKind::none) {
          if (recording_) {
            copy(base, work(level, parity));
            record(work(level, parity), pid, e, error, false);
          }
          dead_end(error, e, depth + 1);
          path_.resize(path_.size() - (recording_ ? 1 : 0));
          if (is_recoverable(error)) {  // polling a rendezvous channel: an error, and false
            failed = true;
            continue;
          }
          executed = true;
          escape = e.escape;
          continue;
        }
        if (rendezvous) {
          if (offer(base, pid, e, channel, depth, timeout, level)) {
            executed = true;
            escape = e.escape;
          } else {
            escape = 0;
          }
          continue;
        }
        if (e.guard_runs || moves_) {
          if (follow(base, pid, e, depth, timeout, work(level, parity), level)) {
            executed = true;
            escape = e.escape;
          }
          continue;
        }
        pending = &e;
        executed = true;
        escape = e.escape;
      }
    }
    if (!executed) {
      if (continued) {  // the atomic sequence blocks here: a stored state
        emit(work(level, parity ^ 1), pid, depth);
      } else {
        // Where a transition begins, the error is one: what follows is no deadlock.
        result = failed && depth == 0;
      }
      break;
    }
    if (!pending) break;
    Work& to = work(level, parity);
    const VmEdge& e = *pending;
    if (depth == 0) first_statement_ = e.place;
    ErrorKind error = fire(base, pid, e, timeout, to);
    if (++depth > kMaxDepth) error = ErrorKind::limit;
    if (recording_) record(to, pid, e, error, false);
    if (is_recoverable(error)) {
      if (error != ErrorKind::none) note_error(error, e, depth);
    } else {
      dead_end(error, e, depth);
      break;
    }
    if (!e.atomic) {
      emit(to, pid, depth);
      break;
    }
    ++out_->atomic_steps;
    out_->inner_depth = std::max(out_->inner_depth, depth);
    if (depth >= kWatchAtomic) {
      const uint64_t mark = work_hash(to, pid);
      if (!path_states_.insert(mark).second) {
        dead_end(ErrorKind::atomic_loop, e, depth);
        break;
      }
      marks.push_back(mark);
    }
    base = Base{to.data(), to.shape};
    continued = true;
    timeout = false;
    parity ^= 1;
  }
  for (uint64_t m : marks) path_states_.erase(m);
  path_.resize(path);
  return result;
}

// A copy of the state: bit access may touch bytes behind its end, which need not exist where it comes from.
Machine::Base Machine::own(StateView state) {
  const size_t size = padded(state.total);
  if (size != current_size_) [[unlikely]]
    prepare_to_own(size);
  uint8_t* to = current_.data();
  // Few words as a rule: a call of memcpy takes longer. What is behind `total` is zero.
  size_t at = 0;
  for (; at + 16 <= size; at += 16) std::memcpy(to + at, state.data + at, 16);
  if (at < size) {
    // Sixteen bytes again: that is how they will be read.
    Words last = {};
    std::memcpy(&last, state.data + at, 8);
    std::memcpy(to + at, &last, 16);
  }
  return here_ = base_at(to);
}

[[gnu::noinline]] void Machine::prepare_to_own(size_t size) {
  if (current_.size() < size + kReadAhead) current_.resize(size + kReadAhead);
  std::memset(current_.data() + size, 0, kSlack);
  current_size_ = size;
}

// The hashes of the successors from the first new one on. Those of large states that are alike are made of the hash of
// the state itself and the words that have changed.
void Machine::hash_successors(const Base& base, size_t first) {
  const uint32_t key = base.shape->key_bytes;
  const uint32_t words = (key + 7) / 8;
  const bool by_changes = words > kHashedWhole;
  const auto word_at = [](const uint8_t* state, uint32_t i) {
    uint64_t word;
    std::memcpy(&word, state + size_t{8} * i, 8);
    return word;
  };
  uint64_t sum = 0;
  if (by_changes) {
    for (uint32_t i = 0; i < words; ++i) sum += word_term(word_at(base.s, i), i);
  }
  for (size_t n = first; n < out_->list.size(); ++n) {
    model::Successor& successor = out_->list[n];
    if (successor.dead_end) continue;
    const uint8_t* state = out_->bytes.data() + successor.offset;
    if (!by_changes || successor.key != key) {
      successor.hash = hash_words(state, successor.key);
      continue;
    }
    uint64_t changed = sum;
    for (uint32_t i = 0; i < words; ++i) {
      const uint64_t before = word_at(base.s, i), now = word_at(state, i);
      if (now != before) changed += word_term(now, i) - word_term(before, i);
    }
    successor.hash = finish_hash(changed, key);
  }
}

bool Machine::move_processes(const Base& base) {
  steps_ = 0;
  receivers_.clear();
  if (program_->guarded_commands) return guarded_moves(base);
  bool any = false;
  for (const bool timeout : {false, true}) {
    for (auto pid = static_cast<int32_t>(base.shape->processes.size()) - 1; pid >= 0; --pid) {
      first_mover_ = pid;
      if (move(base, pid, 0, timeout, 0)) any = true;
    }
    if (any || !program_->uses_timeout) break;
  }
  return any;
}

void Machine::expand(StateView state, model::SuccessorBuffer& out) {
  out.clear();
  add_successors(own(state), out);
}

void Machine::add_successors(const Base& base, model::SuccessorBuffer& out) {
  out_ = &out;
  const size_t first = out.list.size();
  if (!path_states_.empty()) path_states_.clear();  // clear() alone writes its buckets
  // What the thesis counted is no part of native code.
  const bool alone = recording_ || counting_;
  const model::NativeCode* native = alone ? nullptr : native_.load(std::memory_order_acquire);
  const bool moved = native ? move_natively(base, *native) : move_processes(base);
  if (hashes_) hash_successors(base, first);
  if (!moved) see_deadlock(base, out);
}

// Nobody can move.
[[gnu::noinline]] void Machine::see_deadlock(const Base& base, model::SuccessorBuffer& out) {
  const auto count = static_cast<int32_t>(base.shape->processes.size());
  if (count == 0) return;
  for (int32_t pid = 0; pid < count; ++pid) {
    const ir::FrameRef& f = nth(base.shape->processes, pid);
    if (!nth(nth(image_->processes, f.type).is_end, control_state(base.s, *base.shape, pid))) {
      out.deadlock = true;
      return;
    }
  }
  // a trace that is not completed
  if (program_->trace != ir::kNone)
    out.deadlock = !nth(image_->processes, program_->trace).is_end[trace_position(base.s)];
}

bool Machine::explain(StateView state, uint32_t choice, std::vector<StepRecord>& steps) {
  model::SuccessorBuffer buffer;
  steps.clear();
  path_.clear();
  recording_ = true;
  wanted_ = choice;
  found_ = &steps;
  expand(state, buffer);
  recording_ = false;
  found_ = nullptr;
  return choice < buffer.list.size();
}

void Machine::moves(StateView state, int32_t holder, std::vector<Move>& out) {
  model::SuccessorBuffer buffer;
  out.clear();
  path_.clear();
  recording_ = true;
  moves_ = &out;
  out_ = &buffer;
  steps_ = 0;
  receivers_.clear();
  path_states_.clear();
  const Base base = own(state);
  const auto count = static_cast<int32_t>(base.shape->processes.size());
  if (program_->guarded_commands) {
    guarded_moves(base);
    recording_ = false;
    moves_ = nullptr;
    return;
  }
  if (holder >= 0 && holder < count) move(base, holder, 0, false, 0);
  for (const bool timeout : {false, true}) {
    if (!out.empty()) break;
    for (int32_t pid = count - 1; pid >= 0; --pid) move(base, pid, 0, timeout, 0);
  }
  recording_ = false;
  moves_ = nullptr;
}

}  // namespace gyre::vm
