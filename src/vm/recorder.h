// Writes down the steps of transitions as a person sees them. Steppers report every step that they take, and where they
// go back. The transitions of a state are shown one after the other to whoever asks, in one enumeration: a state may
// have millions, and asking for each by its number would take the square of that. Or every single step is kept.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/narrow.h"
#include "model/model.h"
#include "vm/interpreter.h"

namespace gyre::vm {

// One step as a person sees it.
struct StepRecord {
  int32_t pid = 0;
  int32_t process = 0;         // type
  uint32_t edge = 0;           // index into the process's edges
  std::vector<uint8_t> state;  // after the step
  uint32_t key = 0, total = 0;
  std::string output;                               // of a printf
  std::vector<int32_t> message;                     // sent or received
  int32_t channel = 0;                              // its number, 0: none
  bool handshake = false;                           // the second half of a rendezvous
  model::ErrorKind error = model::ErrorKind::none;  // met in this step
};

// A single step, for simulation: a handshake counts as one.
struct Move {
  std::vector<StepRecord> steps;
  int32_t holder = -1;  // who has exclusive control afterwards; -1: nobody
  bool dead_end = false;
};

class Recorder {
 public:
  // Is shown the number and the steps of a successor, or of a dead end. False: that is enough, no other is wanted.
  using Visit = std::function<bool(uint32_t, const std::vector<StepRecord>&)>;

  explicit Recorder(Interpreter& interpreter) : interpreter_(interpreter) {}

  // As long as one of these is there steps are written down: those of each successor, or every single one.
  class Recording {
   public:
    Recording(Recorder& recorder, const Visit& visit);
    Recording(Recorder& recorder, std::vector<Move>& moves);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    Recorder& recorder_;
  };

  bool on() const { return on_; }
  // Steps are not followed beyond the first.
  bool single() const { return moves_ != nullptr; }

  // A step was taken; `notes` of the interpreter belong to it.
  void step(const Work& work, int32_t pid, const VmEdge& e, model::ErrorKind error, bool handshake);
  // What the message and channel of the next step are.
  void note_message(const std::vector<int32_t>& message, int32_t channel);
  void forget_notes() { notes_ = {}; }
  size_t depth() const { return path_.size(); }
  void back_to(size_t depth) { path_.resize(depth); }
  // The path so far is successor number `number`, or a dead end of that number.
  void transition(size_t number) {
    if (visit_ != nullptr && !enough_) enough_ = !(*visit_)(narrow<uint32_t>(number), path_);
  }
  void move(int32_t holder, bool dead_end) { moves_->push_back({path_, holder, dead_end}); }

 private:
  void begin();

  Interpreter& interpreter_;
  bool on_ = false;
  bool enough_ = false;
  std::vector<StepRecord> path_;
  const Visit* visit_ = nullptr;
  std::vector<Move>* moves_ = nullptr;
  StepNotes notes_;
};

}  // namespace gyre::vm
