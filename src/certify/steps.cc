// Steps of processes: choices, handshakes, atomic sequences.
#include "certify/semantics.h"

namespace certify {

// What a sender offers, as the fields of its channel hold it.
std::vector<int32_t> Semantics::offer(State& s, int32_t pid, const Action& a, bool timeout) {
  const Who who{pid, timeout, false};
  std::vector<int32_t> message;
  for (const int e : a.exprs) message.push_back(eval(s, e, who));
  const ChannelType& type = program_.channels[static_cast<size_t>(channel(s, eval(s, a.channel, who))->type)];
  if (message.size() != type.fields.size()) throw Rejected("a message has the wrong number of fields: " + a.text);
  for (size_t i = 0; i < message.size(); ++i) message[i] = type.fields[i].cut(message[i]);
  return message;
}

const Edge* Semantics::acceptance(State& s, int32_t pid, const Edge& edge, int32_t number,
                                  const std::vector<int32_t>& message) {
  const Who who{pid, false, false};
  const auto accepts = [&](const Edge& e) {
    const Action& a = program_.actions[static_cast<size_t>(e.action)];
    if (a.kind != ActionKind::receive || a.peek || eval(s, a.channel, who) != number) return false;
    for (size_t i = 0; i < a.receive.size() && i < message.size(); ++i) {
      if (a.receive[i].kind == ReceiveArg::Kind::match && eval(s, a.receive[i].value, who) != message[i]) return false;
    }
    if (a.receive.size() != message.size()) throw Rejected("a receive has the wrong number of fields: " + a.text);
    return true;
  };
  const Action& a = program_.actions[static_cast<size_t>(edge.action)];
  if (a.kind == ActionKind::receive) return accepts(edge) ? &edge : nullptr;
  if (a.kind != ActionKind::d_step) return nullptr;
  for (const Edge& e : process_of(s, pid).points[a.d_step_entry].edges) {
    if (accepts(e)) return &e;
  }
  return nullptr;
}

// The sender goes on, then every process that can take what it offers makes a step of its own out of it. False: nobody
// takes it. Without `out` this is only asked.
bool Semantics::handshakes(const State& s, int32_t pid, const Edge& edge, bool timeout, std::vector<Task>* out) {
  State offered = s;
  const Action& a = program_.actions[static_cast<size_t>(edge.action)];
  const std::vector<int32_t> message = offer(offered, pid, a, timeout);
  const int32_t number = eval(offered, a.channel, {pid, timeout, false});
  bool taken = false;
  const int32_t count = process_count(s);
  for (int32_t q = count - 1; q >= 0; --q) {
    State before = s;
    if (q == pid || !provided(before, q, timeout)) continue;
    uint32_t escape = 0;
    const uint32_t at = static_cast<uint32_t>(frame_of(s, q).values[0]);
    for (const Edge& e : process_of(s, q).points[at].edges) {
      if (escape > 0 && escape != e.escape) break;
      State to = s;
      go(to, pid, edge.to);
      to.last = pid;
      const Edge* r = acceptance(to, q, e, number, message);
      if (r == nullptr) continue;
      taken = true;
      if (out == nullptr) return true;
      escape = e.escape;
      const Action& receive = program_.actions[static_cast<size_t>(r->action)];
      const Who who{q, false, true};
      for (size_t i = 0; i < message.size(); ++i) {
        if (receive.receive[i].kind == ReceiveArg::Kind::bind) store(to, receive.receive[i].place, message[i], who);
      }
      if (r != &e) run_d_step(to, q, r->to, false);
      go(to, q, e.to);
      to.last = q;
      out->push_back({std::move(to), e.atomic ? q : -1});
    }
  }
  return taken;
}

bool Semantics::move(const State& s, int32_t pid, bool timeout, std::vector<Task>& out) {
  State here = s;
  if (!provided(here, pid, timeout) || !has_priority(here, pid, timeout)) return false;
  bool executed = false;
  uint32_t escape = 0;
  const Process& p = process_of(s, pid);
  const uint32_t at = static_cast<uint32_t>(frame_of(s, pid).values[0]);
  for (const Edge& e : p.points[at].edges) {
    // Once an escape can be taken, nothing but its other statements can.
    if (escape > 0 && escape != e.escape) break;
    const Action& a = program_.actions[static_cast<size_t>(e.action)];
    if (a.kind == ActionKind::else_ && executed) continue;
    if (is_handshake(here, a, {pid, timeout, false})) {
      const bool taken = handshakes(s, pid, e, timeout, &out);
      if (taken && executed && p.deterministic) throw Rejected("a choice in a process that was declared deterministic");
      executed |= taken;
      escape = taken ? e.escape : 0;  // an offer that nobody takes lets go of the escape, as in SPIN
      continue;
    }
    if (!enabled(here, pid, a, timeout)) continue;
    State to = s;
    if (!execute(to, pid, a, timeout)) continue;
    if (executed && p.deterministic) throw Rejected("a choice in a process that was declared deterministic");
    if (a.kind != ActionKind::end) go(to, pid, e.to);
    to.last = pid;
    out.push_back({std::move(to), e.atomic ? pid : -1});
    executed = true;
    escape = e.escape;
  }
  return executed;
}

void Semantics::steps(const State& state, bool& blocked, const std::function<void(const State&)>& each) {
  std::vector<Task> tasks;
  blocked = true;
  for (const bool timeout : {false, true}) {
    for (int32_t pid = process_count(state) - 1; pid >= 0; --pid) {
      if (move(state, pid, timeout, tasks)) blocked = false;
    }
    if (!blocked || !program_.uses_timeout) break;
  }
  // An atomic sequence goes on as long as its process can move; where it blocks others can.
  std::unordered_set<std::string> inside;
  while (!tasks.empty()) {
    const Task task = std::move(tasks.back());
    tasks.pop_back();
    if (task.holder >= 0) {
      std::string met = encode(program_, task.state);
      write_number(met, task.holder);
      if (!inside.insert(std::move(met)).second || move(task.state, task.holder, false, tasks)) continue;
    }
    each(task.state);
  }
}

void Semantics::stands_well(const State& s) const {
  for (const Frame& f : s.frames) {
    if (f.channel) continue;
    const Process& p = program_.processes[static_cast<size_t>(f.type)];
    if (!p.points[static_cast<size_t>(f.values[0])].end)
      throw Rejected("a deadlock: " + p.name + " has not come to a valid end");
  }
}

}  // namespace certify
