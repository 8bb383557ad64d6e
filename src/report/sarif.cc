#include "report/sarif.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/warning.h"
#include "trace/trace.h"

namespace gyre::report {

namespace {

using nlohmann::ordered_json;

constexpr const char* kModelError = "model-error";
constexpr const char* kNotRun = "not-run";
constexpr const char* kInconclusive = "inconclusive";
constexpr const char* kNotChecked = "not-checked";
// Of a longer counterexample the beginning and the end are shown.
constexpr size_t kMostSteps = 2000;

// A path as a reference of RFC 3986.
std::string uri(const std::string& path) {
  std::string out = path.starts_with("/") ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

ordered_json physical(const std::string& file, uint32_t line, uint32_t column, uint32_t length = 0) {
  ordered_json out = {{"artifactLocation", {{"uri", uri(file)}}}};
  if (line > 0) {
    out["region"] = {{"startLine", line}};
    if (column > 0) out["region"]["startColumn"] = column;
    if (column > 0 && length > 0) out["region"]["endColumn"] = column + length;
  }
  return out;
}

ordered_json physical(const Span& span, const SourceMap& sources) {
  return physical(sources.name(span.file), span.line, span.column, span.length);
}

// The process that a place belongs to.
ordered_json logical(const std::string& process, int32_t pid) {
  const std::string name = pid < 0 ? process : trace::process_text(process, pid);
  return ordered_json::array({{{"name", name}, {"kind", "function"}}});
}

ordered_json step_location(const trace::Trace& trace, const trace::Step& step) {
  const SourceMap& sources = *trace.program().sources;
  ordered_json place;
  if (step.span.known()) place["physicalLocation"] = physical(step.span, sources);
  place["logicalLocations"] = logical(std::string(step.process), step.pid);
  std::string text = fmt::format("{}: {}", trace::process_text(step.process, step.pid), step.source);
  for (size_t i = 0; i < step.changes.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "  // " : ", ", step.changes[i].name, step.changes[i].value);
  place["message"] = {{"text", text}};
  ordered_json out = {{"location", place}, {"executionOrder", step.number}};
  for (const trace::NamedValue& v : step.changes) out["state"][v.name] = {{"text", v.value}};
  const bool to_blame = step.number == trace.failure.step;
  out["importance"] = to_blame ? "essential" : "important";
  return out;
}

ordered_json code_flow(const trace::Trace& trace) {
  ordered_json locations = ordered_json::array();
  const size_t count = trace.steps.size();
  for (size_t i = 0; i < count; ++i) {
    if (count > kMostSteps && i >= kMostSteps / 2 && i < count - kMostSteps / 2) continue;
    ordered_json step = step_location(trace, trace.steps[i]);
    if (trace.cycle_start == i) step["kinds"] = {"cycle"};
    locations.push_back(std::move(step));
  }
  std::string text = fmt::format("the counterexample: {} steps", count);
  if (trace.cycle_start) text += fmt::format(", of which the last {} repeat for ever", count - *trace.cycle_start);
  if (count > kMostSteps) text += fmt::format("; the first and the last {} are here", kMostSteps / 2);
  return {{"message", {{"text", text}}}, {"threadFlows", {{{"locations", locations}}}}};
}

class Writer {
 public:
  void add(const Entry& entry) {
    if (entry.diagnostics != nullptr && entry.sources != nullptr) {
      for (const DiagnosticGroup& group : entry.diagnostics->sorted(*entry.sources)) add(entry, group);
    }
    if (entry.report == nullptr && !entry.refusal.empty())
      result(kNotRun, "error", entry.refusal, physical(entry.model, 0, 0));
    if (entry.report == nullptr) return;
    for (const Property& p : entry.report->properties) {
      for (const Violation& v : p.violations) add(entry, p, v);
      if (p.verdict == Verdict::inconclusive) undecided(kInconclusive, entry, p);
      if (p.verdict == Verdict::not_checked) undecided(kNotChecked, entry, p);
      // A formula of branching time may be false without a path that shows it.
      if (p.verdict == Verdict::violated && p.violations.empty())
        result("violated", "error", fmt::format("{}: {}", p.name, p.reason), physical(entry.model, 0, 0));
    }
  }

  ordered_json rules() const {
    ordered_json out = ordered_json::array();
    for (const auto& [id, level] : rules_)
      out.push_back(
          {{"id", id}, {"shortDescription", {{"text", sentence(id)}}}, {"defaultConfiguration", {{"level", level}}}});
    return out;
  }
  ordered_json results() && { return std::move(results_); }

 private:
  static std::string sentence(const std::string& id) {
    if (id == kModelError) return "the model cannot be read";
    if (id == kNotRun) return "nothing was checked";
    if (id == kInconclusive) return "it is not known whether the property holds";
    if (id == kNotChecked) return "the property was not checked";
    std::string out = id;
    std::replace(out.begin(), out.end(), '-', ' ');
    return out;
  }

  ordered_json& result(const std::string& rule, const char* level, const std::string& text, ordered_json place) {
    auto at = std::find_if(rules_.begin(), rules_.end(), [&](const auto& r) { return r.first == rule; });
    if (at == rules_.end()) at = rules_.insert(at, {rule, level});
    ordered_json out = {
        {"ruleId", rule}, {"ruleIndex", at - rules_.begin()}, {"level", level}, {"message", {{"text", text}}}};
    out["locations"] = ordered_json::array({{{"physicalLocation", std::move(place)}}});
    return results_.emplace_back(std::move(out));
  }

  void add(const Entry& entry, const DiagnosticGroup& group) {
    const SpanDiagnostic& d = group.message;
    const bool error = d.severity == Severity::error;
    const std::string rule = error ? kModelError : d.warning ? name_of(*d.warning) : "warning";
    ordered_json place = d.span.known() ? physical(d.span, *entry.sources) : physical(entry.model, 0, 0);
    ordered_json& out = result(rule, error ? "error" : "warning", d.message, std::move(place));
    for (const SpanDiagnostic& note : group.notes) {
      if (!note.span.known()) continue;
      out["relatedLocations"].push_back(
          {{"physicalLocation", physical(note.span, *entry.sources)}, {"message", {{"text", note.message}}}});
    }
  }

  void add(const Entry& entry, const Property& p, const Violation& v) {
    const Place& at = v.location;
    ordered_json& out = result(v.error, "error", fmt::format("{}: {}", p.name, v.message),
                               at.file.empty() ? physical(entry.model, 0, 0) : physical(at.file, at.line, at.column));
    if (!at.process.empty()) out["locations"][0]["logicalLocations"] = logical(at.process, at.pid);
    if (v.count > 0) out["occurrenceCount"] = v.count;
    if (v.trace) out["codeFlows"].push_back(code_flow(*v.trace));
    for (const Counterexample& c : v.others) {
      if (c.trace) out["codeFlows"].push_back(code_flow(*c.trace));
    }
    out["properties"] = {{"model", entry.model}, {"property", p.name}, {"kind", p.kind}};
    if (!p.formula.empty()) out["properties"]["formula"] = p.formula;
    if (!v.trail.empty()) out["properties"]["trail"] = v.trail;
  }

  void undecided(const char* rule, const Entry& entry, const Property& p) {
    ordered_json& out = result(rule, "warning", fmt::format("{}: {}", p.name, p.reason), physical(entry.model, 0, 0));
    out["properties"] = {{"model", entry.model}, {"property", p.name}, {"kind", p.kind}};
  }

  std::vector<std::pair<std::string, std::string>> rules_;
  ordered_json results_ = ordered_json::array();
};

}  // namespace

std::string to_sarif(const std::vector<Entry>& entries, const std::string& version) {
  Writer writer;
  std::set<std::string> files;
  for (const Entry& e : entries) {
    writer.add(e);
    files.insert(e.model);
  }
  ordered_json artifacts = ordered_json::array();
  for (const std::string& f : files) artifacts.push_back({{"location", {{"uri", uri(f)}}}});
  ordered_json driver = {{"name", "gyre"}, {"version", version}, {"rules", writer.rules()}};
  const bool all_run = std::all_of(entries.begin(), entries.end(), [](const Entry& e) { return e.report != nullptr; });
  const ordered_json run = {{"tool", {{"driver", driver}}},
                            {"invocations", {{{"executionSuccessful", all_run}}}},
                            {"artifacts", artifacts},
                            {"results", std::move(writer).results()}};
  const ordered_json out = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", ordered_json::array({run})}};
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace gyre::report
