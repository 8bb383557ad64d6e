// Questions about a given state, which claims, formulas and labels ask: nothing is expanded, and no answer depends on
// what was asked before.
//
// An Observer is used by one thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace gyre::model {

// The step that moves(P) is about: that from the state in question to a successor in a buffer.
struct ObservedStep {
  const SuccessorBuffer& expanded;
  uint32_t successor = 0;
};

// The truth values of several atoms, one bit each.
struct Letter {
  uint64_t value = 0;
  uint64_t undefined = 0;             // these met an error, and are 0
  ErrorKind error = ErrorKind::none;  // the last of them
};

class Observer {
 public:
  // Where a never claim can go from one of its states.
  struct ClaimMove {
    uint32_t to = 0;        // 0: it is complete
    bool violated = false;  // an assertion of the claim failed on the way
  };

  virtual ~Observer() = default;

  // Of atoms of formulas (ir::Program::atoms). `step`: what moves(P) is about; null: nobody moves.
  virtual Letter letter(StateView state, const std::vector<uint32_t>& atoms, const ObservedStep* step) = 0;
  // Moves of a never claim, a process of the program, from one of its states; `blocked`: the system cannot move. The
  // answer is an error that was met while it was evaluated.
  virtual ErrorKind claim_moves(StateView state, int32_t claim, uint32_t at, bool blocked,
                                std::vector<ClaimMove>& out) = 0;
  // Is some process in a state with such a label?
  virtual bool any_accept(StateView state) = 0;
  virtual bool any_progress(StateView state) = 0;
  // The processes that have nothing left to do but to die.
  virtual void ended(StateView state, std::vector<uint32_t>& pids) = 0;
  virtual uint32_t process_count(StateView state) const = 0;
  virtual const std::string& process_name(StateView state, uint32_t pid) const = 0;
};

}  // namespace gyre::model
