// Guarded commands with handshakes: the transitions of ESML models.
//
// One transition is one command of one process, processes in the order of activation, guards in the order of the text.
// A receive is passive: a send looks for the processes that stand at a receive of the same signal on the same channel,
// and each of them makes one transition of the sender (Geldenhuys, section 3.2.3: scanning, no channel queues).
#include <algorithm>
#include <cassert>
#include <utility>

#include "base/bits.h"
#include "base/nth.h"
#include "ir/handshake.h"
#include "vm/machine.h"

namespace gyre::vm {

using model::ErrorKind;

void Image::find_partners() {
  const auto count = program->instances.size();
  auto code_of = [&](size_t pid) -> const ProcessCode& { return nth(processes, program->instances[pid].process); };
  for (size_t pid = 0; pid < count; ++pid) {
    auto& mine = partners.emplace_back();
    for (const VmEdge& send : code_of(pid).edges) {
      if (send.kind != ir::ActionKind::send) continue;
      const int32_t channel = ir::channel_of(*program, program->instances[pid], *send.action);
      const int32_t signal = ir::signal_of(*program, *send.action);
      auto& list = mine.emplace_back();
      for (size_t q = 0; q < count; ++q) {
        if (q == pid) continue;
        const ProcessCode& p = code_of(q);
        for (uint32_t s = 0; s + 1 < p.first.size(); ++s) {
          for (uint32_t i = p.first[s]; i < p.first[s + 1]; ++i) {
            const VmEdge& r = p.edges[i];
            if (r.kind == ir::ActionKind::receive && ir::signal_of(*program, *r.action) == signal &&
                ir::channel_of(*program, program->instances[q], *r.action) == channel) {
              list.push_back({static_cast<int32_t>(q), s, &r});
            }
          }
        }
      }
    }
  }
}

void Machine::find_control(const Base& base) {
  const size_t count = base.shape->processes.size();
  control_.resize(count);
  for (size_t pid = 0; pid < count; ++pid) {
    control_[pid] = static_cast<uint32_t>(control_state(base.s, *base.shape, static_cast<int32_t>(pid)));
  }
}

bool Machine::guarded_moves(const Base& base) {
  const size_t count = base.shape->processes.size();
  find_control(base);
  bool any = false;
  for (size_t pid = 0; pid < count; ++pid) {
    first_mover_ = static_cast<int32_t>(pid);
    any |= guarded_move(base, static_cast<int32_t>(pid));
  }
  return any;
}

bool Machine::guarded_move(const Base& base, int32_t pid) {
  const auto type = static_cast<size_t>(nth(base.shape->processes, pid).type);
  const Image::ProcessCode& p = image_->processes[type];
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
        Context c = context(base, pid, false);
        last_guard = eval(e.expr, c) != 0;
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
        Context c = context(base, pid, false);
        for (size_t k = 0; k < e.code->args.size() && c.error == ErrorKind::none; ++k) eval(e.code->args[k], c);
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
    if (counting_) count_updates(base, pid, e, 1);
    follow(base, pid, e, 0, false, work(0, 0), 0);
    any = true;
  }
  if (counting_ && some_guard && !last_guard) {
    ++thesis_.extra_loops;
    ++thesis_.updates;
  }
  return any;
}

void Machine::count_updates(const Base& base, int32_t pid, const VmEdge& e, uint32_t control) {
  thesis_.updates += control + e.action->writes;
  if (e.code->more_writes == 0) return;
  Context c = context(base, pid, false);
  thesis_.updates += static_cast<uint32_t>(eval(e.code->more_writes, c));
}

// An error before anything was done.
void Machine::failed(const Base& base, int32_t pid, const VmEdge& e, ErrorKind error) {
  first_statement_ = e.place;
  if (recording_) {
    copy(base, work(0, 0));
    record(work(0, 0), pid, e, error, false);
  }
  dead_end(error, e, 1);
  if (recording_) path_.pop_back();
}

// The sender's condition and its data. False: an error, which is reported.
bool Machine::offer_data(const Base& base, int32_t pid, const VmEdge& e, bool& possible) {
  Context c = context(base, pid, false);
  possible = e.expr == 0 || eval(e.expr, c) != 0;
  message_.clear();
  for (size_t i = 0; i < e.code->args.size() && possible && c.error == ErrorKind::none; ++i) {
    message_.push_back(eval(e.code->args[i], c));
  }
  if (c.error == ErrorKind::none) return true;
  failed(base, pid, e, c.error);
  return false;
}

