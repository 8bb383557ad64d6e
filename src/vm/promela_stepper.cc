#include "vm/promela_stepper.h"

#include <cassert>
#include <stdexcept>

#include "base/hash.h"
#include "base/narrow.h"
#include "vm/recoverable.h"

namespace gyre::vm {

using model::ErrorKind;

namespace {

constexpr uint32_t kWatchAtomic = 64;    // from this depth on an atomic sequence is watched for loops
constexpr uint32_t kMaxDepth = 1 << 22;  // steps on one path through an atomic sequence
constexpr size_t kMaxLevel = 2000;  // choices on one path through an atomic sequence: they are followed by recursion

}  // namespace

uint64_t PromelaStepper::hash_of(const Work& w, int32_t pid) const {
  return hash_words(w.bytes.data(), w.shape->key_bytes, narrow<uint64_t>(pid));
}

// An error before anything was done; `copy` is for the state that a recorder shows.
void PromelaStepper::fail(const Base& base, Work& copy, int32_t pid, const VmEdge& e, ErrorKind error, uint32_t depth) {
  const size_t path = recorder_.depth();
  if (recorder_.on()) {
    interpreter_.copy(base, copy);
    recorder_.step(copy, pid, e, error, false);
  }
  writer_.dead_end(error, e.place, depth);
  recorder_.back_to(path);
}

// Follows an edge that is known to be enabled, and after it the rest of an atomic sequence. False: it turned out not
// to be executable (a condition with `run` that came out false).
bool PromelaStepper::follow(const Base& base, int32_t pid, const VmEdge& e, uint32_t depth, bool timeout, Work& to,
                            size_t level) {
  if (depth == 0) writer_.first_statement = e.place;
  if (e.guard_runs) {
    // The condition starts a process; if it comes out false nothing has happened.
    interpreter_.copy(base, to);
    Context c = interpreter_.context(to, pid);
    c.timeout = timeout;
    const int32_t v = interpreter_.eval(e.expr, c);
    if (c.error == ErrorKind::none && v == 0 && e.kind == ir::ActionKind::condition) return false;
  }
  const ErrorKind error = interpreter_.fire(base, pid, e, timeout, to);
  const size_t path = recorder_.depth();
  if (recorder_.on()) recorder_.step(to, pid, e, error, false);
  if (is_recoverable(error)) {
    if (error != ErrorKind::none) writer_.note_error(error, e.place, depth + 1);
    take(to, pid, e, depth + 1, level);
  } else {
    writer_.dead_end(error, e.place, depth + 1);
  }
  recorder_.back_to(path);
  return true;
}

// After a step: either the process keeps control, or the state is a stored one.
void PromelaStepper::take(Work& w, int32_t pid, const VmEdge& e, uint32_t depth, size_t level) {
  if (recorder_.single()) {
    recorder_.move(e.atomic ? pid : -1, false);
    return;
  }
  if (!e.atomic) {
    writer_.emit(w, depth);
    return;
  }
  writer_.note_inner(depth);
  uint64_t mark = 0;
  if (depth >= kWatchAtomic) {
    mark = hash_of(w, pid);
    if (!path_states_.insert(mark).second) {
      writer_.dead_end(ErrorKind::atomic_loop, e.place, depth);
      return;
    }
  }
  if (level >= kMaxLevel)
    writer_.dead_end(ErrorKind::limit, e.place, depth);
  else if (!move(w.base(), pid, depth, false, level + 1))
    writer_.emit(w, depth);
  if (depth >= kWatchAtomic) path_states_.erase(mark);
}

// All moves of one process in a state. Long atomic sequences without choices are followed in a loop, choices by
// recursion: the last enabled edge of a state is always taken in the loop. False: the process cannot move.
bool PromelaStepper::move(Base base, int32_t pid, uint32_t depth, bool timeout, size_t level) {
  bool continued = false;
  std::vector<uint64_t> marks;
  size_t parity = 0;
  const size_t path = recorder_.depth();
  bool result = true;
  for (;;) {
    bool executed = false;
    bool failed = false;  // some guard met an error that counts as false
    const VmEdge* pending = nullptr;
    ErrorKind unclear = ErrorKind::none;
    const bool provided = interpreter_.provided(base, pid, timeout, unclear);
    if (unclear != ErrorKind::none) {
      const VmEdge& e = interpreter_.first_edge(base, pid);
      if (depth == 0) writer_.first_statement = e.place;
      fail(base, work(level, parity), pid, e, unclear, depth + 1);
      break;
    }
    if (provided && (!program_.uses_priority || interpreter_.has_priority(base, pid, timeout))) {
      const Image::ProcessCode& p = interpreter_.code_of(base, pid);
      const uint32_t state = interpreter_.control_state(base, pid);
      uint32_t escape = 0;
      const bool deterministic = program_.process(nth(base.shape->processes, pid).type).deterministic;
      for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
        const VmEdge& e = p.edges[i];
        if (escape > 0 && escape != e.escape) break;
        if (e.kind == ir::ActionKind::else_ && executed) continue;
        int32_t channel = 0;
        const bool rendezvous =
            e.kind == ir::ActionKind::send && interpreter_.is_rendezvous(base, pid, e, timeout, channel);
        ErrorKind error = ErrorKind::none;
        if (!rendezvous && !interpreter_.enabled(base, pid, e, timeout, error) && error == ErrorKind::none) continue;
        // Something is left for later: what was found before must be explored first, in order.
        if (pending) {
          follow(base, pid, *pending, depth, timeout, work(level, parity), level);
          pending = nullptr;
        }
        if (deterministic && executed && e.kind != ir::ActionKind::else_)
          writer_.note_error(ErrorKind::nondeterminism, e.place, depth + 1);
        if (depth == 0) writer_.first_statement = e.place;
        if (error != ErrorKind::none) {
          fail(base, work(level, parity), pid, e, error, depth + 1);
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
        if (e.guard_runs || recorder_.single()) {
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
        writer_.emit(work(level, parity ^ 1), depth);
      } else {
        // Where a transition begins, the error is one: what follows is no deadlock.
        result = failed && depth == 0;
      }
      break;
    }
    if (!pending) break;
    Work& to = work(level, parity);
    const VmEdge& e = *pending;
    if (depth == 0) writer_.first_statement = e.place;
    ErrorKind error = interpreter_.fire(base, pid, e, timeout, to);
    if (++depth > kMaxDepth) error = ErrorKind::limit;
    if (recorder_.on()) recorder_.step(to, pid, e, error, false);
    if (is_recoverable(error)) {
      if (error != ErrorKind::none) writer_.note_error(error, e.place, depth);
    } else {
      writer_.dead_end(error, e.place, depth);
      break;
    }
    if (!e.atomic) {
      writer_.emit(to, depth);
      break;
    }
    writer_.note_inner(depth);
    if (depth >= kWatchAtomic) {
      const uint64_t mark = hash_of(to, pid);
      if (!path_states_.insert(mark).second) {
        writer_.dead_end(ErrorKind::atomic_loop, e.place, depth);
        break;
      }
      marks.push_back(mark);
    }
    base = to.base();
    continued = true;
    timeout = false;
    parity ^= 1;
  }
  for (uint64_t m : marks) path_states_.erase(m);
  recorder_.back_to(path);
  return result;
}

bool PromelaStepper::expand(const Base& base) {
  begin();
  bool any = false;
  for (const bool timeout : {false, true}) {
    for (auto pid = base.shape->process_count() - 1; pid >= 0; --pid) {
      writer_.first_mover = pid;
      if (move(base, pid, 0, timeout, 0)) any = true;
    }
    if (any || !program_.uses_timeout) break;
  }
  return any;
}

void PromelaStepper::single_steps(const Base& base, int32_t holder) {
  assert(recorder_.single());
  begin();
  const auto count = base.shape->process_count();
  if (holder >= 0 && holder < count && move(base, holder, 0, false, 0)) return;
  for (const bool timeout : {false, true}) {
    bool any = false;
    for (int32_t pid = count - 1; pid >= 0; --pid) any |= move(base, pid, 0, timeout, 0);
    if (any) break;
  }
}

void PromelaStepper::finish(const Base&, int32_t, int32_t, uint32_t) {
  throw std::logic_error("commands that are merged are another language's");
}

}  // namespace gyre::vm
