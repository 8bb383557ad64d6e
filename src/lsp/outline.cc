// The structure of a document: its symbols as a tree, those of all models of the workspace, and what can be folded.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "lsp/features.h"
#include "lsp/uri.h"

namespace gyre::lsp {

using nlohmann::json;

namespace {

// The protocol's numbers.
int kind_number(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::variable:
    case SymbolKind::parameter: return 13;
    case SymbolKind::constant: return 22;
    case SymbolKind::type: return 23;
    case SymbolKind::field: return 8;
    case SymbolKind::signal: return 24;
    case SymbolKind::process: return 5;
    case SymbolKind::inline_: return 12;
    case SymbolKind::label: return 20;
    case SymbolKind::formula: return 7;
    case SymbolKind::macro: return 14;
    case SymbolKind::model: return 2;
  }
  __builtin_unreachable();
}

json symbol_json(Workspace& workspace, const Document& document, const Symbol& s) {
  const json name = workspace.range(s.location, document.uri());
  json whole = name;
  if (s.begin.line != 0 && s.end.line != 0 && s.begin.file == s.location.file && s.end.file == s.location.file) {
    whole = {{"start", to_json(document.text().begin(s.begin))}, {"end", to_json(document.text().end(s.end))}};
  }
  return {{"name", s.name.empty() ? "?" : s.name},
          {"detail", s.text},
          {"kind", kind_number(s.kind)},
          {"range", whole},
          {"selectionRange", name}};
}

constexpr size_t kMaxFiles = 500;
constexpr size_t kMaxResults = 1000;

bool contains(const std::string& name, const std::string& query) {
  const auto same = [](char a, char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(name.begin(), name.end(), query.begin(), query.end(), same) != name.end();
}

// The models in the folders of the workspace that are not open.
std::vector<std::string> files_of(const Workspace& workspace) {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  for (const std::string& folder : workspace.folders) {
    std::error_code error;
    size_t seen = 0;
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end && out.size() < kMaxFiles && ++seen < 20'000; it.increment(error)) {
      if (it.depth() > 6 || it->path().filename().string().starts_with('.')) {
        it.disable_recursion_pending();
        continue;
      }
      const std::string ending = it->path().extension().string();
      if (ending != ".pml" && ending != ".prom" && ending != ".promela" && ending != ".esml") continue;
      std::error_code ignored;
      if (it->is_regular_file(ignored) && it->file_size(ignored) < (size_t{1} << 20))
        out.push_back(it->path().string());
    }
  }
  return out;
}

void add_symbols(Workspace& workspace, const Document& document, const Symbols& symbols, const std::string& query,
                 json& out) {
  for (const Symbol& s : symbols.symbols) {
    if (out.size() >= kMaxResults) return;
    if (s.name.empty() || !contains(s.name, query) || s.location.file != document.name()) continue;
    json entry = {{"name", s.name}, {"kind", kind_number(s.kind)}, {"location", workspace.place(s.location, document)}};
    if (s.parent != Symbol::kNone) entry["containerName"] = symbols.symbols[static_cast<size_t>(s.parent)].name;
    out.push_back(std::move(entry));
  }
}

// Comments of several lines.
void fold_comments(const Document& document, json& out) {
  const std::string& text = document.text().all();
  const std::string open = document.is_esml() ? "(*" : "/*", close = document.is_esml() ? "*)" : "*/";
  for (size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const size_t end = text.find(close, at + 2);
    if (end == std::string::npos) return;
    const Position from = document.text().position(at), to = document.text().position(end);
    if (to.line > from.line) out.push_back({{"startLine", from.line}, {"endLine", to.line}, {"kind", "comment"}});
    at = end + 2;
  }
}

}  // namespace

json document_symbols(Workspace& workspace, const Document& document) {
  const Symbols& symbols = workspace.symbols(document);
  std::vector<json> entries(symbols.symbols.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    if (symbols.symbols[i].location.file == document.name())
      entries[i] = symbol_json(workspace, document, symbols.symbols[i]);
  }
  json out = json::array();
  // What belongs to something comes behind it.
  for (size_t i = entries.size(); i-- > 0;) {
    if (entries[i].is_null()) continue;
    if (entries[i].contains("children")) std::reverse(entries[i]["children"].begin(), entries[i]["children"].end());
    const int32_t parent = symbols.symbols[i].parent;
    if (parent >= 0 && static_cast<size_t>(parent) < i && !entries[static_cast<size_t>(parent)].is_null())
      entries[static_cast<size_t>(parent)]["children"].push_back(std::move(entries[i]));
    else
      out.push_back(std::move(entries[i]));
  }
  std::reverse(out.begin(), out.end());
  return out;
}

json workspace_symbols(Workspace& workspace, const std::string& query) {
  json out = json::array();
  for (const auto& [uri, document] : workspace.all())
    add_symbols(workspace, *document, workspace.symbols(*document), query, out);
  for (const std::string& path : files_of(workspace)) {
    const std::string uri = uri_of(path);
    if (workspace.find(uri) != nullptr || out.size() >= kMaxResults) continue;
    const Document document(uri, "", 0, workspace.text(uri));
    add_symbols(workspace, document, workspace.symbols(document), query, out);
  }
  return out;
}

json folding(Workspace& workspace, const Document& document) {
  json out = json::array();
  for (const TextRange& b : workspace.symbols(document).blocks) {
    if (b.begin.file != document.name() || b.end.line <= b.begin.line) continue;
    // The line with the closing brace stays to be seen.
    const uint32_t last = b.end.line - 2;
    if (last >= b.begin.line) out.push_back({{"startLine", b.begin.line - 1}, {"endLine", last}});
  }
  fold_comments(document, out);
  return out;
}

}  // namespace gyre::lsp
