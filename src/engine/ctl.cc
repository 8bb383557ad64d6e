// Formulas of branching time: a search, its evidence, a verdict.
#include <chrono>

#include <fmt/format.h>

#include "engine/checker.h"
#include "engine/claim_job.h"
#include "engine/codecs.h"
#include "engine/ctl_search.h"
#include "engine/pairs.h"
#include "engine/reduction.h"
#include "judge/evidence.h"
#include "judge/path.h"

namespace gyre::engine {

namespace {

// Atoms on the abstract machine.
class MachineLabels : public search::Labels {
 public:
  explicit MachineLabels(vm::Machine& machine) : machine_(machine) {}
  bool holds(uint32_t atom, StateView state, model::ErrorKind& error) override {
    machine_.look_at(state);
    atom_[0] = atom;
    const bool value = machine_.letter(atom_) != 0;
    error = machine_.take_claim_error();
    return value;
  }

 private:
  vm::Machine& machine_;
  std::vector<uint32_t> atom_ = std::vector<uint32_t>(1);
};

// "impartial", "weakly fair", "infinite": the paths that count; empty: all of them.
std::string paths_text(const Options& o) {
  std::string text = o.fairness == plan::Fairness::none        ? ""
                     : o.fairness == plan::Fairness::impartial ? "impartial"
                                                               : fmt::format("{}ly fair", name_of(o.fairness));
  if (!text.empty() && o.fairness_unit != plan::FairnessUnit::process)
    text += fmt::format(" (by {})", name_of(o.fairness_unit));
  if (o.path_end == plan::PathEnd::exclude) text = text.empty() ? "infinite" : "infinite " + text;
  return text;
}

std::string why_not_here(const Options& o) {
  if (o.search != plan::Search::automatic && o.search != plan::Search::dfs)
    return fmt::format("--search {} is not for formulas of branching time: leave it out", name_of(o.search));
  if (o.shortest || o.shorten) return "--shortest and --shorten are not for formulas of branching time";
  if (o.depth > 0) return "a depth bound is not for formulas of branching time";
  if (o.swarm) return "--swarm is for safety: a formula of branching time keeps bits with each state";
  if (o.when_full != plan::WhenFull::stop)
    return "--when-full is for safety: a formula of branching time keeps bits with each state";
  if (o.merge == plan::Switch::on)
    return "--merge on: states that are left out may be what a formula of branching time is about";
  return "";
}

// The piece that tells most: down the first way on which there are steps to see.
const report::Evidence* main_piece(const report::Evidence& e) {
  for (const report::Evidence& c : e.children) {
    if (const report::Evidence* p = main_piece(c)) return p;
  }
  return e.length > 0 || e.cycle_start >= 0 ? &e : nullptr;
}

judge::Evidence::Kind plain(search::CtlEvidence::Kind kind) {
  using From = search::CtlEvidence::Kind;
  using To = judge::Evidence::Kind;
  switch (kind) {
    case From::fact: return To::fact;
    case From::path: return To::path;
    case From::lasso: return To::lasso;
    case From::universal: return To::universal;
    case From::fair: break;
  }
  return To::fair;
}
// What the search has found, as plain data for the judge.
judge::Evidence plain(const search::CtlEvidence& e) {
  judge::Evidence out{e.formula, e.value, plain(e.kind), e.from, e.choices, e.cycle_start, e.component, {}};
  for (uint32_t& choice : out.choices) choice = choice == model::Arc::kStutter ? judge::kStutter : choice;
  for (const search::CtlEvidence& c : e.children) out.children.push_back(plain(c));
  return out;
}

}  // namespace

report::Evidence Checker::report_evidence(const ir::Property& property, judge::ToldEvidence told) const {
  report::Evidence out;
  if (told.formula >= 0) out.formula = logic::print(property.ctl, told.formula, loaded_.program->atom_texts);
  out.value = told.value;
  out.kind = told.kind;
  out.text = told.text;
  out.after = told.after;
  if (told.shown && !told.trace.steps.empty()) {
    trace::Trace& t = told.trace;
    t.failure.kind = model::ErrorKind::formula;
    t.failure.message = told.text;
    t.failure.span = property.span;
    out.length = t.length;
    out.cycle_start = t.cycle_start;
    out.trace = std::make_shared<const trace::Trace>(std::move(t));
  }
  for (judge::ToldEvidence& c : told.children) out.children.push_back(report_evidence(property, std::move(c)));
  return out;
}

report::Property Checker::check_ctl(const ir::Property& property, const search::Task& task,
                                    const search::Progress& progress) {
  report::Property p;
  p.name = property.name;
  p.kind = "ctl";
  p.formula = property.formula;
  claim_seconds_ = 0;
  if (p.reason = why_not_here(options_); !p.reason.empty()) return p;
  const std::string store = resolve_store(name_of(options_.store), "ctl");
  if (p.reason = why_no_cycles(store); !p.reason.empty()) return p;

  const std::unique_ptr<Claim> any = make_any_claim();
  Reduction reduction(options_, *machine_, property);
  Product system(*machine_, reduction.model(), *any, false, options_.path_end == plan::PathEnd::stutter);
  MachineLabels labels(*machine_);
  search::CtlTask how{options_.fairness, options_.fairness_unit};
  const bool restricted = options_.path_end == plan::PathEnd::exclude || how.fairness == search::Fairness::impartial;
  const auto start = std::chrono::steady_clock::now();
  machine_->set_patience(patience(task));
  const CtlResult r = [&] {
    const NativeEngine::Searching searching(*native_);
    const CtlJob job{*machine_, system, labels, property.ctl, how, restricted, task, progress};
    if (is_coded(store)) return ctl_coded(job, store);
    return store == "tree" ? ctl_tree(job) : ctl_exact(job);
  }();
  machine_->set_patience({});
  claim_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  p.searched = true;
  p.search.algorithm = "ctl";
  p.search.store = store;
  p.search.complete = r.known;
  p.search.states = r.counts.states;
  p.search.store_bytes = r.counts.store_bytes;
  p.search.stack_bytes = r.counts.stack_bytes;
  p.search.matched = r.counts.matched;
  p.search.transitions = r.counts.transitions();
  p.search.depth = r.counts.depth;
  p.search.vector_bytes = r.counts.vector_bytes;
  p.search.reductions = reduction.told(system.in_part(), system.left_out());
  if (r.undefined != model::ErrorKind::none && !r.known)
    undefined_atom(r, property, p);
  else
    judge_ctl(r, property, p);
  if (p.verdict == report::Verdict::inconclusive && system.limit().kind != model::ErrorKind::none)
    p.reason += "; " + limit_text(system.limit().kind, system.limit().place);
  return p;
}

void Checker::judge_ctl(const CtlResult& r, const ir::Property& property, report::Property& p) {
  p.verdict = report::Verdict::inconclusive;
  const std::string paths = paths_text(options_);
  if (!r.known) {
    p.reason = r.ended == search::Ended::memory        ? "the memory budget was used up"
               : r.ended == search::Ended::time        ? "the time budget was used up"
               : r.ended == search::Ended::interrupted ? "it was interrupted"
                                                       : "there is no initial state: see safety";
    return;
  }
  if (!r.any_path) {
    p.reason = fmt::format("no {} run begins in the initial state, so that this says nothing{}", paths,
                           r.met_dead_end ? "; but a run-time error of the model cuts some off: see safety" : "");
    return;
  }
  bool certain = !r.met_dead_end;
  if (r.explained) {
    judge::ToldEvidence told =
        judge::judge_evidence(*machine_, property.ctl, {options_.fairness, options_.fairness_unit}, plain(r.evidence));
    certain = certain || (r.evidence.complete() && told.certain);
    p.evidence.push_back(report_evidence(property, std::move(told)));
  }
  if (!certain) {
    p.reason = fmt::format(
        "as far as can be seen it is {}, but a run-time error of the model cuts off what would follow: see safety",
        r.value ? "true" : "false");
    return;
  }
  p.verdict = r.value ? report::Verdict::holds : report::Verdict::violated;
  p.reason = fmt::format("the formula is {} in the initial state", r.value ? "true" : "false");
  if (!paths.empty()) p.reason += fmt::format(", over {} runs", paths);
  if (!r.explained) p.reason += "; the budget did not suffice to show why";
  if (r.value) return;
  p.errors = 1;
  report::Violation v;
  v.error = model::error_name(model::ErrorKind::formula);
  v.count = 1;
  v.message = fmt::format("'{}' is violated", property.name);
  v.location.file = property.span.known() ? loaded_.sources->name(property.span.file) : "";
  v.location.line = property.span.line;
  v.location.column = property.span.column;
  if (const report::Evidence* e = p.evidence.empty() ? nullptr : main_piece(p.evidence[0])) {
    v.has_path = true;
    v.trace = e->trace;
    v.length = e->length;
    v.cycle_start = e->cycle_start;
  }
  p.violations.push_back(std::move(v));
}

// The formula asks for something that does not exist, such as an element outside its array.
void Checker::undefined_atom(const CtlResult& r, const ir::Property& property, report::Property& p) {
  p.verdict = report::Verdict::violated;
  p.reason = "its value is not defined in some state";
  p.errors = 1;
  judge::ReplayResult replay = judge::replay(*machine_, r.where, model::ErrorKind::none);
  if (!replay.confirmed) throw std::logic_error("the way to an atom without a value could not be followed");
  trace::Trace& t = replay.trace;
  t.failure.kind = r.undefined;
  t.failure.place = trace::kInClaim;
  t.failure.message = fmt::format("'{}' cannot be evaluated in this state: {} in {}", property.name,
                                  model::error_name(r.undefined), loaded_.program->atom_texts[r.atom]);
  t.failure.span = property.span;
  report::Violation v;
  v.error = model::error_name(r.undefined);
  v.count = 1;
  tell_trace(std::move(t), v);
  p.violations.push_back(std::move(v));
}

}  // namespace gyre::engine
