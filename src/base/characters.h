// Classes of characters, of ASCII alone: the functions of <cctype> ask the locale and take no plain char. A byte above
// 127 belongs to no class.
#pragma once

#include <cassert>

namespace gyre {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_printable(char c) { return c > ' ' && c <= '~'; }
constexpr bool is_punctuation(char c) { return is_printable(c) && !is_letter_or_digit(c); }
constexpr bool is_control(char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; }

// The byte that a char is, whatever the sign of char.
constexpr unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

constexpr unsigned digit_value(char c) {
  assert(is_digit(c));
  return byte_of(c) - unsigned{'0'};
}

}  // namespace gyre
