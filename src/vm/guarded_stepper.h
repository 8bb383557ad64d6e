// Guarded commands with handshakes: the transitions of ESML models.
//
// One transition is one command of one process, processes in the order of activation, guards in the order of the text.
// A receive is passive: a send looks for the processes that stand at a receive of the same signal on the same channel,
// and each of them makes one transition of the sender (Geldenhuys, section 3.2.3: scanning, no channel queues).
#pragma once

#include <vector>

#include "vm/stepper.h"

namespace gyre::vm {

class GuardedStepper : public Stepper {
 public:
  GuardedStepper(Interpreter& interpreter, SuccessorWriter& writer, Recorder& recorder)
      : Stepper(interpreter, writer, recorder), partners_(interpreter.image().partners()) {}

  bool expand(const Base& base) override;
  bool expand_process(const Base& base, int32_t pid, uint32_t depth, bool timeout) override;
  void single_steps(const Base& base, int32_t holder) override;
  void finish(const Base& base, int32_t pid, int32_t then, uint32_t depth) override;
  bool listen(CommandListener* listener) override {
    listener_ = listener;
    return true;
  }

 private:
  void find_control(const Base& base);
  bool move(const Base& base, int32_t pid);
  bool handshakes(const Base& base, int32_t pid, const VmEdge& e);
  bool offer_data(const Base& base, int32_t pid, const VmEdge& e, bool& possible);
  void execute(const Base& base, int32_t pid, const VmEdge& e);
  void failed(const Base& base, int32_t pid, const VmEdge& e, model::ErrorKind error);
  void go_on(Work& work, int32_t pid, int32_t then, uint32_t depth, size_t level);
  bool fails_here(const Base& base, int32_t pid, bool& some_guard);

  const Image::Partners& partners_;
  std::vector<uint32_t> control_;  // where each process stands
  CommandListener* listener_ = nullptr;
};

}  // namespace gyre::vm
