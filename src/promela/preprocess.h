// The preprocessor: from source files to a list of tokens, each with its place.
//
// It does what `cpp` does for SPIN: #include "f" and <f>, #define with and without arguments (# and ##, variadic),
// #undef, #if/#ifdef/#ifndef/#elif/#else/#endif with defined() and integer expressions, #line and `# n "file"`,
// #error, #warning, #pragma (ignored), comments, line continuation, __LINE__, __FILE__, __COUNTER__.
// Where C is against Promela, Promela wins: in `0..N` the N is a macro to be expanded, although for cpp it is a part of
// the number. Every run ends: what macros and includes produce is limited.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/span.h"

namespace gyre::promela {

enum class PpKind : uint8_t { identifier, number, string, character, punctuation, end };

struct PpToken {
  PpKind kind = PpKind::end;
  std::string text;             // as written; strings and characters with their quotes
  Span span;                    // where the user wrote it; for a macro's text: where the macro is used, with an origin
  bool newline_before = false;  // a line ended between the token before and this one (SPIN's implied semicolons)
  bool space_before = false;
};

// What a preprocessor has met, for editors.
struct PpRecord {
  struct Macro {
    std::string name;
    std::vector<std::string> parameters;
    Span place;  // of the name in the #define
  };
  struct Use {
    int32_t macro = 0;  // among `macros`
    Span place;         // in the text of another macro: with an origin
  };
  std::vector<Macro> macros;
  std::vector<Use> uses;
  std::vector<std::pair<Span, std::string>> includes;  // the name in the #include, and the file that was read
};

struct PpOptions {
  std::vector<std::pair<std::string, std::string>> defines;  // -D name=value; value "1" when not given
  std::vector<std::string> undefines;                        // -U
  std::vector<std::string> include_dirs;                     // -I
  // Files that are not in the folder of the model or in one of include_dirs, or below, are not read.
  bool includes_inside = false;
  PpRecord* record = nullptr;  // null: nobody wants to know
};

// Never throws for a bad model: errors go to `diagnostics`. The list ends with one `end` token.
std::vector<PpToken> preprocess(const std::string& path, const PpOptions& options, SourceMap& sources,
                                Diagnostics& diagnostics);

// Preprocesses a text that is not in a file (tests, fuzzers, -f formulas); includes are looked up from `directory`.
std::vector<PpToken> preprocess_text(const std::string& name, const std::string& text, const std::string& directory,
                                     const PpOptions& options, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace gyre::promela
