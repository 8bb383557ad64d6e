// Which reductions a run uses, and why it does not use the others.
#pragma once

#include <memory>
#include <string>

#include "engine/options.h"
#include "reduce/partial_order.h"
#include "vm/machine.h"

namespace gyre::engine {

class Reduction {
 public:
  // For the safety search `search` (as in pairs.def) of this machine's program. Throws Error if partial order reduction
  // is demanded and not possible.
  Reduction(const Options& options, vm::Machine& machine, const std::string& search);

  bool on() const { return model_ != nullptr; }
  const std::string& why_not() const { return why_not_; }
  // What the search should see.
  model::Model& model() { return model_ ? static_cast<model::Model&>(*model_) : machine_; }

 private:
  vm::Machine& machine_;
  std::string why_not_;
  std::unique_ptr<reduce::Summary> summary_;
  std::unique_ptr<reduce::PartialOrder> model_;
};

}  // namespace gyre::engine
