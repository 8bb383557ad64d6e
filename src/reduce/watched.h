// What a formula, or a search for labels, looks at: variables of processes and places in them, whichever process of a
// type is meant. For reductions that change the program (merge.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/program.h"
#include "reduce/visibility.h"

namespace gyre::reduce {

class Watched {
 public:
  Watched(const ir::Program& program, const Observed& observed)
      : program_(program), observed_(observed), variables_(program.variables.size()) {
    for (const ir::ExprId atom : observed.atoms) {
      ir::each_expr(program, atom, [&](const ir::Expr& e) {
        if (e.op == ir::Op::remote_load) nth(variables_, e.place.var) = true;
        if (e.op == ir::Op::remote_at) places_.emplace_back(e.process, narrow<uint32_t>(e.value));
      });
    }
  }
  bool variable(ir::VarId var) const { return nth(variables_, var); }
  bool place(size_t process, uint32_t state) const {
    const ir::ControlState& s = program_.processes[process].states[state];
    if ((observed_.accept_labels && s.accept) || (observed_.progress_labels && s.progress)) return true;
    return std::any_of(places_.begin(), places_.end(), [&](const auto& place) {
      return std::cmp_equal(place.first, process) && place.second == state;
    });
  }

 private:
  const ir::Program& program_;
  const Observed& observed_;
  std::vector<bool> variables_;
  std::vector<std::pair<int32_t, uint32_t>> places_;  // process type, control state
};

}  // namespace gyre::reduce
