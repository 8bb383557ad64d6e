// Running checks for users of the library.
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "api/check.h"
#include "api/library.h"
#include "api/version.h"
#include "report/refused.h"

namespace gyre {

namespace {

Verdict verdict_of(report::Verdict verdict) {
  switch (verdict) {
    case report::Verdict::holds: return Verdict::holds;
    case report::Verdict::violated: return Verdict::violated;
    case report::Verdict::inconclusive: return Verdict::inconclusive;
    case report::Verdict::not_checked: return Verdict::not_checked;
  }
  __builtin_unreachable();
}

std::optional<Trace> trace_of(const std::shared_ptr<const trace::Trace>& trace) {
  if (!trace) return {};
  return Trace(std::make_shared<const Trace::Impl>(Trace::Impl{trace}));
}

Violation violation_of(const report::Violation& v) {
  Violation out;
  out.error = v.error;
  out.count = v.count;
  out.message = v.message;
  out.location.file = v.location.file;
  out.location.line = v.location.line;
  out.location.column = v.location.column;
  out.process = v.location.process;
  out.pid = v.location.pid;
  out.length = v.length;
  out.trace = trace_of(v.trace);
  for (const report::Counterexample& c : v.others) out.others.push_back({*trace_of(c.trace), "", ""});
  return out;
}

Evidence evidence_of(const report::Evidence& e) {
  Evidence out;
  out.formula = e.formula;
  out.value = e.value;
  out.kind = e.kind;
  out.text = e.text;
  out.after = e.after;
  out.trace = trace_of(e.trace);
  for (const report::Evidence& child : e.children) out.children.push_back(evidence_of(child));
  return out;
}

Property property_of(const report::Property& p) {
  Property out;
  out.name = p.name;
  out.kind = p.kind;
  out.formula = p.formula;
  out.verdict = verdict_of(p.verdict);
  out.reason = p.reason;
  out.vacuous = p.vacuous;
  out.errors = p.errors;
  for (const report::Violation& v : p.violations) out.violations.push_back(violation_of(v));
  for (const report::Violation& v : p.limits) out.limits.push_back(violation_of(v));
  for (const report::Evidence& e : p.evidence) out.evidence.push_back(evidence_of(e));
  if (p.satisfying) {
    const report::Satisfying& s = *p.satisfying;
    Satisfying& to = out.satisfying.emplace();
    to.why_unknown = s.why_unknown;
    to.states = s.states;
    for (const auto& c : s.counts) to.counts.push_back({c.formula, c.states});
    for (const auto& state : s.first) to.first.push_back({state.processes, state.variables});
  }
  out.searched = p.searched;
  out.search = p.search.algorithm;
  out.store = p.search.store;
  out.complete = p.search.complete;
  out.states = p.search.states;
  out.matched = p.search.matched;
  out.transitions = p.search.transitions;
  out.atomic_steps = p.search.atomic_steps;
  out.vector_bytes = p.search.vector_bytes;
  out.depth = p.search.depth;
  out.seconds = p.seconds;
  return out;
}

Coverage coverage_of(const report::Report& r) {
  Coverage out;
  const auto at = [](const std::string& file, uint32_t line) {
    Location place;
    place.file = file;
    place.line = line;
    return place;
  };
  for (const report::Profile::Steps& s : r.profile.steps)
    out.statements.push_back({s.process, s.statement, at(s.file, s.line), s.count});
  for (const report::Unreached& u : r.unreached) out.statements.push_back({u.process, u.text, at(u.file, u.line), 0});
  for (const report::Profile::Values& v : r.profile.values)
    out.variables.push_back({v.variable, v.distinct, v.at_least, v.most});
  return out;
}

std::vector<Unreached> unreached_of(const report::Report& r) {
  std::vector<Unreached> out;
  for (const report::Unreached& u : r.unreached) {
    Location place;
    place.file = u.file;
    place.line = u.line;
    place.column = u.column;
    out.push_back({u.process, u.text, u.as_spin, place, u.spin_state});
  }
  return out;
}

Report report_of(report::Report&& r) {
  Report out;
  for (const report::Property& p : r.properties) out.properties.push_back(property_of(p));
  out.warnings = r.warnings;
  if (r.has_profile) out.coverage = coverage_of(r);
  if (r.has_unreached) out.unreached = unreached_of(r);
  out.store_bytes = r.store_bytes;
  out.stack_bytes = r.stack_bytes;
  out.peak_rss = r.peak_rss;
  out.exit_status = r.exit_status();
  out.impl = std::make_shared<const Report::Impl>(Report::Impl{std::move(r)});
  return out;
}

void put_names(const std::vector<Violation>& from, std::vector<report::Violation>& to) {
  for (size_t i = 0; i < to.size(); ++i) {
    to[i].trail = from.at(i).trail;
    to[i].spin_trail = from.at(i).spin_trail;
    for (size_t k = 0; k < to[i].others.size(); ++k) {
      to[i].others[k].trail = from[i].others.at(k).trail;
      to[i].others[k].spin_trail = from[i].others[k].spin_trail;
    }
  }
}

void put_names(const std::vector<Evidence>& from, std::vector<report::Evidence>& to) {
  for (size_t i = 0; i < to.size(); ++i) {
    to[i].trail = from.at(i).trail;
    to[i].spin_trail = from.at(i).spin_trail;
    put_names(from[i].children, to[i].children);
  }
}

}  // namespace

report::Report api::with_names(const Report& r) {
  if (!r.impl) throw Error("there is no report: nothing was checked");
  report::Report out = r.impl->report;
  for (size_t i = 0; i < out.properties.size(); ++i) {
    const Property& from = r.properties.at(i);
    put_names(from.violations, out.properties[i].violations);
    put_names(from.limits, out.properties[i].limits);
    put_names(from.evidence, out.properties[i].evidence);
    out.properties[i].certificate = from.certificate;
    out.properties[i].certified_states = from.certified_states;
    out.properties[i].confirmed = from.confirmed;
  }
  out.warnings = r.warnings;
  return out;
}

namespace {

Progress progress_of(const run::JobProgress& job) {
  Progress out;
  out.property = job.property;
  out.states = job.counts.states;
  out.transitions = job.counts.transitions();
  out.depth = job.counts.depth;
  out.memory = job.counts.store_bytes + job.counts.stack_bytes;
  out.table_fill = job.counts.table_fill;
  out.seconds = job.seconds;
  return out;
}

}  // namespace

std::string Report::text(bool verbose) const {
  return api::as_errors([&] { return report::to_text(api::with_names(*this), verbose); });
}

std::string Report::json() const {
  return api::as_errors([&] { return report::to_json(api::with_names(*this)); });
}

std::string refusal_json(const std::string& model, const Settings& settings, const std::string& why) {
  return api::as_errors([&] {
    const std::string language = api::language_of(*api::settings_named(model, settings));
    return report::to_json(report::Refused{api::kVersion, model, language}, why);
  });
}

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return report::verdict_name(report::Verdict::holds);
    case Verdict::violated: return report::verdict_name(report::Verdict::violated);
    case Verdict::inconclusive: return report::verdict_name(report::Verdict::inconclusive);
    case Verdict::not_checked: return report::verdict_name(report::Verdict::not_checked);
  }
  __builtin_unreachable();
}

