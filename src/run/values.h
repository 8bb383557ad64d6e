// How many different values each variable takes, over all stored states (counting stops at a few thousand).
#pragma once

#include <unordered_map>
#include <vector>

#include "base/state_view.h"
#include "ir/program.h"
#include "ir/shapes.h"
#include "run/run.h"

namespace gyre::run {

class Values {
 public:
  // Both must outlive this.
  Values(const ir::Program& program, const ir::ShapeTable& shapes)
      : program_(program), shapes_(shapes), seen_(program.variables.size()), control_(program.processes.size()) {}

  void add(StateView state);
  // Those that take most values first.
  std::vector<ValueCount> counts() const;

 private:
  void add(ir::VarId var, const uint8_t* base);

  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  // In how many states each value is.
  std::vector<std::unordered_map<int32_t, uint64_t>> seen_;     // per variable
  std::vector<std::unordered_map<int32_t, uint64_t>> control_;  // per process type
};

}  // namespace gyre::run
