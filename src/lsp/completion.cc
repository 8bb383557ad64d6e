// What can be written next, and what a call expects.
#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lsp/features.h"

namespace gyre::lsp {

using nlohmann::json;

namespace {

// The protocol's numbers.
int item_kind(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::variable:
    case SymbolKind::parameter: return 6;
    case SymbolKind::constant: return 20;
    case SymbolKind::type: return 22;
    case SymbolKind::field: return 5;
    case SymbolKind::signal: return 23;
    case SymbolKind::process: return 7;
    case SymbolKind::inline_: return 3;
    case SymbolKind::label: return 18;
    case SymbolKind::formula: return 8;
    case SymbolKind::macro: return 21;
    case SymbolKind::model: return 9;
  }
  __builtin_unreachable();
}

struct Snippet {
  const char* word;
  const char* text;
};
constexpr Snippet kPromelaSnippets[] = {
    {"do", "do\n:: ${1:condition} -> $0\nod"},
    {"if", "if\n:: ${1:condition} -> $0\n:: else\nfi"},
    {"for", "for (${1:i} : ${2:0} .. ${3:n}) {\n\t$0\n}"},
    {"atomic", "atomic {\n\t$0\n}"},
    {"d_step", "d_step {\n\t$0\n}"},
    {"proctype", "proctype ${1:P}($2) {\n\t$0\n}"},
    {"active", "active proctype ${1:P}() {\n\t$0\n}"},
    {"init", "init {\n\t$0\n}"},
    {"inline", "inline ${1:name}($2) {\n\t$0\n}"},
    {"ltl", "ltl ${1:name} { $0 }"},
    {"select", "select (${1:i} : ${2:0} .. ${3:n})"},
};
constexpr Snippet kEsmlSnippets[] = {
    {"DO", "DO ${1:condition} ->\n\t$0\nEND"},
    {"IF", "IF ${1:condition} ->\n\t$0\nEND"},
    {"POLL", "POLL ${1:channel}?${2:signal} ->\n\t$0\nEND"},
    {"PROCESS", "PROCESS ${1:Name}($2);\nBEGIN\n\t$0\nEND $1;"},
};

bool before_or_at(const Location& a, const Location& b) {
  return a.line < b.line || (a.line == b.line && a.column <= b.column);
}

bool visible(const Symbol& s, const Document& document, const Location& at) {
  if (s.kind == SymbolKind::field || s.kind == SymbolKind::signal || s.kind == SymbolKind::label) return false;
  if (s.visible_to.line == 0) return s.parent == Symbol::kNone;
  return s.visible_to.file == document.name() && before_or_at(s.location, at) && before_or_at(at, s.visible_to);
}

json item(const Symbol& s) {
  json out = {{"label", s.name}, {"kind", item_kind(s.kind)}, {"detail", s.text}};
  if (!s.values.empty()) out["documentation"] = "values " + s.values;
  return out;
}

// What stands left of the cursor: `a.b[1].` or `P[0]:` or `P@`, without the word that is being written.
struct Before {
  char sign = 0;                   // . : @ # or 0: none of them
  std::vector<std::string> names;  // the chain of names before it
};

size_t skip_index_back(const std::string& text, size_t at) {
  if (at == 0 || text[at - 1] != ']') return at;
  int depth = 0;
  for (size_t i = at; i-- > 0 && text[i] != '\n';) {
    if (text[i] == ']') ++depth;
    if (text[i] == '[' && --depth == 0) return i;
  }
  return at;
}

Before before(const std::string& text, size_t at) {
  Before out;
  if (at == 0) return out;
  const char sign = text[at - 1];
  if (sign == '#') {
    out.sign = sign;
    return out;
  }
  if (sign != '.' && sign != ':' && sign != '@') return out;
  if (sign == ':' && at > 1 && text[at - 2] == ':') return out;
  --at;
  for (;;) {
    at = skip_index_back(text, at);
    size_t begin = at;
    while (begin > 0 && is_name_character(text[begin - 1])) --begin;
    if (begin == at) return {};
    out.names.insert(out.names.begin(), text.substr(begin, at - begin));
    at = begin;
    if (sign != '.' || at == 0 || text[at - 1] != '.') break;
    --at;
  }
  out.sign = sign;
  return out;
}

// The type that a declaration names: "hidden T x[3]", "IN x: T".
std::string type_in(const Symbol& s, bool esml) {
  if (esml) {
    const size_t colon = s.text.rfind(": ");
    return colon == std::string::npos ? "" : s.text.substr(colon + 2);
  }
  std::string text = s.text;
  for (const char* word : {"hidden ", "show ", "local "}) {
    if (text.rfind(word, 0) == 0) text = text.substr(std::string(word).size());
  }
  return text.substr(0, text.find(' '));
}

std::optional<size_t> find_type(const Symbols& symbols, const std::string& name) {
  for (size_t i = 0; i < symbols.symbols.size(); ++i) {
    if (symbols.symbols[i].kind == SymbolKind::type && symbols.symbols[i].name == name) return i;
  }
  return std::nullopt;
}

json members(const Symbols& symbols, const Document& document, const std::vector<std::string>& names,
             const Location& at) {
  std::string type;
  for (const Symbol& s : symbols.symbols) {
    if (s.name == names[0] && visible(s, document, at)) type = type_in(s, document.is_esml());
  }
  for (size_t i = 1; i < names.size(); ++i) {
    const auto outer = find_type(symbols, type);
    if (!outer) return json::array();
    type.clear();
    for (const Symbol& s : symbols.symbols) {
      if (s.parent == static_cast<int32_t>(*outer) && s.name == names[i]) type = type_in(s, document.is_esml());
    }
  }
  json out = json::array();
  const auto found = find_type(symbols, type);
  for (const Symbol& s : symbols.symbols) {
    if (found && s.kind == SymbolKind::field && s.parent == static_cast<int32_t>(*found)) out.push_back(item(s));
  }
  return out;
}

// What belongs to a process: variables behind a colon (in ESML a dot), labels behind an @.
json of_process(const Symbols& symbols, const std::string& name, bool labels) {
  json out = json::array();
  for (size_t i = 0; i < symbols.symbols.size(); ++i) {
    if (symbols.symbols[i].kind != SymbolKind::process || symbols.symbols[i].name != name) continue;
    for (const Symbol& s : symbols.symbols) {
      if (s.parent == static_cast<int32_t>(i) && (s.kind == SymbolKind::label) == labels) out.push_back(item(s));
    }
  }
  return out;
}

bool in_formula(const Symbols& symbols, const Document& document, const Location& at) {
  return std::any_of(symbols.symbols.begin(), symbols.symbols.end(), [&](const Symbol& s) {
    return s.kind == SymbolKind::formula && s.begin.line != 0 && s.begin.file == document.name() &&
           before_or_at(s.begin, at) && before_or_at(at, s.end);
  });
}

void add_keywords(const Document& document, bool formula, bool snippets, json& out) {
  for (const Keyword& k : keywords(document.is_esml() ? "esml" : "promela")) {
    if (k.kind == "directive" || (k.kind == "temporal" && !formula)) continue;
    if (formula && k.kind != "temporal" && k.kind != "operator" && k.kind != "constant" && k.kind != "predefined")
      continue;
    json entry = {{"label", k.word}, {"kind", 14}, {"documentation", k.help}};
    const auto add = [&](const Snippet& s) {
      if (!snippets || k.word != s.word) return;
      entry["insertText"] = s.text;
      entry["insertTextFormat"] = 2;
    };
    if (document.is_esml())
      for (const Snippet& s : kEsmlSnippets) add(s);
    else
      for (const Snippet& s : kPromelaSnippets) add(s);
    out.push_back(std::move(entry));
  }
}

}  // namespace

