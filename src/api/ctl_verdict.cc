// Formulas of branching time: the evidence is judged, and decides.
#include <cassert>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "api/graph.h"
#include "api/verdicts.h"
#include "base/narrow.h"
#include "judge/evidence.h"
#include "judge/path.h"
#include "judge/retrace.h"
#include "model/product.h"
#include "trace/state.h"
#include "trace/state_text.h"

namespace gyre::api {

namespace {

// "impartial", "weakly fair", "infinite": the paths that count; empty: all of them.
std::string paths_text(const plan::Job& job) {
  const std::string text = fairness_text(job.fairness, job.unit);
  if (job.cycles.stutter) return text;
  return text.empty() ? "infinite" : "infinite " + text;
}

// The piece that tells most: down the first way on which there are steps to see.
const report::Evidence* main_piece(const report::Evidence& e) {
  for (const report::Evidence& c : e.children) {
    if (const report::Evidence* p = main_piece(c)) return p;
  }
  return e.length > 0 || e.cycle_start ? &e : nullptr;
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
  judge::Evidence out{e.formula, e.value, plain(e.kind), e.from, e.choices, e.cycle_start, e.component, 1, {}};
  for (uint32_t& choice : out.choices) choice = choice == model::Arc::kStutter ? judge::kStutter : choice;
  for (const search::CtlEvidence& c : e.children) out.children.push_back(plain(c));
  return out;
}

report::Evidence report_evidence(const ir::Program& program, const ir::Property& property, judge::ToldEvidence told) {
  report::Evidence out;
  if (told.formula >= 0) out.formula = logic::print(property.ctl, told.formula, program.atom_texts);
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
  for (judge::ToldEvidence& c : told.children) out.children.push_back(report_evidence(program, property, std::move(c)));
  return out;
}

// The machine on which what was found is judged.
vm::Machine& as_written(run::Session& session, const plan::Job& job) {
  return job.merged ? session.machine() : session.machine(job.program);
}

void decide(run::Session& session, const plan::Job& job, const run::CtlResult& r, report::Property& p) {
  assert(job.property != nullptr);
  const ir::Property& property = *job.property;
  p.verdict = report::Verdict::inconclusive;
  const std::string paths = paths_text(job);
  if (!r.known) {
    p.reason = cut_short_text(r.ended);
    if (p.reason.empty()) p.reason = "there is no initial state: see safety";
    return;
  }
  if (!r.any_path) {
    p.reason = fmt::format("no {} run begins in the initial state, so that this says nothing{}", paths,
                           r.met_dead_end ? "; but a run-time error of the model cuts some off: see safety" : "");
    return;
  }
  bool certain = !r.met_dead_end;
  if (r.explained) {
    judge::Evidence found = plain(r.evidence);
    if (job.merged) {
      const auto written = judge::retrace(session.machine(job.program), found, session.machine());
      if (!written) throw std::logic_error("evidence of the reduced program is none of the program itself");
      found = *written;
    }
    judge::ToldEvidence told =
        judge::judge_evidence(as_written(session, job), property.ctl, {job.fairness, job.unit}, found);
    certain = certain || (r.evidence.complete() && told.certain);
    p.evidence.push_back(report_evidence(session.program(), property, std::move(told)));
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
  v.location.file = property.span.known() ? session.program().sources->name(property.span.file) : "";
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
void undefined_atom(run::Session& session, const plan::Job& job, const run::CtlResult& r, report::Property& p) {
  assert(job.property != nullptr);
  const ir::Property& property = *job.property;
  p.verdict = report::Verdict::violated;
  p.reason = "its value is not defined in some state";
  p.errors = 1;
  std::vector<uint32_t> where = r.where;
  if (job.merged) {
    const auto written =
        judge::retrace(session.machine(job.program), judge::FoundRun{r.undefined, r.where, -1}, session.machine());
    if (!written) throw std::logic_error("a run of the reduced program is none of the program itself");
    where = written->choices;
  }
  judge::ReplayResult replay = judge::replay(as_written(session, job), where, model::ErrorKind::none);
  if (!replay.confirmed) throw std::logic_error("the way to an atom without a value could not be followed");
  trace::Trace& t = replay.trace;
  t.failure.kind = r.undefined;
  t.failure.place = trace::kInClaim;
  t.failure.message = fmt::format("'{}' cannot be evaluated in this state: {} in {}", property.name,
                                  model::error_name(r.undefined), session.program().atom_texts[r.atom]);
  t.failure.span = property.span;
  report::Violation v;
  v.error = model::error_name(r.undefined);
  v.count = 1;
  tell_trace(session.program(), std::move(t), v);
  p.violations.push_back(std::move(v));
}

// What is true where, for people: each subformula once.
report::Satisfying satisfying(run::Session& session, const plan::Job& job, const run::CtlResult& r) {
  const ir::Program& program = *job.program;
  const run::Satisfying& found = *r.satisfying;
  report::Satisfying out;
  if (found.undefined != model::ErrorKind::none) {
    out.why_unknown = fmt::format("{} has no value in some state: {}", program.atom_texts[found.atom],
                                  model::error_name(found.undefined));
  } else if (!found.known) {
    out.why_unknown = cut_short_text(r.ended);
  } else if (r.met_dead_end) {
    out.why_unknown = "a run-time error of the model cuts off what would follow: see safety";
  }
  if (!out.why_unknown.empty()) return out;
  out.states = found.states;
  const logic::CtlFormula& formula = job.property->ctl;
  std::set<std::string> listed{logic::print(formula, narrow<int32_t>(formula.size()) - 1, program.atom_texts)};
  for (size_t i = 0; i < formula.size(); ++i) {
    std::string text = logic::print(formula, narrow<int32_t>(i), program.atom_texts);
    const bool whole = i + 1 == formula.size();
    if (whole || listed.insert(text).second) out.counts.push_back({std::move(text), found.counts[i]});
  }
  const ir::ShapeTable& shapes = *session.machine(job.program).image().shapes;
  for (const run::Satisfying::State& s : found.first) {
    const trace::State state(StateView{s.bytes.data(), s.key, s.total});
    out.first.push_back({standing_texts(standings_of(program, shapes, state.view())), {}});
    for (trace::NamedValue& v : trace::describe(program, shapes, state.view()))
      out.first.back().variables.emplace_back(std::move(v.name), std::move(v.value));
  }
  return out;
}

}  // namespace

report::Property ctl_verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& out) {
  report::Property p = describe(session.program(), job, out);
  const run::CtlResult& r = *out.ctl;
  if (r.undefined != model::ErrorKind::none && !r.known)
    undefined_atom(session, job, r, p);
  else
    decide(session, job, r, p);
  if (r.satisfying) p.satisfying = satisfying(session, job, r);
  if (!out.note.empty()) p.reason += "; " + out.note;
  if (p.verdict == report::Verdict::inconclusive && out.limit.kind != model::ErrorKind::none)
    p.reason += "; " + limit_text(session, out.limit.kind, out.limit.place);
  return p;
}

}  // namespace gyre::api
