#include "vm/guarded_stepper.h"

#include <cassert>
#include <utility>

#include "base/narrow.h"
#include "ir/handshake.h"
#include "vm/recoverable.h"

namespace gyre::vm {

using model::ErrorKind;

void GuardedStepper::find_control(const Base& base) {
  control_.clear();
  for (int32_t pid = 0; pid < base.shape->process_count(); ++pid) {
    control_.push_back(interpreter_.control_state(base, pid));
  }
}

bool GuardedStepper::expand(const Base& base) {
  find_control(base);
  bool any = false;
  for (int32_t pid = 0; pid < base.shape->process_count(); ++pid) {
    writer_.first_mover = pid;
    any |= move(base, pid);
  }
  return any;
}

bool GuardedStepper::expand_process(const Base& base, int32_t pid, uint32_t, bool) {
  find_control(base);
  return move(base, pid);
}

// Nobody holds control between two commands.
void GuardedStepper::single_steps(const Base& base, int32_t) {
  assert(recorder_.single());
  expand(base);
}

void GuardedStepper::finish(const Base& base, int32_t pid, int32_t then, uint32_t depth) {
  Work& w = work(0, 0);
  interpreter_.copy(base, w);
  go_on(w, pid, then, depth, 1);
}

bool GuardedStepper::move(const Base& base, int32_t pid) {
  const Image::ProcessCode& p = interpreter_.code_of(base, pid);
  const uint32_t at = nth(control_, pid);
  bool any = false;
  bool some_guard = false;
  bool last_guard = true;
  for (uint32_t i = p.first[at]; i < p.first[at + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    switch (e.kind) {
      case ir::ActionKind::receive: continue;
      case ir::ActionKind::send: any |= handshakes(base, pid, e); continue;
      case ir::ActionKind::else_:
      case ir::ActionKind::trap:
        if (any) continue;
        break;
      case ir::ActionKind::condition: {
        Context c = interpreter_.context(base, pid, false);
        last_guard = interpreter_.eval(e.expr, c) != 0;
        if (c.error != ErrorKind::none) {
          failed(base, pid, e, c.error);
          any = last_guard = true;
          continue;
        }
        if (!last_guard) continue;
        some_guard = true;
        break;
      }
      case ir::ActionKind::print: {  // what is printed is only wanted for a trail, its errors always
        Context c = interpreter_.context(base, pid, false);
        for (size_t k = 0; k < e.code->args.size() && c.error == ErrorKind::none; ++k)
          interpreter_.eval(e.code->args[k], c);
        if (c.error != ErrorKind::none) {
          failed(base, pid, e, c.error);
          any = true;
          continue;
        }
        break;
      }
      case ir::ActionKind::skip:
      case ir::ActionKind::assign:
      case ir::ActionKind::assign_all:
      case ir::ActionKind::assert_: break;
      // No commands of ESML.
      case ir::ActionKind::print_mtype:
      case ir::ActionKind::d_step:
      case ir::ActionKind::set_priority:
      case ir::ActionKind::end:
      case ir::ActionKind::new_channel: assert(false); break;
    }
    if (listener_ != nullptr) listener_->command(base, pid, e, 1);
    execute(base, pid, e);
    any = true;
  }
  if (listener_ != nullptr) listener_->guards(some_guard, last_guard);
  return any;
}

// One command that can be executed, and what is merged with it.
void GuardedStepper::execute(const Base& base, int32_t pid, const VmEdge& e) {
  writer_.first_statement = e.place;
  Work& to = work(0, 0);
  const ErrorKind error = interpreter_.fire(base, pid, e, false, to);
  const size_t path = recorder_.depth();
  if (recorder_.on()) recorder_.step(to, pid, e, error, false);
  if (!is_recoverable(error)) {
    writer_.dead_end(error, e.place, 1);
  } else {
    if (error != ErrorKind::none) writer_.note_error(error, e.place, 1);
    if (recorder_.single())
      recorder_.move(e.atomic ? pid : -1, false);
    else if (e.atomic)
      go_on(to, pid, -1, 1, 1);
    else
      writer_.emit(to, 1);
  }
  recorder_.back_to(path);
}

// An error before anything was done.
void GuardedStepper::failed(const Base& base, int32_t pid, const VmEdge& e, ErrorKind error) {
  writer_.first_statement = e.place;
  const size_t path = recorder_.depth();
  if (recorder_.on()) {
    interpreter_.copy(base, work(0, 0));
    recorder_.step(work(0, 0), pid, e, error, false);
  }
  writer_.dead_end(error, e.place, 1);
  recorder_.back_to(path);
}

// The sender's condition and its data. False: an error, which is reported.
bool GuardedStepper::offer_data(const Base& base, int32_t pid, const VmEdge& e, bool& possible) {
  Context c = interpreter_.context(base, pid, false);
  possible = interpreter_.offer(e, c, interpreter_.message);
  if (c.error == ErrorKind::none) return true;
  failed(base, pid, e, c.error);
  return false;
}

// Would the command on which a process stands fail? One that is executed says so itself. `some_guard`: one is true.
bool GuardedStepper::fails_here(const Base& base, int32_t pid, bool& some_guard) {
  const Image::ProcessCode& p = interpreter_.code_of(base, pid);
  const uint32_t at = interpreter_.control_state(base, pid);
  some_guard = false;
  Context c = interpreter_.context(base, pid, false);
  for (uint32_t i = p.first[at]; i < p.first[at + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::condition) some_guard |= interpreter_.eval(e.expr, c) != 0;
    if (e.kind == ir::ActionKind::trap && !some_guard) return true;
    if (e.kind == ir::ActionKind::print) {
      for (size_t k = 0; k < e.code->args.size() && c.error == ErrorKind::none; ++k)
        interpreter_.eval(e.code->args[k], c);
    }
    if (c.error != ErrorKind::none) return true;
  }
  return false;
}

// Local commands that are merged with the one before them (reduce/merge.h): `pid` executes what it stands on and all
// that follow in this way, then `then` does so, and what is reached is a stored state. Where a command fails the state
// before it is stored instead: the error is found from there, and so is what the others could do before it.
void GuardedStepper::go_on(Work& w, int32_t pid, int32_t then, uint32_t depth, size_t level) {
  if (pid < 0) std::swap(pid, then);
  const Base base = w.base();
  bool some_guard = false;
  if (pid < 0 || fails_here(base, pid, some_guard)) {
    writer_.emit(w, depth);
    return;
  }
  writer_.note_inner(depth);
  const Image::ProcessCode& p = interpreter_.code_of(base, pid);
  const uint32_t at = interpreter_.control_state(base, pid);
  for (uint32_t i = p.first[at]; i < p.first[at + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::condition) {
      Context c = interpreter_.context(base, pid, false);
      if (interpreter_.eval(e.expr, c) == 0) continue;
    } else if ((e.kind == ir::ActionKind::else_ || e.kind == ir::ActionKind::trap) && some_guard) {
      continue;
    }
    Work& to = work(level, 0);
    if (interpreter_.fire(base, pid, e, false, to) != ErrorKind::none) {
      --interpreter_.executed[e.place];
      writer_.emit(w, depth);
      return;
    }
    const size_t path = recorder_.depth();
    if (recorder_.on()) recorder_.step(to, pid, e, ErrorKind::none, false);
    go_on(to, e.atomic ? pid : -1, then, depth + 1, level + 1);
    recorder_.back_to(path);
  }
}

bool GuardedStepper::handshakes(const Base& base, int32_t pid, const VmEdge& e) {
  bool any = false;
  bool prepared = false;
  for (const Image::Partner& partner : nth(partners_, pid)[e.send]) {
    if (nth(control_, partner.pid) != partner.state) continue;
    if (!prepared) {
      bool possible = false;
      if (!offer_data(base, pid, e, possible)) return true;
      if (!possible) return any;
      prepared = true;
    }
    const VmEdge& r = *partner.edge;
    Work& to = work(0, 0);
    interpreter_.copy(base, to);
    interpreter_.enter(to, pid, e.to);
    const size_t path = recorder_.depth();
    if (recorder_.on()) {
      const int32_t channel = ir::channel_of(program_, nth(program_.instances, pid), *e.action);
      recorder_.note_message(interpreter_.message, channel);
      recorder_.step(to, pid, e, ErrorKind::none, false);
      recorder_.note_message(interpreter_.message, channel);
    }
    Context c = interpreter_.context(to, partner.pid);
    if (!interpreter_.take(r, interpreter_.message, c)) {
      recorder_.back_to(path);
      recorder_.forget_notes();
      continue;
    }
    any = true;
    ++interpreter_.executed[e.place];
    ++interpreter_.executed[r.place];
    interpreter_.enter(to, partner.pid, r.to);
    if (recorder_.on()) recorder_.step(to, partner.pid, r, c.error, true);
    writer_.first_statement = e.place;
    writer_.receivers.push_back(narrow<uint16_t>(partner.pid));
    if (c.error != ErrorKind::none) {
      writer_.dead_end(c.error, r.place, 2);
    } else {
      if (listener_ != nullptr) listener_->command(base, partner.pid, r, 2);
      if (recorder_.single())
        recorder_.move(r.atomic ? partner.pid : -1, false);
      else if (e.atomic || r.atomic)
        go_on(to, r.atomic ? partner.pid : -1, e.atomic ? pid : -1, 2, 1);
      else
        writer_.emit(to, 2);
    }
    writer_.receivers.pop_back();
    recorder_.back_to(path);
  }
  return any;
}

}  // namespace gyre::vm
