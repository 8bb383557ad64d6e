#include "report/refused.h"

#include <cassert>

#include <nlohmann/json.hpp>

namespace gyre::report {

namespace {

using nlohmann::ordered_json;

ordered_json head(const Refused& refused) {
  return {{"tool", "gyre"}, {"version", refused.version}, {"model", refused.model}, {"language", refused.language}};
}

std::string text_of(const ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

ordered_json place(const Span& span, const SourceMap& sources) {
  return {{"file", span.file == 0 ? "" : sources.name(span.file)}, {"line", span.line}, {"column", span.column}};
}

}  // namespace

std::string to_json(const Refused& refused, const Diagnostics& diagnostics, const SourceMap& sources) {
  assert(!diagnostics.all().empty());
  ordered_json out = head(refused);
  out["diagnostics"] = ordered_json::array();
  for (const DiagnosticGroup& group : diagnostics.sorted(sources)) {
    ordered_json d = place(group.message.span, sources);
    d["severity"] = severity_name(group.message.severity);
    d["message"] = group.message.message;
    d["notes"] = ordered_json::array();
    if (const int32_t origin = group.message.span.origin; origin >= 0) {
      ordered_json n = place(sources.origin(origin).text, sources);
      n["message"] = "in the text of macro '" + sources.origin(origin).macro + "'";
      d["notes"].push_back(std::move(n));
    }
    for (const SpanDiagnostic& note : group.notes) {
      ordered_json n = place(note.span, sources);
      n["message"] = note.message;
      d["notes"].push_back(std::move(n));
    }
    out["diagnostics"].push_back(std::move(d));
  }
  return text_of(out);
}

std::string to_json(const Refused& refused, const std::string& message) {
  ordered_json out = head(refused);
  out["diagnostics"] = ordered_json::array({{{"file", ""},
                                             {"line", 0},
                                             {"column", 0},
                                             {"severity", "error"},
                                             {"message", message},
                                             {"notes", ordered_json::array()}}});
  return text_of(out);
}

}  // namespace gyre::report
