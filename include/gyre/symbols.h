// The names of a model: what is declared where, who uses it, and how. For editors and others that look at the text.
//
// A model need not be without errors: what is not understood is left out. Places are where somebody has written the
// name, also in included files and in the text of macros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gyre/error.h>
#include <gyre/settings.h>

namespace gyre {

enum class SymbolKind {
  variable,
  parameter,
  constant,
  type,
  field,
  signal,   // of an alphabet (ESML)
  process,  // a proctype, init
  inline_,
  label,
  formula,  // ltl, ctl, never, trace; ASSERT
  macro,
  model,
};
// "variable", "parameter", ...; "inline"
const char* symbol_kind_name(SymbolKind kind);

struct Symbol {
  static constexpr int32_t kNone = -1;

  SymbolKind kind = SymbolKind::variable;
  std::string name;    // of a formula: the name of the property
  std::string text;    // the declaration on one line: "byte count[3]"
  std::string values;  // of a variable: "0..255"; empty: nothing is known
  Location location;   // of the name
  // A local name is known from its declaration to this place; line 0: it is global.
  Location visible_to;
  // Of what has a body: its first and its last token; line 0: it has none.
  Location begin, end;
  int32_t parent = kNone;               // the process, inline or type that it belongs to
  std::vector<std::string> parameters;  // as declared: "byte n"
};

enum class Access { declaration, read, write, update, send, receive, call, jump };
// "declaration", "read", "write", "update" (read and written), ...
const char* access_name(Access access);

struct SymbolUse {
  size_t symbol = 0;  // index in Symbols::symbols
  Access access = Access::read;
  Location location;
  int32_t in = Symbol::kNone;  // the process, inline or formula that it stands in
  bool in_macro = false;       // it stands in the text of a macro
  bool as_written = true;      // false: a macro has made the name of pieces, and it is not to be found there
};

struct TextRange {
  Location begin, end;  // the first and the last token
};

struct IncludedFile {
  Location location;  // the name in the #include
  std::string file;   // that was read
};

struct Symbols {
  std::vector<Symbol> symbols;
  std::vector<SymbolUse> uses;    // with the declarations, by file, line and column
  std::vector<TextRange> blocks;  // what can be folded: braces, if ... fi, several lines each
  std::vector<IncludedFile> includes;
};

// Finds the names of a text. `name` is what it is called, as for Model::from_text; of the settings those count that
// belong to the model.
//
// Throws Error if a setting is not for models of this language.
Symbols symbols_of(const std::string& name, const std::string& text, const Settings& settings = {});

// A word that a language gives a meaning.
struct Keyword {
  std::string word;
  // "type", "control", "declaration", "statement", "operator", "constant", "temporal", "predefined", "embedded" (C),
  // "directive" (of the preprocessor)
  std::string kind;
  std::string help;  // a sentence; empty: none
};

// The words of a language, "promela" or "esml". Throws Error for another one.
std::vector<Keyword> keywords(const std::string& language);

}  // namespace gyre
