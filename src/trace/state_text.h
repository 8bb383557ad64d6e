// A state as a person reads it: the values of its variables and channels, by name.
#pragma once

#include <string>
#include <vector>

#include "base/state_view.h"
#include "ir/program.h"
#include "ir/shapes.h"

namespace gyre::trace {

struct NamedValue {
  std::string name;    // "x", "a[2].b", "P(3):y", "queue 1 (q)"
  std::string value;   // "5", a mtype's name, "[m1,2][m2,3]" for a channel
  int32_t pid = -1;    // of a local variable, otherwise -1
  bool is_channel = false;
  bool is_hidden = false;
};

// Globals in the order of declaration, then channels, then the variables of each process. The same variable has the
// same name in every state.
std::vector<NamedValue> describe(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);

// What differs between two states, with the values of the second; what has gone is not listed.
std::vector<NamedValue> changes(const std::vector<NamedValue>& before, const std::vector<NamedValue>& after);

// A value as its type shows it: the name of an mtype constant, otherwise the number.
std::string value_text(const ir::Program& program, const ir::ScalarType& type, int32_t value);

// The name a person knows a channel by: the variable that was initialised with it, or "chan N".
std::string channel_name(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t id);

// The control state of each process.
struct ProcessPlace {
  int32_t pid = 0;
  int32_t process = 0;   // type
  uint32_t state = 0;
};
std::vector<ProcessPlace> places(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);

}  // namespace gyre::trace
