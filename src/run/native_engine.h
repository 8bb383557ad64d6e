// When the native engine takes over from the abstract machine.
//
//   vm      never
//   native  before the first search; without LLVM that is an error of usage
//   auto    after some milliseconds of searching: then a thread of its own compiles the model, and the searching one
//           goes over between two expansions. Both engines give the same results, so nobody notices; a short search
//           never pays for LLVM. First comes code that is in the cache (jit/code_cache.h), or code that is made in a
//           hurry; for searches that last, code that is made with care (jit/sizes.h). Where there is no native engine,
//           nothing happens.
//
// A program is compiled once, for all machines that run it: those of other threads join a search with also().
//
// LLVM cannot be stopped while it makes machine code, and the end of a search does not wait for it: what is under way
// goes on, is there for the next search of the same program, and is left alone if there is none (unfinished.h).
//
// Outside of searches, when counterexamples are replayed, the machine always works by itself.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "model/native.h"
#include "plan/choices.h"
#include "vm/machine.h"

namespace gyre::run {

class NativeEngine {
 public:
  // What `auto` waits for: before it compiles in a hurry, and before it compiles with care.
  struct Waits {
    std::chrono::milliseconds first{};
    std::chrono::milliseconds more{};
  };
  // Where there is a processor to spare, soon.
  static Waits waits();

  NativeEngine(vm::Machine& machine, plan::Engine how, const Waits& waits);
  NativeEngine(vm::Machine& machine, plan::Engine how) : NativeEngine(machine, how, waits()) {}
  ~NativeEngine();

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
  double seconds() const;                        // of processor time, for compiling until now
  // For the report: what ran how; empty if the machine did everything.
  std::string sentence() const;

 private:
  struct Work;  // what a thread that compiles needs, and may keep longer than this lives

  void begin_search();
  void end_search();
  void also(vm::Machine& machine);
  void take(std::unique_ptr<model::NativeCode> code);
  void go_over();
  static void compile_in_turn(const std::shared_ptr<Work>& work);

  vm::Machine& machine_;
  const bool automatic_;
  const bool at_once_;
  bool searching_ = false;  // these are shared with the thread: by the mutex in Work
  bool used_ = false;
  std::atomic<unsigned> changes_{0};
  std::vector<std::unique_ptr<model::NativeCode>> codes_;  // the last one is best; a search may still be in others
  std::vector<vm::Machine*> others_;
  std::shared_ptr<Work> work_;
  std::thread thread_;
};

}  // namespace gyre::run
