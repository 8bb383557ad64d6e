#include "lsp/lenses.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lsp/features.h"

namespace gyre::lsp {

using nlohmann::json;

namespace {

constexpr size_t kMaxSteps = 50;  // of a counterexample that are told with its diagnostic

json lens(const json& range, const std::string& title, const char* command, const Checks::Key& key) {
  return {{"range", range},
          {"command", {{"title", title}, {"command", command}, {"arguments", json::array({key.first, key.second})}}}};
}

std::string of_steps(uint64_t n) { return fmt::format("{} step{}", n, n == 1 ? "" : "s"); }

// The steps that lead to a violation.
json steps_of(Workspace& workspace, const Document& document, const Trace& trace) {
  json out = json::array();
  const size_t first = trace.size() > kMaxSteps ? trace.size() - kMaxSteps : 0;
  for (size_t i = first; i < trace.size(); ++i) {
    const Step step = trace.step(i);
    if (step.location.line == 0) continue;
    std::string text = fmt::format("step {}: {}({}) {}", i + 1, step.process, step.pid, step.source);
    for (const Value& v : step.changes) text += fmt::format("  {} = {}", v.name, v.value);
    out.push_back({{"location", workspace.place(step.location, document)}, {"message", text}});
  }
  return out;
}

// A formula that is violated is marked itself; an error where it happens.
Location place_of(const Symbols& symbols, const Property& property, const Violation& violation) {
  for (const Symbol& s : symbols.symbols) {
    if (s.kind == SymbolKind::formula && s.name == property.name) return s.location;
  }
  return violation.location;
}

}  // namespace

std::string verdict_text(const Finding& finding) {
  if (!finding.property) return finding.error;
  const Property& p = *finding.property;
  std::string out = verdict_name(p.verdict);
  if (p.verdict == Verdict::violated && !p.violations.empty()) {
    const Violation& v = p.violations.front();
    return fmt::format("{}: {} ({})", out, v.message, of_steps(v.length));
  }
  if (p.verdict == Verdict::holds) {
    if (p.searched) out += fmt::format(" ({} states, {:.2f} s)", p.states, p.seconds);
    if (p.vacuous) out += ", but nothing was really asked";
    return out;
  }
  return p.reason.empty() ? out : fmt::format("{}: {}", out, p.reason);
}

json lenses(Workspace& workspace, const Document& document, const Findings& findings, const Checks& checks) {
  json out = json::array();
  for (const Symbol& s : workspace.symbols(document).symbols) {
    const bool formula = s.kind == SymbolKind::formula;
    if ((!formula && s.kind != SymbolKind::process) || s.location.file != document.name() || s.begin.line == 0)
      continue;
    // Trace assertions are checked with everything else.
    if (formula && (s.text.rfind("trace", 0) == 0 || s.text.rfind("notrace", 0) == 0)) continue;
    const Checks::Key key{document.uri(), formula ? s.name : "safety"};
    const json range = workspace.range(s.begin, document.uri());
    const auto found = findings.find(key);
    if (checks.running(key)) {
      out.push_back(lens(range, "checking ... (stop)", "gyre.stop", key));
    } else if (found != findings.end()) {
      std::string title = verdict_text(found->second);
      if (title.size() > 120) title = title.substr(0, 117) + "...";
      if (found->second.version != document.version()) title = "before the last change: " + title;
      out.push_back(lens(range, title, "gyre.trace", key));
    }
    out.push_back(lens(range, formula ? "check" : "check safety", "gyre.check", key));
    out.push_back(lens(range, "shortest", "gyre.shortest", key));
    out.push_back(lens(range, "simulate", "gyre.simulate", key));
  }
  return out;
}

std::map<std::string, json> finding_diagnostics(Workspace& workspace, const Document& document,
                                                const Findings& findings) {
  std::map<std::string, json> out;
  for (const auto& [key, finding] : findings) {
    if (key.first != document.uri() || finding.version != document.version() || !finding.property) continue;
    for (const Violation& v : finding.property->violations) {
      Diagnostic d;
      d.location = place_of(workspace.symbols(document), *finding.property, v);
      d.message = fmt::format("{} ({}): {}", v.message, of_steps(v.length), finding.property->name);
      json j = diagnostic(workspace, document, d);
      j["source"] = "gyre check";
      j["code"] = v.error;
      if (v.trace) j["relatedInformation"] = steps_of(workspace, document, *v.trace);
      json& list = out[workspace.uri(d.location.file, document)];
      if (list.is_null()) list = json::array();
      list.push_back(std::move(j));
    }
  }
  return out;
}

}  // namespace gyre::lsp
