#include "plan/reductions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/nth.h"
#include "plan/rules.h"
#include "plan/searches.h"
#include "plan/settings.h"
#include "plan/stores.h"
#include "reduce/merge.h"
#include "reduce/singletons.h"

namespace gyre::plan {

std::string why_all_interleavings(const Settings& s, Algorithm algorithm) {
  if (s.depth > 0) return "a bound on the depth counts the steps of all interleavings";
  if (algorithm == Algorithm::thesis) return "--thesis counts the whole graph";
  return traits(algorithm).reduced ? "" : fmt::format("{} sees all interleavings", option_of(algorithm));
}

std::string plan_merging(const Settings& s, const std::string& all, const std::shared_ptr<const ir::Program>& program,
                         Job& job) {
  job.program = program;
  if (s.merge == Switch::off) return "";
  std::string why = all;
  if (why.empty()) why = reduce::Summary::why_not(*program);
  // A merged statement that fails takes with it what the others could do before it, which is no loss as long as its
  // error is reported.
  for (const model::ErrorKind kind : s.ignore) {
    if (why.empty() && !program->semantics.stops_before_errors && kind != model::ErrorKind::deadlock &&
        kind != model::ErrorKind::assertion)
      why = fmt::format("--ignore {}: an error that nobody is told of must not hide others", model::error_name(kind));
  }
  if (!why.empty()) return s.merge == Switch::on ? fmt::format("--merge on is not possible: {}", why) : "";
  job.program = reduce::merged(program);
  job.merged = job.program != program;
  return "";
}

namespace {

// Merges what the job's property cannot see. What speaks against partial order reduction speaks against this too.
std::string merge_for_formula(const Settings& s, const ir::Program& loaded, Job& job) {
  if (s.merge == Switch::off) return "";
  std::string why = job.reduction.why_not;
  if (why.empty() && job.program.get() != &loaded) why = "hidden variables are part of the state for formulas";
  if (why.empty()) why = reduce::Summary::why_not(*job.program);
  if (!why.empty()) {
    if (s.merge == Switch::on) return fmt::format("--merge on is not possible: {}{}", why, leave_out(loaded, job.name));
    // Otherwise the reason is there already.
    if (s.por == Switch::off)
      job.details += fmt::format("{}statements are not merged: {}", job.details.empty() ? "" : "; ", why);
    return "";
  }
  job.program = reduce::merged(job.program, {true, job.reduction.singletons, job.reduction.observed});
  job.merged = job.program.get() != &loaded;
  return "";
}

// Whether there is a reason against it, and what that means.
std::string decide(const Settings& s, Job& job) {
  ReductionPlan& r = job.reduction;
  if (s.por == Switch::off) {
    r.why_not = "switched off";
    return "";
  }
  if (r.why_not.empty()) r.why_not = reduce::Summary::why_not(*job.program);
  if (r.why_not.empty()) {
    r.summary = std::make_shared<const reduce::Summary>(*job.program);
    if (r.singletons) r.why_not = reduce::Singletons::why_not(*r.summary);
  }
  r.on = r.why_not.empty();
  r.adaptive = r.on && s.por == Switch::automatic;
  return !r.on && s.por == Switch::on ? fmt::format("--por on is not possible: {}", r.why_not) : "";
}

}  // namespace

std::string plan_safety_reduction(const Settings& s, const std::string& all, Job& job) {
  job.reduction.why_not = all;
  if (all.empty() && job.algorithm == Algorithm::pseudo_dfs && traits(job.store).lossy)
    job.reduction.why_not = fmt::format("--search pseudo-dfs sees all interleavings on --store {}", name_of(job.store));
  return decide(s, job);
}

namespace {

// Why a claim may tell runs apart that differ in the number of steps between two changes; empty: it does not.
std::string why_steps_count(const Job& job) {
  if (job.cycles.claim == ClaimKind::never) return "a never claim may count steps";
  if (job.cycles.claim == ClaimKind::automaton) return "an automaton may count steps";
  const auto next = [](const logic::LtlNode& n) { return n.op == logic::LtlNode::Op::next; };
  if (std::any_of(job.cycles.formula.begin(), job.cycles.formula.end(), next))
    return fmt::format("'{}' has X (next), which counts steps", job.name);
  return "";
}

// Why a search is not for symmetry reduction; empty: it is.
std::string why_all_processes(const Settings& s, const Job& job) {
  if (how_decided(job.kind) == Decided::by_values)
    return fmt::format("'{}' is of branching time, and its evidence is about processes with names", job.name);
  if (how_decided(job.kind) == Decided::by_cycles) {
    if (std::string why = why_steps_count(job); !why.empty()) return why;
    if (s.fairness != Fairness::none) return "fairness tells processes apart";
  }
  if (s.depth > 0) return "a bound on the depth counts steps, and those of a path may become more";
  if (s.threads > 1) return "it is for one thread";
  if (s.profile) return "--profile counts the values of all processes";
  if (traits(job.algorithm).needs == SearchTraits::Needs::no_store)
    return fmt::format("{} stores no states", option_of(job.algorithm));
  constexpr Algorithm kOnRepresentatives[] = {Algorithm::dfs,          Algorithm::pseudo_dfs, Algorithm::bfs,
                                              Algorithm::any_order,    Algorithm::swarm,      Algorithm::when_full,
                                              Algorithm::reachability, Algorithm::single,     Algorithm::nested,
                                              Algorithm::magic,        Algorithm::components};
  if (std::find(std::begin(kOnRepresentatives), std::end(kOnRepresentatives), job.algorithm) !=
      std::end(kOnRepresentatives))
    return "";
  return fmt::format("{} counts the steps of a path, which may become more, or all states", option_of(job.algorithm));
}

}  // namespace

std::string plan_symmetry(const Settings& s, Job& job) {
  SymmetryPlan& plan = job.symmetry;
  // With both of the others off the states are the textbook's.
  if (s.symmetry == Switch::off || (s.symmetry == Switch::automatic && s.por == Switch::off && s.merge == Switch::off))
    return "";
  plan.why_not = why_all_processes(s, job);
  if (plan.why_not.empty()) {
    auto found = std::make_shared<reduce::Symmetry>(reduce::find_symmetry(*job.program, job.reduction.observed.atoms));
    plan.why_not = found->why_not;
    if (plan.why_not.empty()) plan.found = std::move(found);
  }
  return plan.found == nullptr && s.symmetry == Switch::on
             ? fmt::format("--symmetry on is not possible: {}", plan.why_not)
             : "";
}

std::string plan_order_of_representatives(const Settings& s, Job& job) {
  if (job.algorithm != Algorithm::pseudo_dfs || job.symmetry.found == nullptr || !job.reduction.on) return "";
  job.reduction.why_not = "--search pseudo-dfs with --symmetry takes representatives in an order without a stack";
  job.reduction.on = job.reduction.adaptive = false;
  return s.por == Switch::on ? fmt::format("--por on is not possible: {}", job.reduction.why_not) : "";
}

std::string plan_cycle_reduction(const Settings& s, const ir::Program& loaded, Job& job) {
  ReductionPlan& r = job.reduction;
  r.observed.accept_labels = job.cycles.labels;
  r.observed.progress_labels = job.cycles.claim == ClaimKind::non_progress;
  for (const logic::LtlNode& n : job.cycles.formula) {
    if (n.op == logic::LtlNode::Op::atom) r.observed.atoms.push_back(nth(job.program->atoms, n.atom));
  }
  if (std::string why = why_steps_count(job); !why.empty())
    r.why_not = std::move(why);
  else if (s.fairness != Fairness::none)
    r.why_not = "fairness is about all processes that can move";
  else if (s.depth > 0)
    r.why_not = "a bound on the depth counts the steps of all interleavings";
  else if (s.shortest || s.shorten)
    r.why_not = fmt::format("{} sees all interleavings", s.shortest ? "--shortest" : "--shorten");
  else
    r.why_not = reduce::why_not_observable(*job.program, r.observed);
  if (std::string refused = merge_for_formula(s, loaded, job); !refused.empty()) return refused;
  return decide(s, job);
}

std::string plan_branching_reduction(const Settings& s, const ir::Program& loaded, Job& job) {
  using Op = logic::CtlNode::Op;
  ReductionPlan& r = job.reduction;
  r.singletons = true;
  bool next = false;
  for (const logic::CtlNode& n : job.property->ctl) {
    next = next || n.op == Op::ex || n.op == Op::ax;
    if (n.op == Op::atom) r.observed.atoms.push_back(nth(job.program->atoms, n.atom));
  }
  if (next)
    r.why_not = fmt::format("'{}' has EX or AX (next), which count steps", job.name);
  else if (s.fairness != Fairness::none)
    r.why_not = "fairness is about all processes that can move";
  else if (s.satisfying)
    r.why_not = "--satisfying is about all states";
  else
    r.why_not = reduce::why_not_observable(*job.program, r.observed);
  if (std::string refused = merge_for_formula(s, loaded, job); !refused.empty()) return refused;
  return decide(s, job);
}

}  // namespace gyre::plan
