#include "base/error.h"

#include <fmt/format.h>

namespace gyre {

void Diagnostics::error(const Span& span, std::string message) {
  if (too_many()) return;
  list_.push_back({Severity::error, span, std::move(message)});
  ++errors_;
}

void Diagnostics::warning(const Span& span, std::string message) {
  list_.push_back({Severity::warning, span, std::move(message)});
}

void Diagnostics::note(const Span& span, std::string message) {
  list_.push_back({Severity::note, span, std::move(message)});
}

namespace {

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

// The source line with a caret line below; tabs are kept so that the caret stands under its place.
std::string excerpt(const SourceMap& sources, const Span& span) {
  const std::string_view line = sources.line_text(span.file, span.line);
  if (line.empty() || span.column == 0 || span.column > line.size() + 1) return "";
  std::string caret;
  for (uint32_t i = 0; i + 1 < span.column; ++i) caret += line[i] == '\t' ? '\t' : ' ';
  caret += '^';
  for (uint32_t i = 1; i < span.length && span.column + i <= line.size(); ++i) caret += '~';
  return fmt::format("  {}\n  {}\n", line, caret);
}

}  // namespace

std::string Diagnostics::format(const SourceMap& sources) const {
  std::string out;
  for (const Diagnostic& d : list_) {
    const std::string where = sources.where(d.span);
    out += fmt::format("{}{}{}: {}\n", where, where.empty() ? "" : ": ", severity_name(d.severity), d.message);
    out += excerpt(sources, d.span);
    if (d.span.origin >= 0) {
      const MacroOrigin& origin = sources.origin(d.span.origin);
      out += fmt::format("{}: note: in the text of macro '{}'\n", sources.where(origin.text), origin.macro);
      out += excerpt(sources, origin.text);
    }
  }
  return out;
}

}  // namespace gyre
