// The text of a document, and places in it. The protocol counts characters of a line in UTF-16 code units (or in bytes,
// if the editor can do that), gyre in bytes from 1 on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gyre/error.h>

namespace gyre::lsp {

enum class Encoding : uint8_t { utf8, utf16 };

struct Position {
  size_t line = 0, character = 0;  // from 0
  friend bool operator==(const Position&, const Position&) = default;
};

class Text {
 public:
  explicit Text(std::string text = {}, Encoding encoding = Encoding::utf16);

  const std::string& all() const { return text_; }
  size_t lines() const { return starts_.size(); }
  std::string_view line(size_t number) const;  // from 0, without its end; empty: there is none

  // Places behind the end of a line or of the text are at that end.
  size_t offset(const Position& position) const;
  Position position(size_t offset) const;
  // Of a place of gyre: its first character, and what follows its last one.
  Position begin(const Location& location) const;
  Position end(const Location& location) const;
  // Line and column from 1 on, in bytes.
  Location location(const Position& position) const;

  // Replaces what is between two places.
  void replace(const Position& from, const Position& to, const std::string& with);

  // The name around or before a place: its first byte and its length; length 0: there is none.
  struct Word {
    size_t offset = 0, length = 0;
  };
  Word word(size_t offset) const;

 private:
  void index();
  Position at(size_t line, size_t byte) const;

  std::string text_;
  Encoding encoding_;
  std::vector<size_t> starts_;
};

bool is_name(std::string_view text);
bool is_name_character(char c);

}  // namespace gyre::lsp
