// Claims, formulas of linear time and cycles by labels.
#include <algorithm>
#include <cassert>
#include <stdexcept>

#include <fmt/format.h>

#include "api/vacuity.h"
#include "api/verdicts.h"
#include "automata/translate.h"
#include "base/nth.h"
#include "judge/claim.h"
#include "judge/retrace.h"
#include "model/product.h"

namespace gyre::api {

namespace {

judge::Claim claim_of(const plan::Job& job) {
  assert(job.runs());
  judge::Claim claim;
  switch (job.cycles.claim) {
    case plan::ClaimKind::formula:
      claim.kind = judge::Claim::Kind::formula;
      claim.formula = job.cycles.formula;
      claim.automaton = *job.cycles.automaton;
      claim.atoms = job.cycles.atoms;
      return claim;
    case plan::ClaimKind::automaton:
      claim.kind = judge::Claim::Kind::automaton;
      claim.given = *job.property->automaton;
      claim.automaton = *job.cycles.automaton;
      claim.atoms = job.cycles.atoms;
      return claim;
    case plan::ClaimKind::never:
      claim.kind = judge::Claim::Kind::never;
      claim.process = job.property->process;
      return claim;
    case plan::ClaimKind::accept_labels: claim.kind = judge::Claim::Kind::accept_labels; return claim;
    case plan::ClaimKind::non_progress: claim.kind = judge::Claim::Kind::non_progress; return claim;
  }
  __builtin_unreachable();
}

std::string message(const plan::Job& job, model::ErrorKind kind) {
  if (!model::needs_claim(kind))
    return fmt::format("'{}' cannot be evaluated in this state: {}", job.name, model::error_name(kind));
  if (kind == model::ErrorKind::claim_completed) {
    return job.cycles.claim == plan::ClaimKind::never ? fmt::format("claim '{}' is completed", job.name)
                                                      : fmt::format("'{}' is violated, whatever follows", job.name);
  }
  if (kind == model::ErrorKind::non_progress_cycle) return "non-progress cycle";
  return job.property != nullptr ? fmt::format("acceptance cycle: '{}' is violated", job.name) : "acceptance cycle";
}

// Where a cycle is, to tell it from others: by its first step, or the last one of a run that ends.
std::string place_of_cycle(const ir::Program& program, const trace::Trace& t) {
  const bool ends = *t.cycle_start >= t.steps.size();
  if (t.steps.empty()) return ", where the run begins and ends";
  const trace::Step& step = ends ? t.steps.back() : t.steps[*t.cycle_start];
  return fmt::format(", {} by {} ({}) at {}", ends ? "where the run ends: reached" : "entered", step.process, step.pid,
                     program.sources->where(step.span));
}

void confirm(run::Session& session, const plan::Job& job, const search::FoundError& error,
             const std::vector<uint32_t>& choices, report::Violation& v) {
  assert(error.kind != model::ErrorKind::none);
  judge::FoundRun found{error.kind, choices, error.path.cycle_start};
  for (uint32_t& choice : found.choices) choice = choice == model::Arc::kStutter ? judge::kStutter : choice;
  judge::Fairness fairness;
  if (job.algorithm != plan::Algorithm::reachability) fairness = {job.fairness, job.unit};
  if (job.merged) {
    const auto written = judge::retrace(session.machine(job.program), found, session.machine());
    if (!written) throw std::logic_error("a counterexample of the reduced program is none of the program itself");
    found = *written;
  }
  vm::Machine& machine = job.merged ? session.machine() : session.machine(job.program);
  judge::ClaimRuling run = judge::judge_claim(machine, claim_of(job), fairness, found);
  if (!run.confirmed) {
    refuse_counterexample(
        session.program(),
        fmt::format("a counterexample for '{}' did not stand up to its replay: {}", job.name, run.why_not));
  }
  v.error = model::error_name(error.kind);
  v.count = error.count;
  trace::Trace& t = run.trace;
  t.failure.kind = error.kind;
  t.failure.message = message(job, error.kind);
  if (session.how().errors != 1 && t.cycle_start) t.failure.message += place_of_cycle(session.program(), t);
  if (!model::needs_claim(error.kind)) t.failure.place = trace::kInClaim;
  if (job.property != nullptr) t.failure.span = job.property->span;
  const bool fair = job.fairness != logic::Fairness::none && t.cycle_start;
  tell_trace(session.program(), std::move(t), v);
  if (!fair) return;
  for (const judge::CycleShare& share : run.shares)
    v.cycle_shares.push_back({share.process, share.pid, share.moves, share.not_enabled_after});
}

// Whether a never claim can reach an accept label, its end or an assertion at all, whatever the model does.
bool can_decide(const ir::Program& program, int32_t process) {
  const ir::Process& claim = nth(program.processes, process);
  std::vector<bool> seen(claim.states.size());
  std::vector<uint32_t> to_visit{claim.initial};
  seen[claim.initial] = true;
  while (!to_visit.empty()) {
    const ir::ControlState& state = claim.states[to_visit.back()];
    to_visit.pop_back();
    if (state.accept) return true;
    for (const uint32_t e : state.edges) {
      const ir::Edge& edge = claim.edges[e];
      const ir::ActionKind kind = nth(program.actions, edge.action).kind;
      if (kind == ir::ActionKind::end || kind == ir::ActionKind::assert_ || edge.to == 0) return true;
      if (!seen[edge.to]) to_visit.push_back(edge.to);
      seen[edge.to] = true;
    }
  }
  return false;
}

bool accepts_nothing(const automata::Automaton& automaton) {
  const automata::Automaton simple = automata::state_based(automaton);
  return std::none_of(simple.states.begin(), simple.states.end(), [](const automata::State& s) { return s.accepting; });
}

std::string why_violated(const plan::Job& job, model::ErrorKind kind) {
  if (!model::needs_claim(kind)) return "its value is not defined in some state";
  const bool completed = kind == model::ErrorKind::claim_completed && job.cycles.claim == plan::ClaimKind::never;
  return completed ? "the claim can be completed" : job.cycles.violated;
}

// It holds: on which runs, and whether that says anything.
void tell_holds(const plan::Job& job, const run::JobOutcome& out, report::Property& p) {
  p.verdict = report::Verdict::holds;
  std::string fair = fairness_text(job.fairness, job.unit);
  if (!fair.empty()) fair += " ";
  p.reason = fmt::format(fmt::runtime(job.cycles.holds), fair);
  if (!out.any_fair_run) {
    p.verdict = report::Verdict::inconclusive;
    p.reason = fmt::format("no run of the model is {}, so that this says nothing", traits(job.fairness).runs);
    return;
  }
  std::string& vacuous = p.vacuity;
  if (job.cycles.claim == plan::ClaimKind::formula)
    vacuous = why_vacuous(antecedents(*job.program, job.cycles.formula, job.cycles.atoms), out.letters);
  if (job.cycles.claim == plan::ClaimKind::never && !ir::has_accept_labels(*job.program) &&
      !can_decide(*job.program, job.property->process))
    vacuous = "the claim can reach no accept label, no assertion and no end of its own";
  if (job.cycles.claim == plan::ClaimKind::automaton && accepts_nothing(*job.property->automaton))
    vacuous = "the automaton accepts nothing";
}

std::string why_nothing_is_known(run::Session& session, const run::JobOutcome& out) {
  if (out.limit.kind != model::ErrorKind::none) return limit_text(session, out.limit.kind, out.limit.place);
  if (std::string why = cut_short_text(out.outcome.ended); !why.empty()) return why;
  if (!out.outcome.cut) return lossy_text(session.how(), out);
  return fmt::format("the depth limit of {} cut the search off", session.how().depth);
}

// Whether a lasso of the product is as long as the run of the system needs to be: a claim of several states may come
// to where it goes round later than the system does.
bool lengths_are_the_systems(const plan::Job& job) {
  switch (job.cycles.claim) {
    case plan::ClaimKind::accept_labels:
    case plan::ClaimKind::non_progress: return true;
    case plan::ClaimKind::never: return false;
    case plan::ClaimKind::automaton:
    case plan::ClaimKind::formula: return job.cycles.finite || job.cycles.automaton->states.size() == 1;
  }
  __builtin_unreachable();
}

// A sentence about the length of a counterexample, where that was cared for.
std::string length_text(const plan::Job& job, const run::JobOutcome& out) {
  if (job.algorithm != plan::Algorithm::shortest_lasso) return "";
  if (!out.complete)
    return "the search for the shortest counterexample did not come to its end: there may be a shorter one";
  return lengths_are_the_systems(job) ? "the counterexample is of the smallest length"
                                      : "the counterexample is of the smallest length in the product with the claim";
}

}  // namespace

report::Property claim_verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& out) {
  report::Property p = describe(session.program(), job, out);
  const search::Outcome& o = out.outcome;
  p.errors = o.errors;
  assert(out.runs.size() >= o.found.size());
  for (size_t i = 0; i < o.found.size(); ++i)
    confirm(session, job, o.found[i], out.runs[i], p.violations.emplace_back());
  if (!o.found.empty()) {
    p.verdict = report::Verdict::violated;
    p.reason = why_violated(job, o.found[0].kind);
    if (const std::string text = length_text(job, out); !text.empty()) p.reason += "; " + text;
  } else if (out.complete && !job.decides()) {
    p.verdict = report::Verdict::inconclusive;
    p.reason = "nothing found, but --search reachability does not look for cycles";
  } else if (out.complete) {
    tell_holds(job, out, p);
  } else {
    p.verdict = report::Verdict::inconclusive;
    p.reason = "nothing found, but " + why_nothing_is_known(session, out);
  }
  if (!out.note.empty()) p.reason += "; " + out.note;
  return p;
}

}  // namespace gyre::api
