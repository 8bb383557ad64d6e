// What C prints on standard output while it runs: it is part of a step, where somebody records steps, and dropped in a
// search. So a search prints nothing in the middle of a report.
#pragma once

#include <string>

namespace gyre::vm {

// While this lives, what C of this thread prints is collected.
class COutput {
 public:
  explicit COutput(std::string* to) : to_(to) { begin(); }
  COutput(const COutput&) = delete;
  COutput& operator=(const COutput&) = delete;
  ~COutput() { end(); }

 private:
  void begin();
  void end();

  std::string* to_;
};

}  // namespace gyre::vm