json completion(Workspace& workspace, const Document& document, const Position& position, bool snippets) {
  const Symbols& symbols = workspace.symbols(document);
  const std::string& text = document.text().all();
  size_t at = document.text().offset(position);
  const Location place = document.text().location(position);
  while (at > 0 && is_name_character(text[at - 1])) --at;
  const Before left = before(text, at);
  json out = json::array();
  if (left.sign == '#') {
    for (const Keyword& k : keywords("promela")) {
      if (k.kind == "directive" && !document.is_esml())
        out.push_back({{"label", k.word}, {"kind", 14}, {"documentation", k.help}});
    }
    return out;
  }
  if (left.sign != 0) {
    if (left.names.size() == 1) out = of_process(symbols, left.names[0], left.sign == '@');
    if (left.sign == '.' && out.empty()) out = members(symbols, document, left.names, place);
    if (left.sign == '.' || !out.empty()) return out;
  }
  std::set<std::string> told;
  // The innermost of several names comes last in the list.
  for (size_t i = symbols.symbols.size(); i-- > 0;) {
    const Symbol& s = symbols.symbols[i];
    if (s.name.empty() || !visible(s, document, place) || s.kind == SymbolKind::formula) continue;
    if (told.insert(s.name).second) out.push_back(item(s));
  }
  const std::string_view line = document.text().line(position.line);
  const size_t jump = line.find("goto");
  if (jump != std::string_view::npos) {
    for (const Symbol& s : symbols.symbols) {
      if (s.kind == SymbolKind::label && told.insert(s.name).second) out.push_back(item(s));
    }
  }
  // Behind c! and c? stand signals.
  const size_t back = at > 0 ? at - 1 : 0;
  if (document.is_esml() && at > 0 && (text[back] == '!' || text[back] == '?')) {
    out = json::array();
    for (const Symbol& s : symbols.symbols) {
      if (s.kind == SymbolKind::signal) out.push_back(item(s));
    }
    return out;
  }
  add_keywords(document, in_formula(symbols, document, place), snippets, out);
  return out;
}

