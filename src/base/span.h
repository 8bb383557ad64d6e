// Source positions. A Span names a place in one of the files of a SourceMap; a token that came out of
// a macro also remembers where the macro's text was written, so that a message can show both.
//
// Spans are small values; files are owned by the SourceMap, which lives as long as the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

struct Span {
  uint32_t file = 0;    // index into SourceMap; 0 is "no file"
  uint32_t line = 0;    // from 1; 0: unknown
  uint32_t column = 0;  // from 1, in bytes
  uint32_t length = 0;  // in bytes, within one line
  int32_t origin = -1;  // index into SourceMap::origins(): where the macro's text stands; -1: not from a macro

  bool known() const { return line != 0; }
};

// Where a token that was produced by a macro was written, and the macro's name.
struct MacroOrigin {
  std::string macro;
  Span text;
};

class SourceMap {
 public:
  SourceMap();

  // Adds a file (name as the user should see it) and returns its index.
  uint32_t add_file(std::string name, std::string text);
  int32_t add_origin(MacroOrigin origin);

  const std::string& name(uint32_t file) const { return files_.at(file).name; }
  // The text of one line, without its newline; empty when there is no such line.
  std::string_view line_text(uint32_t file, uint32_t line) const;
  std::string_view text(uint32_t file) const { return files_.at(file).text; }
  const MacroOrigin& origin(int32_t index) const { return origins_.at(static_cast<size_t>(index)); }
  size_t file_count() const { return files_.size(); }

  // "file:line:column", or "file" or "" as far as it is known.
  std::string where(const Span& span) const;

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<uint32_t> line_starts;
  };
  std::vector<File> files_;
  std::vector<MacroOrigin> origins_;
};

}  // namespace gyre
