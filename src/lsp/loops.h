// Loops as C has them, and what they are in Promela. The parser says what is wrong; a change of several places at once,
// maybe in several lines, is the editor's business.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/text.h"

namespace gyre::lsp {

struct TextEdit {
  size_t from = 0, to = 0;  // bytes
  std::string with;
};

struct TextFix {
  std::string title;
  std::vector<TextEdit> edits;  // in the order of the text
};

// What makes `while (c) { ... }` or `for (;;) { ... }` a do; none: there is no such thing at this place.
std::optional<TextFix> loop_of_c(const Text& text, size_t at);

}  // namespace gyre::lsp
