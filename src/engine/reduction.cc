#include "engine/reduction.h"

#include <fmt/format.h>

#include "base/error.h"
#include "engine/threads.h"
#include "reduce/merge.h"
#include "reduce/singletons.h"
#include "reduce/visibility.h"

namespace gyre::engine {

std::string why_all_interleavings(const Options& options, const std::string& search) {
  if (options.thesis) return "--thesis counts the whole graph";
  if (search != "dfs") return fmt::format("--search {} sees all interleavings", search);
  if (options.depth > 0) return "a bound on the depth counts the steps of all interleavings";
  return "";
}

std::shared_ptr<const ir::Program> merged_for(const Options& options, std::shared_ptr<const ir::Program> program,
                                              const std::string& search) {
  if (options.merge == plan::Switch::off) return program;
  std::string why = why_all_interleavings(options, search);
  if (why.empty()) why = reduce::Summary::why_not(*program);
  // A merged statement that fails takes with it what the others could do before it, which is no loss as long as its
  // error is reported. (In ESML it takes nothing with it.)
  for (const model::ErrorKind kind : options.ignore) {
    if (why.empty() && !program->guarded_commands && kind != model::ErrorKind::deadlock &&
        kind != model::ErrorKind::assertion)
      why = fmt::format("--ignore {}: an error that nobody is told of must not hide others", model::error_name(kind));
  }
  if (why.empty()) return reduce::merged(program);
  if (options.merge == plan::Switch::on) throw Error(fmt::format("--merge on is not possible: {}", why));
  return program;
}

void tell_merging(const ir::Program& from, const ir::Program& merged, report::Reductions& out) {
  out.merging = true;
  for (size_t p = 0; p < from.processes.size(); ++p) {
    const std::vector<ir::Edge>&before = from.processes[p].edges, &after = merged.processes[p].edges;
    out.edges += before.size();
    for (size_t e = 0; e < before.size(); ++e) out.joined += after[e].atomic && !before[e].atomic ? 1 : 0;
  }
}

report::Reductions Reduction::told(uint64_t in_part, uint64_t left_out) const {
  report::Reductions out;
  out.partial_order = on();
  out.why_not = why_not_;
  out.in_part = in_part;
  out.left_out = left_out;
  return out;
}

// Whether there is a reason against it, and what that means.
void Reduction::decide(const Options& options) {
  if (options.por == plan::Switch::off) {
    why_not_ = "switched off";
    return;
  }
  if (why_not_.empty()) why_not_ = reduce::Summary::why_not(machine_.program());
  if (!why_not_.empty() && options.por == plan::Switch::on)
    throw Error(fmt::format("--por on is not possible: {}", why_not_));
  if (why_not_.empty()) summary_ = std::make_unique<reduce::Summary>(machine_.program());
}

Reduction::Reduction(const Options& options, vm::Machine& machine, const std::string& search) : machine_(machine) {
  why_not_ = why_all_interleavings(options, search);
  if (why_not_.empty()) why_not_ = reduce::Summary::why_not(machine.program());
  if (why_not_.empty() && parallel(options)) why_not_ = "--threads explores all interleavings";
  decide(options);
  if (summary_)
    model_ =
        std::make_unique<reduce::PartialOrder>(machine, *machine.image().shapes, *summary_, reduce::StubbornOptions{});
}

Reduction::Reduction(const Options& options, vm::Machine& machine, const ClaimJob& job) : machine_(machine) {
  const ir::Program& program = machine.program();
  reduce::Observed observed;
  observed.accept_labels = job.labels;
  observed.progress_labels = job.cycle == model::ErrorKind::non_progress_cycle;
  bool next = false;
  if (job.property) {
    for (const ir::LtlNode& n : job.property->nodes) {
      next |= n.op == ir::LtlNode::Op::next;
      if (n.op == ir::LtlNode::Op::atom) observed.atoms.push_back(program.atoms[static_cast<size_t>(n.atom)]);
    }
  }
  if (job.kind == "claim")
    why_not_ = "a never claim may count steps";
  else if (next)
    why_not_ = fmt::format("'{}' has X (next), which counts steps", job.name);
  else if (options.fairness != plan::Fairness::none)
    why_not_ = "fairness is about all processes that can move";
  else if (options.depth > 0)
    why_not_ = "a bound on the depth counts the steps of all interleavings";
  else if (options.shortest)
    why_not_ = "--shortest sees all interleavings";
  else
    why_not_ = reduce::why_not_observable(program, observed);
  decide(options);
  if (!summary_) return;
  reduce::StubbornOptions stubborn;
  stubborn.excluded = reduce::excluded_edges(*summary_, observed);
  model_ = std::make_unique<reduce::PartialOrder>(machine, *machine.image().shapes, *summary_, std::move(stubborn));
}

Reduction::Reduction(const Options& options, vm::Machine& machine, const ir::Property& property) : machine_(machine) {
  using Op = logic::CtlNode::Op;
  const ir::Program& program = machine.program();
  reduce::Observed observed;
  bool next = false;
  for (const logic::CtlNode& n : property.ctl) {
    next |= n.op == Op::ex || n.op == Op::ax;
    if (n.op == Op::atom) observed.atoms.push_back(program.atoms[static_cast<size_t>(n.atom)]);
  }
  if (next)
    why_not_ = fmt::format("'{}' has EX or AX (next), which count steps", property.name);
  else if (options.fairness != plan::Fairness::none)
    why_not_ = "fairness is about all processes that can move";
  else
    why_not_ = reduce::why_not_observable(program, observed);
  decide(options);
  if (!summary_) return;
  why_not_ = reduce::Singletons::why_not(*summary_);
  if (!why_not_.empty() && options.por == plan::Switch::on)
    throw Error(fmt::format("--por on is not possible: {}", why_not_));
  if (why_not_.empty())
    model_ = std::make_unique<reduce::Singletons>(machine, *summary_, reduce::excluded_edges(*summary_, observed));
}

}  // namespace gyre::engine
