// Expressions of a program in a given state, as far as variables and numbers go: their values, and what they read.
//
// A machine could tell the value, but not which variables it depends on, and it stops with an error where an index is
// out of its array, which is what is asked about here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/program.h"
#include "ir/shapes.h"
#include "trace/state_text.h"

namespace gyre::trace {

class Reading {
 public:
  // `pid` is the process whose local variables are meant; it must live in the state. -1: there are only globals. All
  // that is given must stay.
  Reading(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t pid)
      : program_(program), shapes_(shapes), state_(state), pid_(pid) {}

  // None: it depends on more than variables and numbers, or fails.
  std::optional<int32_t> value(ir::ExprId id) const;

  // "x is 3, a[1] is 0": the variables that an expression reads, each once. Empty: it reads none, or more than a person
  // wants to be told.
  std::string variables(ir::ExprId id) const;

 private:
  std::optional<uint32_t> element(const ir::Place& place) const;
  std::optional<int32_t> load(const ir::Place& place) const;
  std::string named(const ir::Place& place) const;
  int32_t owner(const ir::Variable& v) const { return v.scope == ir::Scope::local ? pid_ : -1; }

  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  StateView state_;
  int32_t pid_;
};

}  // namespace gyre::trace
