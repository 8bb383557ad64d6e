// A run of a model with all that a person wants to know about it.
//
// A counterexample leaves a search as a list of choices; judge/ follows it on the abstract machine and makes a Trace of
// it. A simulation (simulate.h) and a trail of SPIN (spin_trail.h) give Traces as well.
//
// A step is what SPIN's trail has a line for: a statement, a whole d_step, each half of a rendezvous, the death of a
// process. Steps inside an atomic sequence are steps.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/nth.h"
#include "model/model.h"
#include "trace/atoms.h"
#include "trace/state.h"
#include "trace/state_text.h"
#include "vm/machine.h"

namespace gyre::trace {

using model::ErrorKind;

// A message sent or received. A d_step may have several; what passes through a channel inside it is not seen.
struct MessageEvent {
  int32_t channel = 0;  // its number
  std::string channel_name;
  std::vector<int32_t> message;
  std::string text;      // "ack,3"
  bool is_send = false;  // otherwise a receive
  bool rendezvous = false;
  bool peek = false;  // a receive that leaves the message
  bool lost = false;  // a send to a full channel
};

// One step. The views are of texts that the Trace keeps alive.
struct Step {
  uint64_t number = 0;  // from 1
  int32_t pid = 0;
  int32_t type = 0;            // the process's type: index into Program::processes
  uint32_t edge = 0;           // index into that process's edges
  std::string_view process;    // its name
  std::string_view statement;  // compiled, as a person would write it: `x = x + 1`
  std::string_view source;     // as it stands in the model, `x++`; where it does not, the same as `statement`
  Span span;
  int32_t spin_id = 0;     // SPIN's number of the statement
  bool atomic = false;     // the process keeps control after it
  bool handshake = false;  // the second half of a rendezvous; the step before is the first
  std::string output;      // of printf
  std::vector<MessageEvent> messages;
  std::vector<NamedValue> changes;
  ErrorKind error = ErrorKind::none;
  State state;  // after the step
};

// What went wrong, and where.
struct Failure {
  ErrorKind kind = ErrorKind::none;
  std::string message;  // "assertion violated: x == 1"
  // Of a deadlock, for lists: "invalid end state: 2 processes are blocked", and a line for each of them.
  std::string headline;
  std::vector<std::string> blocked;
  // One process in one line needs no list.
  bool is_list() const { return blocked.size() > 1; }
  Span span;
  std::string process;  // "" when no process is to blame
  int32_t pid = -1;
  uint32_t place = 0;  // as in model::StepError
  uint64_t step = 0;   // number of the failing step; 0: the final state is the error
};

// What a person sees of an edge: Step::statement and Step::source.
struct StatementText {
  std::string statement;
  std::string source;
};
// By process type, then edge.
using StatementTexts = std::vector<std::vector<StatementText>>;

struct Trace {
  std::shared_ptr<const vm::Machine> machine;  // keeps the program and the shapes alive
  std::shared_ptr<const StatementTexts> texts;
  State initial;
  std::vector<Step> steps;
  std::vector<uint32_t> choices;  // one per transition; empty when the run was not made of them
  Failure failure;
  uint64_t length = 0;                // of the counterexample, as SPIN counts it
  std::optional<size_t> cycle_start;  // of a lasso: so many steps come before the cycle

  std::vector<AtomValues> atoms;  // of the formula that it is about; empty: it is about none

  const ir::Program& program() const { return machine->program(); }
  const StatementText& text(int32_t type, uint32_t edge) const {
    const std::vector<StatementText>& all = nth(*texts, type);
    assert(edge < all.size());
    return all[edge];
  }
  const ir::ShapeTable& shapes() const { return *machine->image().shapes; }
  // After so many steps.
  const State& state(size_t after) const {
    assert(after <= steps.size());
    return after == 0 ? initial : steps[after - 1].state;
  }
  StateView final_state() const { return state(steps.size()).view(); }
};

inline constexpr uint32_t kAnyPlace = ~uint32_t{0};
inline constexpr uint32_t kInClaim = kAnyPlace - 1;  // an error met where a claim or a formula was evaluated

// Building traces ---------------------------------------------------------------------------------------------------

// An empty trace in the initial state. If there is none (an initialiser meets an error) `initial` is empty and the
// failure says why.
Trace start(const vm::Machine& machine);
// Appends what the machine recorded.
void append(Trace& trace, const vm::StepRecord& record);
// Removes the last step.
void drop_last(Trace& trace);
// The choices that make these steps; false: they are not whole transitions (the rest may be a part of one).
bool find_choices(Trace& trace);

// The number of a step's edge among all of the program (model::StepError::place).
uint32_t place_of(const ir::Program& program, int32_t type, uint32_t edge);
StatementTexts statement_texts(const ir::Program& program);

// Messages ----------------------------------------------------------------------------------------------------------

// The failure of a step that met an error: message and location. The step is one of the trace.
Failure describe_failure(const Trace& trace, const Step& step, ErrorKind kind);
// The failure of an error of which only the kind and the place (model::StepError) are known: nobody has a path to it.
Failure describe_place(const vm::Machine& machine, ErrorKind kind, uint32_t place);
// What is wrong with a final state in which nothing moves: the failure has kind `none` if every process is in a valid
// end state.
Failure describe_end(const Trace& trace);

// Where a process stands.
struct Standing {
  int32_t pid = 0;
  int32_t type = 0;
  std::string process;
  Span span;
  std::vector<std::string> waits_in;  // the statements that could come next, as they stand in the model
  bool valid_end = false;
  bool at_end = false;  // at its closing brace
};
std::vector<Standing> standings(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);

// "P(0)"
std::string process_text(std::string_view process, int32_t pid);
// "P(0):x" is "x" where it is clear that P(0) (the owner) is meant.
std::string short_name(const std::string& name, const std::string& owner);
// "file:12", with the file's last name only; in the text of an inline "file:12, in incr, called at :30".
std::string line_text(const ir::Program& program, const Span& span);

}  // namespace gyre::trace
