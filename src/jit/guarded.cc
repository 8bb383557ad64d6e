#include "jit/guarded.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "base/narrow.h"
#include "ir/layout.h"
#include "jit/partners.h"

namespace gyre::jit {

using ir::ActionKind;
using model::ErrorKind;
using model::NativeCall;
using model::SuccessorBuffer;

// A function go_on_P: what all its states share.
struct GuardedGenerator::GoingOn {
  Mover m;
  V then;
  Block stored = nullptr;  // the state itself is a successor: a command fails, and that is found from there
  Block done = nullptr;
};

Generator::At GuardedGenerator::standing(size_t pid, V state) const {
  assert(pid + 1 < frames_.size());  // behind the last frame is the end of all
  return {state, b_.c64(frames_[pid]), b_.c32(pid), b_.c32(0)};
}

size_t GuardedGenerator::pid_of(const At& at) {
  int64_t pid = 0;
  [[maybe_unused]] const bool known = Builder::constant(at.pid, pid);
  assert(known);
  return narrow<size_t>(pid);
}

// Is this a state of commands that are merged with the one before, and are they native?
bool GuardedGenerator::may_go_on_from(size_t process, size_t state) const {
  const ir::Process& p = p_.processes[process];
  const std::vector<uint32_t>& edges = p.states[state].edges;
  return analysis_.native(process, state) &&
         std::any_of(p.edges.begin(), p.edges.end(), [&](const ir::Edge& e) { return e.atomic && e.to == state; }) &&
         std::all_of(edges.begin(), edges.end(), [&](uint32_t e) {
           const ActionKind kind = action(p.edges[e]).kind;
           return kind != ActionKind::send && kind != ActionKind::receive;
         });
}

// Frames lie as ir/shapes.cc puts them, for the one shape that there is.
GuardedGenerator::GuardedGenerator(const Input& input, Finish finish) : Generator(input, std::move(finish)) {
  assert(p_.hidden_bytes == 0);
  frames_.push_back(ir::kGlobalsOffset + p_.globals_bytes);
  for (const ir::Instance& instance : p_.instances)
    frames_.push_back(frames_.back() + p_.process(instance.process).frame_bytes);
}

V GuardedGenerator::state_size() { return b_.c64((frames_.back() + 7) & ~7u); }

void GuardedGenerator::keep_control(size_t, const At& to, V depth) {
  b_.call(go_on_[pid_of(to)], {call_, to.state, b_.c32(-1), depth});
}

// A command fails where the values that it prints do.
void GuardedGenerator::look_at_printed(const ir::Action& a, const At& from, const Exits& exits) {
  for (ir::ExprId e : a.exprs) value(e, from, exits.guard);
}

// A send has code for each receive that fits.
size_t GuardedGenerator::commands_of(size_t pid, size_t state) const {
  const ir::Process& p = p_.processes[type_of(pid)];
  size_t all = p.states[state].edges.size();
  for (uint32_t e : p.states[state].edges) {
    if (action(p.edges[e]).kind != ActionKind::send) continue;
    for (const Partner& partner : partners(p_, pid, p.edges[e])) {
      for (const Partner::Receives& r : partner.receives) all += r.edges.size();
    }
  }
  return all;
}

size_t GuardedGenerator::all_statements() const {
  size_t all = 0;
  for (size_t pid = 0; pid < p_.instances.size(); ++pid) {
    for (size_t s = 0; s < p_.processes[type_of(pid)].states.size(); ++s) all += commands_of(pid, s);
  }
  return all;
}

void GuardedGenerator::make_processes() {
  make_begin();
  make_fire();
  make_emit();
  declare_guarded();
  for (size_t pid = 0; pid < p_.instances.size(); ++pid) {
    make_guarded_move(pid);
    if (go_on_[pid]) apart([&] { make_go_on(pid); });
  }
  for (auto some = handshakes_.begin(); some != handshakes_.end();) {
    const auto others = handshakes_.lower_bound({some->first.first + 1, 0});
    apart([&] {
      for (; some != others; ++some) make_handshake(some->first.first, some->first.second);
    });
  }
  if (go_on_any_) make_go_on_any();
  make_guarded_expand();
}

void GuardedGenerator::declare_guarded() {
  const Type going_on = b_.signature(b_.none, {b_.ptr, b_.ptr, b_.i32, b_.i32});
  const Type receiving = b_.signature(b_.i32, {b_.ptr, b_.ptr, b_.i32, b_.i32});
  for (size_t pid = 0; pid < p_.instances.size(); ++pid) {
    const ir::Process& process = p_.processes[type_of(pid)];
    const std::string name = std::to_string(pid);
    guarded_moves_.push_back(reader("commands_" + name, b_.signature(b_.i32, {b_.ptr, b_.ptr})));
    go_on_.push_back(nullptr);
    for (const ir::Edge& edge : process.edges) {
      if (edge.atomic && !go_on_[pid]) go_on_[pid] = b_.function("go_on_" + name, going_on);
      if (edge.atomic && action(edge).kind == ActionKind::send && !go_on_any_)
        go_on_any_ = b_.function("go_on_any", going_on);
      if (action(edge).kind != ActionKind::send || !analysis_.native(type_of(pid), edge.from)) continue;
      for (const Partner& partner : partners(p_, pid, edge)) {
        for (const Partner::Receives& r : partner.receives) {
          for (uint32_t e : r.edges) {
            V& known = handshakes_[{partner.pid, e}];
            if (!known)
              known = b_.function("receive_" + std::to_string(partner.pid) + "_" + std::to_string(e), receiving);
          }
        }
      }
    }
  }
}

void GuardedGenerator::make_guarded_move(size_t pid) {
  const size_t process = type_of(pid);
  const ir::Process& p = p_.processes[process];
  std::vector<Sized> states;
  for (size_t s = 0; s < p.states.size(); ++s) {
    const std::vector<uint32_t>& edges = p.states[s].edges;
    if (!std::all_of(edges.begin(), edges.end(),
                     [&](uint32_t e) { return action(p.edges[e]).kind == ActionKind::receive; }))
      states.push_back({s, commands_of(pid, s)});
  }
  make_in_parts(
      guarded_moves_[pid], process, states, [&] { return standing(pid, b_.parameter(1)); },
      [&](V function, const std::vector<size_t>& some) { make_guarded_moves_from(function, pid, some); });
}

void GuardedGenerator::make_guarded_moves_from(V function, size_t pid, const std::vector<size_t>& states) {
  const size_t process = type_of(pid);
  const ir::Process& p = p_.processes[process];
  b_.enter(function);
  call_ = b_.parameter(0);
  Mover m;
  m.process = process;
  m.from = standing(pid, b_.parameter(1));
  m.depth = depth_ = b_.c32(0);
  m.executed = b_.slot(b_.i32, b_.c32(0));
  m.failed = b_.slot(b_.i32, b_.c32(0));
  m.kind = b_.slot(b_.i32);
  m.to = b_.slot(b_.ptr);
  const Block nothing = b_.block();
  V choice = b_.switch_on(control(process, m.from), nothing, states.size());
  for (const size_t s : states) {
    const Block here = b_.block();
    b_.add_case(choice, b_.c32(s), here);
    b_.go_on_in(here);
    if (!analysis_.native(process, s)) {
      b_.give_back(machine_move(m.from.state, m.from.pid, m.depth, m.from.timeout));
      continue;
    }
    for (uint32_t e : p.states[s].edges) {
      const ActionKind kind = action(p.edges[e]).kind;
      if (kind == ActionKind::send)
        make_send(m, p.edges[e], place_of(process, e));
      else if (kind != ActionKind::receive)
        make_edge(m, p.edges[e], place_of(process, e));
    }
    b_.give_back(b_.get(b_.i32, m.executed));
  }
  b_.go_on_in(nothing);
  b_.give_back(b_.c32(0));
}

// A send: a transition with each partner that stands at a receive and whose condition is true then. The sender's
// condition and its data are evaluated if somebody stands there, and fail only then.
void GuardedGenerator::make_send(const Mover& m, const ir::Edge& edge, uint32_t place) {
  const ir::Action& a = action(edge);
  const std::vector<Partner> all = partners(p_, pid_of(m.from), edge);
  if (all.empty()) return;
  const Block next = b_.block(), offer = b_.block(), failed = b_.block();
  V ready = b_.c(b_.i1, 0);
  std::vector<V> controls;
  for (const Partner& partner : all) {
    controls.push_back(control(type_of(partner.pid), standing(partner.pid, m.from.state)));
    for (const Partner::Receives& r : partner.receives)
      ready = b_.bit_or(ready, b_.equal(controls.back(), b_.c32(r.state)));
  }
  b_.branch(ready, offer, next);
  b_.go_on_in(offer);
  const Failure failure{failed, m.kind};
  if (a.expr != ir::kNone) {
    const Block possible = b_.block();
    b_.branch(truth(a.expr, m.from, failure), possible, next);
    b_.go_on_in(possible);
  }
  for (size_t k = 1; k < a.exprs.size(); ++k) {  // the first is the signal
    V field = value(a.exprs[k], m.from, failure);
    b_.store(field, b_.at(call_, offsetof(NativeCall, message) + 4 * k), 4);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    const ir::Process& receiver = p_.processes[type_of(all[i].pid)];
    const Block asked = b_.block();
    V choice = b_.switch_on(controls[i], asked, all[i].receives.size());
    for (const Partner::Receives& r : all[i].receives) {
      const Block here = b_.block();
      b_.add_case(choice, b_.c32(r.state), here);
      b_.go_on_in(here);
      for (uint32_t e : r.edges) {
        At to = m.from;
        to.state = begin(m.from.state, edge.atomic || receiver.edges[e].atomic);
        enter(m.process, edge.to, to);
        V taken = b_.call(handshakes_.at({all[i].pid, e}),
                          {call_, to.state, b_.c32(place), edge.atomic ? m.from.pid : b_.c32(-1)});
        b_.set(m.executed, b_.bit_or(b_.get(b_.i32, m.executed), taken));
      }
      b_.jump(asked);
    }
    b_.go_on_in(asked);
  }
  b_.jump(next);
  if (b_.go_on_if_used(failed)) {
    dead_end(b_.get(b_.i32, m.kind), b_.c32(place), b_.c32(1));
    b_.set(m.executed, b_.c32(1));
    b_.jump(next);
  }
  b_.go_on_in(next);
}

void GuardedGenerator::make_handshake(size_t pid, uint32_t edge) {
  const size_t process = type_of(pid);
  const ir::Edge& e = p_.processes[process].edges[edge];
  const ir::Action& a = action(e);
  b_.enter(handshakes_.at({pid, edge}));
  call_ = b_.parameter(0);
  const At at = standing(pid, b_.parameter(1));
  V send = b_.parameter(2);
  V then = b_.parameter(3);
  V error = b_.slot(b_.i32, b_.c32(0));
  V place = b_.c32(place_of(process, edge));
  const Block rejected = b_.block(), taken = b_.block();
  const Failure failure{taken, error};
  for (size_t k = 1; k < a.receive.size(); ++k) {
    const ir::ReceiveArg& r = a.receive[k];
    if (r.kind == ir::ReceiveArg::Kind::ignore) continue;
    V field = b_.load(b_.i32, b_.at(call_, offsetof(NativeCall, message) + 4 * k), 4);
    if (r.kind == ir::ReceiveArg::Kind::match) {
      const Block fits = b_.block();
      b_.branch(b_.equal(value(r.value, at, failure), field), fits, rejected);
      b_.go_on_in(fits);
      continue;
    }
    if (r.checked) check_range(field, p_.variable(r.place.var).type, failure);
    store_place(r.place, field, at, failure);
  }
  if (a.expr != ir::kNone)
    b_.branch(truth(a.expr, at, failure), taken, rejected);
  else
    b_.jump(taken);

  b_.go_on_in(taken);
  fired(send);
  fired(place);
  enter(process, e.to, at);
  set_call_field(send, offsetof(NativeCall, first_statement));
  b_.store(b_.c(b_.integer(16), pid), b_.at(call_, offsetof(NativeCall, receivers)), 2);
  set_call_field(b_.c32(1), offsetof(NativeCall, receiver_count));
  const Block bad = b_.block(), good = b_.block(), finished = b_.block();
  V k = b_.get(b_.i32, error);
  b_.branch_seldom(b_.is_true(k), bad, good);
  b_.go_on_in(bad);
  dead_end(k, place, b_.c32(2));
  b_.jump(finished);
  b_.go_on_in(good);
  if (e.atomic)
    b_.call(go_on_[pid], {call_, at.state, then, b_.c32(2)});
  else
    go_on_with(then, at.state, b_.c32(2));
  b_.jump(finished);
  b_.go_on_in(finished);
  set_call_field(b_.c32(0), offsetof(NativeCall, receiver_count));
  b_.give_back(b_.c32(1));
  if (b_.go_on_if_used(rejected)) b_.give_back(b_.c32(0));
}

// `then` goes on; nobody: the state is a successor, and lies where one is made.
void GuardedGenerator::go_on_with(V then, V state, V depth) {
  if (!go_on_any_) {
    b_.call(emit_, {call_, state, depth});
    return;
  }
  const Block somebody = b_.block(), nobody = b_.block(), done = b_.block();
  b_.branch(b_.compare(LLVMIntSLT, then, b_.c32(0)), nobody, somebody);
  b_.go_on_in(somebody);
  b_.call(go_on_any_, {call_, state, then, depth});
  b_.jump(done);
  b_.go_on_in(nobody);
  b_.call(emit_, {call_, state, depth});
  b_.jump(done);
  b_.go_on_in(done);
}

void GuardedGenerator::make_go_on_any() {
  b_.enter(go_on_any_);
  const Block done = b_.block();
  V choice = b_.switch_on(b_.parameter(2), done, p_.instances.size());
  for (size_t pid = 0; pid < p_.instances.size(); ++pid) {
    if (!go_on_[pid]) continue;
    const Block here = b_.block();
    b_.add_case(choice, b_.c32(pid), here);
    b_.go_on_in(here);
    b_.call(go_on_[pid], {b_.parameter(0), b_.parameter(1), b_.c32(-1), b_.parameter(3)});
    b_.jump(done);
  }
  b_.go_on_in(done);
  b_.give_back();
}

// The state that is given lies in memory of the call; what comes behind it is free.
void GuardedGenerator::make_go_on(size_t pid) {
  const size_t process = type_of(pid);
  const ir::Process& p = p_.processes[process];
  b_.enter(go_on_[pid]);
  call_ = b_.parameter(0);
  GoingOn g;
  Mover& m = g.m;
  m.process = process;
  m.from = standing(pid, b_.parameter(1));
  g.then = b_.parameter(2);
  m.depth = depth_ = b_.parameter(3);
  m.kind = b_.slot(b_.i32);
  m.to = b_.slot(b_.ptr);
  const Block native = b_.block(), machine = b_.block();
  g.stored = b_.block();
  g.done = b_.block();
  set_call_field(b_.at(m.from.state, b_.add(padded(), b_.c64(NativeCall::kSlack))), offsetof(NativeCall, work));
  V far = b_.compare(LLVMIntUGE, m.depth, b_.c32(NativeCall::kDepth));
  V many = b_.compare(LLVMIntUGT, call_field(b_.i64, offsetof(NativeCall, steps)),
                      call_field(b_.i64, offsetof(NativeCall, max_steps)));
  b_.branch_seldom(b_.bit_or(far, many), machine, native);
  b_.go_on_in(native);
  V choice = b_.switch_on(control(process, m.from), machine, p.states.size());
  for (size_t s = 0; s < p.states.size(); ++s) {
    if (!may_go_on_from(process, s)) continue;
    const Block here = b_.block();
    b_.add_case(choice, b_.c32(s), here);
    b_.go_on_in(here);
    go_on_from(g, s);
  }
  b_.go_on_in(machine);
  b_.call(b_.signature(b_.none, {b_.ptr, b_.ptr, b_.i32, b_.i32, b_.i32}),
          call_field(b_.ptr, offsetof(NativeCall, go_on)), {call_, m.from.state, m.from.pid, g.then, m.depth});
  b_.jump(g.done);
  if (b_.go_on_if_used(g.stored)) {
    b_.call(emit_, {call_, begin(m.from.state, false), m.depth});
    b_.jump(g.done);
  }
  b_.go_on_in(g.done);
  set_call_field(m.from.state, offsetof(NativeCall, work));
  b_.give_back();
}

void GuardedGenerator::go_on_from(const GoingOn& g, size_t state) {
  const Mover& m = g.m;
  const ir::Process& p = p_.processes[m.process];
  const std::vector<uint32_t>& edges = p.states[state].edges;
  // Would a command fail? Then nothing of it happens.
  const Failure failure{g.stored, m.kind};
  V some = b_.c(b_.i1, 0);
  std::vector<V> possible;
  for (uint32_t e : edges) {
    const ir::Action& a = action(p.edges[e]);
    possible.push_back(nullptr);
    if (a.kind == ActionKind::condition) {
      possible.back() = truth(a.expr, m.from, failure);
      some = b_.bit_or(some, possible.back());
    } else if (a.kind == ActionKind::print) {
      for (ir::ExprId x : a.exprs) value(x, m.from, failure);
    } else if (a.kind == ActionKind::trap) {
      fail_if(b_.bit_not(some), ErrorKind::trap, failure);
      possible.back() = b_.c(b_.i1, 0);
    }
  }
  count(offsetof(SuccessorBuffer, atomic_steps), b_.c64(1));
  V deepest = b_.at(call_field(b_.ptr, offsetof(NativeCall, out)), offsetof(SuccessorBuffer, inner_depth));
  V before = b_.load(b_.i32, deepest, 4);
  b_.store(b_.select(b_.compare(LLVMIntUGT, m.depth, before), m.depth, before), deepest, 4);
  V deeper = b_.add(m.depth, b_.c32(1));

  for (size_t i = 0; i < edges.size(); ++i) {
    const ir::Edge& edge = p.edges[edges[i]];
    const ir::Action& a = action(edge);
    const uint32_t place = place_of(m.process, edges[i]);
    const Block next = b_.block(), after = b_.block(), failed = b_.block();
    if (a.kind == ActionKind::else_) possible[i] = b_.bit_not(some);
    if (possible[i]) {
      const Block yes = b_.block();
      b_.branch(possible[i], yes, next);
      b_.go_on_in(yes);
    }
    const Fire fire = [&] {
      At to = m.from;
      to.state = fire_on(g, edge.atomic, place);
      b_.set(m.to, to.state);
      fail_if(b_.equal(to.state, LLVMConstNull(b_.ptr)), ErrorKind::limit, {failed, m.kind});
      return to;
    };
    if (a.kind == ActionKind::assign || a.kind == ActionKind::assign_all) {
      Exits exits;
      exits.after = after;
      exits.fire = {failed, m.kind};
      attempt(a, place, m.from, fire, exits);
    } else {
      fire();
      b_.jump(after);
    }
    b_.go_on_in(failed);  // it was not executed
    V counter = b_.at(call_field(b_.ptr, offsetof(NativeCall, executed)), b_.c64(8 * uint64_t{place}));
    b_.store(b_.sub(b_.load(b_.i64, counter, 8), b_.c64(1)), counter, 8);
    b_.jump(g.stored);

    b_.go_on_in(after);
    At to = m.from;
    to.state = b_.get(b_.ptr, m.to);
    enter(m.process, edge.to, to);
    if (edge.atomic)
      b_.call(go_on_[pid_of(m.from)], {call_, to.state, g.then, deeper});
    else
      go_on_with(g.then, to.state, deeper);
    b_.jump(next);
    b_.go_on_in(next);
  }
  b_.jump(g.done);
}

// The copy that a command writes to: in memory of the call if somebody goes on from there, else where a successor is
// made.
V GuardedGenerator::fire_on(const GoingOn& g, bool atomic, uint32_t place) {
  const auto copy = [&](bool inside) {
    return b_.call(fire_[inside], {call_, g.m.from.state, b_.c32(place), g.m.depth});
  };
  if (atomic || !go_on_any_) return copy(atomic);
  const Block last = b_.block(), inside = b_.block(), both = b_.block();
  b_.branch(b_.compare(LLVMIntSLT, g.then, b_.c32(0)), last, inside);
  b_.go_on_in(last);
  V successor = copy(false);
  b_.jump(both);
  b_.go_on_in(inside);
  V work = copy(true);
  b_.jump(both);
  b_.go_on_in(both);
  return b_.phi(b_.ptr, {{successor, last}, {work, inside}});
}

// All processes, from the first to the last.
void GuardedGenerator::make_guarded_expand() {
  b_.enter(b_.function("gyre_expand", b_.signature(b_.i32, {b_.ptr, b_.i32}), LLVMExternalLinkage));
  call_ = b_.parameter(0);
  V state = call_field(b_.ptr, offsetof(NativeCall, state));
  V any = b_.c32(0);
  for (size_t pid = 0; pid < p_.instances.size(); ++pid) {
    set_call_field(b_.c32(pid), offsetof(NativeCall, first_mover));
    any = b_.bit_or(any, b_.call(guarded_moves_[pid], {call_, state}));
  }
  b_.give_back(any);
}

}  // namespace gyre::jit
