#include "api/shorten.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "api/verdicts.h"
#include "plan/lengths.h"
#include "plan/plan.h"
#include "run/session.h"

namespace gyre::api {

namespace {

constexpr double kMostSeconds = 1;  // that a verdict waits for a shorter counterexample

// The one property as other settings see it; none: they are refused, or there is no search.
std::optional<report::Property> ask(const Shortening& how, const plan::Settings& settings, const plan::Job& job) {
  const plan::Plan plan =
      plan::make(settings, how.loaded.program, [&] { return how.stop.load(std::memory_order_relaxed); });
  if (!plan.refusal.empty()) return std::nullopt;
  const auto same = [&](const plan::Job& other) { return other.kind == job.kind && other.name == job.name; };
  const auto found = std::find_if(plan.jobs.begin(), plan.jobs.end(), same);
  if (found == plan.jobs.end() || !found->runs()) return std::nullopt;
  run::Session session(how.loaded.program, plan.conduct, how.stop);
  const run::JobOutcome outcome = run::Handle(session, *found, how.progress).wait();
  return verdict(session, *found, outcome);
}

bool same_error(const report::Violation& a, const report::Violation& b) {
  return a.error == b.error && a.location.file == b.location.file && a.location.line == b.location.line &&
         a.location.column == b.location.column;
}

bool shorter(const report::Violation& a, const report::Violation& b) {
  return a.has_path && (!b.has_path || a.length < b.length);
}

// The longest of the counterexamples; one without a path could hardly be longer. 0: there are none.
uint64_t longest(const report::Property& p) {
  uint64_t most = 0;
  for (const report::Violation& v : p.violations) {
    if (!v.has_path) return ~uint64_t{0};
    most = std::max(most, v.length);
  }
  return most;
}

// Replaces counterexamples by shorter ones. If one error was asked for, any is as good as the first.
void take_shorter(const report::Property& other, bool any_error, report::Property& p) {
  for (report::Violation& v : p.violations) {
    for (const report::Violation& found : other.violations) {
      if (!shorter(found, v) || !(any_error || same_error(found, v))) continue;
      report::Violation shorter_one = found;
      shorter_one.count = v.count;
      // A search that had less time has met fewer states that show the same.
      if (shorter_one.others.size() < v.others.size()) shorter_one.others = std::move(v.others);
      v = std::move(shorter_one);
    }
  }
}

}  // namespace

void shorten(const Shortening& how, const plan::Job& job, report::Property& p) {
  if (!plan::length_is_free(how.settings) || p.verdict != report::Verdict::violated) return;
  // Cycles that are told apart by their components all have the place of their property.
  const bool by_errors = how_decided(job.kind) == plan::Decided::by_errors;
  if (!by_errors && (how_decided(job.kind) == plan::Decided::by_values || how.settings.errors != 1)) return;
  const uint64_t before = longest(p);
  const double seconds = std::min(kMostSeconds, how.seconds_left);
  if (before <= 1 || seconds <= 0 || how.stop.load()) return;
  const bool one = how.settings.errors == 1 && p.violations.size() == 1;
  const std::optional<report::Property> other = ask(how, plan::for_shortest(how.settings, job, before, seconds), job);
  if (!other) return;
  take_shorter(*other, one, p);
  p.seconds += other->seconds;
  if (!one) return;
  // A search in the order of lengths that has found anything has found the shortest.
  if (!other->violations.empty())
    p.reason += "; the counterexample is of the smallest length";
  else if (other->verdict == report::Verdict::inconclusive)
    p.reason += fmt::format("; no shorter counterexample was found in {:.2g} s (--shortest goes on)", seconds);
}

void find_any_length(const Shortening& how, const plan::Job& job, report::Property& p) {
  if (how.seconds_left <= 0 || how.stop.load()) return;
  const std::optional<report::Property> other =
      ask(how, plan::for_any_length(how.settings, job, std::min(how.seconds_left, 1e9)), job);
  if (!other) return;
  const double seconds = p.seconds + other->seconds;
  if (p.verdict == report::Verdict::violated) {
    take_shorter(*other, how.settings.errors == 1, p);
  } else if (other->verdict != report::Verdict::inconclusive) {
    p = *other;
    if (p.verdict == report::Verdict::violated)
      p.reason += "; the search for the shortest counterexample did not come to its end: there may be a shorter one";
  }
  p.seconds = seconds;
}

}  // namespace gyre::api
