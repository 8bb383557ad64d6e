// Which statements SPIN merges: it follows a line of a trail that says `-4:-4:-4` by all statements that are executed
// together with the one it names.
//
// A statement is merged behind another of its process if it cannot block (an assignment, printf, assert or jump), is
// the only one at its point of control, has no label and no escape, and is invisible to others: inside an atomic
// sequence, or without any global variable.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace gyre::trace {

class MergeRules {
 public:
  explicit MergeRules(const ir::Program& program);

  // After this edge, with the process then at control state `at`: the edge that is executed together with it, if there
  // is one. `before`, `after`: was, is the process inside an atomic sequence?
  std::optional<uint32_t> next(int32_t process, uint32_t edge, uint32_t at, bool before, bool after) const;

  // Whether the edge is of a kind that is merged at all.
  bool cannot_block(int32_t process, uint32_t edge) const;

 private:
  bool cannot_block(const ir::Action& action) const;
  bool can_start(int32_t type, const ir::Edge& edge, bool in_atomic) const;
  bool can_follow(const ir::Process& process, uint32_t state, bool in_atomic) const;
  bool is_global(ir::ExprId expr) const;
  bool is_global(const ir::Place& place) const;
  bool is_global(const ir::Action& action) const;
  bool runs(ir::ExprId expr) const;
  bool is_choice(const ir::Process& process, uint32_t state) const;

  const ir::Program& program_;
  std::vector<std::vector<bool>> labelled_;  // by process and control state
  bool has_rendezvous_ = false;
};

}  // namespace gyre::trace
