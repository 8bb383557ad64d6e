// Expressions over a given state, for people who look at one: watches, conditions of breakpoints.
//
// They are written as in Promela, in models of every language: the operators of C with Promela's precedence,
// (c -> a : b), a[i].b, len(q), full(q), empty(q), nfull(q), nempty(q), _pid, _nr_pr, names of constants, true and
// false. Variables of other processes are P(1):x or P[1]:x, places P(1)@label; the number can be left out where there
// is one P. Nothing here has an effect.
//
// It is not the front ends' reading, on purpose: an expression that is added to a model changes the model (what is part
// of the state, which labels are states of their own), and could not be asked about states that are there already.
//
// An Expression is immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/program.h"
#include "ir/shapes.h"
#include "trace/state_text.h"

namespace gyre::trace {

struct ExpressionNode;

class Expression {
 public:
  struct Result {
    int32_t number = 0;
    std::string text;  // as its type shows it: the name of a constant, the messages of a channel
  };

  // Throws Error if the text is no expression, or has a name that the program does not have.
  Expression(const ir::Program& program, const std::string& text);
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  // The value in a state of this program, or of one that was made of it. `pid`: whose local variables are meant by
  // their names alone; -1: nobody's. Throws Error if it has no value there.
  Result value(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t pid) const;

 private:
  std::unique_ptr<const ExpressionNode> root_;
};

}  // namespace gyre::trace
