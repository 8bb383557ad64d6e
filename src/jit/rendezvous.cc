// Rendezvous: a sender offers, every process that can receive at once makes a transition of its own; as
// PromelaStepper::offer() of vm/rendezvous.cc.
#include <cassert>
#include <cstddef>

#include "jit/generator.h"

namespace gyre::jit {

using ir::ActionKind;
using model::ErrorKind;
using model::NativeCall;
using model::SuccessorBuffer;

// The parameters that offer and accept functions share, by their numbers.
struct Generator::Accepting {
  size_t process = 0;
  At at;
  V depth, channel, fields, place, misfit, pc_at, pc_mask, pc_bits;
  V accepted;  // slot, i32
};

namespace {

constexpr unsigned kState = 1, kFrame = 2, kPid = 3, kDepth = 4, kChannel = 5, kFields = 6, kPlace = 7, kMisfit = 8,
                   kPcAt = 9, kPcMask = 10, kPcBits = 11;

}  // namespace

// May some receive of this edge accept an offer, or fail to say whether it does?
bool Generator::may_accept(size_t process, uint32_t edge) const {
  const ir::Process& p = p_.processes[process];
  const ir::Action& a = action(p.edges[edge]);
  if (a.kind == ActionKind::receive) return !a.peek && analysis_.is_asked(a.channel);
  if (a.kind != ActionKind::d_step) return false;
  for (uint32_t inner : p.states[a.d_step_entry].edges) {
    if (action(p.edges[inner]).kind == ActionKind::receive && may_accept(process, inner)) return true;
  }
  return false;
}

// The send of an edge whose channel has no slots.
void Generator::offer(const ir::Action& a, const ir::ChannelType& type, const Channel& channel, uint32_t place,
                      const At& from, const Exits& exits) {
  V deepest = b_.at(call_field(b_.ptr, offsetof(NativeCall, out)), offsetof(SuccessorBuffer, inner_depth));
  V before = b_.load(b_.i32, deepest, 4);
  V deeper = b_.add(depth_, b_.c32(1));
  b_.store(b_.select(b_.compare(LLVMIntUGT, deeper, before), deeper, before), deepest, 4);
  begin_with(b_.c32(place), depth_);
  std::vector<V> message;
  for (ir::ExprId e : a.exprs) message.push_back(value(e, from, exits.offer));
  const bool misfit = message.size() != type.fields.size();
  message.resize(type.fields.size(), b_.c32(0));
  V there = b_.at(call_, offsetof(NativeCall, message));
  // This may be inside another offer, whose receiver goes on and sends; there are others to be asked with its message.
  std::vector<V> outer;
  for (size_t f = 0; f < message.size(); ++f) outer.push_back(b_.load(b_.i32, b_.at(there, 4 * f), 4));
  for (size_t f = 0; f < message.size(); ++f) {
    // A message field holds what fits into it.
    V v = message[f];
    if (type.fields[f].width < 32) {
      v = b_.trunc(v, b_.integer(type.fields[f].width));
      v = type.fields[f].is_signed ? b_.sext(v, b_.i32) : b_.zext(v, b_.i32);
    }
    b_.store(v, b_.at(there, 4 * f), 4);
  }
  // How the sender's control is moved: eight bytes, a mask and what is put there.
  const ir::Process& sender = p_.processes[offer_process_];
  const uint32_t shift = sender.pc_offset % 8;
  V pc_at = b_.add(from.frame, b_.c64(sender.pc_offset / 8));
  const uint64_t mask = ((uint64_t{1} << sender.pc_bits) - 1) << shift;
  V accepted = b_.call(
      offer_, {call_, from.state, b_.c64(0), from.pid, depth_, channel.id, b_.c32(type.fields.size()), b_.c32(place),
               b_.c32(misfit ? 1 : 0), pc_at, b_.c64(~mask), b_.c64(uint64_t{offer_target_} << shift)});
  for (size_t f = 0; f < outer.size(); ++f) b_.store(outer[f], b_.at(there, 4 * f), 4);
  b_.set(offer_executed_, b_.bit_or(b_.get(b_.i32, offer_executed_), accepted));
  // As in SPIN, an offer that nobody accepts opens the way for what is not of the escape.
  if (offer_escape_) b_.set(offer_escape_, b_.select(b_.is_true(accepted), b_.get(b_.i32, offer_escape_), b_.c32(0)));
  b_.jump(exits.no);
}

// Asks all processes but the sender.
void Generator::make_offer() {
  accept_type_ = b_.signature(
      b_.i32, {b_.ptr, b_.ptr, b_.i64, b_.i32, b_.i32, b_.i32, b_.i32, b_.i32, b_.i32, b_.i64, b_.i64, b_.i64});
  for (size_t t = 0; t < p_.processes.size(); ++t) {
    V f = nullptr;
    for (uint32_t e = 0; e < p_.processes[t].edges.size() && !f; ++e) {
      if (p_.processes[t].edges[e].in_d_step || !may_accept(t, e) || !analysis_.offers()) continue;
      f = reader("accept_" + std::to_string(t), accept_type_);
    }
    accepts_.push_back(f);
  }
  offer_ = b_.function("offer", accept_type_);
  b_.enter(offer_);
  call_ = b_.parameter(0);
  V state = b_.parameter(kState);
  V frames = call_field(b_.ptr, offsetof(NativeCall, processes));
  V any = b_.slot(b_.i32, b_.c32(0));
  V pid = b_.slot(b_.i32, call_field(b_.i32, offsetof(NativeCall, process_count)));
  const Block test = b_.block(), body = b_.block(), ask = b_.block(), done = b_.block();
  b_.jump(test);
  b_.go_on_in(test);
  b_.branch(b_.is_true(b_.get(b_.i32, pid)), body, done);
  b_.go_on_in(body);
  V number = b_.sub(b_.get(b_.i32, pid), b_.c32(1));
  b_.set(pid, number);
  b_.branch(b_.equal(number, b_.parameter(kPid)), test, ask);
  b_.go_on_in(ask);
  V ref = b_.at(frames, b_.shl(b_.zext(number, b_.i64), b_.c64(3)));
  V frame = b_.zext(b_.load(b_.i32, b_.at(ref, offsetof(ir::FrameRef, offset)), 4), b_.i64);
  V choice = b_.switch_on(b_.load(b_.i32, b_.at(ref, offsetof(ir::FrameRef, type)), 4), test, accepts_.size());
  for (size_t t = 0; t < accepts_.size(); ++t) {
    if (!accepts_[t]) continue;
    const Block here = b_.block();
    b_.add_case(choice, b_.c32(t), here);
    b_.go_on_in(here);
    auto given = [&](unsigned index) { return b_.parameter(index); };
    V accepted = b_.call(accepts_[t], {call_, state, frame, number, given(kDepth), given(kChannel), given(kFields),
                                       given(kPlace), given(kMisfit), given(kPcAt), given(kPcMask), given(kPcBits)});
    b_.set(any, b_.bit_or(b_.get(b_.i32, any), accepted));
    b_.jump(test);
  }
  b_.go_on_in(done);
  b_.give_back(b_.get(b_.i32, any));
}

// The edges of a control state that may accept an offer.
std::vector<uint32_t> Generator::accepting(size_t process, size_t state) const {
  const ir::Process& p = p_.processes[process];
  std::vector<uint32_t> out;
  for (uint32_t e : p.states[state].edges) {
    if (!p.edges[e].in_d_step && may_accept(process, e)) out.push_back(e);
  }
  return out;
}

void Generator::make_accept(size_t process) {
  std::vector<Sized> states;
  for (size_t s = 1; s < p_.processes[process].states.size(); ++s) {
    if (!accepting(process, s).empty()) states.push_back({s, statements_of(process, s)});
  }
  const auto at = [&] { return At{b_.parameter(kState), b_.parameter(kFrame), nullptr, nullptr}; };
  make_in_parts(accepts_[process], process, states, at,
                [&](V function, const std::vector<size_t>& some) { make_accept_in(function, process, some); });
}

void Generator::make_accept_in(V function, size_t process, const std::vector<size_t>& states) {
  const ir::Process& p = p_.processes[process];
  b_.enter(function);
  call_ = b_.parameter(0);
  Accepting g;
  g.process = process;
  g.at = {b_.parameter(kState), b_.parameter(kFrame), b_.parameter(kPid), b_.c32(0)};
  g.depth = depth_ = b_.parameter(kDepth);
  g.channel = b_.parameter(kChannel);
  g.fields = b_.parameter(kFields);
  g.place = b_.parameter(kPlace);
  g.misfit = b_.parameter(kMisfit);
  g.pc_at = b_.parameter(kPcAt);
  g.pc_mask = b_.parameter(kPcMask);
  g.pc_bits = b_.parameter(kPcBits);
  g.accepted = b_.slot(b_.i32, b_.c32(0));
  const Block done = b_.block();
  V choice = b_.switch_on(control(process, g.at), done, states.size());
  for (const size_t s : states) {
    const Block here = b_.block();
    b_.add_case(choice, b_.c32(s), here);
    b_.go_on_in(here);
    const Escapes escapes = begin_escapes(p, s);
    for (uint32_t e : accepting(process, s)) with_escape(escapes, p.edges[e], g.accepted, [&] { accept_edge(g, e); });
    end_escapes(escapes);
    b_.jump(done);
  }
  b_.go_on_in(done);
  b_.give_back(b_.get(b_.i32, g.accepted));
}

// The edge itself, or the first statement of its d_step that accepts.
void Generator::accept_edge(const Accepting& g, uint32_t edge) {
  const ir::Process& p = p_.processes[g.process];
  const ir::Action& a = action(p.edges[edge]);
  const Block done = b_.block();
  std::vector<uint32_t> candidates;
  if (a.kind == ActionKind::receive) {
    candidates.push_back(edge);
  } else {
    for (uint32_t inner : p.states[a.d_step_entry].edges) {
      if (may_accept(g.process, inner)) candidates.push_back(inner);
    }
  }
  for (uint32_t c : candidates) {
    const Block rejected = b_.block();
    accept_by(g, edge, c, rejected, done);
    b_.go_on_in(rejected);
  }
  b_.jump(done);
  b_.go_on_in(done);
}

void Generator::accept_by(const Accepting& g, uint32_t outer, uint32_t receive, Block rejected, Block done) {
  const ir::Process& p = p_.processes[g.process];
  const ir::Action& a = action(p.edges[receive]);
  const size_t count = a.receive.size();
  assert(a.kind == ir::ActionKind::receive && count <= NativeCall::kFields);
  V place = b_.c32(place_of(g.process, outer));
  V error = b_.slot(b_.i32, b_.c32(0));
  V message = b_.at(call_, offsetof(NativeCall, message));
  auto field = [&](size_t k) { return b_.load(b_.i32, b_.at(message, 4 * k), 4); };
  const Block unclear = b_.block();  // where the channel cannot be told
  V fits = b_.equal(value(a.channel, g.at, {unclear, error}), g.channel);
  if (const Block here = b_.here(); b_.go_on_if_used(unclear)) {
    fail_accepting(g, outer, receive, error, done);
    b_.go_on_in(here);
  }
  if (!analysis_.may_be_rendezvous(a.channel)) {
    b_.jump(rejected);
    return;
  }
  for (size_t k = 0; k < count; ++k) {
    const Block more = b_.block();
    b_.branch(fits, more, rejected);
    b_.go_on_in(more);
    fits = b_.c(b_.i1, 1);
    if (a.receive[k].kind != ir::ReceiveArg::Kind::match) continue;
    V beyond = b_.compare(LLVMIntUGE, b_.c32(k), g.fields);
    fits = b_.bit_or(beyond, b_.equal(value(a.receive[k].value, g.at, {rejected, error}), field(k)));
  }
  const Block accepted = b_.block(), bind = b_.block(), bound = b_.block(), run = b_.block(), moved = b_.block();
  b_.branch(fits, accepted, rejected);

  b_.go_on_in(accepted);
  b_.set(g.accepted, b_.c32(1));
  At to = g.at;
  to.state = begin(g.at.state, p.edges[outer].atomic);
  count_step();
  V to_slot = b_.slot(b_.ptr, to.state);
  V control = b_.at(to.state, g.pc_at);
  b_.store(b_.bit_or(b_.bit_and(b_.load(b_.i64, control), g.pc_mask), g.pc_bits), control);
  V many = b_.compare(LLVMIntUGT, b_.c32(count), g.fields);
  V few = b_.compare(LLVMIntULT, b_.c32(count), g.fields);
  b_.set(error, b_.select(many, kind(ErrorKind::channel_misuse), b_.c32(0)));
  b_.branch(many, bound, bind);
  b_.go_on_in(bind);
  for (size_t k = 0; k < count; ++k) {
    if (a.receive[k].kind == ir::ReceiveArg::Kind::bind) store_place(a.receive[k].place, field(k), to, {bound, error});
  }
  b_.jump(bound);
  b_.go_on_in(bound);
  b_.branch(b_.is_true(b_.get(b_.i32, error)), moved, run);

  b_.go_on_in(run);
  if (outer != receive) {
    Inside inside;
    inside.process = g.process;
    inside.at = g.at;
    inside.at.state = to_slot;
    inside.exit = b_.block();
    inside.dead = b_.block();
    inside.remembered = b_.slot(b_.i32, b_.c32(0));
    inside.kind = error;
    inside.steps = b_.slot(b_.i32, b_.c32(0));
    b_.jump(inside_block(inside, p.edges[receive].to));
    inside_states(inside);
    b_.go_on_in(inside.exit);
    b_.set(error, b_.get(b_.i32, inside.remembered));
    b_.jump(moved);
    if (b_.go_on_if_used(inside.dead)) b_.jump(moved);
  } else {
    b_.jump(moved);
  }

  b_.go_on_in(moved);
  enter(g.process, p.edges[outer].to, to);
  set_last(to, g.at.pid);
  count_accepted(g, outer, receive);
  V two = b_.add(g.depth, b_.c32(2));
  when(few, [&] { note(kind(ErrorKind::channel_misuse), place, two); });
  V receivers = add_receiver(g.at.pid);
  const Block finished = b_.block();
  V k = b_.get(b_.i32, error);
  const Block bad = b_.block(), noted = b_.block(), dead = b_.block(), good = b_.block();
  b_.branch_seldom(b_.is_true(k), bad, good);
  b_.go_on_in(bad);
  b_.branch(is_recoverable(k), noted, dead);
  b_.go_on_in(noted);
  note(k, place, two);
  b_.jump(good);
  b_.go_on_in(dead);
  dead_end(k, place, two);
  b_.jump(finished);
  b_.go_on_in(good);
  take(g.process, p.edges[outer].atomic, to, two);
  b_.jump(finished);
  b_.go_on_in(finished);
  set_call_field(receivers, offsetof(NativeCall, receiver_count));
  b_.jump(done);
}

// A receive whose channel cannot be told fails as a step of its process.
void Generator::fail_accepting(const Accepting& g, uint32_t outer, uint32_t receive, V error, Block done) {
  V place = b_.c32(place_of(g.process, outer));
  b_.set(g.accepted, b_.c32(1));
  count_step();
  count_accepted(g, outer, receive);
  V before = add_receiver(g.at.pid);
  dead_end(b_.get(b_.i32, error), place, b_.add(g.depth, b_.c32(2)));
  set_call_field(before, offsetof(NativeCall, receiver_count));
  b_.jump(done);
}

// Both halves of a rendezvous are executed; what is sent may not fit the channel.
void Generator::count_accepted(const Accepting& g, uint32_t outer, uint32_t receive) {
  fired(g.place);
  fired(b_.c32(place_of(g.process, outer)));
  if (outer != receive) fired(b_.c32(place_of(g.process, receive)));
  when(b_.is_true(g.misfit), [&] { note(kind(ErrorKind::channel_misuse), g.place, b_.add(g.depth, b_.c32(1))); });
}

void Generator::when(V condition, const std::function<void()>& body) {
  const Block yes = b_.block(), on = b_.block();
  b_.branch_seldom(condition, yes, on);
  b_.go_on_in(yes);
  body();
  b_.jump(on);
  b_.go_on_in(on);
}

// The process is one of the receivers as long as the transition goes on. Gives how many there were before.
V Generator::add_receiver(V pid) {
  V before = call_field(b_.i32, offsetof(NativeCall, receiver_count));
  V entry = b_.at(b_.at(call_, offsetof(NativeCall, receivers)), b_.shl(b_.zext(before, b_.i64), b_.c64(1)));
  b_.store(b_.trunc(pid, b_.integer(16)), entry, 2);
  set_call_field(b_.add(before, b_.c32(1)), offsetof(NativeCall, receiver_count));
  return before;
}

}  // namespace gyre::jit
