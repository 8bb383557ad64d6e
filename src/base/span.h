// Source positions. A Span names a place in one of the files of a SourceMap; a token that came out of
// a macro also remembers where the macro's text was written, so that a message can show both. One in the text of an
// inline has its place there, and remembers the call that it was expanded for.
//
// Spans are small values; files are owned by the SourceMap, which lives as long as the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/nth.h"

namespace gyre {

struct Span {
  uint32_t file = 0;    // index into SourceMap; 0 is "no file"
  uint32_t line = 0;    // from 1; 0: unknown
  uint32_t column = 0;  // from 1, in bytes
  uint32_t length = 0;  // in bytes, within one line
  int32_t origin = -1;  // index into SourceMap::origins(): where the macro's text stands; -1: not from a macro
  int32_t call = -1;    // index into SourceMap::call(): the inline's call that it was expanded for; -1: in no inline

  bool known() const { return line != 0; }
};

// Where a token that was produced by a macro was written, and the macro's name.
struct MacroOrigin {
  std::string macro;
  Span text;
};

// The call of an inline. Calls nest: `at` is in the text of another inline if it has a call itself.
struct InlineCall {
  std::string name;  // of the inline
  Span at;
};

class SourceMap {
 public:
  SourceMap();

  // Adds a file (name as the user should see it) and returns its index.
  uint32_t add_file(std::string name, std::string text);
  int32_t add_origin(MacroOrigin origin);
  int32_t add_call(InlineCall call);

  const std::string& name(uint32_t file) const { return files_.at(file).name; }
  // The text of one line, without its newline; empty when there is no such line.
  std::string_view line_text(uint32_t file, uint32_t line) const;
  std::string_view text(uint32_t file) const { return files_.at(file).text; }
  const MacroOrigin& origin(int32_t index) const { return nth(origins_, index); }
  const InlineCall& call(int32_t index) const { return nth(calls_, index); }
  // The calls of inlines around a place, from the innermost to the outermost.
  std::vector<InlineCall> calls_around(const Span& span) const;
  size_t file_count() const { return files_.size(); }

  // "file:line:column", or "file" or "" as far as it is known.
  std::string where(const Span& span) const;
  // ", in incr, called at :12, in twice, called at other.pml:7": the calls around a place, with the last names of files
  // that are not the place's own; "" outside inlines.
  std::string calls_text(const Span& span) const;
  std::string last_name(uint32_t file) const;  // without folders

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<uint32_t> line_starts;
  };
  std::vector<File> files_;
  std::vector<MacroOrigin> origins_;
  std::vector<InlineCall> calls_;
};

}  // namespace gyre
