// Assertions, deadlocks and run-time errors.
#include <algorithm>
#include <cassert>
#include <stdexcept>

#include <fmt/format.h>

#include "api/verdicts.h"
#include "judge/path.h"
#include "judge/retrace.h"

namespace gyre::api {

namespace {

// Replays a path, on the program that was searched and on the one that was loaded.
trace::Trace replayed(run::Session& session, const plan::Job& job, const search::FoundError& error,
                      const search::Path& path) {
  judge::ReplayResult replay = judge::replay(session.machine(job.program), path.choices, error.kind, error.place);
  if (replay.confirmed && job.merged) {
    const auto choices = judge::retrace(replay.trace, session.machine());
    if (!choices) throw std::logic_error("a counterexample of the reduced program is none of the program itself");
    replay = judge::replay(session.machine(), *choices, error.kind, error.place);
  }
  if (!replay.confirmed) {
    refuse_counterexample(session.program(), fmt::format("a counterexample ({}) did not stand up to its replay: {}",
                                                         model::error_name(error.kind), replay.why_not));
  }
  return std::move(replay.trace);
}

// Whether two counterexamples of one violation end in the same state, by the same process.
bool same_end(const trace::Trace& a, const trace::Trace& b) {
  if (a.initial.empty() || b.initial.empty()) return a.initial.empty() == b.initial.empty();
  return a.failure.pid == b.failure.pid && a.state(a.steps.size()).same_key(b.state(b.steps.size()));
}

// Searches that come back to a state meet its errors again, and what reduction has kept apart may be the same in the
// program as it was written.
void add_others(run::Session& session, const plan::Job& job, const search::FoundError& error, report::Violation& v) {
  for (const search::Path& path : error.others) {
    auto trace = std::make_shared<const trace::Trace>(replayed(session, job, error, path));
    const bool known = same_end(*trace, *v.trace) ||
                       std::any_of(v.others.begin(), v.others.end(),
                                   [&](const report::Counterexample& c) { return same_end(*trace, *c.trace); });
    if (!known) v.others.push_back({trace, "", "", trace->length});
  }
}

// Replays what was found.
void confirm(run::Session& session, const plan::Job& job, const search::FoundError& error, report::Violation& v) {
  assert(error.kind != model::ErrorKind::none);
  v.error = model::error_name(error.kind);
  v.count = error.count;
  if (!error.has_path) {
    tell_failure(session.program(), trace::describe_place(session.machine(), error.kind, error.place), v);
    v.message += " (met, but no path to it was found)";
    return;
  }
  tell_trace(session.program(), replayed(session, job, error, error.path), v);
  add_others(session, job, error, v);
}

// At the memory budget: what filled up, and what to try.
std::string memory_advice(const plan::Conduct& s, const plan::Job& job, const run::JobOutcome& out) {
  const search::Counts& c = out.outcome.counts;
  const auto megabytes = [](uint64_t bytes) { return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1048576); };
  std::string text = s.memory ? "the memory budget was used up" : "there is no more memory";
  text += fmt::format(" (states {}, stacks {})", megabytes(c.store_bytes), megabytes(c.stack_bytes));
  using plan::Algorithm;
  const bool depth_first = out.algorithm == Algorithm::dfs || out.algorithm == Algorithm::swarm ||
                           out.algorithm == Algorithm::when_full || out.algorithm == Algorithm::thesis ||
                           out.algorithm == Algorithm::structure;
  if (job.store == plan::Store::automatic) return text;
  if (c.stack_bytes > c.store_bytes) {
    if (depth_first) text += ": the stack took most of it, try --search bfs --store tree";
  } else if (job.store == plan::Store::exact) {
    text += ": try --store tree, which needs about a third or less per state";
  } else if (job.store == plan::Store::tree && (depth_first || out.algorithm == Algorithm::pseudo_dfs)) {
    text +=
        ": try --store dfa, which as a rule is several times smaller and slower, or --store bitstate, which looks at "
        "more states but cannot say that all is well; --when-full disk --disk DIR goes on on disk";
  }
  return text;
}

// Why a search ended before its time; empty: it did not, or because of errors.
std::string why_ended(const plan::Conduct& s, const plan::Job& job, const run::JobOutcome& out) {
  switch (out.outcome.ended) {
    case search::Ended::memory: return memory_advice(s, job, out);
    case search::Ended::too_wide:
      return "a state has more successors than can be numbered (an atomic sequence with very many paths?)";
    case search::Ended::time: return "the time budget was used up";
    case search::Ended::disk: return "the disk failed or is full";
    case search::Ended::interrupted: return "it was interrupted";
    case search::Ended::sampled: return "random walks cannot show that nothing is wrong";
    case search::Ended::complete:
    case search::Ended::error_limit:
    case search::Ended::handed_over: return "";
  }
  __builtin_unreachable();
}

// Why a search that came to its end and found nothing does not decide.
std::string why_not_complete(const plan::Conduct& s, const plan::Job& job, const run::JobOutcome& out) {
  if (!out.outcome.cut) return lossy_text(s, out);
  if (job.algorithm == plan::Algorithm::bounded || job.algorithm == plan::Algorithm::shorten ||
      job.algorithm == plan::Algorithm::stateless || job.algorithm == plan::Algorithm::shorten_stateless)
    return fmt::format("the search is complete up to {} steps, but there are states beyond", s.depth);
  return fmt::format("the depth limit of {} cut the search off", s.depth);
}

}  // namespace

report::Property safety_verdict(run::Session& session, const plan::Job& job, const run::JobOutcome& out) {
  const plan::Conduct& s = session.how();
  report::Property p = describe(session.program(), job, out);
  const search::Outcome& o = out.outcome;
  std::vector<search::FoundError> errors, limits;
  for (const search::FoundError& found : o.found) (model::is_limit(found.kind) ? limits : errors).push_back(found);
  p.errors = o.errors;
  for (const search::FoundError& limit : limits) p.errors -= limit.count;
  for (const search::FoundError& error : errors) confirm(session, job, error, p.violations.emplace_back());
  for (const search::FoundError& limit : limits) confirm(session, job, limit, p.limits.emplace_back());
  const std::string because = why_ended(s, job, out);
  if (!errors.empty()) {
    p.verdict = report::Verdict::violated;
    p.reason = fmt::format("{} error{} found", p.errors, p.errors == 1 ? "" : "s");
    if (o.ended == search::Ended::error_limit)
      p.reason +=
          fmt::format("; stopped after the {} one (--errors 0 goes on)", s.errors == 1 ? "first" : "last asked for");
    else if (!because.empty())
      p.reason += "; " + because;
  } else if (!limits.empty()) {
    p.verdict = report::Verdict::inconclusive;
    p.reason = "nothing found, but " + limit_text(session, limits[0].kind, limits[0].place);
    if (o.ended == search::Ended::error_limit) p.reason += "; the search stopped there (--errors 0 goes on)";
    if (!because.empty()) p.reason += "; " + because;
  } else if (out.complete) {
    p.verdict = report::Verdict::holds;
    p.reason = s.ignore.empty() ? "all states were explored: no assertion fails, no deadlock, no run-time error"
                                : "all states were explored; what --ignore names was not looked for";
  } else {
    p.verdict = report::Verdict::inconclusive;
    p.reason = "nothing found, but " + (because.empty() ? why_not_complete(s, job, out) : because);
  }
  if (job.algorithm == plan::Algorithm::structure && !out.structure)
    p.reason += "; --components tells nothing about a part of the graph";
  if (!out.note.empty()) p.reason += "; " + out.note;
  return p;
}

}  // namespace gyre::api
