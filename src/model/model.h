// The one interface between what runs a model (vm, jit, a test's graph) and what searches it.
//
// A state is a string of bytes. A search hands a state to expand() and gets all its successors in a buffer that it
// owns: one indirect call per expanded state, none per successor. Expansion is a function: the same state gives the
// same successors in the same order, every time and on every engine, so that a path is just a list of choices
// (the numbers of the successors taken from the initial state on).
//
// A Model is used by one thread; clone() makes another for another thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include "base/named_enum.h"
#include "base/raw_vector.h"
#include "base/state_shape.h"
#include "base/state_view.h"

namespace gyre::model {

using gyre::StateView;

// Names are those of the report.
#define GYRE_ERROR_KINDS(X)                                                                               \
  X(none, "none")                                                                                         \
  X(assertion, "assertion")                                                                               \
  X(deadlock, "deadlock")                                                                                 \
  X(index, "index")                                                                                       \
  X(division, "division")                                                                                 \
  X(range, "range")                                                                                       \
  X(uninitialised_channel, "uninitialised-channel")                                                       \
  X(channel_misuse, "channel-misuse")                                                                     \
  X(d_step_block, "d_step-block")                                                                         \
  X(d_step_loop, "d_step-loop")                                                                           \
  X(rendezvous_in_d_step, "d_step-block")                                                                 \
  X(atomic_loop, "atomic-loop")                                                                           \
  X(too_many_processes, "too-many-processes")                                                             \
  X(too_many_channels, "too-many-channels")                                                               \
  X(nondeterminism, "nondeterminism") /* in a D_proctype */                                               \
  X(xr_xs, "xr-xs")                                                                                       \
  X(trace, "trace") /* an event that a trace/notrace assertion forbids */                                 \
  X(trap, "trap")   /* ESML: an IF without a true guard */                                                \
  X(list, "list")   /* ESML: HEAD of an empty list, a full list */                                        \
  X(bad_priority, "bad-priority")                                                                         \
  X(embedded_c, "embedded-c") /* C of the model: a crash, an endless loop, a false precondition, assert() */ \
  X(limit, "limit")                     /* a transition with too many steps, a state that is too large */ \
  X(claim_completed, "claim-completed") /* a never claim reached its end */                               \
  X(acceptance_cycle, "acceptance-cycle")                                                                 \
  X(non_progress_cycle, "non-progress-cycle")                                                             \
  X(formula, "formula") /* of branching time: what is shown is evidence for its value */
GYRE_NAMED_ENUM_OF(ErrorKind, uint8_t, GYRE_ERROR_KINDS);
// Errors that a claim or a formula is needed to see; the model alone cannot.
inline bool needs_claim(ErrorKind kind) { return kind >= ErrorKind::claim_completed; }
// A limit of the checker: no error of the model, but nothing is known about what would come behind it.
inline bool is_limit(ErrorKind kind) {
  return kind == ErrorKind::too_many_processes || kind == ErrorKind::too_many_channels || kind == ErrorKind::limit;
}
inline const char* error_name(ErrorKind kind) { return name_of(kind); }

// An error met on the way to a successor. `place` identifies the statement (an edge of the program); errors of the
// same kind and place are one violation.
struct StepError {
  ErrorKind kind = ErrorKind::none;
  uint32_t place = 0;
  uint32_t successor = 0;  // index of the successor (or of the dead end) that met it
  uint32_t steps = 0;      // length of the path inside the transition up to and including the failing step
};

inline constexpr uint16_t kNobody = 0xffff;

struct Successor {
  uint64_t hash = 0;
  uint32_t offset = 0;  // of its bytes in the buffer
  uint32_t key = 0;
  uint32_t total = 0;
  uint32_t steps = 0;          // length of the transition: statements executed, a rendezvous is two
  uint16_t mover = 0;          // the process that moved first
  uint32_t statement = 0;      // the place of the statement that it begins with
  uint16_t partner = kNobody;  // the second process that moved: the receiver of a rendezvous
  bool dead_end = false;       // an error that leaves no state behind: there are no bytes, only a StepError
  bool accepting = false;      // in a product: an accepting state
  bool pruned = false;         // SuccessorBuffer::reduced: need not be followed
};

// A third, fourth, ... process that moves in one transition: a chain of rendezvous inside atomic sequences. Rare.
struct ExtraMover {
  uint32_t successor = 0;
  uint16_t pid = 0;
};

class SuccessorBuffer {
 public:
  void clear() {
    list.clear();
    bytes.clear();
    begin_more();
  }
  // Successors stay; what else there is to say is about the next expansion only.
  void begin_more() {
    errors.clear();
    extra_movers.clear();
    deadlock = false;
    reduced = false;
    taken_out = 0;
    atomic_steps = 0;
    inner_depth = 0;
  }
  // What another expansion has given, behind the successors that are here.
  void add(const SuccessorBuffer& more);
  StateView view(size_t index) const {
    const Successor& s = list[index];
    return {bytes.data() + s.offset, s.key, s.total};
  }

  RawVector<Successor> list;             // in the model's order; its index is the choice
  std::vector<StepError> errors;         // in the order of `successor`
  std::vector<ExtraMover> extra_movers;  // in the order of `successor`
  RawVector<uint8_t> bytes;              // 8-aligned entries, padded with zeroes
  bool deadlock = false;                 // nothing can move and this is no valid end state
  uint32_t deadlock_place = 0;           // for the violation's location
  bool reduced = false;                  // partial order reduction: some successors are pruned,
  uint32_t taken_out = 0;                // or are not here (expand_more() only): so many
  uint64_t atomic_steps = 0;             // steps after which the same process keeps control (SPIN's count)
  uint32_t inner_depth = 0;              // longest path to a point inside a transition (SPIN counts it as depth)
};

// Budgets that count inside an expansion too: the paths through an atomic sequence can be many.
struct Budget {
  const std::atomic<bool>* interrupt = nullptr;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  uint64_t bytes = ~uint64_t{0};  // of successors; more is std::bad_alloc
};
// Thrown by expand() when it is interrupted or the deadline has passed.
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "an expansion was given up"; }
};

class Model {
 public:
  virtual ~Model() = default;

  // The initial state, as the one successor of nothing.
  virtual void initial(SuccessorBuffer& out) = 0;
  // What was in the buffer is gone.
  virtual void expand(StateView state, SuccessorBuffer& out) = 0;
  // The same for a search that gathers successors of several states: they are put behind those in the buffer, and what
  // else is there is about this state (SuccessorBuffer::begin_more). Some bytes behind the state can be read, whatever
  // lies there, up to a multiple of eight zeroes: it needs not be copied.
  static constexpr uint32_t kReadableBehind = 64;
  virtual void expand_more(StateView state, SuccessorBuffer& out) {
    SuccessorBuffer more;
    expand(state, more);
    out.add(more);
  }
  // Of a reduced model, for a search that follows all successors of a state again if it has done so before: the same as
  // expand(), but nothing is pruned where experience says that it is not worthwhile to find out what could be, and
  // then the answer is false. It is no function of the state.
  virtual bool expand_adaptively(StateView state, SuccessorBuffer& out) {
    expand(state, out);
    return true;
  }
  // Of a reduced model: marks other successors of the state expanded last as those to follow; false: there is no other
  // choice than all of them.
  virtual bool next_stubborn_set(SuccessorBuffer&) { return false; }

  virtual std::unique_ptr<Model> clone() const = 0;
  // Shape number n (the first 32-bit word of a state).
  virtual const StateShape& shape(uint32_t n) const = 0;
};

}  // namespace gyre::model