struct Run::Impl {
  Impl(const Model& m, const Settings& s, Listener l) : model(m), settings(s), listener(std::move(l)) {}

  Report work() {
    return api::as_errors([&] {
      const std::shared_ptr<const plan::Settings> resolved = api::settings_for(model.impl(), settings);
      api::program_of(model.impl());
      return report_of(api::check(*resolved, model.impl().loaded, model.impl().seconds, stop,
                                  [&](const run::JobProgress& job) { tell(progress_of(job)); }));
    });
  }

  void tell(const Progress& now) {
    {
      const std::lock_guard lock(mutex);
      progress = now;
    }
    if (listener) listener(now);
  }

  // Work, whose outcome is kept.
  void work_and_keep() {
    try {
      report = work();
    } catch (...) {
      error = std::current_exception();
    }
    done = true;
  }

  const Model model;
  const Settings settings;
  const Listener listener;
  std::atomic<bool> stop{false}, done{false};
  bool waited = false;
  mutable std::mutex mutex;
  Progress progress;  // with the mutex
  std::thread thread;
  std::optional<Report> report;
  std::exception_ptr error;
};

Run::Run(const Model& model, const Settings& settings, Listener listener)
    : impl_(std::make_unique<Impl>(model, settings, std::move(listener))) {}

Run::~Run() {
  if (!impl_->thread.joinable()) return;
  stop();
  impl_->thread.join();
}

void Run::start() {
  if (impl_->waited || impl_->thread.joinable()) throw Error("a run is started once");
  api::as_errors([&] { impl_->thread = std::thread([impl = impl_.get()] { impl->work_and_keep(); }); });
}

Report Run::wait() {
  if (impl_->waited) throw Error("a run is waited for once");
  impl_->waited = true;
  if (impl_->thread.joinable())
    impl_->thread.join();
  else
    impl_->work_and_keep();
  if (impl_->error) std::rethrow_exception(impl_->error);
  return std::move(*impl_->report);
}

void Run::stop() { impl_->stop = true; }

Progress Run::progress() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->progress;
}

bool Run::done() const { return impl_->done; }

Report check(const Model& model, const Settings& settings, Run::Listener listener) {
  return Run(model, settings, std::move(listener)).wait();
}

}  // namespace gyre
