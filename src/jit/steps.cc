// Steps: the edges of a control state in their order, atomic sequences, d_steps; as vm/promela_stepper.cc takes them.
#include <algorithm>
#include <cassert>
#include <cstddef>

#include "base/narrow.h"
#include "jit/generator.h"
#include "jit/guarded.h"

namespace gyre::jit {

using ir::ActionKind;
using model::ErrorKind;
using model::NativeCall;
using model::SuccessorBuffer;

Generator::Generator(const Input& input, Finish finish)
    : p_(input.program),
      analysis_(input.analysis),
      context_(input.context),
      sizes_(input.sizes),
      finish_(std::move(finish)),
      b_(input.context),
      common_(input.common) {
  uint32_t place = 0;
  for (const ir::Process& process : p_.processes) {
    first_place_.push_back(place);
    place += narrow<uint32_t>(process.edges.size());
    for (const ir::Edge& edge : process.edges) {
      can_be_many_ |= edge.atomic;
      counts_steps_ |= edge.atomic || action(edge).kind == ActionKind::d_step;
    }
  }
}

std::unique_ptr<Generator> Generator::of(const Input& input, Finish finish) {
  std::unique_ptr<Generator> made;
  switch (input.program.semantics.stepping) {
    case ir::Stepping::statements: made.reset(new Generator(input, std::move(finish))); break;
    case ir::Stepping::guarded_commands: made = std::make_unique<GuardedGenerator>(input, std::move(finish)); break;
  }
  made->statements_ = made->all_statements();
  made->several_ = made->statements_ > input.sizes.module;
  return made;
}

void Generator::generate() {
  main_.reset(LLVMModuleCreateWithNameInContext("model", context_));
  b_.into(main_.get(), several_);
  make_processes();
  make_conditions();
  finish_(main_.get());
}

void Generator::make_processes() {
  move_type_ = b_.signature(b_.i32, {b_.ptr, b_.ptr, b_.i64, b_.i32, b_.i32, b_.i32});
  make_begin();
  make_fire();
  make_emit();
  for (size_t t = 0; t < p_.processes.size(); ++t) {
    V f = nullptr;
    for (size_t s = 0; s < p_.processes[t].states.size() && !f; ++s) {
      if (!analysis_.native(t, s)) continue;
      f = reader("move_" + std::to_string(t), move_type_);
    }
    moves_.push_back(f);
    V keep = b_.function("keep_" + std::to_string(t), b_.signature(b_.none, {b_.ptr, b_.ptr, b_.i64, b_.i32, b_.i32}));
    b_.attribute(keep, LLVMAttributeFunctionIndex, "noinline");
    keeps_.push_back(keep);
  }
  make_offer();
  for (size_t t = 0; t < p_.processes.size(); ++t) {
    if (accepts_[t]) make_accept(t);
    if (moves_[t]) make_move(t);
    make_keep(t);
  }
  make_common();
  make_expand();
}

// A function of a state, which is its second parameter.
V Generator::reader(const std::string& name, Type type) {
  V f = b_.function(name, type);
  for (const char* what : {"noalias", "readonly"}) b_.attribute(f, 2, what);
  return f;
}

// An assertion that fails and a message of the wrong length are reported, and the step goes on.
V Generator::is_recoverable(V k) {
  return b_.bit_or(b_.equal(k, kind(ErrorKind::assertion)), b_.equal(k, kind(ErrorKind::channel_misuse)));
}

void Generator::note(V k, V place, V depth) {
  b_.call(b_.signature(b_.none, {b_.ptr, b_.i32, b_.i32, b_.i32}), call_field(b_.ptr, offsetof(NativeCall, note)),
          {call_, k, place, depth});
}

void Generator::dead_end(V k, V place, V depth) {
  b_.call(b_.signature(b_.none, {b_.ptr, b_.i32, b_.i32, b_.i32}), call_field(b_.ptr, offsetof(NativeCall, dead_end)),
          {call_, k, place, depth});
}

// An edge is executed.
void Generator::fired(V place) {
  V at = b_.at(call_field(b_.ptr, offsetof(NativeCall, executed)), b_.shl(b_.zext(place, b_.i64), b_.c64(3)));
  b_.store(b_.add(b_.load(b_.i64, at, 8), b_.c64(1)), at, 8);
}

// All moves of a process are left to the machine.
V Generator::machine_move(V state, V pid, V depth, V timeout) {
  return b_.call(b_.signature(b_.i32, {b_.ptr, b_.ptr, b_.i32, b_.i32, b_.i32}),
                 call_field(b_.ptr, offsetof(NativeCall, move)), {call_, state, pid, depth, timeout});
}

// A copy of a state to write an effect to.
V Generator::begin(V from, bool atomic) { return b_.call(begin_[atomic], {call_, from}); }

// The first statement of a transition that is at this place and depth.
V Generator::statement_at(V place, V depth) {
  return b_.select(b_.is_true(depth), call_field(b_.i32, offsetof(NativeCall, first_statement)), place);
}
// It is remembered.
void Generator::begin_with(V place, V depth) {
  set_call_field(statement_at(place, depth), offsetof(NativeCall, first_statement));
}

// Counts a step of the expansion; true if it is one too many.
V Generator::count_step() {
  V steps = b_.add(call_field(b_.i64, offsetof(NativeCall, steps)), b_.c64(1));
  set_call_field(steps, offsetof(NativeCall, steps));
  if (!can_be_many_) return b_.c(b_.i1, 0);
  return b_.compare(LLVMIntUGT, steps, call_field(b_.i64, offsetof(NativeCall, limit)));
}

Generator::Field Generator::control_field(size_t process, const At& at) const {
  Field f;
  f.byte = at.frame;
  f.bit = p_.processes[process].pc_offset;
  f.width = p_.processes[process].pc_bits;
  return f;
}

V Generator::control(size_t process, const At& at) { return load(at.state, control_field(process, at)); }

void Generator::set_control(size_t process, uint32_t state, const At& to) {
  assert(state < p_.processes[process].states.size());
  store(to.state, control_field(process, to), b_.c32(state));
}

// Like set_control, and what is not needed there any more is cleared.
void Generator::enter(size_t process, uint32_t state, const At& to) {
  set_control(process, state, to);
  for (const ir::VarId var : p_.processes[process].states[state].dead) {
    const ir::Variable& v = p_.variable(var);
    const int32_t nothing = v.type.ranged() ? std::clamp(0, v.type.low, v.type.high) : 0;
    for (uint32_t i = 0; i < v.count; ++i) {
      Field f;
      f.byte = to.frame;
      f.bit = v.bit_offset + i * v.type.width;
      f.width = v.type.width;
      store(to.state, f, b_.c32(nothing));
    }
  }
}

void Generator::set_last(const At& to, V pid) {
  if (p_.last_offset < 0) return;
  Field f;
  f.byte = b_.c64(4);
  f.bit = narrow<uint32_t>(p_.last_offset);
  f.width = p_.last_bits;
  store(to.state, f, pid);
}

// Takes an edge if it is possible, up to its effect; control is not moved.
void Generator::attempt(const ir::Action& a, uint32_t place, const At& from, const Fire& fire, const Exits& exits) {
  switch (a.kind) {
    case ActionKind::condition: {
      const Block yes = b_.block();
      b_.branch(truth(a.expr, from, exits.guard), yes, exits.no);
      b_.go_on_in(yes);
      fire();
      break;
    }
    case ActionKind::assign: {
      const At to = fire();
      if (a.place.var == ir::kNone) break;
      V v = value(a.expr, from, exits.fire);
      V index = flat_index(a.place, from, exits.fire);
      store(to.state, variable(a.place.var, to, index), v);
      break;
    }
    case ActionKind::assert_: {
      fire();
      V holds = truth(a.expr, from, exits.fire);
      fail_if(b_.bit_not(holds), ErrorKind::assertion, exits.fire);
      break;
    }
    case ActionKind::assign_all: assign_all(a, from, fire, exits); break;
    case ActionKind::trap:
      fire();
      fail(ErrorKind::trap, exits.fire);
      return;
    case ActionKind::print:
      look_at_printed(a, from, exits);
      fire();
      break;
    case ActionKind::send: send(a, place, from, fire, exits); return;
    case ActionKind::receive: receive(a, place, from, fire, exits); return;
    case ActionKind::skip:
    case ActionKind::else_:
    case ActionKind::print_mtype: fire(); break;
    // d_steps have code of their own, the others are the machine's.
    case ActionKind::d_step:
    case ActionKind::end:
    case ActionKind::set_priority:
    case ActionKind::new_channel: assert(false); break;
  }
  b_.jump(exits.after);
}

// All values and indices are evaluated before the first one is stored.
void Generator::assign_all(const ir::Action& a, const At& from, const Fire& fire, const Exits& exits) {
  const At to = fire();
  std::vector<std::pair<V, V>> values;
  for (size_t i = 0; i < a.exprs.size(); ++i) {
    V v = value(a.exprs[i], from, exits.fire);
    values.push_back({v, flat_index(a.receive[i].place, from, exits.fire)});
  }
  for (size_t i = values.size(); i-- > 0;)
    store(to.state, variable(a.receive[i].place.var, to, values[i].second), values[i].first);
}

// After a step: either the process keeps control, or the state is a successor.
void Generator::take(size_t process, bool atomic, const At& to, V depth) {
  if (atomic)
    keep_control(process, to, depth);
  else
    b_.call(emit_, {call_, to.state, depth});
}

void Generator::keep_control(size_t process, const At& to, V depth) {
  b_.call(keeps_[process], {call_, to.state, to.frame, to.pid, depth});
}

// The process keeps control: (call, state, frame, pid, depth).
void Generator::make_keep(size_t process) {
  b_.enter(keeps_[process]);
  call_ = b_.parameter(0);
  const At to{b_.parameter(1), b_.parameter(2), b_.parameter(3), nullptr};
  V depth = b_.parameter(4);
  count(offsetof(SuccessorBuffer, atomic_steps), b_.c64(1));
  V deepest = b_.at(call_field(b_.ptr, offsetof(NativeCall, out)), offsetof(SuccessorBuffer, inner_depth));
  V before = b_.load(b_.i32, deepest, 4);
  b_.store(b_.select(b_.compare(LLVMIntUGT, depth, before), depth, before), deepest, 4);
  set_call_field(b_.at(to.state, b_.add(padded(), b_.c64(NativeCall::kSlack))), offsetof(NativeCall, work));
  V far = b_.compare(LLVMIntUGE, depth, b_.c32(NativeCall::kDepth));
  V many = b_.compare(LLVMIntUGT, call_field(b_.i64, offsetof(NativeCall, steps)),
                      call_field(b_.i64, offsetof(NativeCall, max_steps)));
  const Block machine = b_.block(), native = b_.block(), both = b_.block(), stays = b_.block(), done = b_.block();
  b_.branch_seldom(b_.bit_or(far, many), machine, native);
  b_.go_on_in(machine);
  V moved_there = machine_move(to.state, to.pid, depth, b_.c32(0));
  b_.jump(both);
  b_.go_on_in(native);
  V moved_here = moves_[process] ? b_.call(moves_[process], {call_, to.state, to.frame, to.pid, depth, b_.c32(0)})
                                 : machine_move(to.state, to.pid, depth, b_.c32(0));
  b_.jump(both);
  b_.go_on_in(both);
  V moved = b_.phi(b_.i32, {{moved_there, machine}, {moved_here, native}});
  set_call_field(to.state, offsetof(NativeCall, work));
  b_.branch(b_.is_true(moved), done, stays);
  b_.go_on_in(stays);
  b_.call(emit_, {call_, begin(to.state, false), depth});
  b_.jump(done);
  b_.go_on_in(done);
  b_.give_back();
}

// All moves of a process: (call, state, frame, pid, depth, timeout). 0: it cannot move.
void Generator::make_move(size_t process) {
  std::vector<Sized> states;
  for (size_t s = 0; s < p_.processes[process].states.size(); ++s) {
    if (analysis_.native(process, s)) states.push_back({s, statements_of(process, s)});
  }
  const auto at = [&] { return At{b_.parameter(1), b_.parameter(2), nullptr, nullptr}; };
  make_in_parts(moves_[process], process, states, at,
                [&](V function, const std::vector<size_t>& some) { make_moves_from(function, process, some); });
}

void Generator::make_moves_from(V function, size_t process, const std::vector<size_t>& states) {
  b_.enter(function);
  call_ = b_.parameter(0);
  make_moves(process, states, {b_.parameter(1), b_.parameter(2), b_.parameter(3), b_.parameter(5)}, b_.parameter(4));
}

// The body of such a function.
void Generator::make_moves(size_t process, const std::vector<size_t>& states, const At& from, V depth) {
  Mover m;
  m.process = process;
  m.from = from;
  m.depth = depth_ = depth;
  m.executed = b_.slot(b_.i32, b_.c32(0));
  m.failed = b_.slot(b_.i32, b_.c32(0));
  m.kind = b_.slot(b_.i32);
  m.to = b_.slot(b_.ptr);
  const Block other = b_.block();
  V choice = b_.switch_on(control(process, m.from), other, states.size());
  for (const size_t s : states) {
    const Block here = b_.block();
    b_.add_case(choice, b_.c32(s), here);
    b_.go_on_in(here);
    make_state(m, s);
    V failed = b_.select(b_.is_true(m.depth), b_.c32(0), b_.get(b_.i32, m.failed));
    b_.give_back(b_.bit_or(b_.get(b_.i32, m.executed), failed));
  }
  b_.go_on_in(other);
  b_.give_back(machine_move(m.from.state, m.from.pid, m.depth, m.from.timeout));
}

void Generator::make_state(const Mover& m, size_t state) {
  const ir::Process& process = p_.processes[m.process];
  const Escapes escapes = begin_escapes(process, state);
  for (uint32_t e : process.states[state].edges) {
    with_escape(escapes, process.edges[e], m.executed, [&] { make_edge(m, process.edges[e], place_of(m.process, e)); });
  }
  end_escapes(escapes);
}

void Generator::make_edge(const Mover& m, const ir::Edge& edge, uint32_t place) {
  const ir::Action& a = action(edge);
  const Block next = b_.block();
  if (a.kind == ActionKind::end) {
    // Shapes are the machine's: it buries the youngest.
    const Block youngest = b_.block();
    V count = in_common_ ? b_.c32(common_.processes.size()) : call_field(b_.i32, offsetof(NativeCall, process_count));
    b_.branch(b_.equal(b_.add(m.from.pid, b_.c32(1)), count), youngest, next);
    b_.go_on_in(youngest);
    b_.set(m.executed, machine_move(m.from.state, m.from.pid, m.depth, m.from.timeout));
    b_.jump(next);
    b_.go_on_in(next);
    return;
  }
  if (a.kind == ActionKind::else_ || a.kind == ActionKind::trap) {
    const Block alone = b_.block();
    b_.branch(b_.is_true(b_.get(b_.i32, m.executed)), next, alone);
    b_.go_on_in(alone);
  }
  const Block dead = b_.block(), guard = b_.block(), fire_failed = b_.block(), after = b_.block();
  V deeper = b_.add(m.depth, b_.c32(1));
  const Fire fire = [&] {
    At to = m.from;
    to.state = in_common_ && !edge.atomic ? b_.call(common_fire_, {call_, m.from.state, b_.c32(place)})
                                          : b_.call(fire_[edge.atomic], {call_, m.from.state, b_.c32(place), m.depth});
    b_.set(m.to, to.state);
    if (can_be_many_) fail_if(b_.equal(to.state, LLVMConstNull(b_.ptr)), ErrorKind::limit, {dead, m.kind});
    return to;
  };
  Exits exits;
  exits.no = next;
  exits.after = after;
  exits.guard = {guard, m.kind};
  exits.fire = {fire_failed, m.kind};
  exits.offer = {dead, m.kind};
  offer_process_ = m.process;
  offer_target_ = edge.to;
  offer_executed_ = m.executed;
  if (a.kind == ActionKind::d_step)
    make_d_step(m, edge, place, fire, exits, dead);
  else
    attempt(a, place, m.from, fire, exits);

  if (b_.go_on_if_used(guard)) {  // misuse of a channel in a guard: an error, and false
    V k = b_.get(b_.i32, m.kind);
    dead_end(k, b_.c32(place), deeper);
    b_.set(m.executed, b_.select(is_recoverable(k), b_.get(b_.i32, m.executed), b_.c32(1)));
    b_.set(m.failed, b_.c32(1));
    b_.jump(next);
  }
  if (b_.go_on_if_used(fire_failed)) {
    const Block noted = b_.block();
    V f = b_.get(b_.i32, m.kind);
    b_.branch(is_recoverable(f), noted, dead);
    b_.go_on_in(noted);
    note(f, b_.c32(place), deeper);
    b_.jump(after);
  }
  if (b_.go_on_if_used(dead)) {
    dead_end(b_.get(b_.i32, m.kind), b_.c32(place), deeper);
    b_.set(m.executed, b_.c32(1));
    b_.jump(next);
  }
  if (!b_.go_on_if_used(after)) {  // always an offer
    b_.go_on_in(next);
    return;
  }
  b_.set(m.executed, b_.c32(1));
  At to = m.from;
  to.state = b_.get(b_.ptr, m.to);
  enter(m.process, edge.to, to);
  set_last(to, m.from.pid);
  if (edge.atomic)
    take(m.process, true, to, deeper);
  else
    finish_fired(to.state, deeper);
  b_.jump(next);
  b_.go_on_in(next);
}

// A d_step: its first statement is tried on the state itself; the rest runs on the successor.
void Generator::make_d_step(const Mover& m, const ir::Edge& edge, uint32_t, const Fire& fire, const Exits& exits,
                            Block dead) {
  Inside inside;
  inside.process = m.process;
  inside.exit = b_.block();
  inside.dead = dead;
  inside.remembered = b_.slot(b_.i32, b_.c32(0));
  inside.kind = m.kind;
  inside.steps = b_.slot(b_.i32, b_.c32(0));
  const Block nothing = b_.block(), guard_failed = b_.block();
  inside_edges(inside, action(edge).d_step_entry, m.from, fire, nothing, guard_failed);
  if (b_.go_on_if_used(nothing)) {  // a guard that met an error and is false lets it begin, and block
    const Block blocked = b_.block();
    b_.branch_seldom(b_.is_true(b_.get(b_.i32, inside.remembered)), blocked, exits.no);
    b_.go_on_in(blocked);
    fire();
    b_.set(m.kind, kind(ErrorKind::d_step_block));
    b_.jump(dead);
  }
  if (b_.go_on_if_used(guard_failed)) {  // it is executed, and fails
    fire();
    b_.jump(dead);
  }
  inside.at = m.from;
  inside.at.timeout = b_.c32(0);
  inside.at.state = m.to;
  inside_states(inside);
  b_.go_on_in(inside.exit);
  V remembered = b_.get(b_.i32, inside.remembered);
  b_.set(m.kind, remembered);
  const Block bad = b_.block();
  b_.branch(b_.is_true(remembered), bad, exits.after);
  b_.go_on_in(bad);
  b_.jump(exits.fire.target);
}

Block Generator::inside_block(Inside& inside, uint32_t state) {
  if (state == 0) return inside.exit;
  auto [it, fresh] = inside.blocks.try_emplace(state, nullptr);
  if (fresh) {
    it->second = b_.block();
    inside.wanted.push_back(state);
  }
  return it->second;
}

// The first possible edge of a state inside is taken. `first`: how the d_step begins, if it has not; `nothing`: where
// to go when none is possible.
void Generator::inside_edges(Inside& inside, uint32_t state, const At& from, const Fire& first, Block nothing,
                             Block guard_failed) {
  const ir::Process& process = p_.processes[inside.process];
  for (uint32_t e : process.states[state].edges) {
    const ir::Edge& edge = process.edges[e];
    const Block next = b_.block(), after = b_.block(), failed = b_.block(), guard = b_.block();
    const Fire fire = [&] {
      const At to = first ? first() : from;
      fired(b_.c32(place_of(inside.process, e)));
      fail_if(count_step(), ErrorKind::limit, {inside.dead, inside.kind});
      b_.set(inside.steps, b_.add(b_.get(b_.i32, inside.steps), b_.c32(1)));
      return to;
    };
    Exits exits;
    exits.no = next;
    exits.after = after;
    exits.guard = {guard, inside.kind};
    exits.fire = {failed, inside.kind};
    attempt(action(edge), 0, from, fire, exits);
    const Block target = inside_block(inside, edge.to);
    if (b_.go_on_if_used(guard)) {
      const Block false_ = b_.block();
      V k = b_.get(b_.i32, inside.kind);
      b_.branch(is_recoverable(k), false_, guard_failed);
      b_.go_on_in(false_);
      b_.set(inside.remembered, k);
      b_.jump(next);
    }
    if (b_.go_on_if_used(failed)) {
      const Block noted = b_.block();
      V k = b_.get(b_.i32, inside.kind);
      b_.branch(is_recoverable(k), noted, inside.dead);
      b_.go_on_in(noted);
      b_.set(inside.remembered, k);
      b_.jump(target);
    }
    if (b_.go_on_if_used(after)) b_.jump(target);
    if (!b_.go_on_if_used(next)) return;  // what stands behind it is never tried
  }
  b_.jump(nothing);
}

// A long d_step may be an endless one: then the machine, which watches for that, does the rest.
void Generator::leave_inside(Inside& inside, const At& at, uint32_t state) {
  const Block far = b_.block(), near = b_.block(), bad = b_.block(), noted = b_.block();
  b_.branch_seldom(b_.equal(b_.get(b_.i32, inside.steps), b_.c32(NativeCall::kDepth)), far, near);
  b_.go_on_in(far);
  V rest = call_field(b_.ptr, offsetof(NativeCall, d_step));
  V k = b_.call(b_.signature(b_.i32, {b_.ptr, b_.ptr, b_.i32, b_.i32}), rest, {call_, at.state, at.pid, b_.c32(state)});
  b_.set(inside.kind, k);
  b_.branch(b_.is_true(k), bad, inside.exit);
  b_.go_on_in(bad);
  b_.branch(is_recoverable(k), noted, inside.dead);
  b_.go_on_in(noted);
  b_.set(inside.remembered, k);
  b_.jump(inside.exit);
  b_.go_on_in(near);
}

void Generator::inside_states(Inside& inside) {
  const V to = inside.at.state;  // slot
  while (!inside.wanted.empty()) {
    const uint32_t state = inside.wanted.back();
    inside.wanted.pop_back();
    b_.go_on_in(inside.blocks[state]);
    At at = inside.at;
    at.state = b_.get(b_.ptr, to);
    leave_inside(inside, at, state);
    const Block blocked = b_.block(), guard_failed = b_.block();
    inside_edges(inside, state, at, nullptr, blocked, guard_failed);
    if (b_.go_on_if_used(blocked)) {
      b_.set(inside.kind, kind(ErrorKind::d_step_block));
      b_.jump(inside.dead);
    }
    if (b_.go_on_if_used(guard_failed)) b_.jump(inside.dead);
  }
}

// All processes, from the youngest to the oldest.
void Generator::make_expand() {
  V f = b_.function("gyre_expand", b_.signature(b_.i32, {b_.ptr, b_.i32}), LLVMExternalLinkage);
  b_.enter(f);
  call_ = b_.parameter(0);
  V state = call_field(b_.ptr, offsetof(NativeCall, state));
  V frames = call_field(b_.ptr, offsetof(NativeCall, processes));
  V any = b_.slot(b_.i32, b_.c32(0));
  if (knows_common()) expand_common();
  V pid = b_.slot(b_.i32, call_field(b_.i32, offsetof(NativeCall, process_count)));
  const Block test = b_.block(), body = b_.block(), done = b_.block();
  b_.jump(test);
  b_.go_on_in(test);
  b_.branch(b_.is_true(b_.get(b_.i32, pid)), body, done);
  b_.go_on_in(body);
  V number = b_.sub(b_.get(b_.i32, pid), b_.c32(1));
  b_.set(pid, number);
  set_call_field(number, offsetof(NativeCall, first_mover));
  V ref = b_.at(frames, b_.shl(b_.zext(number, b_.i64), b_.c64(3)));
  V frame = b_.zext(b_.load(b_.i32, b_.at(ref, offsetof(ir::FrameRef, offset)), 4), b_.i64);
  V type = b_.load(b_.i32, b_.at(ref, offsetof(ir::FrameRef, type)), 4);
  const Block other = b_.block();
  V choice = b_.switch_on(type, other, moves_.size());
  auto moved = [&](V result) {
    b_.set(any, b_.bit_or(b_.get(b_.i32, any), result));
    b_.jump(test);
  };
  for (size_t t = 0; t < moves_.size(); ++t) {
    if (!moves_[t]) continue;
    const Block here = b_.block();
    b_.add_case(choice, b_.c32(t), here);
    b_.go_on_in(here);
    moved(b_.call(moves_[t], {call_, state, frame, number, b_.c32(0), b_.parameter(1)}));
  }
  b_.go_on_in(other);
  moved(machine_move(state, number, b_.c32(0), b_.parameter(1)));
  b_.go_on_in(done);
  b_.give_back(b_.get(b_.i32, any));
}

}  // namespace gyre::jit
