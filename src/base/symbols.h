// The names of a model: what is declared where, and who uses it. For editors; a check has no need of it.
//
// A front end fills it from the tokens or from the tree of a model that may have errors: what is not understood is left
// out. A place is where somebody has written the name, also in the text of a macro.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/span.h"

namespace gyre {

enum class NameKind : uint8_t {
  variable,
  parameter,
  constant,  // of an mtype or an enumeration, or CONST
  type,
  field,   // of a type
  signal,  // of an alphabet
  process,
  inline_,
  label,
  formula,
  macro,
  model,
};

// What is done to a name where it is used.
enum class NameUse : uint8_t {
  declaration,
  read,
  write,
  update,  // read and written
  send,
  receive,
  call,  // run, the call of an inline, a macro
  jump,
};

struct DeclaredName {
  NameKind kind = NameKind::variable;
  std::string name;
  std::string text;    // the declaration, on one line: "byte count[3]"
  std::string values;  // of a variable: "0..255"; empty: nothing is known
  Span place;          // of the name
  // Where it can be seen, from `place` on: to this point of the file; unknown: everywhere.
  Span visible_to;
  // Of what has a body: the first and the last token of the whole.
  Span begin, end;
  int32_t parent = -1;                  // the process, inline, type or macro it belongs to; -1: the model
  std::vector<std::string> parameters;  // each as declared: "byte n"
};

struct UsedName {
  int32_t symbol = 0;  // index of the declaration
  NameUse use = NameUse::read;
  Span place;
  int32_t in = -1;       // the process, inline or formula it stands in
  bool macro = false;    // the place is in the text of a macro
  bool differs = false;  // the text there is another one (it was made by ##)
};

// Text that can be folded: from the first token to the last.
struct TextBlock {
  Span begin, end;
};

struct NameTable {
  std::vector<DeclaredName> names;
  std::vector<UsedName> uses;
  std::vector<TextBlock> blocks;
  std::vector<std::pair<Span, std::string>> includes;  // the name in an #include, and the file that was read
};

// A word of a language, for those who colour or complete it.
struct LanguageWord {
  std::string_view word;
  // "type", "control", "declaration", "statement", "operator", "constant", "temporal", "predefined", "embedded",
  // "directive"
  std::string_view kind;
  std::string_view help;  // a sentence, or ""
};

}  // namespace gyre
