#include "base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <tuple>

#include "base/warning.h"

namespace gyre {

void Diagnostics::error(const Span& span, std::string message) {
  last_kept_ = !too_many();
  if (!last_kept_) return;
  list_.push_back({Severity::error, span, std::move(message)});
  ++errors_;
}

void Diagnostics::warning(Warning warning, const Span& span, std::string message) {
  last_kept_ = true;
  list_.push_back({Severity::warning, span, std::move(message), warning});
}

void Diagnostics::note(const Span& span, std::string message) {
  if (last_kept_) list_.push_back({Severity::note, span, std::move(message)});
}

void Diagnostics::fix(std::string title, const Span& span, std::string replacement) {
  if (!last_kept_ || !span.known() || span.origin >= 0) return;
  const auto message =
      std::find_if(list_.rbegin(), list_.rend(), [](const SpanDiagnostic& d) { return d.severity != Severity::note; });
  assert(message != list_.rend());
  message->fixes.push_back({std::move(title), span, std::move(replacement)});
}

void Diagnostics::obey(const WarningSwitches& switches) {
  bool kept = true;
  std::erase_if(list_, [&](const SpanDiagnostic& d) {
    if (d.severity != Severity::note) kept = !d.warning || switches.on(*d.warning);
    return !kept;
  });
  if (!switches.errors()) return;
  for (SpanDiagnostic& d : list_) {
    if (d.severity != Severity::warning) continue;
    d.severity = Severity::error;
    ++errors_;
  }
}

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

namespace {

constexpr size_t kShown = 160;  // bytes of a source line

// The source line with a caret line below; tabs are kept so that the caret stands under its place. Of a long line the
// part around the place, and no control characters.
std::string excerpt(const SourceMap& sources, const Span& span) {
  std::string_view line = sources.line_text(span.file, span.line);
  if (line.empty() || span.column == 0 || span.column > line.size() + 1) return "";
  size_t column = span.column - 1;
  std::string shown;
  if (line.size() > kShown) {
    const size_t begin = column > kShown / 2 ? column - kShown / 2 : 0;
    if (begin > 0) shown = "...";
    column = column - begin + shown.size();
    line = line.substr(begin, kShown);
  }
  const auto is_control = [](unsigned char c) { return (c < 32 && c != '\t') || c == 127; };
  for (const char c : line) shown += is_control(c) ? '?' : c;
  std::string caret;
  for (size_t i = 0; i < column; ++i) caret += shown[i] == '\t' ? '\t' : ' ';
  caret += '^';
  for (uint32_t i = 1; i < span.length && column + i < shown.size(); ++i) caret += '~';
  return fmt::format("  {}\n  {}\n", shown, caret);
}

std::string paragraph(const SourceMap& sources, const SpanDiagnostic& d) {
  const std::string where = sources.where(d.span);
  const std::string name = d.warning ? fmt::format(" [{}]", name_of(*d.warning)) : "";
  std::string out =
      fmt::format("{}{}{}: {}{}\n", where, where.empty() ? "" : ": ", severity_name(d.severity), d.message, name);
  out += excerpt(sources, d.span);
  if (d.span.origin >= 0) {
    const MacroOrigin& origin = sources.origin(d.span.origin);
    out += fmt::format("{}: note: in the text of macro '{}'\n", sources.where(origin.text), origin.macro);
    out += excerpt(sources, origin.text);
  }
  return out;
}

std::string text_of(const SourceMap& sources, const DiagnosticGroup& group) {
  std::string out = paragraph(sources, group.message);
  for (const SpanDiagnostic& note : group.notes) out += paragraph(sources, note);
  return out;
}

}  // namespace

std::vector<DiagnosticGroup> Diagnostics::sorted(const SourceMap& sources) const {
  std::vector<DiagnosticGroup> out;
  for (size_t i = 0; i < list_.size();) {
    DiagnosticGroup group{list_[i++], {}};
    while (i < list_.size() && list_[i].severity == Severity::note) group.notes.push_back(list_[i++]);
    out.push_back(std::move(group));
  }
  std::stable_sort(out.begin(), out.end(), [](const DiagnosticGroup& a, const DiagnosticGroup& b) {
    const Span &x = a.message.span, &y = b.message.span;
    return std::tie(x.file, x.line, x.column) < std::tie(y.file, y.line, y.column);
  });
  std::set<std::string> said;  // the text of an inline or of a type is compiled wherever it is used: once is enough
  std::erase_if(out, [&](const DiagnosticGroup& group) { return !said.insert(text_of(sources, group)).second; });
  return out;
}

std::string Diagnostics::format(const SourceMap& sources) const {
  std::string out;
  for (const DiagnosticGroup& group : sorted(sources)) out += text_of(sources, group);
  return out;
}

}  // namespace gyre
