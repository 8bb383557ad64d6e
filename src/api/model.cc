#include <chrono>

#include <fmt/format.h>

#include "api/library.h"
#include "api/version.h"
#include "base/warning.h"
#include "plan/plan.h"
#include "report/refused.h"

namespace gyre {

namespace {

using Clock = std::chrono::steady_clock;

Diagnostic diagnostic_of(const SourceMap& sources, const SpanDiagnostic& d) {
  Diagnostic out;
  out.severity = d.severity;
  out.location = api::location_of(sources, d.span);
  out.message = d.message;
  if (d.warning) out.name = name_of(*d.warning);
  for (const SpanFix& fix : d.fixes)
    out.fixes.push_back({fix.title, api::location_of(sources, fix.span), fix.replacement});
  if (d.span.origin >= 0) {
    const MacroOrigin& origin = sources.origin(d.span.origin);
    Diagnostic& note = out.notes.emplace_back();
    note.severity = Severity::note;
    note.location = api::location_of(sources, origin.text);
    note.message = fmt::format("in the text of macro '{}'", origin.macro);
  }
  return out;
}

std::vector<Diagnostic> diagnostics_of(const api::Loaded& loaded) {
  std::vector<Diagnostic> out;
  for (const DiagnosticGroup& group : loaded.diagnostics.sorted(*loaded.sources)) {
    out.push_back(diagnostic_of(*loaded.sources, group.message));
    for (const SpanDiagnostic& note : group.notes) out.back().notes.push_back(diagnostic_of(*loaded.sources, note));
  }
  return out;
}

// `text` is null for a file.
std::shared_ptr<const Model::Impl> read(const std::string& name, const std::string* text, const Settings& settings) {
  const Clock::time_point start = Clock::now();
  auto out = std::make_shared<Model::Impl>();
  out->settings = api::settings_named(name, settings);
  out->language = api::language_of(*out->settings);
  out->loaded = text == nullptr ? api::load(*out->settings) : api::load_text(*out->settings, *text);
  out->diagnostics = diagnostics_of(out->loaded);
  out->seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return out;
}

const char* kind_name(ir::Property::Kind kind) {
  switch (kind) {
    case ir::Property::Kind::ltl: return name_of(plan::PropertyKind::ltl);
    case ir::Property::Kind::never: return name_of(plan::PropertyKind::claim);
    case ir::Property::Kind::ctl: return name_of(plan::PropertyKind::ctl);
    case ir::Property::Kind::automaton: return name_of(plan::PropertyKind::hoa);
  }
  __builtin_unreachable();
}

Job job_of(const plan::Job& job) {
  Job out;
  out.property = job.name;
  out.kind = name_of(job.kind);
  if (job.property != nullptr) out.formula = job.property->formula;
  out.fairness = name_of(job.fairness);
  out.settled = job.settled;
  out.not_checked = job.not_checked;
  out.details = job.details;
  if (!job.runs()) return out;
  out.search = name_of(job.algorithm);
  if (job.store != plan::Store::automatic) out.store = name_of(job.store);
  out.partial_order = job.reduction.on;
  out.merged = job.merged;
  return out;
}

}  // namespace

namespace api {

const std::shared_ptr<const ir::Program>& program_of(const Model::Impl& model) {
  if (!model.loaded.program) throw Error(fmt::format("the model '{}' has errors", model.loaded.name));
  return model.loaded.program;
}

Location location_of(const SourceMap& sources, const Span& span) {
  Location out;
  if (span.file == 0) return out;
  out.file = sources.name(span.file);
  out.line = span.line;
  out.column = span.column;
  out.length = span.length;
  return out;
}

}  // namespace api

Model Model::from_file(const std::string& path, const Settings& settings) {
  return api::as_errors([&] { return Model(read(path, nullptr, settings)); });
}

Model Model::from_text(const std::string& name, const std::string& text, const Settings& settings) {
  return api::as_errors([&] { return Model(read(name, &text, settings)); });
}

bool Model::ok() const { return impl_->loaded.program != nullptr; }
const std::vector<Diagnostic>& Model::diagnostics() const { return impl_->diagnostics; }
std::string Model::diagnostics_text() const { return impl_->loaded.diagnostics.format(*impl_->loaded.sources); }
std::string Model::diagnostics_json() const {
  return api::as_errors([&] {
    if (ok()) throw Error(fmt::format("the model '{}' has no errors", name()));
    return report::to_json(report::Refused{api::kVersion, name(), language()}, impl_->loaded.diagnostics,
                           *impl_->loaded.sources);
  });
}

std::vector<StatedProperty> Model::properties() const {
  return api::as_errors([&] {
    std::vector<StatedProperty> out;
    for (const ir::Property& p : api::program_of(*impl_)->properties)
      out.push_back({p.name, kind_name(p.kind), p.formula});
    return out;
  });
}

std::vector<Statement> Model::statements() const {
  return api::as_errors([&] {
    const ir::Program& program = *api::program_of(*impl_);
    const SourceMap& sources = *program.sources;
    std::vector<Statement> out;
    for (const ir::Process& p : program.processes) {
      if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
      for (const ir::Edge& e : p.edges) {
        const ir::Action& a = program.action(e);
        if (!a.span.known()) continue;
        Statement& s = out.emplace_back();
        s.process = trace::display_name(p);
        s.source = a.written.empty() ? a.source : a.written;
        s.location = api::location_of(sources, a.span);
        for (const InlineCall& c : sources.calls_around(a.span)) s.calls.push_back(api::location_of(sources, c.at));
      }
    }
    return out;
  });
}

const std::string& Model::name() const { return impl_->loaded.name; }
const std::string& Model::language() const { return impl_->language; }

Plan Model::plan(const Settings& settings) const {
  return api::as_errors([&] {
    const plan::Plan made = plan::make(*api::settings_for(*impl_, settings), api::program_of(*impl_));
    Plan out;
    out.refusal = made.refusal;
    for (const plan::Job& job : made.jobs) out.jobs.push_back(job_of(job));
    return out;
  });
}

const char* version() { return api::kVersion; }

}  // namespace gyre
