// What expressions are worth, and what is stored.
#include <algorithm>
#include <climits>

#include "certify/semantics.h"

namespace certify {

namespace {

constexpr int kDeepest = 2000;  // of nested expressions
constexpr int kAsking = 4;      // of processes that ask whether others are enabled

int32_t wrap(uint32_t v) { return static_cast<int32_t>(v); }

}  // namespace

int32_t Semantics::process_count(const State& s) {
  int32_t n = 0;
  for (const Frame& f : s.frames) n += f.channel ? 0 : 1;
  return n;
}

Frame& Semantics::frame_of(State& s, int32_t pid) const {
  for (Frame& f : s.frames) {
    if (!f.channel && pid-- == 0) return f;
  }
  throw Rejected("a process is asked for that does not exist");
}
const Frame& Semantics::frame_of(const State& s, int32_t pid) const { return frame_of(const_cast<State&>(s), pid); }
const Process& Semantics::process_of(const State& s, int32_t pid) const {
  return program_.processes[static_cast<size_t>(frame_of(s, pid).type)];
}

// Channels are numbered from 1 on.
Frame* Semantics::channel(State& s, int32_t number) const {
  if (number >= 1) {
    for (Frame& f : s.frames) {
      if (f.channel && --number == 0) return &f;
    }
  }
  throw Rejected("a channel is used that does not exist");
}

size_t Semantics::slot_of(State& s, const Place& place, const Who& who) {
  const Variable& v = program_.variables[static_cast<size_t>(place.var)];
  size_t at = 0;
  for (size_t i = 0; i < place.indices.size(); ++i) {
    const int32_t n = eval(s, place.indices[i], who);
    if (n < 0 || static_cast<uint32_t>(n) >= v.dims[i]) throw Rejected("an index of " + v.name + " is out of range");
    at = at * v.dims[i] + static_cast<size_t>(n);
  }
  return v.slot + at;
}

int32_t& Semantics::element(State& s, const Place& place, const Who& who, int32_t owner) {
  const Variable& v = program_.variables[static_cast<size_t>(place.var)];
  const size_t slot = slot_of(s, place, who);
  if (v.global) return s.globals.at(slot);
  if (owner < 0) throw Rejected("a variable of a process is used outside of it");
  return frame_of(s, owner).values.at(1 + (program_.uses_priority ? 1 : 0) + slot);
}

void Semantics::store(State& s, const Place& place, int32_t value, const Who& who) {
  element(s, place, who, who.pid) = program_.variables[static_cast<size_t>(place.var)].type.cut(value);
}

int32_t Semantics::value(const State& state, int expr, bool blocked) {
  depth_ = asking_ = 0;  // as they are left by an evaluation that had no value
  State s = state;       // an expression could start a process
  return eval(s, expr, {-1, blocked, false});
}

bool Semantics::anywhere(const State& s, bool Point::*label) const {
  for (const Frame& f : s.frames) {
    if (f.channel) continue;
    const Process& p = program_.processes[static_cast<size_t>(f.type)];
    if (p.points[static_cast<size_t>(f.values[0])].*label) return true;
  }
  return false;
}

int32_t Semantics::eval(State& s, int expr, const Who& who) {
  const Expr& e = program_.exprs[static_cast<size_t>(expr)];
  if (++depth_ > kDeepest) throw Rejected("an expression of the program is too deep");
  const auto kid = [&](size_t i) { return eval(s, e.kids[i], who); };
  const auto fullness = [&](bool full) {
    const Frame* q = channel(s, kid(0));
    const uint32_t capacity = program_.channels[static_cast<size_t>(q->type)].capacity;
    return full ? capacity > 0 && static_cast<uint32_t>(q->values[0]) >= capacity : q->values[0] == 0;
  };
  const auto binary = [&](auto&& f) {
    const int32_t x = kid(0);
    const int32_t y = kid(1);
    return static_cast<int32_t>(f(x, y));
  };
  const auto divide = [&](bool rest) {
    return binary([&](int32_t x, int32_t y) {
      if (y == 0) throw Rejected("a division by zero");
      if (x == INT_MIN && y == -1) return rest ? 0 : x;
      return rest ? x % y : x / y;
    });
  };
  const auto exists = [&](int32_t pid) { return pid >= 0 && pid < process_count(s); };
  int32_t v = 0;
  switch (e.op) {
    case Op::constant: v = e.value; break;
    case Op::load: v = element(s, e.place, who, who.pid); break;
    case Op::remote_load:
    case Op::remote_at: v = remote(s, e, who); break;
    case Op::pid: v = who.pid; break;
    case Op::nr_pr: v = process_count(s); break;
    case Op::last: v = s.last; break;
    case Op::timeout: v = who.timeout; break;
    case Op::non_progress: v = !anywhere(s, &Point::progress); break;
    case Op::neg: v = wrap(0u - static_cast<uint32_t>(kid(0))); break;
    case Op::bit_not: v = ~kid(0); break;
    case Op::logical_not: v = !kid(0); break;
    case Op::add:
      v = binary([](auto x, auto y) { return wrap(static_cast<uint32_t>(x) + static_cast<uint32_t>(y)); });
      break;
    case Op::sub:
      v = binary([](auto x, auto y) { return wrap(static_cast<uint32_t>(x) - static_cast<uint32_t>(y)); });
      break;
    case Op::mul:
      v = binary([](auto x, auto y) { return wrap(static_cast<uint32_t>(x) * static_cast<uint32_t>(y)); });
      break;
    case Op::div: v = divide(false); break;
    case Op::mod: v = divide(true); break;
    case Op::bit_and: v = binary([](auto x, auto y) { return x & y; }); break;
    case Op::bit_or: v = binary([](auto x, auto y) { return x | y; }); break;
    case Op::bit_xor: v = binary([](auto x, auto y) { return x ^ y; }); break;
    // A shift by 32 or more is what a processor makes of it: the lowest five bits count.
    case Op::shl: v = binary([](auto x, auto y) { return wrap(static_cast<uint32_t>(x) << (y & 31)); }); break;
    case Op::shr: v = binary([](auto x, auto y) { return x >> (y & 31); }); break;
    case Op::lt: v = binary([](auto x, auto y) { return x < y; }); break;
    case Op::le: v = binary([](auto x, auto y) { return x <= y; }); break;
    case Op::gt: v = binary([](auto x, auto y) { return x > y; }); break;
    case Op::ge: v = binary([](auto x, auto y) { return x >= y; }); break;
    case Op::eq: v = binary([](auto x, auto y) { return x == y; }); break;
    case Op::ne: v = binary([](auto x, auto y) { return x != y; }); break;
    case Op::logical_and: v = kid(0) != 0 && kid(1) != 0; break;
    case Op::logical_or: v = kid(0) != 0 || kid(1) != 0; break;
    case Op::conditional: v = kid(0) != 0 ? kid(1) : kid(2); break;
    case Op::run: {
      std::vector<int32_t> arguments;
      for (size_t i = 0; i < e.kids.size(); ++i) arguments.push_back(kid(i));
      if (!who.may_start) {
        v = static_cast<size_t>(process_count(s)) < program_.max_processes;
        break;
      }
      v = start(s, e.process, e.value > 0 ? e.value : program_.processes[static_cast<size_t>(e.process)].priority,
                arguments);
      break;
    }
    case Op::len: v = channel(s, kid(0))->values[0]; break;
    case Op::full: v = fullness(true); break;
    case Op::nfull: v = !fullness(true); break;
    case Op::empty: v = fullness(false); break;
    case Op::nempty: v = !fullness(false); break;
    case Op::poll: v = poll(s, e, who); break;
    case Op::enabled: {
      const int32_t pid = kid(0);
      if (pid == who.pid || asking_ >= kAsking) throw Rejected("a process asks whether it is enabled itself");
      ++asking_;
      v = exists(pid) && can_move(s, pid, who.timeout);
      --asking_;
      break;
    }
    case Op::pc_value: {
      const int32_t pid = kid(0);
      v = exists(pid) ? frame_of(s, pid).values[0] : 0;
      break;
    }
    case Op::get_priority: {
      const int32_t pid = kid(0);
      v = exists(pid) && program_.uses_priority ? frame_of(s, pid).values[1] : 0;
      break;
    }
  }
  --depth_;
  return v;
}

// c ? [..]: is there such a message at its head; with ?? and something to compare: anywhere?
int32_t Semantics::poll(State& s, const Expr& e, const Who& who) {
  std::vector<int32_t> wanted(e.args.size());
  bool compares = false;
  for (size_t i = 0; i < e.args.size(); ++i) {
    if (e.args[i].kind != ReceiveArg::Kind::match) continue;
    wanted[i] = eval(s, e.args[i].value, who);
    compares = true;
  }
  const Frame* q = channel(s, eval(s, e.kids[0], who));
  const ChannelType& type = program_.channels[static_cast<size_t>(q->type)];
  if (type.capacity == 0 || e.args.size() > type.fields.size()) throw Rejected("a channel is polled wrongly");
  const auto messages = static_cast<size_t>(q->values[0]);
  const size_t last = e.value != 0 && compares ? messages : std::min<size_t>(messages, 1);
  for (size_t m = 0; m < last; ++m) {
    bool fits = true;
    for (size_t i = 0; i < e.args.size(); ++i) {
      fits &= e.args[i].kind != ReceiveArg::Kind::match || q->values[1 + m * type.fields.size() + i] == wanted[i];
    }
    if (fits) return 1;
  }
  return 0;
}

// A variable or the place of another process; one of a process that is not there is 0.
int32_t Semantics::remote(State& s, const Expr& e, const Who& who) {
  int32_t pid = -1;
  const int32_t count = process_count(s);
  if (e.kids.empty()) {
    for (int32_t i = 0; i < count; ++i) {
      if (frame_of(s, i).type == e.process) pid = i;
    }
  } else {
    pid = eval(s, e.kids[0], who);
  }
  // An index out of range is an error even of a process that is gone.
  const size_t slot = e.op == Op::remote_load ? slot_of(s, e.place, who) : 0;
  if (pid < 0 || pid >= count || frame_of(s, pid).type != e.process) return 0;
  const Frame& f = frame_of(s, pid);
  if (e.op == Op::remote_at) return f.values[0] == e.value;
  if (program_.variables[static_cast<size_t>(e.place.var)].global) return s.globals.at(slot);
  return f.values.at(1 + (program_.uses_priority ? 1 : 0) + slot);
}

}  // namespace certify
