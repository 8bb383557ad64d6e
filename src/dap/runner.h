// Walks until there is a reason to stop: one move, out of an atomic sequence, on to a breakpoint, back.
//
// What takes long is done piece by piece: begin_...() says what is wanted, work() does some of it and returns a Stop
// when it has come to one. In between the state is a whole one, and everything can be asked and set.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "dap/breakpoints.h"
#include "dap/places.h"
#include "dap/walk.h"

namespace gyre::dap {

// Names of `reason` are the protocol's.
struct Stop {
  std::string reason;        // entry, step, breakpoint, data breakpoint, exception, pause, goto
  std::string description;   // a few words
  std::string text;          // a sentence
  int32_t pid = -1;          // -1: of nobody
  std::vector<int64_t> ids;  // of breakpoints
  std::string exception;     // "assertion", "deadlock", "blocked"; empty: none
  bool over = false;         // the run has ended and nobody wants to look
};

class Runner {
 public:
  // Told what printf prints, and what logpoints write.
  using Output = std::function<void(const std::string& category, const std::string& text, const Location& location)>;

  Runner(const Model& model, const std::optional<Trace>& guide, uint64_t seed, uint64_t max_steps, Output output);

  Walk& walk() { return *walk_; }
  const Places& places() const { return places_; }
  Breakpoints& breakpoints() { return breakpoints_; }

  // The process that is expected to move next, or that moved last; -1: none.
  int32_t focus();
  // The steps that come next, if that is known; the trail says so, or a breakpoint has stopped before them.
  Steps upcoming();

  // On until a breakpoint or an end; or until the expression is true.
  void begin_forward(std::optional<Expression> until = {});
  void begin_backward();
  // Until the process has moved: along the trail whoever is in between; off the trail it alone.
  // Throws Error, with the reason, if it cannot.
  void begin_step(int32_t pid);
  // Until it has left its atomic sequence, or the innermost inline. Throws Error if it is in none.
  void begin_out(int32_t pid);
  bool busy() const { return task_ != Task::none; }
  std::optional<Stop> work();
  Stop pause();

  // At once.
  Stop take(size_t move);
  Stop step_back();
  Stop go_to(size_t position);
  void restart();

 private:
  enum class Task { none, forward, backward, step, out };

  std::optional<Stop> forward_once();
  std::optional<Stop> backward_once();
  // The steps of what is done next, chosen if nothing says it; a Stop if nothing can be done.
  std::optional<Stop> choose(Steps& next);
  std::optional<size_t> move_of(int32_t pid);
  std::optional<Stop> done_with(const Steps& steps);
  // The end of the run or of the trail, if this is one.
  std::optional<Stop> at_end(const Steps& steps);
  Stop ended(const std::string& text, const std::string& kind, bool wanted);
  Stop made(const std::string& reason, const std::string& description, const std::string& text, int32_t pid = -1);
  void tell(const Fired& fired, const Steps& steps);
  void tell(const Steps& steps);
  bool is_out();
  std::string blocked(int32_t pid);
  const ProcessState* find(const std::vector<ProcessState>& among, int32_t pid) const;
  void forget_choice();

  const Model model_;
  const std::optional<Trace> guide_;
  const uint64_t seed_;
  const uint64_t max_steps_;
  const Output output_;
  Places places_;
  std::unique_ptr<Walk> walk_;
  Breakpoints breakpoints_;
  std::mt19937_64 random_;

  Task task_ = Task::none;
  int32_t pid_ = -1;                 // step, out
  size_t depth_ = 0;                 // out: of inlines
  bool atomic_ = false;              // out: of an atomic sequence
  uint64_t count_ = 0;               // moves since the task began
  std::optional<Expression> until_;  // forward
  std::optional<size_t> chosen_;     // off the trail: the move that comes next
  bool checked_ = false;             // the breakpoints before what comes next have been looked at
};

}  // namespace gyre::dap
