#include "lsp/loops.h"

namespace gyre::lsp {

namespace {

constexpr size_t kMaxBody = 100'000;

// The next byte that is no white space and in no comment.
size_t skip_blanks(const std::string& text, size_t at) {
  while (at < text.size()) {
    if (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
      ++at;
    } else if (text.compare(at, 2, "/*") == 0) {
      const size_t end = text.find("*/", at + 2);
      at = end == std::string::npos ? text.size() : end + 2;
    } else if (text.compare(at, 2, "//") == 0) {
      const size_t end = text.find('\n', at);
      at = end == std::string::npos ? text.size() : end;
    } else {
      break;
    }
  }
  return at;
}

// The bracket that closes the one at this place; npos: there is none.
size_t closing(const std::string& text, size_t at, char open, char close) {
  int depth = 0;
  for (size_t i = at; i < text.size() && i - at < kMaxBody; i = skip_blanks(text, i + 1)) {
    if (text[i] == '"') {
      i = text.find('"', i + 1);
      if (i == std::string::npos) return i;
    }
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i;
  }
  return std::string::npos;
}

bool at_word(const std::string& text, size_t at, const std::string& word) {
  if (text.compare(at, word.size(), word) != 0 || (at > 0 && is_name_character(text[at - 1]))) return false;
  return at + word.size() >= text.size() || !is_name_character(text[at + word.size()]);
}

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\t') out += c;
  }
  return out;
}

}  // namespace

std::optional<TextFix> loop_of_c(const Text& source, size_t at) {
  const std::string& text = source.all();
  // The message may be about what follows the word, in the same line.
  const size_t line = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  size_t word = at;
  while (word > (line == std::string::npos ? 0 : line + 1) && !at_word(text, word, "while") &&
         !at_word(text, word, "for"))
    --word;
  const bool is_while = at_word(text, word, "while");
  if (!is_while && !at_word(text, word, "for")) return std::nullopt;
  const size_t open = skip_blanks(text, word + (is_while ? 5 : 3));
  if (open >= text.size() || text[open] != '(') return std::nullopt;
  const size_t close = closing(text, open, '(', ')');
  if (close == std::string::npos) return std::nullopt;
  const size_t body = skip_blanks(text, close + 1);
  if (body >= text.size() || text[body] != '{') return std::nullopt;
  const size_t end = closing(text, body, '{', '}');
  if (end == std::string::npos) return std::nullopt;
  if (is_while) {
    return TextFix{"make it do ... od",
                   {{word, word + 5, "do ::"}, {body, body + 1, "->"}, {end, end + 1, ":: else -> break od"}}};
  }
  if (without_blanks(text.substr(open, close + 1 - open)) != "(;;)") return std::nullopt;
  return TextFix{"make it do ... od", {{word, body + 1, "do ::"}, {end, end + 1, "od"}}};
}

}  // namespace gyre::lsp
