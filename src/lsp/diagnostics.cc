// What is wrong in a document, and what can be done about it.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lsp/features.h"
#include "lsp/loops.h"

namespace gyre::lsp {

using nlohmann::json;

namespace {

int severity_number(Severity severity) {
  switch (severity) {
    case Severity::error: return 1;
    case Severity::warning: return 2;
    case Severity::note: return 3;
  }
  __builtin_unreachable();
}

Diagnostic whole(const std::string& message, Severity severity = Severity::error) {
  Diagnostic out;
  out.severity = severity;
  out.message = message;
  return out;
}

std::vector<Diagnostic> found(Workspace& workspace, const Document& document) {
  if (document.too_large()) {
    return {whole(fmt::format("this document has {} bytes; gyre lsp looks at those of up to {}",
                              document.text().all().size(), Document::kMaxBytes),
                  Severity::warning)};
  }
  try {
    return workspace.model(document).diagnostics();
  } catch (const Error& e) {
    return {whole(e.what())};
  }
}

}  // namespace

json diagnostic(Workspace& workspace, const Document& document, const Diagnostic& d) {
  const std::string uri = workspace.uri(d.location.file, document);
  json out = {{"range", workspace.range(d.location, uri)},
              {"severity", severity_number(d.severity)},
              {"source", "gyre"},
              {"message", d.message}};
  if (!d.name.empty()) out["code"] = d.name;
  json notes = json::array();
  for (const Diagnostic& n : d.notes) {
    if (n.location.line != 0)
      notes.push_back({{"location", workspace.place(n.location, document)}, {"message", n.message}});
  }
  if (!notes.empty()) out["relatedInformation"] = std::move(notes);
  return out;
}

std::map<std::string, json> diagnostics(Workspace& workspace, const Document& document) {
  std::map<std::string, json> out;
  out[document.uri()] = json::array();
  for (const Diagnostic& d : found(workspace, document)) {
    // That there is nothing to run is no fault of a file that others include.
    if (d.location.line == 0 && !document.is_model()) continue;
    json& list = out[workspace.uri(d.location.file, document)];
    if (list.is_null()) list = json::array();
    list.push_back(diagnostic(workspace, document, d));
  }
  return out;
}

namespace {

json action(const std::string& title, const std::string& uri, json edits) {
  return {{"title", title}, {"kind", "quickfix"}, {"edit", {{"changes", {{uri, std::move(edits)}}}}}};
}

json edit(const Text& text, size_t from, size_t to, const std::string& with) {
  return {{"range", {{"start", to_json(text.position(from))}, {"end", to_json(text.position(to))}}}, {"newText", with}};
}

// What can be done about a message that says no more than its text.
std::vector<TextFix> guesses(Workspace& workspace, const Document& document, const Diagnostic& d) {
  const Text& text = document.text();
  const size_t begin = text.offset(text.begin(d.location)), end = text.offset(text.end(d.location));
  std::vector<TextFix> out;
  if (const auto loop = loop_of_c(text, begin)) out.push_back(*loop);
  const std::string asked = "did you mean '";
  const size_t meant = d.message.find(asked);
  if (meant != std::string::npos) {
    const size_t from = meant + asked.size();
    const std::string name = d.message.substr(from, d.message.find('\'', from) - from);
    if (is_name(name)) out.push_back({fmt::format("replace by '{}'", name), {{begin, end, name}}});
  }
  // A process that is declared below is called as an inline would be.
  const std::string word = text.all().substr(begin, end - begin);
  if (end < text.all().size() && text.all()[end] == '(') {
    for (const Symbol& s : workspace.symbols(document).symbols) {
      if (s.kind == SymbolKind::process && s.name == word) out.push_back({"insert 'run'", {{begin, begin, "run "}}});
    }
  }
  return out;
}

}  // namespace

json code_actions(Workspace& workspace, const Document& document, const json& range) {
  const Text& text = document.text();
  const Location from = text.location(position_of(range.at("start")));
  const Location to = text.location(position_of(range.at("end")));
  json out = json::array();
  for (const Diagnostic& d : found(workspace, document)) {
    if (d.location.line < from.line || d.location.line > to.line) continue;
    if (!d.location.file.empty() && d.location.file != document.name()) continue;
    const json told = diagnostic(workspace, document, d);
    for (const Fix& fix : d.fixes) {
      if (fix.range.file != document.name()) continue;
      const size_t begin = text.offset(text.begin(fix.range)), end = text.offset(text.end(fix.range));
      json one = action(fix.title, document.uri(), json::array({edit(text, begin, end, fix.replacement)}));
      one["diagnostics"] = json::array({told});
      out.push_back(std::move(one));
    }
    if (!d.fixes.empty()) continue;
    for (const auto& [title, edits] : guesses(workspace, document, d)) {
      json list = json::array();
      for (const TextEdit& e : edits) list.push_back(edit(text, e.from, e.to, e.with));
      json one = action(title, document.uri(), std::move(list));
      one["diagnostics"] = json::array({told});
      out.push_back(std::move(one));
    }
  }
  return out;
}

}  // namespace gyre::lsp
