// Claims, formulas and cycles by labels: a product, a nested search, a verdict.
#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "automata/translate.h"
#include "engine/checker.h"
#include "engine/lasso.h"
#include "engine/product.h"
#include "logic/formula.h"
#include "search/nested.h"
#include "store/exact.h"

namespace gyre::engine {

struct Checker::ClaimJob {
  std::string name, kind;
  const ir::Property* property = nullptr;  // of the model
  std::shared_ptr<Claim> claim;
  bool labels = false;  // accept labels of processes count
  bool stutter = true;
  bool counts_as_process = false;
  model::ErrorKind cycle = model::ErrorKind::acceptance_cycle;
  std::string note;
};

namespace {

// The formula's tree over the atoms that it uses; `atoms` collects which those are.
logic::Formula build(const std::vector<ir::LtlNode>& nodes, logic::FormulaFactory& factory,
                     std::vector<uint32_t>& atoms) {
  using Op = ir::LtlNode::Op;
  std::vector<logic::Formula> built;
  std::map<int32_t, uint32_t> local;
  for (const ir::LtlNode& n : nodes) {
    auto left = [&] { return built[static_cast<size_t>(n.left)]; };
    auto right = [&] { return built[static_cast<size_t>(n.right)]; };
    switch (n.op) {
      case Op::atom: {
        auto [it, fresh] = local.emplace(n.atom, static_cast<uint32_t>(atoms.size()));
        if (fresh) atoms.push_back(static_cast<uint32_t>(n.atom));
        built.push_back(factory.atom(it->second));
        break;
      }
      case Op::constant: built.push_back(n.value ? factory.top() : factory.bottom()); break;
      case Op::negation: built.push_back(factory.negation(left())); break;
      case Op::conjunction: built.push_back(factory.conjunction({left(), right()})); break;
      case Op::disjunction: built.push_back(factory.disjunction({left(), right()})); break;
      case Op::implication: built.push_back(factory.implication(left(), right())); break;
      case Op::equivalence: built.push_back(factory.equivalence(left(), right())); break;
      case Op::next: built.push_back(factory.unary(logic::Op::next, left())); break;
      case Op::always: built.push_back(factory.unary(logic::Op::always, left())); break;
      case Op::eventually: built.push_back(factory.unary(logic::Op::eventually, left())); break;
      case Op::until: built.push_back(factory.binary(logic::Op::until, left(), right())); break;
      case Op::weak_until: built.push_back(factory.binary(logic::Op::weak_until, left(), right())); break;
      case Op::release: built.push_back(factory.binary(logic::Op::release, left(), right())); break;
      case Op::strong_release: built.push_back(factory.binary(logic::Op::strong_release, left(), right())); break;
    }
  }
  return built.back();
}

}  // namespace

void Checker::add_claims(report::Report& r, const search::Task& task, const search::Progress& progress) {
  const ir::Program& program = *loaded_.program;
  std::vector<ClaimJob> jobs;
  if (options_.acceptance) {
    ClaimJob job;
    job.name = job.kind = "acceptance";
    job.claim = make_true_claim();
    job.labels = true;
    bool any = false;
    for (const ir::Process& p : program.processes) {
      for (const ir::ControlState& s : p.states) any |= s.accept && p.kind != ir::ProcessKind::never;
    }
    if (!any) job.note = "the model has no accept label";
    jobs.push_back(std::move(job));
  }
  if (options_.non_progress) {
    ClaimJob job;
    job.name = job.kind = "non-progress";
    job.claim = make_non_progress_claim();
    job.stutter = false;
    job.cycle = model::ErrorKind::non_progress_cycle;
    jobs.push_back(std::move(job));
  }
  for (const ir::Property& p : program.properties) {
    const bool named = !options_.property.empty() && asked_for(p.name);
    const bool from_command_line = p.name.rfind("ltl_cli_", 0) == 0;
    if (!named && !from_command_line && (only_some() || !options_.property.empty())) continue;
    ClaimJob job;
    job.name = p.name;
    job.property = &p;
    job.counts_as_process = true;
    if (p.kind == ir::Property::Kind::ltl) {
      job.kind = "ltl";
      logic::FormulaFactory factory;
      std::vector<uint32_t> atoms;
      const logic::Formula f = build(p.nodes, factory, atoms);
      automata::Automaton automaton = automata::translate(factory.negation(f));
      job.note = fmt::format("the automaton of the negation has {} states", automaton.states.size());
      job.claim = make_automaton_claim(std::move(automaton), std::move(atoms));
    } else {
      job.kind = "claim";
      job.labels = true;
      job.claim = make_never_claim(program, p.process);
    }
    jobs.push_back(std::move(job));
  }
  for (const ClaimJob& job : jobs) {
    report::Property p = check_claim(job, task, progress);
    r.time_search += claim_seconds_;
    r.properties.push_back(std::move(p));
  }
}

report::Property Checker::check_claim(const ClaimJob& job, const search::Task& task, const search::Progress& progress) {
  report::Property p;
  p.name = job.name;
  p.kind = job.kind;
  if (job.property) p.formula = job.property->formula;
  if (options_.search != "auto" && options_.search != "nested") {
    p.reason = fmt::format("--search {} cannot find cycles; leave it out, or say --search nested", options_.search);
    return p;
  }
  if (options_.shortest || options_.shorten) {
    p.reason = "shortest counterexamples of claims and formulas are not there yet";
    return p;
  }
  if (options_.depth > 0) {
    p.reason = "a depth bound is not there yet for claims and formulas";
    return p;
  }
  machine_->set_claim_present(job.counts_as_process);
  Product product(*machine_, *job.claim, job.labels, job.stutter);
  store::Exact<search::NestedNote> store;
  const auto start = std::chrono::steady_clock::now();
  search::Outcome o = [&] {
    const NativeEngine::Searching searching(*native_);
    return search::NestedDepthFirst(product, store, task, job.cycle, progress).run();
  }();
  claim_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  p.searched = true;
  p.search.algorithm = "nested";
  p.search.store = "exact";
  p.search.complete = o.ended == search::Ended::complete;
  p.search.states = o.counts.states;
  p.search.matched = o.counts.matched;
  p.search.transitions = o.counts.transitions();
  p.search.depth = o.counts.depth;
  p.search.vector_bytes = o.counts.vector_bytes;
  p.errors = o.errors;
  for (const search::FoundError& error : o.found) {
    report::Violation v;
    write_claim_trail(job, error, v);
    p.violations.push_back(std::move(v));
  }
  machine_->set_claim_present(false);
  if (!o.found.empty()) {
    p.verdict = report::Verdict::violated;
    p.reason =
        o.found[0].kind == model::ErrorKind::claim_completed ? "the claim can be completed" : "there is such a cycle";
    if (job.kind == "ltl") p.reason = "there is a run on which the formula is false";
    if (!model::needs_claim(o.found[0].kind)) p.reason = "its value is not defined in some state";
  } else if (p.search.complete) {
    p.verdict = report::Verdict::holds;
    p.reason = job.kind == "ltl"     ? "the formula holds on all runs"
               : job.kind == "claim" ? "no run fits the claim"
                                     : "there is no such cycle";
  } else {
    p.verdict = report::Verdict::inconclusive;
    p.reason = fmt::format("nothing found, but {}", o.ended == search::Ended::memory ? "the memory budget was used up"
                                                    : o.ended == search::Ended::time ? "the time budget was used up"
                                                                                     : "it was interrupted");
  }
  if (!job.note.empty()) p.reason += "; " + job.note;
  return p;
}

void Checker::write_claim_trail(const ClaimJob& job, const search::FoundError& error, report::Violation& v) {
  Product again(*machine_, *job.claim, job.labels, job.stutter);
  const std::vector<ir::LtlNode> none;
  const bool is_ltl = job.property && job.property->kind == ir::Property::Kind::ltl;
  ClaimRun run = follow_claim(*machine_, again, error, is_ltl ? job.property->nodes : none);
  if (!run.confirmed) {
    throw std::logic_error(
        fmt::format("a counterexample for '{}' did not stand up to its replay: {}", job.name, run.why_not));
  }
  v.error = model::error_name(error.kind);
  v.count = error.count;
  trace::Trace& t = run.trace;
  t.failure.kind = error.kind;
  if (!model::needs_claim(error.kind)) {
    t.failure.message =
        fmt::format("'{}' cannot be evaluated in this state: {}", job.name, model::error_name(error.kind));
  } else if (error.kind == model::ErrorKind::claim_completed)
    t.failure.message = fmt::format("claim '{}' is completed", job.name);
  else if (error.kind == model::ErrorKind::non_progress_cycle)
    t.failure.message = "non-progress cycle";
  else
    t.failure.message = job.property ? fmt::format("acceptance cycle: '{}' is violated", job.name) : "acceptance cycle";
  if (job.property) t.failure.span = job.property->span;
  const size_t slash = options_.model.rfind('/');
  const std::string base = slash == std::string::npos ? options_.model : options_.model.substr(slash + 1);
  const std::string name = options_.trail.empty() ? fmt::format("{}.{}.trail.json", base, job.name) : options_.trail;
  put_trails(t, name, options_.spin_trail, v);
}

}  // namespace gyre::engine
