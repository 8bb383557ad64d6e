// The door between the abstract machine and native code for a model.
//
// Native code expands states of a program with exactly the results of the machine: the same successors in the same
// order, with the same bytes, hashes, steps and errors. What it cannot do it hands back, at the finest grain: all moves
// of one process in one control state are the machine's (`move`), everything around them stays native.
//
// The layout of NativeCall is known to the generator (jit/), which takes offsets from here with offsetof.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"
#include "ir/shapes.h"
#include "model/model.h"

namespace gyre::model {

class NativeCode;

struct NativeCall {
  // From this depth on the machine follows an atomic sequence: it watches for loops.
  static constexpr uint32_t kDepth = 63;
  static constexpr uint32_t kFields = 64;  // most fields of a message
  static constexpr uint32_t kSlack = 64;   // bytes behind a state that may be touched

  const uint8_t* state = nullptr;
  SuccessorBuffer* out = nullptr;
  uint64_t* executed = nullptr;
  const ir::FrameRef* processes = nullptr;
  const ir::FrameRef* channels = nullptr;
  uint32_t process_count = 0;
  uint32_t channel_count = 0;
  uint32_t key = 0;     // bytes
  uint32_t total = 0;   // bytes
  uint32_t padded = 0;  // total, up to the next multiple of eight
  uint32_t common = 0;  // 1: the shape is the common one, for which there is special code
  int32_t first_mover = 0;
  // The end of what lies in the buffer of successors, as long as native code runs: where the next one goes, where it is
  // described, the end of the room for descriptions (there is room for as many states), and the first one's bytes.
  uint8_t* next = nullptr;
  Successor* entry = nullptr;
  Successor* end = nullptr;
  uint8_t* bytes = nullptr;
  uint64_t steps = 0;            // of this expansion
  uint64_t max_steps = 0;        // from there on the machine follows atomic sequences: it looks at budgets
  uint64_t limit = 0;            // more steps are an error
  uint32_t first_statement = 0;  // of the transition: its place
  uint32_t receiver_count = 0;   // of the rendezvous on the path inside the transition
  uint8_t* work = nullptr;       // free memory for states inside atomic sequences
  const ir::Shape* shape = nullptr;
  const NativeCode* code = nullptr;
  void* machine = nullptr;
  // All moves of a process by the machine; 0: there are none.
  int32_t (*move)(NativeCall*, const uint8_t* state, int32_t pid, uint32_t depth, int32_t timeout) = nullptr;
  // Guarded commands: the rest of a transition; `pid`, then `then` (-1: nobody) executes merged commands.
  void (*go_on)(NativeCall*, const uint8_t* state, int32_t pid, int32_t then, uint32_t depth) = nullptr;
  // The rest of a d_step that has run for kDepth steps, from a control state inside on; gives the error it ends with.
  int32_t (*d_step)(NativeCall*, uint8_t* state, int32_t pid, uint32_t at) = nullptr;
  void (*dead_end)(NativeCall*, int32_t kind, uint32_t place, uint32_t depth) = nullptr;
  void (*note)(NativeCall*, int32_t kind, uint32_t place, uint32_t depth) = nullptr;
  void (*reserve)(NativeCall*) = nullptr;  // room for more successors
  // Completes the movers of the last successor, when several have received on the way.
  void (*movers)(NativeCall*, Successor*) = nullptr;
  uint16_t receivers[kDepth + 1] = {};
  int32_t message[kFields] = {};
};

// A shape that most states have. Native code for it knows where everything lies.
struct CommonShape {
  std::vector<ir::FrameRef> processes;
  uint32_t key = 0, total = 0;  // bytes

  static CommonShape of(const ir::Shape& shape) { return {shape.processes, shape.key_bytes, shape.total_bytes}; }
  bool is(const ir::Shape& shape) const {
    return !processes.empty() && key == shape.key_bytes && total == shape.total_bytes && processes == shape.processes;
  }
};

// Tries all processes; 0: none can move.
using NativeExpand = int32_t (*)(NativeCall*, int32_t timeout);
// Whether an expression that a formula or a claim asks about is true in the call's state: 1 or 0. Below 0: it has no
// value there, and this is the ErrorKind with a minus sign.
using NativeCondition = int32_t (*)(NativeCall*, int32_t timeout);

class NativeCode {
 public:
  virtual ~NativeCode() = default;
  NativeExpand expand = nullptr;
  std::vector<NativeCondition> atoms;   // by Program::atoms; null: the machine evaluates it
  std::vector<NativeCondition> claims;  // by place, the conditions and assertions of never claims; likewise
  CommonShape common;                   // nobody in it: there is none
  uint32_t native_states = 0;           // control states that run natively
  uint32_t other_states = 0;            // those that are handed back
  std::string reason;                   // why the first of those is
  bool from_cache = false;              // nothing was compiled
};

}  // namespace gyre::model
