// Which reductions a run uses, and why it does not use the others.
#pragma once

#include <memory>
#include <string>

#include "engine/claim_job.h"
#include "engine/options.h"
#include "reduce/partial_order.h"
#include "report/report.h"
#include "vm/machine.h"

namespace gyre::engine {

// Why the safety search `search` (as in pairs.def) is not for reductions; empty: it is.
std::string why_all_interleavings(const Options& options, const std::string& search);

// The program that this search should use: with local statements merged and variables that do not matter cleared, or
// as it is. Throws Error if merging is demanded and not possible.
std::shared_ptr<const ir::Program> merged_for(const Options& options, std::shared_ptr<const ir::Program> program,
                                              const std::string& search);

// What merging did to the program `from`.
void tell_merging(const ir::Program& from, const ir::Program& merged, report::Reductions& out);

class Reduction {
 public:
  // For the safety search `search` (as in pairs.def) of this machine's program. Throws Error if partial order reduction
  // is demanded and not possible.
  Reduction(const Options& options, vm::Machine& machine, const std::string& search);
  // For a claim, a formula or a kind of cycle.
  Reduction(const Options& options, vm::Machine& machine, const ClaimJob& job);
  // For a formula of branching time.
  Reduction(const Options& options, vm::Machine& machine, const ir::Property& property);

  bool on() const { return model_ != nullptr; }
  // For the report: in so many expansions not all steps were followed, in sum so many.
  report::Reductions told(uint64_t in_part, uint64_t left_out) const;
  // What the search should see.
  model::Model& model() { return model_ ? *model_ : machine_; }

 private:
  void decide(const Options& options);

  vm::Machine& machine_;
  std::string why_not_;
  std::unique_ptr<reduce::Summary> summary_;
  std::unique_ptr<model::Model> model_;
};

}  // namespace gyre::engine
