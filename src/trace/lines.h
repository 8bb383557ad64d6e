// Lines of text that fit a width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::trace {

inline constexpr size_t kLine = 110;  // columns, if nobody says how many there are

// Breaks a text into pieces of at most `room` bytes, the first of at most `first`: behind a blank, a comma or a bracket
// if there is one, and never inside a character. A text that fits, also an empty one, is one piece.
std::vector<std::string> broken(std::string_view text, size_t first, size_t room);

// "a, b," and "c": items one after the other, as many as fit into a line. What does not fit into one is broken.
std::vector<std::string> filled(const std::vector<std::string>& items, size_t first, size_t room);

// The title and the items behind it, and under these in further lines, each with its end; nothing without items.
std::string titled(const std::string& title, const std::vector<std::string>& items, size_t width);

// At most so many characters, the last of them "…" if there were more.
std::string cut(const std::string& text, size_t most);
// Characters of UTF-8, not bytes.
size_t characters(std::string_view text);
// With blanks behind it.
std::string padded(std::string text, size_t width);
// Without the blanks at its end.
std::string trimmed(std::string text);

}  // namespace gyre::trace
