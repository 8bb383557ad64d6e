#include "promela/c_text.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/characters.h"
#include "base/narrow.h"

namespace gyre::promela {

namespace {

// Puts tokens where they stood. The first line of the text is that of its opening brace.
class Typesetter {
 public:
  explicit Typesetter(const Span& begin) : file_(begin.file), line_(begin.line) {}

  void add(const PpToken& t, bool blank) {
    constexpr uint32_t kMostLines = 10000;
    const bool placed = t.span.file == file_ && t.span.line >= line_ && t.span.line - line_ < kMostLines;
    if (placed && t.span.line > line_) {
      out_.append(t.span.line - line_, '\n');
      line_ = t.span.line;
      column_ = 1;
    }
    if (placed && t.span.column > column_) {
      out_.append(t.span.column - column_, ' ');
      column_ = t.span.column;
    } else if (t.space_before || t.newline_before) {
      out_ += ' ';
      ++column_;
    }
    // The backslash before a directive of C hides it from the preprocessor of the model only.
    out_ += blank ? std::string(t.text.size(), ' ') : t.text;
    column_ += narrow<uint32_t>(t.text.size());
  }
  std::string take() { return std::move(out_); }

 private:
  uint32_t file_, line_;
  uint32_t column_ = 1;
  std::string out_;
};

bool in_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// The text without what stands in quotes, which becomes blanks.
std::string unquoted(std::string_view text) {
  std::string out(text);
  char quote = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    const char c = out[i];
    if (quote != 0 && c == '\\' && i + 1 < out.size()) {
      out[i] = out[i + 1] = ' ';
      ++i;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
      out[i] = ' ';
    } else if (c == '"' || c == '\'') {
      quote = c;
      out[i] = ' ';
    }
  }
  return out;
}

}  // namespace

size_t take_c_texts(const std::vector<PpToken>& raw, size_t at, std::vector<Token>& out, Diagnostics& diagnostics) {
  for (const char* const open : {"[", "{"}) {
    if (at >= raw.size() || raw[at].kind != PpKind::punctuation || raw[at].text != open) continue;
    const bool braces = *open == '{';
    const char* const close = braces ? "}" : "]";
    const PpToken& first = raw[at];
    Typesetter text(first.span);
    int depth = 1;
    for (++at; at < raw.size() && raw[at].kind != PpKind::end; ++at) {
      const PpToken& t = raw[at];
      if (t.kind == PpKind::punctuation && t.text == open) ++depth;
      if (t.kind == PpKind::punctuation && t.text == close && --depth == 0) break;
      const bool hides = t.text == "\\" && at + 1 < raw.size() && raw[at + 1].text == "#";
      text.add(t, hides);
    }
    if (depth > 0) {
      diagnostics.error(first.span, fmt::format("this '{}' is never closed", open));
      return at;
    }
    ++at;
    Token t;
    t.kind = Tok::c_text;
    t.text = text.take();
    t.value = braces ? 1 : 0;
    t.span = t.place = first.span;
    t.space_before = first.space_before;
    out.push_back(std::move(t));
  }
  return at;
}

std::string in_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_space(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::vector<std::string> c_includes(std::string_view text) {
  std::vector<std::string> out;
  constexpr std::string_view kWord = "include";
  for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    size_t i = at + 1;
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    if (text.substr(i, kWord.size()) != kWord) continue;
    const size_t end = std::min(text.find('\n', i), text.size());
    out.push_back(in_one_line(text.substr(i + kWord.size(), end - i - kWord.size())));
  }
  return out;
}

std::string side_effect(std::string_view whole) {
  const std::string text = unquoted(whole);
  for (const char* const sign : {"++", "--", ";"}) {
    if (text.find(sign) != std::string::npos) return sign;
  }
  for (size_t i = text.find('='); i != std::string::npos; i = text.find('=', i + 1)) {
    if (i + 1 < text.size() && text[i + 1] == '=') {
      ++i;
      continue;
    }
    const char before = i > 0 ? text[i - 1] : ' ';
    const bool shifts = i > 1 && (before == '<' || before == '>') && text[i - 2] == before;
    if (before == '!' || ((before == '<' || before == '>') && !shifts)) continue;
    return "=";
  }
  return "";
}

bool mentions(std::string_view whole, std::string_view word) {
  assert(!word.empty());
  const std::string text = unquoted(whole);
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end >= text.size() || !in_name(text[end]))) return true;
  }
  return false;
}

}  // namespace gyre::promela
