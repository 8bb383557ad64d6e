// Which statements can be executed, and what they do.
#include <algorithm>

#include "certify/semantics.h"

namespace certify {

namespace {

constexpr uint64_t kLongest = 10'000'000;  // statements of one d_step: beyond them it is taken for endless

}  // namespace

void Semantics::go(State& s, int32_t pid, uint32_t to) const { frame_of(s, pid).values[0] = static_cast<int32_t>(to); }

// Births ------------------------------------------------------------------------------------------------------------

int32_t Semantics::start(State& s, int process, int32_t priority, const std::vector<int32_t>& arguments) {
  const int32_t pid = process_count(s);
  if (static_cast<size_t>(pid) >= program_.max_processes) throw Rejected("too many processes");
  const Process& p = program_.processes[static_cast<size_t>(process)];
  Frame f;
  f.type = process;
  f.values.assign(1 + (program_.uses_priority ? 1 : 0) + p.values, 0);
  f.values[0] = static_cast<int32_t>(p.initial);
  if (program_.uses_priority) f.values[1] = priority;
  for (size_t i = 0; i < p.parameters.size() && i < arguments.size(); ++i) {
    const Variable& v = program_.variables[static_cast<size_t>(p.parameters[i])];
    f.values.at(1 + (program_.uses_priority ? 1 : 0) + v.slot) = v.type.cut(arguments[i]);
  }
  s.frames.push_back(std::move(f));
  initialise(s, p.initialisers, pid);
  return pid;
}

void Semantics::new_channel(State& s, const Action& action, int32_t owner) {
  int32_t number = 1;
  for (const Frame& f : s.frames) number += f.channel ? 1 : 0;
  if (static_cast<size_t>(number) > program_.max_processes) throw Rejected("too many channels");
  s.frames.push_back({true, action.channel_type, {0}});
  store(s, action.place, number, {owner, false, true});
}

void Semantics::initialise(State& s, const std::vector<int>& actions, int32_t owner) {
  for (const int id : actions) {
    const Action& a = program_.actions[static_cast<size_t>(id)];
    if (a.kind == ActionKind::new_channel) {
      new_channel(s, a, owner);
    } else if (a.kind == ActionKind::assign) {
      const Who who{owner, false, true};
      const int32_t v = eval(s, a.expr, who);
      store(s, a.place, v, who);
    } else {
      throw Rejected("a variable is initialised by something else than an assignment");
    }
  }
}

State Semantics::initial() {
  State s;
  s.globals.assign(program_.global_values, 0);
  initialise(s, program_.initialisers, -1);
  for (const Instance& i : program_.instances) start(s, i.process, i.priority, {});
  return s;
}

// Who can move ------------------------------------------------------------------------------------------------------

bool Semantics::provided(State& s, int32_t pid, bool timeout) {
  const int clause = process_of(s, pid).provided;
  return clause < 0 || eval(s, clause, {pid, timeout, false}) != 0;
}

// Only those processes move than which none that can move has a higher priority.
bool Semantics::has_priority(State& s, int32_t pid, bool timeout) {
  if (!program_.uses_priority) return true;
  const int32_t count = process_count(s);
  for (int32_t q = 0; q < count; ++q) {
    if (q != pid && frame_of(s, q).values[1] > frame_of(s, pid).values[1] && can_move(s, q, timeout)) return false;
  }
  return true;
}

bool Semantics::is_handshake(State& s, const Action& a, const Who& who) {
  if (a.kind != ActionKind::send) return false;
  const Frame* q = channel(s, eval(s, a.channel, who));
  return program_.channels[static_cast<size_t>(q->type)].capacity == 0;
}

// Where a message lies that a receive takes, from 1 on; 0: there is none.
size_t Semantics::message_for(State& s, const Action& a, const Frame& q, const Who& who) {
  const ChannelType& type = program_.channels[static_cast<size_t>(q.type)];
  const auto messages = static_cast<size_t>(q.values[0]);
  if (messages == 0) return 0;
  if (a.receive.size() > type.fields.size()) throw Rejected("a receive has too many fields: " + a.text);
  const std::vector<int32_t> values = q.values;  // what is evaluated may not change, but frames may move
  const size_t last = a.random ? messages : 1;
  for (size_t m = 0; m < last; ++m) {
    bool fits = true;
    for (size_t i = 0; i < a.receive.size() && fits; ++i) {
      if (a.receive[i].kind == ReceiveArg::Kind::match)
        fits = values[1 + m * type.fields.size() + i] == eval(s, a.receive[i].value, who);
    }
    if (fits) return m + 1;
  }
  return 0;
}

// Can a statement be executed that is no handshake?
bool Semantics::enabled(State& s, int32_t pid, const Action& a, bool timeout) {
  const Who who{pid, timeout, false};
  switch (a.kind) {
    case ActionKind::condition: return program_.exprs[static_cast<size_t>(a.expr)].starts || eval(s, a.expr, who) != 0;
    case ActionKind::send: {
      const Frame* q = channel(s, eval(s, a.channel, who));
      const uint32_t capacity = program_.channels[static_cast<size_t>(q->type)].capacity;
      return capacity > 0 && (static_cast<uint32_t>(q->values[0]) < capacity || program_.lose_messages);
    }
    case ActionKind::receive: {
      const Frame* q = channel(s, eval(s, a.channel, who));
      if (program_.channels[static_cast<size_t>(q->type)].capacity == 0) {
        if (a.peek) throw Rejected("a message of a handshake cannot be left: " + a.text);
        return false;  // the sender begins
      }
      return message_for(s, a, *q, who) != 0;
    }
    case ActionKind::end: return pid + 1 == process_count(s);
    case ActionKind::d_step: {
      for (const Edge& e : process_of(s, pid).points[a.d_step_entry].edges) {
        const Action& first = program_.actions[static_cast<size_t>(e.action)];
        if (first.kind == ActionKind::else_ || is_handshake(s, first, who) || enabled(s, pid, first, timeout))
          return true;
      }
      return false;
    }
    case ActionKind::skip:
    case ActionKind::assign:
    case ActionKind::assert_:
    case ActionKind::print:
    case ActionKind::print_mtype:
    case ActionKind::else_:
    case ActionKind::set_priority:
    case ActionKind::new_channel: return true;
  }
  throw Rejected("a statement that is not known");
}

bool Semantics::can_move(State& s, int32_t pid, bool timeout) {
  if (!provided(s, pid, timeout)) return false;
  const uint32_t at = static_cast<uint32_t>(frame_of(s, pid).values[0]);
  for (const Edge& e : process_of(s, pid).points[at].edges) {
    const Action& a = program_.actions[static_cast<size_t>(e.action)];
    if (a.kind == ActionKind::else_) return true;  // nothing before it could be executed
    if (is_handshake(s, a, {pid, timeout, false}) ? handshakes(s, pid, e, timeout, nullptr)
                                                  : enabled(s, pid, a, timeout)) {
      return true;
    }
  }
  return false;
}

// Effects -----------------------------------------------------------------------------------------------------------

bool Semantics::execute(State& s, int32_t pid, const Action& a, bool timeout) {
  const Who who{pid, timeout, true};
  switch (a.kind) {
    case ActionKind::skip:
    case ActionKind::print:
    case ActionKind::print_mtype:
    case ActionKind::else_: return true;
    case ActionKind::condition: return !program_.exprs[static_cast<size_t>(a.expr)].starts || eval(s, a.expr, who) != 0;
    case ActionKind::assign: {
      const int32_t v = eval(s, a.expr, who);
      store(s, a.place, v, who);
      return true;
    }
    case ActionKind::assert_:
      if (eval(s, a.expr, who) == 0) throw Rejected("an assertion fails: " + a.text);
      return true;
    case ActionKind::send: send(s, a, who); return true;
    case ActionKind::receive: receive(s, a, who); return true;
    case ActionKind::d_step: run_d_step(s, pid, a.d_step_entry, timeout); return true;
    case ActionKind::set_priority: {
      const int32_t whose = eval(s, a.exprs[0], who);
      const int32_t priority = eval(s, a.exprs[1], who);
      if (whose < 0 || whose >= process_count(s)) return true;
      if (priority < 1 || priority > 255) throw Rejected("a priority is out of range");
      if (program_.uses_priority) frame_of(s, whose).values[1] = priority;
      return true;
    }
    case ActionKind::end:
      // The youngest process, and every channel that came after it.
      while (s.frames.back().channel) s.frames.pop_back();
      s.frames.pop_back();
      return true;
    case ActionKind::new_channel: new_channel(s, a, pid); return true;
  }
  throw Rejected("a statement that is not known");
}

void Semantics::send(State& s, const Action& a, const Who& who) {
  const int32_t number = eval(s, a.channel, who);
  std::vector<int32_t> message;
  for (const int e : a.exprs) message.push_back(eval(s, e, who));
  Frame* q = channel(s, number);
  const ChannelType& type = program_.channels[static_cast<size_t>(q->type)];
  const size_t fields = type.fields.size();
  if (message.size() != fields) throw Rejected("a message has the wrong number of fields: " + a.text);
  if (type.capacity == 0) throw Rejected("a handshake inside a d_step");
  const auto count = static_cast<size_t>(q->values[0]);
  if (count >= type.capacity) {
    if (!program_.lose_messages) throw Rejected("a send blocks inside a d_step");
    return;
  }
  size_t at = count;
  if (a.sorted) {
    // Behind all messages that are not greater. What is sent is compared as it was computed, before it is cut.
    for (at = 0; at < count; ++at) {
      const auto there = q->values.begin() + static_cast<std::ptrdiff_t>(1 + at * fields);
      if (std::lexicographical_compare(message.begin(), message.end(), there,
                                       there + static_cast<std::ptrdiff_t>(fields)))
        break;
    }
  }
  for (size_t i = 0; i < fields; ++i) message[i] = type.fields[i].cut(message[i]);
  q->values.insert(q->values.begin() + static_cast<std::ptrdiff_t>(1 + at * fields), message.begin(), message.end());
  ++q->values[0];
}

void Semantics::receive(State& s, const Action& a, const Who& who) {
  const int32_t number = eval(s, a.channel, who);
  const size_t slot = message_for(s, a, *channel(s, number), who);
  if (slot == 0) throw Rejected("a receive blocks inside a d_step");
  Frame* q = channel(s, number);
  const size_t fields = program_.channels[static_cast<size_t>(q->type)].fields.size();
  if (a.receive.size() != fields) throw Rejected("a receive has the wrong number of fields: " + a.text);
  const auto first = q->values.begin() + static_cast<std::ptrdiff_t>(1 + (slot - 1) * fields);
  const std::vector<int32_t> message(first, first + static_cast<std::ptrdiff_t>(fields));
  if (!a.peek) {
    q->values.erase(first, first + static_cast<std::ptrdiff_t>(fields));
    --q->values[0];
  }
  for (size_t i = 0; i < fields; ++i) {
    if (a.receive[i].kind == ReceiveArg::Kind::bind) store(s, a.receive[i].place, message[i], who);
  }
}

// Where there is a choice the first statement is taken that can be executed.
void Semantics::run_d_step(State& s, int32_t pid, uint32_t at, bool timeout) {
  for (uint64_t steps = 0; at != 0; ++steps) {
    if (steps > kLongest) throw Rejected("a d_step does not end");
    const Edge* taken = nullptr;
    for (const Edge& e : process_of(s, pid).points[at].edges) {
      const Action& a = program_.actions[static_cast<size_t>(e.action)];
      if (is_handshake(s, a, {pid, timeout, false})) throw Rejected("a handshake inside a d_step");
      if (a.kind == ActionKind::else_ || enabled(s, pid, a, timeout)) {
        taken = &e;
        break;
      }
    }
    if (taken == nullptr) throw Rejected("a d_step blocks");
    execute(s, pid, program_.actions[static_cast<size_t>(taken->action)], timeout);
    at = taken->to;
    timeout = false;
  }
}

}  // namespace certify
