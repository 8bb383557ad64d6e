// What each edge of a program reads and writes, and what its guard waits for: the static half of partial order
// reduction.
//
// An edge stands for the whole transition that begins with it: an atomic sequence or a d_step counts with everything
// that it can execute. Local variables that no other process refers to do not appear: only their own process can
// see a difference. Starting a process counts with everything that the new process may ever do.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/nth.h"
#include "ir/program.h"

namespace gyre::reduce {

// How a channel is used. Which uses of the same channel by different processes can change places is in instances.cc.
enum ChannelUse : uint8_t {
  kSend = 1,       // appends a message
  kSorted = 2,     // inserts one
  kReceive = 4,    // takes one out
  kTest = 8,       // depends on what is there in any other way
  kNonEmpty = 16,  // holds if something is there
  kNonFull = 32,   // holds if there is room
  kPeek = 64,      // reads the first message, which is there
  kInner = 128,    // inside a sequence: a rendezvous there makes the transition one of several processes
};

// The values for which a comparison of a variable with a constant holds: those from low to high, or all but those.
struct Test {
  bool some = false;  // there is one
  bool except = false;
  int64_t low = 0, high = 0;

  bool operator==(const Test&) const = default;

  bool admits(int64_t value) const { return (low <= value && value <= high) != except; }
  // Is there no value for which both hold?
  bool excludes(const Test& other) const {
    if (!some || !other.some || (except && other.except)) return false;
    if (except) return other.excludes(*this);
    if (other.except) return other.low <= low && high <= other.high;
    return high < other.low || other.high < low;
  }
};

struct VariableTouch {
  ir::Place place;
  bool write = false;
  bool foreign = false;  // of a process that does not exist yet, and so are its indices
  bool own = false;      // a local variable of the process that executes it, which others may read
  bool remote = false;   // a local variable of the process that `owner` gives; kNone: not known which
  ir::ExprId owner = ir::kNone;
  bool constant = false;  // write: of `value`
  int32_t value = 0;
  Test test = {};  // read by nothing but this, which must hold for the edge to be enabled, or is the conjunct
};

struct ChannelTouch {
  ir::ExprId channel = ir::kNone;
  uint8_t use = 0;
  bool foreign = false;  // the expression is one of a process that does not exist yet
};

struct Footprint {
  std::vector<VariableTouch> variables;
  std::vector<ChannelTouch> channels;
  std::vector<int32_t> control;  // process types whose control states are read
  bool reads_count = false;      // how many processes there are
  bool writes_count = false;
  bool everything = false;  // unknown: in conflict with all others

  void add(const Footprint& other);
  void forget_tests();
};

// One of several conditions that must all hold for an edge to be enabled.
struct Conjunct {
  enum class Kind : uint8_t {
    expression,
    arrival,   // a receive: some message is there,
    message,   // and it fits; a send: somebody takes it
    room,      // a send
    youngest,  // the death of a process
    timeout,
    siblings,  // else, or a sequence that an escape can cut off: depends on the guards of the same control state
  } kind = Kind::expression;
  ir::ExprId expr = ir::kNone;     // expression
  ir::ExprId channel = ir::kNone;  // arrival, message, room
  Footprint reads;
  std::vector<ir::VarId> locals;  // read by it: only the process itself can change them
};

struct EdgeSummary {
  Footprint all;
  std::vector<Conjunct> guard;
  ir::ExprId channel = ir::kNone;  // of a send or receive that may be half of a rendezvous
  bool send = false;
  int32_t signal = ir::kNone;  // of the send or receive, where messages are signals
  std::vector<ir::VarId> writes_locals;
  bool dies = false;
};

// By control state: the edges that can still be taken, as bits, or a few more: exact sets grow with the square of a
// process, so those of a large one are shared by control states that lie together.
class Reachable {
 public:
  Reachable() = default;
  explicit Reachable(const ir::Process& process);

  const std::vector<uint64_t>& operator[](uint32_t state) const { return sets_[group_[state]]; }

 private:
  std::vector<uint32_t> group_;
  std::vector<std::vector<uint64_t>> sets_;
};

struct ProcessSummary {
  std::vector<EdgeSummary> edges;  // as in ir::Process
  Reachable reachable;
  std::vector<ir::VarId> stable;  // local variables that tell instances apart: never assigned, and used in an index or
                                  // for a channel
};

// The control states of a process, as far as possible each behind those that it leads to: for backward data flow.
std::vector<uint32_t> backward_order(const ir::Process& process);

class Touches;  // summary_touches.h

class Summary {
 public:
  explicit Summary(const ir::Program& program);

  const ir::Program& program() const { return program_; }
  const std::vector<ProcessSummary>& processes() const { return processes_; }
  bool never_assigned(ir::VarId var) const { return !nth(assigned_, var); }
  // Has it the same value as long as the process lives?
  bool is_stable(ir::ExprId expr) const;

  // Does what a process can do in this control state concern nobody else? It touches nothing but its own variables,
  // does not wait, and nobody notices that it goes on: neither by asking where it stands nor by a rendezvous that
  // depends on whether the receiver is there already.
  bool is_private(size_t process, uint32_t state) const;

  // Does the statement of an edge, whatever follows it in its sequence, touch nothing but its own process's variables?
  bool is_local(size_t process, uint32_t edge) const;
  // Do others notice where such a process stands?
  bool is_noticed(size_t process) const { return noticed_[process]; }

  // May an expression, as a channel, mean one without a buffer? Does it never mean another?
  bool may_be_rendezvous(ir::ExprId channel) const;
  bool is_rendezvous(ir::ExprId channel) const;

  // What an expression reads.
  Footprint reads_of(ir::ExprId expr) const;

  // Why partial order reduction would not be sound for this program; empty: it is.
  static std::string why_not(const ir::Program& program);

 private:
  struct Reading;  // a footprint in the making
  void find_assigned();
  void find_remote();
  void summarise(size_t process, Touches& touches);
  void read(ir::ExprId expr, Reading& into) const;
  void read_indices(const ir::Place& place, Reading& into) const;
  void touch(const ir::Place& place, bool write, Reading& into, const VariableTouch& as = {}) const;
  void read_start(int32_t process, Reading& into) const;
  void conjuncts(ir::ExprId expr, std::vector<Conjunct>& out) const;
  Test test_of(ir::ExprId expr, bool holds, const ir::Place*& tested) const;
  void guard_of(size_t process, uint32_t edge, std::vector<Conjunct>& out) const;
  void act(size_t process, uint32_t edge, bool inner, Reading& into) const;
  std::vector<std::vector<uint64_t>> followers(size_t process, Touches& touches) const;
  void find_starts(Touches& touches);
  Conjunct sibling_guards(size_t process, uint32_t state) const;
  void find_stable(size_t process);
  void find_noticed();
  bool concerns_nobody(const Footprint& touched) const;
  struct Made {
    bool some = false, with_buffer = false, without_buffer = false;
  };
  Made made_for(ir::ExprId channel) const;

  const ir::Program& program_;
  std::vector<ProcessSummary> processes_;
  std::vector<bool> assigned_;  // by variable: by some edge
  std::vector<bool> remote_;    // by variable: read by other processes or by formulas
  std::vector<bool> read_by_others_;
  struct Start {
    Footprint all;
    std::vector<ir::VarId> locals;  // written
  };
  std::map<int32_t, Start> starts_;  // by process type, if it is started: all that may come of that
  std::vector<bool> noticed_;  // by process: others notice where it stands
};

}  // namespace gyre::reduce
