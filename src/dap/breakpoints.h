// Where and when a run stops: at lines, when a value changes, when a process blocks, at errors and ends.
//
// A line stops a process that is about to execute a statement there; not one that just stands there and waits. Going
// back stops in the same states, when the statement has been undone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dap/places.h"
#include "dap/walk.h"

namespace gyre::dap {

// "3", "== 3", "> 3", ">= 3", "< 3", "<= 3", "% 3": at which of its hits a breakpoint counts.
class HitCondition {
 public:
  HitCondition() = default;  // at all of them
  // Throws Error if the text is none.
  explicit HitCondition(const std::string& text);
  bool counts(uint64_t hit) const;

 private:
  enum class Test { always, equal, more, at_least, less, at_most, multiple };
  Test test_ = Test::always;
  uint64_t number_ = 0;
};

// What breakpoints of all kinds have.
struct Trigger {
  int64_t id = 0;
  std::optional<Expression> condition;
  HitCondition hit_condition;
  std::string log;  // not empty: it is written instead of stopping
  uint64_t hits = 0;
};

struct LineBreakpoint {
  Trigger trigger;
  std::string path;
  uint32_t line = 0;
};

struct DataBreakpoint {
  Trigger trigger;
  std::string data;                   // the name of a variable or a channel, as Step::changes names it; empty:
  std::optional<Expression> watched;  // any expression
  int32_t pid = -1;                   // whose locals are meant in it
  std::string last;                   // its value when it was looked at last
};

// When a process blocks: it could move, or was not there, and now it cannot.
struct BlockedFilter {
  bool on = false;
  std::string process;  // "2", "P" or "P(2)"; empty: any
};

// What has happened.
struct Fired {
  std::vector<int64_t> ids;      // of breakpoints that stop
  std::vector<std::string> log;  // lines to be written
  std::string note;              // why it stopped, if there is more to say
  int32_t pid = -1;

  bool stops() const { return !ids.empty(); }
};

class Breakpoints {
 public:
  Breakpoints(const Model& model, const Places& places) : model_(model), places_(places) {}

  // By path; of data.
  std::map<std::string, std::vector<LineBreakpoint>> lines;
  std::vector<DataBreakpoint> data;
  BlockedFilter blocked;
  bool errors = true, deadlocks = true, ends = true;  // whether a run stops there, and does not just end

  bool has_lines() const;
  // Somebody is about to execute these steps.
  Fired before(const Steps& steps, const Walk& walk);
  // They were executed, or undone.
  Fired after(const Steps& steps, const Walk& walk);
  // Forgets what was seen: the state is another one, and nobody walked there.
  void look_anew(const Walk& walk);

  // The text with the values of what stands in braces.
  std::string filled(const std::string& log, const Walk& walk, int32_t pid) const;

 private:
  void fire(Trigger& trigger, const Walk& walk, int32_t pid, const std::string& note, Fired& out) const;
  void see_blocked(const Walk& walk, Fired& out);
  std::string watched_value(const DataBreakpoint& b, const Walk& walk) const;

  const Model& model_;
  const Places& places_;
  std::map<int32_t, bool> could_move_;  // by pid
};

}  // namespace gyre::dap
