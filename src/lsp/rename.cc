// Renaming, where it is safe: every place that must change is known, and none means something else as well.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lsp/features.h"

namespace gyre::lsp {

using nlohmann::json;

namespace {

bool same_place(const Location& a, const Location& b) {
  return a.line == b.line && a.column == b.column && a.file == b.file;
}

// Throws a Refusal where a name cannot be changed.
const SymbolUse& renamable(Workspace& workspace, const Document& document, const Position& position) {
  const Symbols& symbols = workspace.symbols(document);
  const SymbolUse* use = use_at(symbols, document, position);
  if (use == nullptr) throw Refusal(Code::request_failed, "there is no name here that is declared in the model");
  const Symbol& symbol = symbols.symbols[use->symbol];
  if (symbol.location.line == 0)
    throw Refusal(Code::request_failed, fmt::format("'{}' is declared by an option, not in a file", symbol.name));
  for (const SymbolUse& u : symbols.uses) {
    if (u.symbol != use->symbol) continue;
    if (!u.as_written) {
      throw Refusal(Code::request_failed,
                    fmt::format("'{}' cannot be renamed: in line {} a macro makes this name of pieces", symbol.name,
                                u.location.line));
    }
    for (const SymbolUse& other : symbols.uses) {
      if (other.symbol == u.symbol || !same_place(other.location, u.location)) continue;
      throw Refusal(Code::request_failed,
                    fmt::format("'{}' cannot be renamed: in line {}, in the text of {}, the same word also stands for "
                                "another '{}'",
                                symbol.name, u.location.line, u.in_macro ? "a macro" : "an inline", symbol.name));
    }
  }
  return *use;
}

void check_name(Workspace& workspace, const Document& document, const SymbolUse& use, const std::string& name) {
  if (!is_name(name))
    throw Refusal(Code::invalid_params, fmt::format("'{}' is no name: letters, digits and _ make one", name));
  for (const Keyword& k : keywords(document.is_esml() ? "esml" : "promela")) {
    if (k.word == name && k.kind != "directive" && k.kind != "temporal")
      throw Refusal(Code::invalid_params, fmt::format("'{}' is a word of the language", name));
  }
  const Symbols& symbols = workspace.symbols(document);
  const Symbol& renamed = symbols.symbols[use.symbol];
  const bool has_scope = renamed.kind != SymbolKind::field && renamed.kind != SymbolKind::signal;
  for (const Symbol& s : symbols.symbols) {
    if (s.name != name) continue;
    const bool fits =
        has_scope ? s.kind != SymbolKind::field && s.kind != SymbolKind::signal : s.parent == renamed.parent;
    const bool near = s.parent == renamed.parent || s.parent == Symbol::kNone || renamed.parent == Symbol::kNone;
    const bool labels = (s.kind == SymbolKind::label) == (renamed.kind == SymbolKind::label);
    if (fits && near && labels) {
      throw Refusal(Code::request_failed, fmt::format("there is a {} '{}' already, in line {}",
                                                      symbol_kind_name(s.kind), name, s.location.line));
    }
  }
}

}  // namespace

json prepare_rename(Workspace& workspace, const Document& document, const Position& position) {
  const SymbolUse& use = renamable(workspace, document, position);
  return {{"range", workspace.range(use.location, document.uri())},
          {"placeholder", workspace.symbols(document).symbols[use.symbol].name}};
}

json rename(Workspace& workspace, const Document& document, const Position& position, const std::string& name) {
  const SymbolUse& use = renamable(workspace, document, position);
  check_name(workspace, document, use, name);
  json changes = json::object();
  for (const json& place : references(workspace, document, position, true)) {
    const std::string uri = place.at("uri");
    changes[uri].push_back({{"range", place.at("range")}, {"newText", name}});
  }
  return {{"changes", changes}};
}

}  // namespace gyre::lsp
