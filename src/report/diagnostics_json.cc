#include "report/diagnostics_json.h"

#include <nlohmann/json.hpp>

#include "base/warning.h"

namespace gyre::report {

namespace {

using nlohmann::ordered_json;

ordered_json place(const Span& span, const SourceMap& sources) {
  return {{"file", span.file == 0 ? "" : sources.name(span.file)}, {"line", span.line}, {"column", span.column}};
}

ordered_json notes(const DiagnosticGroup& group, const SourceMap& sources) {
  ordered_json out = ordered_json::array();
  const auto add = [&](const Span& span, const std::string& message) {
    ordered_json n = place(span, sources);
    n["message"] = message;
    out.push_back(std::move(n));
  };
  if (const int32_t origin = group.message.span.origin; origin >= 0)
    add(sources.origin(origin).text, "in the text of macro '" + sources.origin(origin).macro + "'");
  for (const SpanDiagnostic& note : group.notes) add(note.span, note.message);
  return out;
}

}  // namespace

ordered_json diagnostics_json(const Diagnostics& diagnostics, const SourceMap& sources) {
  ordered_json out = ordered_json::array();
  for (const DiagnosticGroup& group : diagnostics.sorted(sources)) {
    ordered_json d = place(group.message.span, sources);
    d["severity"] = severity_name(group.message.severity);
    d["message"] = group.message.message;
    if (group.message.warning) d["name"] = name_of(*group.message.warning);
    d["notes"] = notes(group, sources);
    for (const SpanFix& fix : group.message.fixes) {
      ordered_json f = place(fix.span, sources);
      f["length"] = fix.span.length;
      f["replacement"] = fix.replacement;
      f["title"] = fix.title;
      d["fixes"].push_back(std::move(f));
    }
    out.push_back(std::move(d));
  }
  return out;
}

}  // namespace gyre::report
