// A state as a person reads it: the values of its variables and channels, by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/state_view.h"
#include "ir/program.h"
#include "ir/shapes.h"

namespace gyre::trace {

struct NamedValue {
  std::string name;   // "x", "a[2].b", "P(3):y", a channel's name
  std::string value;  // "5", a mtype's name, "[m1,2][m2,3]" for a channel's contents, "q" for a variable that holds it
  int32_t pid = -1;   // of a local variable, otherwise -1
  bool is_channel = false;
  bool is_hidden = false;
};

// A process's name as a person writes it: SPIN's ":init:" is "init".
std::string_view display_name(const ir::Process& process);

// Globals in the order of declaration, then the contents of channels, then the variables of each process. The same
// variable has the same name in every state. A variable that just holds the channel declared with it is not listed.
// The bytes behind the state must be accessible as base/bits.h says (trace::State has them).
std::vector<NamedValue> describe(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);

// "a[2].b": the name of one element of a variable.
std::string element_name(const ir::Variable& v, uint32_t element);
// The value of one element of a variable (elements are counted row by row); `pid` is whose it is, -1: it is global.
int32_t element_value(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, const ir::Variable& v,
                      uint32_t element, int32_t pid);
// The same as a person reads it: a list as a list, a channel as its messages.
std::string element_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state,
                         const ir::Variable& v, uint32_t element, int32_t pid);

// What differs between two states, with the values of the second, in the same order. What has gone is not listed; of
// what is new only parameters and what is not zero or empty.
std::vector<NamedValue> changes(const ir::Program& program, const ir::ShapeTable& shapes, StateView before,
                                StateView after);

// A value as its type shows it: the name of a mtype constant, otherwise the number.
std::string value_text(const ir::Program& program, const ir::ScalarType& type, int32_t value);

// The variable that was declared with this channel: "q", "P(0):q", or "chan N".
std::string channel_name(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t id);

// How many channels there are: they are numbered from 1 on.
int32_t channel_count(const ir::ShapeTable& shapes, StateView state);

// "m1,2": the fields of a message of this channel.
std::string message_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t channel,
                         const std::vector<int32_t>& message);

// The same field by field; a signal of guarded commands with its data is one.
std::vector<std::string> message_fields(const ir::Program& program, const ir::ShapeTable& shapes, StateView state,
                                        int32_t channel, const std::vector<int32_t>& message);

// The messages in a channel, oldest first.
std::vector<std::vector<int32_t>> channel_contents(const ir::Program& program, const ir::ShapeTable& shapes,
                                                   StateView state, int32_t channel);

// The control state of each process.
struct ProcessPlace {
  int32_t pid = 0;
  int32_t process = 0;  // its type
  uint32_t state = 0;
};
// The state of the trace or notrace assertion (Program::trace).
uint32_t trace_position(const ir::Program& program, StateView state);
std::vector<ProcessPlace> places(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);

const ir::Shape& shape_of(const ir::ShapeTable& shapes, StateView state);

}  // namespace gyre::trace