namespace {

struct Function {
  const char* name;
  const char* text;
  std::vector<std::string> parameters;
};

const std::vector<Function>& functions() {
  static const std::vector<Function> table = {
      {"printf", "printf(format, values...)", {"format", "values..."}},
      {"printm", "printm(constant)", {"constant"}},
      {"len", "len(channel)", {"channel"}},
      {"empty", "empty(channel)", {"channel"}},
      {"nempty", "nempty(channel)", {"channel"}},
      {"full", "full(channel)", {"channel"}},
      {"nfull", "nfull(channel)", {"channel"}},
      {"assert", "assert(condition)", {"condition"}},
      {"eval", "eval(expression)", {"expression"}},
      {"enabled", "enabled(pid)", {"pid"}},
      {"select", "select(variable : first .. last)", {"variable : first .. last"}},
      {"set_priority", "set_priority(pid, priority)", {"pid", "priority"}},
      {"APPEND", "APPEND(list, element)", {"list", "element"}},
      {"PREPEND", "PREPEND(list, element)", {"list", "element"}},
  };
  return table;
}

json signature_json(const std::string& label, const std::vector<std::string>& parameters, size_t active) {
  json list = json::array();
  for (const std::string& p : parameters) list.push_back({{"label", p}});
  return {{"signatures", json::array({{{"label", label}, {"parameters", list}}})},
          {"activeSignature", 0},
          {"activeParameter", parameters.empty() ? 0 : std::min(active, parameters.size() - 1)}};
}

}  // namespace

json signature(Workspace& workspace, const Document& document, const Position& position) {
  const std::string& text = document.text().all();
  size_t commas = 0;
  int depth = 0;
  const size_t cursor = document.text().offset(position);
  for (size_t i = cursor; i-- > 0 && cursor - i < 4000;) {
    const char c = text[i];
    if (c == ')' || c == ']') ++depth;
    if (c == '[') --depth;
    if (c == '{' || c == '}' || depth < 0) return nullptr;
    if (c == ',' && depth == 0) ++commas;
    if (c != '(' || depth-- > 0) continue;
    const Text::Word word = document.text().word(i);
    const std::string name = text.substr(word.offset, i - word.offset);
    if (name.empty()) {  // parentheses around an expression
      depth = 0;
      commas = 0;
      continue;
    }
    const Symbols& symbols = workspace.symbols(document);
    for (const Symbol& s : symbols.symbols) {
      const bool called = s.kind == SymbolKind::process || s.kind == SymbolKind::inline_ || s.kind == SymbolKind::macro;
      if (!called || s.name != name) continue;
      std::string label = s.name + "(";
      for (size_t p = 0; p < s.parameters.size(); ++p) label += (p > 0 ? ", " : "") + s.parameters[p];
      return signature_json(label + ")", s.parameters, commas);
    }
    for (const Function& f : functions()) {
      if (name == f.name) return signature_json(f.text, f.parameters, commas);
    }
    return nullptr;
  }
  return nullptr;
}

}  // namespace gyre::lsp
