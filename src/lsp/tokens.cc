// Semantic tokens: what each name is, for its colour. Words of the language are coloured by the editor's grammar.
#include <array>

#include <nlohmann/json.hpp>

#include "lsp/features.h"

namespace gyre::lsp {

using nlohmann::json;

namespace {

constexpr std::array kTypes = {"variable", "parameter", "enumMember", "type",      "property", "event",
                               "class",    "function",  "label",      "interface", "macro",    "namespace"};
constexpr unsigned kDeclaration = 1, kReadonly = 2, kModification = 4;

unsigned type_number(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::variable: return 0;
    case SymbolKind::parameter: return 1;
    case SymbolKind::constant: return 2;
    case SymbolKind::type: return 3;
    case SymbolKind::field: return 4;
    case SymbolKind::signal: return 5;
    case SymbolKind::process: return 6;
    case SymbolKind::inline_: return 7;
    case SymbolKind::label: return 8;
    case SymbolKind::formula: return 9;
    case SymbolKind::macro: return 10;
    case SymbolKind::model: return 11;
  }
  __builtin_unreachable();
}

}  // namespace

json token_legend() {
  return {{"tokenTypes", kTypes}, {"tokenModifiers", {"declaration", "readonly", "modification"}}};
}

json semantic_tokens(Workspace& workspace, const Document& document) {
  const Symbols& symbols = workspace.symbols(document);
  json data = json::array();
  Position before;
  bool first = true;
  for (const SymbolUse& u : symbols.uses) {
    if (u.location.file != document.name() || !u.as_written || u.location.line == 0) continue;
    const Symbol& s = symbols.symbols[u.symbol];
    const Position begin = document.text().begin(u.location), end = document.text().end(u.location);
    if (end.character <= begin.character || (!first && begin == before)) continue;
    unsigned modifiers = 0;
    if (u.access == Access::declaration) modifiers |= kDeclaration;
    if (s.kind == SymbolKind::constant) modifiers |= kReadonly;
    if (u.access == Access::write || u.access == Access::update) modifiers |= kModification;
    const size_t lines = begin.line - before.line;
    data.push_back(lines);
    data.push_back(lines == 0 ? begin.character - before.character : begin.character);
    data.push_back(end.character - begin.character);
    data.push_back(type_number(s.kind));
    data.push_back(modifiers);
    before = begin;
    first = false;
  }
  return {{"data", std::move(data)}};
}

}  // namespace gyre::lsp
