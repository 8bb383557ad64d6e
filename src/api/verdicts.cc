#include "api/verdicts.h"

#include <cassert>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "ir/embedded_c.h"
#include "trace/trace.h"

namespace gyre::api {

namespace {

report::Reductions reductions(const ir::Program& loaded, const plan::Job& job, const run::JobOutcome& outcome) {
  report::Reductions out;
  out.partial_order = job.reduction.on;
  out.why_not = job.reduction.why_not;
  out.partially_expanded = outcome.partially_expanded;
  out.pruned = outcome.pruned;
  out.merging = job.merged;
  if (job.symmetry.found) out.symmetry = job.symmetry.found->found;
  out.symmetry_why_not = job.symmetry.why_not;
  if (!job.merged) return out;
  assert(loaded.processes.size() == job.program->processes.size());
  for (size_t p = 0; p < loaded.processes.size(); ++p) {
    const std::vector<ir::Edge>&before = loaded.processes[p].edges, &after = job.program->processes[p].edges;
    out.edges += before.size();
    for (size_t e = 0; e < before.size(); ++e) out.joined += after[e].atomic && !before[e].atomic ? 1 : 0;
  }
  return out;
}

report::Thesis thesis_counts(const thesis::Counts& from) {
  report::Thesis t;
  t.unique = from.unique;
  t.revisits = from.revisits;
  t.loops = from.loops;
  t.transitions = t.unique + t.revisits + t.loops;
  t.depth = from.depth;
  t.visits = from.visits;
  t.update_value = from.updates;
  t.scc_depth = from.as_run.depth;
  t.scc_number = from.as_run.number;
  t.scc_largest = from.as_run.largest;
  t.exact_scc_depth = from.exact.depth;
  t.exact_scc_number = from.exact.number;
  t.exact_scc_largest = from.exact.largest;
  return t;
}

report::Structure structure(const search::Structure& from) {
  report::Structure s;
  s.components = from.components;
  s.trivial = from.trivial;
  s.largest = from.largest;
  s.terminal = from.terminal;
  s.terminal_states = from.terminal_states;
  s.depth = from.height;
  s.sizes = from.sizes;
  return s;
}

}  // namespace

report::Property describe(const ir::Program& loaded, const plan::Job& job, const run::JobOutcome& outcome) {
  report::Property p;
  p.name = job.name;
  p.kind = name_of(job.kind);
  if (job.property != nullptr) p.formula = job.property->formula;
  p.details = job.details;
  assert(job.runs());
  p.searched = true;
  p.seconds = outcome.seconds;
  const search::Counts& c = outcome.outcome.counts;
  report::SearchInfo& s = p.search;
  s.algorithm = name_of(outcome.algorithm);
  s.store = outcome.store;
  s.complete = outcome.complete;
  s.lossy = outcome.lossy;
  s.states = c.states;
  s.stored = c.stored;
  s.matched = c.matched;
  s.transitions = c.transitions();
  s.atomic_steps = c.atomic_steps;
  s.depth = c.depth;
  s.vector_bytes = c.vector_bytes;
  s.compacted_bits = outcome.compacted_bits;
  s.threads = outcome.threads;
  s.revisited = c.revisited;
  s.store_bytes = c.store_bytes;
  s.stack_bytes = c.stack_bytes;
  s.reductions = reductions(loaded, job, outcome);
  if (outcome.thesis) s.thesis = thesis_counts(*outcome.thesis);
  if (outcome.structure) s.structure = structure(*outcome.structure);
  return p;
}

report::Property verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& outcome) {
  switch (how_decided(job.kind)) {
    case plan::Decided::by_errors: return safety_verdict(session, job, outcome);
    case plan::Decided::by_cycles: return claim_verdict(session, job, outcome);
    case plan::Decided::by_values: return ctl_verdict(session, job, outcome);
  }
  __builtin_unreachable();
}

report::Property unsearched_verdict(const plan::Job& job, bool interrupted) {
  assert(!job.runs());
  report::Property p;
  p.name = job.name;
  p.kind = name_of(job.kind);
  if (job.property != nullptr) p.formula = job.property->formula;
  if (!job.settled.empty()) {
    p.verdict = report::Verdict::holds;
    p.reason = job.settled;
  } else if (!job.not_checked.empty()) {
    p.reason = job.not_checked;
  } else {
    p.verdict = report::Verdict::inconclusive;
    p.reason = fmt::format("{} {}", interrupted ? "it was interrupted" : "the time budget was used up", job.undecided);
  }
  return p;
}

report::Calls calls_around(const ir::Program& program, const Span& span) {
  report::Calls out;
  for (const InlineCall& c : program.sources->calls_around(span))
    out.list.push_back({c.name, program.sources->name(c.at.file), c.at.line, c.at.column});
  out.text = program.sources->calls_text(span);
  return out;
}

void tell_failure(const ir::Program& program, const trace::Failure& failure, report::Violation& v) {
  v.message = failure.message;
  v.location.file = failure.span.known() ? program.sources->name(failure.span.file) : "";
  v.location.line = failure.span.line;
  v.location.column = failure.span.column;
  v.location.calls = calls_around(program, failure.span);
  v.location.process = failure.process;
  v.location.pid = failure.pid;
}

void tell_trace(const ir::Program& program, trace::Trace t, report::Violation& v) {
  tell_failure(program, t.failure, v);
  v.has_path = true;
  v.length = t.length;
  v.cycle_start = t.cycle_start;
  v.trace = std::make_shared<const trace::Trace>(std::move(t));
}

void refuse_counterexample(const ir::Program& program, const std::string& what) {
  if (program.embedded_c == nullptr) throw std::logic_error(what);
  throw Error(what +
              "; the C of this model keeps state that is neither c_state nor c_track, so what a state does depends on "
              "what was done before");
}

std::string limit_text(run::Session& session, model::ErrorKind kind, uint32_t place) {
  report::Violation where;
  tell_failure(session.program(), trace::describe_place(session.machine(), kind, place), where);
  std::string text = "what lies behind a limit of gyre is not known: ";
  if (!where.location.file.empty())
    text += fmt::format("{}:{}:{}: ", where.location.file, where.location.line, where.location.column);
  text += where.message;
  if (kind != model::ErrorKind::limit)
    text += fmt::format(" (--max-processes {} is the limit)", session.program().max_processes);
  return text;
}

std::string cut_short_text(search::Ended ended) {
  switch (ended) {
    case search::Ended::memory: return "the memory budget was used up";
    case search::Ended::time: return "the time budget was used up";
    case search::Ended::disk: return "the disk failed or is full";
    case search::Ended::interrupted: return "it was interrupted";
    case search::Ended::too_wide: return "a state has more successors than can be numbered";
    case search::Ended::complete:
    case search::Ended::error_limit:
    case search::Ended::sampled:
    case search::Ended::handed_over: return "";
  }
  __builtin_unreachable();
}

std::string lossy_text(const plan::Conduct& how, const run::JobOutcome& outcome) {
  if (how.when_full != plan::WhenFull::stop)
    return "a new state may have been taken for an old one after the memory budget was reached";
  return fmt::format("the {} store may have taken a new state for an old one", outcome.store);
}

std::string fairness_text(logic::Fairness fairness, logic::FairnessUnit unit) {
  std::string text = traits(fairness).runs;
  if (text.empty()) return "";
  if (unit != logic::FairnessUnit::process) text += fmt::format(" (by {})", name_of(unit));
  return text;
}

}  // namespace gyre::api
