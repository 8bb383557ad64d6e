// The value of an expression of the program in a state, as far as it can be told without running anything: constants,
// variables, arithmetic, comparisons, lengths of channels. Reductions ask which part of a guard is false; where there
// is no answer they assume the worst.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/state_view.h"
#include "ir/program.h"
#include "ir/shapes.h"

namespace gyre::reduce {

// A state, and whose local variables and _pid are meant (-1: nobody's; then those have no value).
struct Situation {
  const uint8_t* state = nullptr;  // with eight readable bytes behind it
  const ir::Shape* shape = nullptr;
  int32_t pid = -1;
};

// Makes situations of states, with nobody in them. One holds until the next is made.
class Situations {
 public:
  explicit Situations(const ir::ShapeTable& shapes) : shapes_(shapes) {}
  Situation of(StateView state);

 private:
  const ir::ShapeTable& shapes_;
  std::vector<uint64_t> own_;  // the state, with room behind it
};

std::optional<int32_t> evaluate(const ir::Program& program, ir::ExprId expr, const Situation& at);

// The number of the element that a place means, row by row.
std::optional<uint32_t> element(const ir::Program& program, const ir::Place& place, const Situation& at);

// The value of an element of a variable.
std::optional<int32_t> value_of(const ir::Program& program, ir::VarId var, uint32_t element, const Situation& at);

// Is there a channel with this number? There may be none yet, or none any more.
bool is_channel(int32_t id, const Situation& at);

// How many messages a channel holds.
std::optional<uint32_t> length_of(const ir::Program& program, int32_t channel, const Situation& at);

}  // namespace gyre::reduce
