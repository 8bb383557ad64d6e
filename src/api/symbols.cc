#include <gyre/symbols.h>

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "api/library.h"
#include "base/nth.h"
#include "esml/words.h"
#include "promela/words.h"

namespace gyre {

namespace {

SymbolKind kind_of(NameKind kind) {
  switch (kind) {
    case NameKind::variable: return SymbolKind::variable;
    case NameKind::parameter: return SymbolKind::parameter;
    case NameKind::constant: return SymbolKind::constant;
    case NameKind::type: return SymbolKind::type;
    case NameKind::field: return SymbolKind::field;
    case NameKind::signal: return SymbolKind::signal;
    case NameKind::process: return SymbolKind::process;
    case NameKind::inline_: return SymbolKind::inline_;
    case NameKind::label: return SymbolKind::label;
    case NameKind::formula: return SymbolKind::formula;
    case NameKind::macro: return SymbolKind::macro;
    case NameKind::model: return SymbolKind::model;
  }
  __builtin_unreachable();
}

Access access_of(NameUse use) {
  switch (use) {
    case NameUse::declaration: return Access::declaration;
    case NameUse::read: return Access::read;
    case NameUse::write: return Access::write;
    case NameUse::update: return Access::update;
    case NameUse::send: return Access::send;
    case NameUse::receive: return Access::receive;
    case NameUse::call: return Access::call;
    case NameUse::jump: return Access::jump;
  }
  __builtin_unreachable();
}

Symbol symbol_of(const DeclaredName& d, const SourceMap& sources) {
  Symbol out;
  out.kind = kind_of(d.kind);
  out.name = d.name;
  out.text = d.text;
  out.values = d.values;
  out.location = api::location_of(sources, d.place);
  out.visible_to = api::location_of(sources, d.visible_to);
  out.begin = api::location_of(sources, d.begin);
  out.end = api::location_of(sources, d.end);
  out.parent = d.parent;
  out.parameters = d.parameters;
  return out;
}

SymbolUse use_of(const UsedName& u, const SourceMap& sources) {
  SymbolUse out;
  out.symbol = static_cast<size_t>(u.symbol);
  out.access = access_of(u.use);
  out.location = api::location_of(sources, u.place);
  out.in = u.in;
  out.in_macro = u.macro;
  out.as_written = !u.differs;
  return out;
}

}  // namespace

const char* symbol_kind_name(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::variable: return "variable";
    case SymbolKind::parameter: return "parameter";
    case SymbolKind::constant: return "constant";
    case SymbolKind::type: return "type";
    case SymbolKind::field: return "field";
    case SymbolKind::signal: return "signal";
    case SymbolKind::process: return "process";
    case SymbolKind::inline_: return "inline";
    case SymbolKind::label: return "label";
    case SymbolKind::formula: return "formula";
    case SymbolKind::macro: return "macro";
    case SymbolKind::model: return "model";
  }
  __builtin_unreachable();
}

const char* access_name(Access access) {
  switch (access) {
    case Access::declaration: return "declaration";
    case Access::read: return "read";
    case Access::write: return "write";
    case Access::update: return "update";
    case Access::send: return "send";
    case Access::receive: return "receive";
    case Access::call: return "call";
    case Access::jump: return "jump";
  }
  __builtin_unreachable();
}

Symbols symbols_of(const std::string& name, const std::string& text, const Settings& settings) {
  return api::as_errors([&] {
    SourceMap sources;
    const NameTable table = api::names_of_text(*api::settings_named(name, settings), text, sources);
    Symbols out;
    for (const DeclaredName& d : table.names) out.symbols.push_back(symbol_of(d, sources));
    for (const UsedName& u : table.uses) out.uses.push_back(use_of(u, sources));
    std::stable_sort(out.uses.begin(), out.uses.end(), [](const SymbolUse& a, const SymbolUse& b) {
      return std::tie(a.location.file, a.location.line, a.location.column) <
             std::tie(b.location.file, b.location.line, b.location.column);
    });
    for (const TextBlock& b : table.blocks)
      out.blocks.push_back({api::location_of(sources, b.begin), api::location_of(sources, b.end)});
    for (const auto& [place, file] : table.includes) out.includes.push_back({api::location_of(sources, place), file});
    return out;
  });
}

std::vector<Keyword> keywords(const std::string& language) {
  if (language != "promela" && language != "esml")
    throw Error(fmt::format("there is no language '{}': promela and esml are known", language));
  std::vector<Keyword> out;
  for (const LanguageWord& w : language == "esml" ? esml::words() : promela::words())
    out.push_back({std::string(w.word), std::string(w.kind), std::string(w.help)});
  return out;
}

}  // namespace gyre
