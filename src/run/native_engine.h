// When the native engine takes over from the abstract machine.
//
//   vm      never
//   native  before the first search; without LLVM that is an error of usage
//   auto    after half a second of searching: then a thread of its own compiles the model, and the searching one goes
//           over between two expansions. Both engines give the same results, so nobody notices; a short search never
//           pays for LLVM. Code of its own for the common shape (model/native.h) doubles LLVM's time: if that is much,
//           it is made two seconds later. Where there is no native engine, nothing happens.
//
// A program is compiled once, for all machines that run it: those of other threads join a search with also().
//
// Outside of searches, when counterexamples are replayed, the machine always works by itself.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "model/native.h"
#include "plan/choices.h"
#include "vm/machine.h"

namespace gyre::run {

class NativeEngine {
 public:
  // What `auto` waits for: before it compiles, and before it compiles large common shapes.
  struct Waits {
    std::chrono::milliseconds first{500};
    std::chrono::milliseconds more{2000};
  };

  NativeEngine(vm::Machine& machine, plan::Engine how, const Waits& waits);
  NativeEngine(vm::Machine& machine, plan::Engine how) : NativeEngine(machine, how, Waits{}) {}
  ~NativeEngine() { end_search(); }

  // Before the first search. Throws Error when "native" is asked for and there is none. If `interrupt` comes first
  // there is no code, and the machine does the little that remains.
  void prepare(const std::atomic<bool>& interrupt);

  // A search is under way while this lives.
  class Searching {
   public:
    explicit Searching(NativeEngine& engine) : engine_(engine) { engine_.begin_search(); }
    Searching(const Searching&) = delete;
    Searching& operator=(const Searching&) = delete;
    ~Searching() { engine_.end_search(); }

    // Another machine for the same program takes part, and lives as long as this.
    void also(vm::Machine& machine) { engine_.also(machine); }

   private:
    NativeEngine& engine_;
  };

  bool used() const { return used_; }
  unsigned changes() const { return changes_; }  // how often a search has gone over to other code
  double seconds() const { return seconds_; }    // of processor time, for compiling
  // For the report: what ran how; empty if the machine did everything.
  std::string sentence() const;

 private:
  void begin_search();
  void end_search();
  void also(vm::Machine& machine);
  void go_over();
  void compile(const model::CommonShape& common, const std::atomic<bool>* stop);
  void wait_and_compile();
  bool wait(std::chrono::milliseconds time);

  vm::Machine& machine_;
  const Waits waits_;
  bool automatic_ = false;
  bool at_once_ = false;
  bool failed_ = false;
  bool used_ = false;
  std::atomic<unsigned> changes_{0};
  double seconds_ = 0;  // of compilation
  std::unique_ptr<model::NativeCode> code_;
  std::unique_ptr<model::NativeCode> first_code_;  // what a search used before, and may still be in
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<vm::Machine*> others_;  // with the mutex
  std::atomic<bool> stop_{false};
};

}  // namespace gyre::run
