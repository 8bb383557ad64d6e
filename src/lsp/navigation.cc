// Where a name comes from, and who uses it.
#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lsp/features.h"

namespace gyre::lsp {

using nlohmann::json;

const SymbolUse* use_at(const Symbols& symbols, const Document& document, const Position& position) {
  const Location at = document.text().location(position);
  const auto covers = [&](const SymbolUse& u) {
    return u.location.line == at.line && u.location.column <= at.column &&
           at.column <= u.location.column + u.location.length && u.location.file == document.name();
  };
  const auto it = std::find_if(symbols.uses.begin(), symbols.uses.end(), covers);
  if (it == symbols.uses.end()) return nullptr;
  // Between two names that touch, the cursor is on the second one.
  const auto next = std::find_if(it + 1, symbols.uses.end(), covers);
  return next != symbols.uses.end() && next->location.column == at.column ? &*next : &*it;
}

namespace {

bool writes(Access access) { return access == Access::write || access == Access::update; }

std::string list(const std::set<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out;
}

// "written by P, Q; read by R"
std::string who(const Symbols& symbols, size_t symbol) {
  std::set<std::string> writers, readers, senders, receivers, callers;
  for (const SymbolUse& u : symbols.uses) {
    if (u.symbol != symbol || u.access == Access::declaration) continue;
    const std::string name =
        u.in == Symbol::kNone ? std::string("the model") : symbols.symbols[static_cast<size_t>(u.in)].name;
    switch (u.access) {
      case Access::write: writers.insert(name); break;
      case Access::update:
        writers.insert(name);
        readers.insert(name);
        break;
      case Access::read: readers.insert(name); break;
      case Access::send: senders.insert(name); break;
      case Access::receive: receivers.insert(name); break;
      case Access::call: callers.insert(name); break;
      case Access::declaration:
      case Access::jump: break;
    }
  }
  std::string out;
  const auto say = [&](const char* what, const std::set<std::string>& names) {
    if (!names.empty()) out += fmt::format("{}{} by {}", out.empty() ? "" : "; ", what, list(names));
  };
  say("written", writers);
  say("read", readers);
  say("sent to", senders);
  say("received from", receivers);
  const SymbolKind kind = symbols.symbols[symbol].kind;
  if (kind == SymbolKind::process) say("started", callers);
  if (kind == SymbolKind::inline_) say("called", callers);
  if (kind == SymbolKind::variable && writers.empty() && senders.empty() && receivers.empty()) {
    out += out.empty() ? "never used" : "; never written";
  }
  return out;
}

json markdown(const std::string& text) { return {{"kind", "markdown"}, {"value", text}}; }

const Keyword* keyword(const std::vector<Keyword>& all, std::string_view word) {
  const auto it = std::find_if(all.begin(), all.end(), [&](const Keyword& k) { return k.word == word; });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace

json hover(Workspace& workspace, const Document& document, const Position& position) {
  const Symbols& symbols = workspace.symbols(document);
  const SymbolUse* use = use_at(symbols, document, position);
  const char* const language = document.is_esml() ? "esml" : "promela";
  if (use == nullptr) {
    const Text::Word word = document.text().word(document.text().offset(position));
    const std::string name = document.text().all().substr(word.offset, word.length);
    const std::vector<Keyword> words = keywords(language);
    const Keyword* const known = keyword(words, name);
    if (known == nullptr || known->help.empty()) return nullptr;
    return {{"contents", markdown(fmt::format("`{}`: {}", known->word, known->help))},
            {"range",
             {{"start", to_json(document.text().position(word.offset))},
              {"end", to_json(document.text().position(word.offset + word.length))}}}};
  }
  const Symbol& symbol = symbols.symbols[use->symbol];
  std::string text = fmt::format("```{}\n{}\n```\n", language, symbol.text.empty() ? symbol.name : symbol.text);
  std::string kind = symbol_kind_name(symbol.kind);
  if (symbol.parent != Symbol::kNone)
    kind += fmt::format(" of `{}`", symbols.symbols[static_cast<size_t>(symbol.parent)].name);
  text += kind;
  if (!symbol.values.empty()) text += fmt::format(", values {}", symbol.values);
  const std::string users = who(symbols, use->symbol);
  if (!users.empty()) text += "\n\n" + users;
  return {{"contents", markdown(text)}, {"range", workspace.range(use->location, document.uri())}};
}

json definition(Workspace& workspace, const Document& document, const Position& position) {
  const Symbols& symbols = workspace.symbols(document);
  const Location at = document.text().location(position);
  for (const IncludedFile& i : symbols.includes) {
    if (i.location.file != document.name() || i.location.line != at.line) continue;
    Location top;
    top.file = i.file;
    top.line = top.column = 1;
    return json::array({workspace.place(top, document)});
  }
  json out = json::array();
  const SymbolUse* first = use_at(symbols, document, position);
  if (first == nullptr) return out;
  // In the text of an inline or of a macro one name may mean several things.
  std::set<size_t> told;
  for (const SymbolUse& u : symbols.uses) {
    if (u.location.line != first->location.line || u.location.column != first->location.column ||
        u.location.file != first->location.file || !told.insert(u.symbol).second)
      continue;
    out.push_back(workspace.place(symbols.symbols[u.symbol].location, document));
  }
  return out;
}

json references(Workspace& workspace, const Document& document, const Position& position, bool with_declaration) {
  json out = json::array();
  const Symbols& symbols = workspace.symbols(document);
  const SymbolUse* use = use_at(symbols, document, position);
  if (use == nullptr) return out;
  const Symbol wanted = symbols.symbols[use->symbol];
  std::set<std::tuple<std::string, uint32_t, uint32_t>> told;
  // Other documents that are open may include the same file.
  for (const auto& [uri, other] : workspace.all()) {
    const Symbols& all = workspace.symbols(*other);
    for (const SymbolUse& u : all.uses) {
      const Symbol& s = all.symbols[u.symbol];
      if (s.name != wanted.name || s.kind != wanted.kind || s.location.line != wanted.location.line ||
          s.location.column != wanted.location.column || s.location.file != wanted.location.file)
        continue;
      if (u.access == Access::declaration && !with_declaration) continue;
      if (told.emplace(u.location.file, u.location.line, u.location.column).second)
        out.push_back(workspace.place(u.location, *other));
    }
  }
  return out;
}

json highlights(Workspace& workspace, const Document& document, const Position& position) {
  json out = json::array();
  const Symbols& symbols = workspace.symbols(document);
  const SymbolUse* use = use_at(symbols, document, position);
  if (use == nullptr) return out;
  for (const SymbolUse& u : symbols.uses) {
    if (u.symbol != use->symbol || u.location.file != document.name()) continue;
    out.push_back({{"range", workspace.range(u.location, document.uri())}, {"kind", writes(u.access) ? 3 : 2}});
  }
  return out;
}

}  // namespace gyre::lsp
