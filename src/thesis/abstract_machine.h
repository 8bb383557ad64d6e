// The thesis's state generator: the abstract machine of section 4.1 behind the three routines of section 3.1.
//
//   execute()    generates the next state from the current one. It answers
//                  forward                 a new state, which is now the current one;
//                  revisit, loop           one that was explored before, or is on the current path: nothing changes;
//                  all_children_explored   there is no further one; `complete` if the current one is the initial state;
//                  error                   a transition met an error: fault() tells which.
//   backtrack()  falls back one state. What a transition changed was put on the delta stack (section 4.1.3) and is
//                taken back from there; no state is copied.
//   evaluate(p)  is atomic proposition p (AbstractCode::propositions) true in the current state?
//
// A whole exploration takes 2|S| - 1 + C calls of execute(), C being the number of loops and revisits, and |S| - 1 of
// backtrack(). The transitions are those of vm::Machine, from which it shares no code: it is the other half of a
// comparison, and counts how often each instruction is executed. It keeps every visited state whole, so it is for small
// models.
//
// Instructions of an expression that cannot give a value (a bad index, a division by zero, the head of nothing) give
// "undefined", and so do operations on it; an `and` (`or`) whose first operand is false (true) is defined whatever the
// second one is. That is the language's short circuit in an instruction set without conditional jumps.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/nth.h"
#include "thesis/abstract_code.h"

namespace gyre::thesis {

enum class Fault : uint8_t { none, index, division, range, list, trap };

class AbstractMachine {
 public:
  enum class Result : uint8_t { forward, revisit, loop, all_children_explored, complete, error };

  explicit AbstractMachine(AbstractCode code);

  Result execute();
  void backtrack();
  bool evaluate(size_t proposition);

  // The variables of all processes, location counters included.
  const std::vector<int32_t>& state() const { return store_; }
  size_t depth() const { return stack_.size(); }
  Fault fault() const { return fault_; }
  // Transitions out of the current state that were tried and led to a state so far.
  size_t moves() const { return stack_.back().moves; }
  const std::array<uint64_t, kInstructions>& frequency() const { return frequency_; }
  // How often the procedures of the thesis's implementation were called, as far as this machine has them.
  struct Calls {
    uint64_t execute = 0;
    uint64_t step = 0;         // transitions that were tried,
    uint64_t synchronise = 0;  // and of these communications
    uint64_t change = 0;       // words written, each of which goes to the delta stack,
    uint64_t undo = 0;         // and is taken back from there
    uint64_t backtrack = 0;
  };
  const Calls& calls() const { return calls_; }
  size_t largest_delta() const { return largest_delta_; }  // most changes on the delta stack
  const AbstractCode& code() const { return code_; }
  const std::string& output() const { return output_; }  // of TRACE

 private:
  // Which transition to execute next.
  struct Schedule {
    uint32_t process = 0;
    uint32_t at = 0;           // guards: the guard's words, or 0 if none is true; bang: its address
    uint32_t behind = 0;       // where the guarded list begins
    int32_t partner = -1;      // of a bang
    uint32_t hook = 0;         // its address
    uint32_t hook_behind = 0;  // where the partner goes on
  };
  struct Entry {
    std::vector<Schedule> schedules;
    size_t next = 0;
    size_t delta = 0;        // what led to this state lies from here on
    int64_t guarded = -1;    // the process of which a guard was true last
    bool last_guard = true;  // was the guard that was tried last true?
    size_t moves = 0;
    int64_t failed_bang = -1;  // whose condition or data met an error: its other partners are not tried
    int64_t failed_process = -1;
  };
  struct Value {
    int64_t number = 0;
    Fault undefined = Fault::none;
  };

  void push(size_t delta);
  void schedule(Entry& entry);
  void add_bang(Entry& entry, uint32_t process, uint32_t at, uint32_t behind) const;
  enum class Progress : uint8_t { made, none, error };
  Progress step(Entry& entry, const Schedule& s);
  Progress command(uint32_t process, uint32_t at);
  Progress handshake(Entry& entry, const Schedule& s);
  bool offer(const Schedule& s, std::vector<Value>& data);
  void evaluate(uint32_t process, AbstractCode::Expression e);
  bool condition(uint32_t process, AbstractCode::Expression e);
  void expression(uint32_t process, uint32_t& at);
  void operate(Instruction i);
  void pop_variables(uint32_t process, int64_t address, const std::vector<Value>& values);
  void list_command(uint32_t process, Instruction i, uint32_t words);
  std::vector<Value> pop(size_t count);
  Value pop();
  void write(size_t address, int32_t value);
  void undo(size_t delta);
  void settle(uint32_t process);
  std::string key() const;
  void count(Instruction i) { ++nth(frequency_, i); }
  Instruction fetch(uint32_t at) const { return static_cast<Instruction>(code_.words[at]); }
  int32_t operand(uint32_t at, uint32_t k) const { return code_.words[at + k]; }
  void fail(Fault f) {
    if (fault_ == Fault::none) fault_ = f;
  }

  AbstractCode code_;
  std::vector<uint32_t> frames_;  // of each process in the store
  std::vector<int32_t> store_;
  std::vector<AbstractCode::Frame::Word> words_;  // what each cell of the store may hold
  std::vector<std::pair<size_t, int32_t>> delta_;
  std::vector<Entry> stack_;
  std::unordered_map<std::string, bool> visited_;  // true: on the current path
  std::vector<Value> values_;                      // the expression stack
  Fault fault_ = Fault::none;
  std::array<uint64_t, kInstructions> frequency_{};
  Calls calls_;
  size_t largest_delta_ = 0;
  std::string output_;
};

// Explores the whole model and prints how often each instruction was executed, most frequent first (table 5.8), how
// often the procedures were called (table 5.7), and how large states and delta stack are (appendix B).
std::string frequencies(AbstractCode code);

}  // namespace gyre::thesis
