// Which guarded commands (ESML) can run natively: nobody is born or dies, and a send and a receive are one transition.
#pragma once

#include "jit/analysis.h"

namespace gyre::jit {

class GuardedAnalysis final : public Analysis {
 public:
  explicit GuardedAnalysis(const ir::Program& program) : Analysis(program) {}

 private:
  bool offers_possible() override;
  bool edge_native(const ir::Process& process, const ir::Edge& edge) override;
};

}  // namespace gyre::jit
