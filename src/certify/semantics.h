// States and steps of Promela, straightforwardly: values in vectors, and for each state all the states that a step
// leads to. A step is what SPIN stores states after: one statement, a handshake, a d_step, or an atomic sequence up to
// where it ends or blocks.
//
// What a model checker would have to report (a failed assertion, a deadlock, an index out of range ...) is a Rejected
// here: a certificate says that there is none. So nothing has to be known about how a run goes on after an error.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "certify/program.h"

namespace certify {

// A process or a channel. Values of a process: its point of control, its priority, its variables; of a channel: how
// many messages there are, and then their fields from the oldest message on.
struct Frame {
  bool channel = false;
  int type = -1;
  std::vector<int32_t> values;
};

struct State {
  std::vector<int32_t> globals;
  int32_t last = 0;           // who moved last
  std::vector<Frame> frames;  // in the order in which they came into being; whatever came after a process goes with it
};

// A state as bytes, the same for equal states: numbers as variable-length integers (write_number), globals first, then
// `last` if the program asks for it, the number of frames, and of each its kind (types of channels count behind those
// of processes) and its values.
std::string encode(const Program& program, const State& state);
// Throws Rejected if it is the code of no state.
State decode(const Program& program, std::string_view code);

void write_number(std::string& out, int64_t value);
// Throws Rejected at the end of the text.
int64_t read_number(std::string_view& from);

class Semantics {
 public:
  explicit Semantics(const Program& program) : program_(program) {}

  State initial();
  // Calls `each` for the state after each step, in any order, perhaps more than once for the same. `blocked` is true if
  // there was none.
  void steps(const State& state, bool& blocked, const std::function<void(const State&)>& each);
  // Nobody can move here: a deadlock is rejected.
  void stands_well(const State& state) const;

  // Of the whole system, for claims: nobody evaluates it. Throws Rejected if it has no value.
  int32_t value(const State& state, int expr, bool blocked);
  bool anywhere(const State& state, bool Point::*label) const;

 private:
  struct Who {
    int32_t pid = -1;
    bool timeout = false;
    bool may_start = false;  // a `run` happens; otherwise it is only asked whether it could
  };
  struct Task {
    State state;
    int32_t holder = -1;  // who keeps control
  };

  const Process& process_of(const State& s, int32_t pid) const;
  Frame& frame_of(State& s, int32_t pid) const;
  const Frame& frame_of(const State& s, int32_t pid) const;
  static int32_t process_count(const State& s);
  Frame* channel(State& s, int32_t number) const;

  int32_t eval(State& s, int expr, const Who& who);
  int32_t poll(State& s, const Expr& e, const Who& who);
  int32_t remote(State& s, const Expr& e, const Who& who);
  size_t slot_of(State& s, const Place& place, const Who& who);
  int32_t& element(State& s, const Place& place, const Who& who, int32_t owner);
  void store(State& s, const Place& place, int32_t value, const Who& who);
  int32_t start(State& s, int process, int32_t priority, const std::vector<int32_t>& arguments);
  void new_channel(State& s, const Action& action, int32_t owner);
  void initialise(State& s, const std::vector<int>& actions, int32_t owner);

  bool provided(State& s, int32_t pid, bool timeout);
  bool has_priority(State& s, int32_t pid, bool timeout);
  bool can_move(State& s, int32_t pid, bool timeout);
  bool is_handshake(State& s, const Action& a, const Who& who);
  bool enabled(State& s, int32_t pid, const Action& a, bool timeout);
  size_t message_for(State& s, const Action& a, const Frame& channel, const Who& who);
  // Executes a statement that can be executed; false: it is a condition with `run` that turned out false.
  bool execute(State& s, int32_t pid, const Action& a, bool timeout);
  void send(State& s, const Action& a, const Who& who);
  void receive(State& s, const Action& a, const Who& who);
  void run_d_step(State& s, int32_t pid, uint32_t at, bool timeout);
  void go(State& s, int32_t pid, uint32_t to) const;

  std::vector<int32_t> offer(State& s, int32_t pid, const Action& a, bool timeout);
  // The receive by which a statement accepts an offered message, or the first of its d_step; null: it does not.
  const Edge* acceptance(State& s, int32_t pid, const Edge& edge, int32_t channel, const std::vector<int32_t>& message);
  bool handshakes(const State& s, int32_t pid, const Edge& edge, bool timeout, std::vector<Task>* out);
  // One step of one process; false: it has none.
  bool move(const State& s, int32_t pid, bool timeout, std::vector<Task>& out);

  const Program& program_;
  int depth_ = 0;   // of nested evaluations
  int asking_ = 0;  // of enabled()
};

}  // namespace certify