// Takes the message and evaluates the receiver's condition, which sees what has arrived. False: this is no partner.
bool Machine::receive_data(const VmEdge& r, Context& c) {
  const std::vector<ir::ReceiveArg>& args = r.action->receive;
  for (size_t k = 1; k < args.size(); ++k) {
    if (args[k].kind == ir::ReceiveArg::Kind::bind)
      eval(r.code->matches[k], c, message_[k]);
    else if (args[k].kind == ir::ReceiveArg::Kind::match && eval(r.code->matches[k], c) != message_[k])
      return false;
    if (c.error != ErrorKind::none) return true;
  }
  return r.expr == 0 || eval(r.expr, c) != 0 || c.error != ErrorKind::none;
}

// Would the command on which a process stands fail? One that is executed says so itself. `some_guard`: one is true.
bool Machine::fails_here(const Base& base, int32_t pid, bool& some_guard) {
  const ir::FrameRef& f = nth(base.shape->processes, pid);
  const Image::ProcessCode& p = nth(image_->processes, f.type);
  const auto at = static_cast<size_t>(control_state(base.s, *base.shape, pid));
  some_guard = false;
  Context c = context(base, pid, false);
  for (uint32_t i = p.first[at]; i < p.first[at + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::condition) some_guard |= eval(e.expr, c) != 0;
    if (e.kind == ir::ActionKind::trap && !some_guard) return true;
    if (e.kind == ir::ActionKind::print) {
      for (size_t k = 0; k < e.code->args.size() && c.error == ErrorKind::none; ++k) eval(e.code->args[k], c);
    }
    if (c.error != ErrorKind::none) return true;
  }
  return false;
}

// Local commands that are merged with the one before them (reduce/merge.h): `pid` executes what it stands on and all
// that follow in this way, then `then` does so, and what is reached is a stored state. Where a command fails the state
// before it is stored instead: the error is found from there, and so is what the others could do before it.
void Machine::go_on(Work& w, int32_t pid, int32_t then, uint32_t depth, size_t level) {
  if (pid < 0) std::swap(pid, then);
  const Base base{w.data(), w.shape};
  bool some_guard = false;
  if (pid < 0 || fails_here(base, pid, some_guard)) {
    emit(w, pid, depth);
    return;
  }
  ++out_->atomic_steps;
  out_->inner_depth = std::max(out_->inner_depth, depth);
  const Image::ProcessCode& p = nth(image_->processes, nth(w.shape->processes, pid).type);
  const auto at = static_cast<size_t>(control_state(base.s, *base.shape, pid));
  for (uint32_t i = p.first[at]; i < p.first[at + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::condition) {
      Context c = context(base, pid, false);
      if (eval(e.expr, c) == 0) continue;
    } else if ((e.kind == ir::ActionKind::else_ || e.kind == ir::ActionKind::trap) && some_guard) {
      continue;
    }
    Work& to = work(level, 0);
    if (fire(base, pid, e, false, to) != ErrorKind::none) {
      --executed_[e.place];
      emit(w, pid, depth);
      return;
    }
    const size_t path = path_.size();
    if (recording_) record(to, pid, e, ErrorKind::none, false);
    go_on(to, e.atomic ? pid : -1, then, depth + 1, level + 1);
    path_.resize(path);
  }
}

bool Machine::handshakes(const Base& base, int32_t pid, const VmEdge& e) {
  bool any = false;
  bool prepared = false;
  for (const Image::Partner& partner : nth(image_->partners, pid)[e.send]) {
    if (nth(control_, partner.pid) != partner.state) continue;
    if (!prepared) {
      bool possible = false;
      if (!offer_data(base, pid, e, possible)) return true;
      if (!possible) return any;
      prepared = true;
    }
    const VmEdge& r = *partner.edge;
    Work& to = work(0, 0);
    copy(base, to);
    enter(to, pid, e.to);
    const size_t path = path_.size();
    auto note = [&] {
      step_message_ = message_;
      step_channel_ = ir::channel_of(*program_, nth(program_->instances, pid), *e.action);
    };
    if (recording_) {
      note();
      record(to, pid, e, ErrorKind::none, false);
      note();
    }
    Context c = context(to, partner.pid);
    if (!receive_data(r, c)) {
      path_.resize(path);
      step_message_.clear();
      step_channel_ = 0;
      continue;
    }
    any = true;
    ++executed_[e.place];
    ++executed_[r.place];
    enter(to, partner.pid, r.to);
    if (recording_) record(to, partner.pid, r, c.error, true);
    first_statement_ = e.place;
    receivers_.push_back(static_cast<uint16_t>(partner.pid));
    if (c.error != ErrorKind::none) {
      dead_end(c.error, r, 2);
    } else {
      if (counting_) count_updates(base, partner.pid, r, 2);
      if (moves_ || !e.atomic)
        take(to, partner.pid, r, 2, 0);
      else
        go_on(to, r.atomic ? partner.pid : -1, pid, 2, 1);
    }
    receivers_.pop_back();
    path_.resize(path);
  }
  return any;
}

}  // namespace gyre::vm
