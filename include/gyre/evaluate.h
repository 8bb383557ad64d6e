// Expressions over the states of an execution: what a debugger watches, and the conditions at which it stops.
//
//   const gyre::Expression waiting(model, "len(q) > 2 && P(1):x == N");
//   if (stepper.value(waiting).number != 0) ...
//
// They are written as in Promela, for models of every language: the operators of C with Promela's precedence,
// (c -> a : b), a[i].b, len(q), full(q), empty(q), nfull(q), nempty(q), _pid, _nr_pr, the names of constants, true and
// false, and the macros of a Promela model. Variables of other processes are P(1):x or P[1]:x, places P(1)@label; the
// number can be left out where there is one P. An expression has no effect, and asking changes nothing.
//
// An Expression is immutable; copies share it, and any number of threads may use one.
#pragma once

#include <memory>
#include <string>

#include <gyre/model.h>
#include <gyre/trace.h>

namespace gyre {

class Expression {
 public:
  // Throws Error if the text is no expression, or names what the model does not have.
  // REQUIRES: model.ok(); otherwise an Error is thrown.
  Expression(const Model& model, const std::string& text);

  const std::string& text() const;  // as it was written

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace gyre
