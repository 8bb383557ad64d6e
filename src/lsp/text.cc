#include "lsp/text.h"

#include <algorithm>
#include <utility>

namespace gyre::lsp {

namespace {

// How many UTF-16 code units a character has that begins with this byte; 0: none begins here.
size_t units(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if ((byte & 0xC0) == 0x80) return 0;
  return byte >= 0xF0 ? 2 : 1;
}

}  // namespace

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), is_name_character);
}

Text::Text(std::string text, Encoding encoding) : text_(std::move(text)), encoding_(encoding) { index(); }

void Text::index() {
  starts_.assign(1, 0);
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') starts_.push_back(i + 1);
  }
}

std::string_view Text::line(size_t number) const {
  if (number >= starts_.size()) return {};
  const size_t begin = starts_[number];
  size_t end = number + 1 < starts_.size() ? starts_[number + 1] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

size_t Text::offset(const Position& position) const {
  if (position.line >= starts_.size()) return text_.size();
  const std::string_view text = line(position.line);
  size_t byte = 0;
  if (encoding_ == Encoding::utf8) {
    byte = std::min(position.character, text.size());
  } else {
    size_t left = position.character;
    while (byte < text.size() && left > 0) {
      const size_t here = units(text[byte]);
      if (here > left) break;
      left -= here;
      ++byte;
      while (byte < text.size() && units(text[byte]) == 0) ++byte;
    }
  }
  return starts_[position.line] + byte;
}

Position Text::at(size_t line_number, size_t byte) const {
  const std::string_view text = line(line_number);
  byte = std::min(byte, text.size());
  if (encoding_ == Encoding::utf8) return {line_number, byte};
  size_t character = 0;
  for (size_t i = 0; i < byte; ++i) character += units(text[i]);
  return {line_number, character};
}

Position Text::position(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto number = static_cast<size_t>(after - starts_.begin()) - 1;
  return at(number, offset - starts_[number]);
}

Position Text::begin(const Location& location) const {
  if (location.line == 0) return {};
  return at(std::min<size_t>(location.line, lines()) - 1, location.column == 0 ? 0 : location.column - 1);
}

Position Text::end(const Location& location) const {
  if (location.line == 0) return {0, 0};
  const size_t column = location.column == 0 ? 0 : location.column - 1;
  return at(std::min<size_t>(location.line, lines()) - 1, column + location.length);
}

Location Text::location(const Position& position) const {
  const size_t at = offset(position);
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), at);
  Location out;
  out.line = static_cast<uint32_t>(after - starts_.begin());
  out.column = static_cast<uint32_t>(at - starts_[out.line - 1] + 1);
  return out;
}

void Text::replace(const Position& from, const Position& to, const std::string& with) {
  const size_t begin = offset(from), end = std::max(begin, offset(to));
  text_.replace(begin, end - begin, with);
  index();
}

Text::Word Text::word(size_t offset) const {
  size_t begin = std::min(offset, text_.size()), end = begin;
  while (begin > 0 && is_name_character(text_[begin - 1])) --begin;
  while (end < text_.size() && is_name_character(text_[end])) ++end;
  return {begin, end - begin};
}

}  // namespace gyre::lsp
