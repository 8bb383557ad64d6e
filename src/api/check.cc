#include "api/check.h"

#include <sys/resource.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>

#include <fmt/format.h>

#include "api/coverage.h"
#include "api/shorten.h"
#include "api/verdicts.h"
#include "api/version.h"
#include "base/error.h"
#include "base/narrow.h"
#include "base/warning.h"

namespace gyre::api {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

uint64_t peak_rss() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return narrow<uint64_t>(usage.ru_maxrss) * 1024;
}

bool cut_by_budget(search::Ended ended) { return ended == search::Ended::time || ended == search::Ended::memory; }

// The report's memory is that of the first job that stored anything.
void add_memory(const run::JobOutcome& outcome, report::Report& r) {
  constexpr uint64_t kFewFrames = 100'000;  // are all minimum sizes: bytes per frame would say nothing
  if (r.store_bytes > 0) return;
  const search::Counts& c = outcome.outcome.counts;
  r.store_bytes = c.store_bytes;
  r.stack_bytes = c.stack_bytes;
  r.peak_bytes = c.peak_bytes;
  if (c.frame_bytes > 0 && c.stack_peak > kFewFrames)
    r.bytes_per_frame = static_cast<double>(c.frame_bytes) / static_cast<double>(c.stack_peak);
  if (c.states > 0) r.bytes_per_state = static_cast<double>(c.store_bytes) / static_cast<double>(c.states);
}

// What was asked for otherwise than by default, as it was asked for: with it a run can be repeated. And what became of
// that which was left open; each property has the search and the store of its own.
std::vector<std::pair<std::string, std::string>> options(const plan::Plan& plan, const report::Report& r,
                                                         const run::JobOutcome* safety, bool native) {
  std::vector<std::pair<std::string, std::string>> out;
  if (safety != nullptr) out = {{"search", name_of(safety->algorithm)}, {"store", safety->store}};
  const report::Reductions none;
  const report::Reductions& reductions = r.properties.empty() ? none : r.properties[0].search.reductions;
  out.insert(out.end(), {{"por", reductions.partial_order ? "on" : "off"},
                         {"merge", reductions.merging ? "on" : "off"},
                         {"symmetry", reductions.symmetry.empty() ? "off" : "on"},
                         {"engine", native ? "native" : "vm"},
                         {"errors", std::to_string(plan.conduct.errors)},
                         {"depth", std::to_string(plan.conduct.depth)},
                         {"max_processes", std::to_string(plan.conduct.max_processes)}});
  for (const auto& given : plan.given) {
    const auto same = [&](const auto& known) { return known.first == given.first; };
    const auto open = std::find_if(out.begin(), out.end(), same);
    if (open == out.end())
      out.push_back(given);
    else
      *open = given;
  }
  return out;
}

// A property that holds for want of a question is a warning as others are.
void warn_of_vacuity(const plan::Job& job, const plan::Settings& settings, report::Property& p, report::Report& r) {
  if (p.vacuity.empty() || !settings.warn.on(Warning::vacuous_formula)) return;
  p.vacuous = true;
  p.reason += fmt::format(", but VACUOUSLY: {} [{}]", p.vacuity, name_of(Warning::vacuous_formula));
  r.diagnostics.warning(Warning::vacuous_formula, job.property != nullptr ? job.property->span : Span{},
                        fmt::format("'{}' holds vacuously: {}", p.name, p.vacuity));
}

}  // namespace

report::Report check(const plan::Settings& settings, const Loaded& loaded, double front_end_seconds,
                     std::atomic<bool>& stop, const run::Handle::Listener& progress) {
  assert(loaded.program != nullptr);
  const Clock::time_point start = Clock::now();
  report::Report r;
  r.version = kVersion;
  r.model = loaded.name;
  r.language = loaded.program->semantics.language;
  r.diagnostics = loaded.diagnostics;
  r.sources = loaded.sources;
  plan::Plan plan = plan::make(settings, loaded.program, [&] { return stop.load(std::memory_order_relaxed); });
  if (!plan.refusal.empty()) throw Error(plan.refusal);
  const bool shortest = settings.shortest || settings.shorten;
  if (shortest && plan.conduct.time) *plan.conduct.time *= kShareOfShortest;
  run::Session session(loaded.program, plan.conduct, stop);
  session.prepare(plan);
  r.time_compile = seconds_since(start);
  std::optional<run::JobOutcome> safety;
  for (const plan::Job& job : plan.jobs) {
    if (!job.runs()) {
      r.properties.push_back(unsearched_verdict(job, stop.load()));
      continue;
    }
    run::JobOutcome outcome = run::Handle(session, job, progress).wait();
    r.time_search += outcome.seconds;
    add_memory(outcome, r);
    if (job.kind == plan::PropertyKind::safety) {
      const plan::Switch unreached = plan.conduct.unreached;
      if (plan.conduct.profile) add_profile(*loaded.program, outcome, r);
      if (unreached == plan::Switch::on || (unreached == plan::Switch::automatic && outcome.complete))
        add_unreached(*loaded.program, outcome.executed, r);
    }
    r.properties.push_back(verdict(session, job, outcome));
    const double left = settings.time ? *settings.time - seconds_since(start) : std::numeric_limits<double>::infinity();
    const Shortening how{settings, loaded, stop, progress, left};
    if (shortest && cut_by_budget(outcome.outcome.ended))
      find_any_length(how, job, r.properties.back());
    else
      shorten(how, job, r.properties.back());
    warn_of_vacuity(job, settings, r.properties.back(), r);
    if (auto& counts = r.properties.back().search.thesis) counts->bits = loaded.thesis_bits;
    if (job.kind == plan::PropertyKind::safety) safety = std::move(outcome);
  }
  const bool jobs = !plan.jobs.empty();
  const run::NativeEngine& native =
      session.native(jobs && plan.jobs.back().program ? plan.jobs.back().program : loaded.program);
  r.options = options(plan, r, safety ? &*safety : nullptr, native.used());
  r.engine = native.sentence();
  r.time_native = session.native_seconds();
  r.time_front_end = front_end_seconds;
  r.time_total = front_end_seconds + seconds_since(start);
  if (r.peak_bytes == 0) r.peak_bytes = r.store_bytes + r.stack_bytes;
  r.peak_rss = peak_rss();
  return r;
}

}  // namespace gyre::api
