// What programs that read SPIN's output expect to see: its tables, its numbers, its words for statements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gyre/model.h>

namespace gyre {

// A transition of a process type, as `pan -d` lists it.
struct SpinTransition {
  uint32_t from = 0, to = 0;  // points of control; 0: the process is gone
  int32_t id = 0;             // of the statement: what trails have
  uint32_t state = 0;         // of the statement within its process type, from 1
  std::string text;           // "x = (x+1)"
  Location location;
  bool atomic = false, d_step = false;
  bool accept = false, end = false, progress = false;  // labels of `from`
};

struct SpinProcess {
  std::string name;      // "P", ":init:", the name of a claim
  bool claim = false;    // a never claim
  uint32_t states = 0;   // how many SPIN says that it has
  uint32_t initial = 0;  // the point of control at which it begins
  std::vector<SpinTransition> transitions;
};

// The process types in the order of the model. Formulas have none.
// REQUIRES: model.ok(); otherwise an Error is thrown.
std::vector<SpinProcess> spin_processes(const Model& model);

// A number of the texts that a model was read from, and of the macros it was given: another one, another model.
// REQUIRES: model.ok(); otherwise an Error is thrown.
std::string fingerprint(const Model& model);

}  // namespace gyre
